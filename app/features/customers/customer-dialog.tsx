import { Form } from "@remix-run/react";
import type { useAdding } from "~/features/services/lookups/adding";
import { Dialog } from "~/ui/dialog";
import { useHolds } from "~/ui/links";
import { Questions } from "~/ui/questions";
import { Sentence } from "~/ui/sentence";
import { customer } from "./customer";

type Adding = ReturnType<typeof useAdding>;

const { labels, write } = customer;

/** Beside a picker: opens the dialog that adds the customer. */
export function AddCustomerButton({ adding }: { adding: Adding }) {
  if (!useHolds(write)) return null;
  return (
    <button
      className="button"
      type="submit"
      name="lookup"
      value="customers"
      formAction={adding.addressFor("customers")}
      formNoValidate
    >
      إضافة عميل
    </button>
  );
}

/** Over the form: a new customer's name and telephone. What was searched for stands there already. */
export function CustomerDialog({ adding, query = "" }: { adding: Adding; query?: string }) {
  if (adding.kind !== "customers") return null;
  const isNumber = /^[\d٠-٩+\s-]+$/.test(query);
  const draft = adding.draft ?? {
    name: isNumber ? "" : query,
    phone: isNumber ? query : "",
    national_id: "",
  };
  return (
    <Dialog
      title="إضافة عميل"
      back={adding.form}
      narrow
      close={
        <button type="submit" form="lookup" name="lookup" value="" formNoValidate aria-label="إغلاق">
          ✕
        </button>
      }
    >
      <Form id="lookup" method="post" action={adding.form} replace preventScrollReset>
        <button type="submit" hidden tabIndex={-1} />
        {adding.sentence && (
          <p className="errors" role="alert">
            <Sentence text={adding.sentence} />
          </p>
        )}
        <Questions reply={adding.question} />
        <input type="hidden" name="lookup" value="customers" />
        <input type="hidden" name="typed" value={adding.typed} />
        <input type="hidden" name="lookup_key" value={`${adding.oneTimeKey} customer`} />
        <div className="fields">
          <div className="field wide">
            <label htmlFor="customer-name">{labels.name}</label>
            <input
              id="customer-name"
              name="customer_name"
              defaultValue={draft.name}
              maxLength={150}
              autoComplete="off"
              autoFocus
            />
          </div>
          {(["phone", "national_id"] as const).map((name) => (
            <div className="field" key={name}>
              <label htmlFor={`customer-${name}`}>{labels[name]}</label>
              <input
                id={`customer-${name}`}
                name={`customer_${name}`}
                defaultValue={draft[name]}
                maxLength={30}
                dir="ltr"
                inputMode={name === "phone" ? "tel" : undefined}
                autoComplete="off"
              />
            </div>
          ))}
        </div>
        <div className="form-actions">
          <button className="button primary" type="submit">
            إضافة
          </button>
          <button className="button" type="submit" name="lookup" value="" formNoValidate>
            إلغاء
          </button>
        </div>
      </Form>
    </Dialog>
  );
}
