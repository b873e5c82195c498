import type { FormReply } from "~/http/screen.server";
import { AddButton, AddDialog, type Adding, useAdding } from "~/ui/inline-create";
import { useHolds } from "~/ui/page/links";
import { customer } from "./customer";

const { labels, write } = customer;

const kinds = ["customers", "companions"] as const;
type Kind = (typeof kinds)[number];

/** The state of the dialog over a form that chooses a customer. `companions` are added to a choice of several. */
export function useAddingCustomers(form: Parameters<typeof useAdding>[1]) {
  const adding = useAdding<Kind>(kinds, form);
  return { ...adding, draft: adding.draft ?? draftIn(form.reply as Partial<FormReply> | undefined) };
}

/** What was typed in the dialog of another user's form, which comes back as it was sent. */
function draftIn(reply: Partial<FormReply> | undefined) {
  const { initialValue } = (reply?.result ?? {}) as { initialValue?: Record<string, string | undefined> };
  if (initialValue?.customer_name === undefined) return undefined;
  const {
    customer_name: name,
    customer_phone: phone = "",
    customer_national_id: national_id = "",
  } = initialValue;
  return { name, phone, national_id };
}

/** A button beside a picker that opens the dialog to add the customer. */
export function AddCustomerButton({ adding, kind = "customers" }: { adding: Adding<Kind>; kind?: Kind }) {
  return useHolds(write) && <AddButton adding={adding} kind={kind} title="إضافة عميل" />;
}

/** The dialog over the form: a new customer's name and telephone, filled in with the searched text. */
export function CustomerDialog({ adding, query = "" }: { adding: Adding<Kind>; query?: string }) {
  if (!adding.kind) return null;
  const isNumber = /^[\d٠-٩+\s-]+$/.test(query);
  const draft = adding.draft ?? {
    name: isNumber ? "" : query,
    phone: isNumber ? query : "",
    national_id: "",
  };
  return (
    <AddDialog adding={adding} title="إضافة عميل">
      <div className="fields">
        <div className="field wide">
          <label htmlFor="customer-name">{labels.name}</label>
          <input
            id="customer-name"
            name="customer_name"
            defaultValue={draft.name}
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
              dir="ltr"
              inputMode={name === "phone" ? "tel" : undefined}
              autoComplete="off"
            />
          </div>
        ))}
      </div>
    </AddDialog>
  );
}
