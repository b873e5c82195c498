import { useLocation } from "@remix-run/react";
import { type ReactNode, useEffect } from "react";
import { wordsOf } from "~/domain/entity";
import { type Currency, currency } from "~/features/currencies/currency";
import { CustomerDialog, type useAddingCustomers } from "~/features/customers/customer-dialog";
import type { PaymentMethod } from "~/features/money/voucher";
import type { useEntityForm } from "~/ui/form/entity-form";
import { SelectField, TextField } from "~/ui/form/field";
import { OfficeForm } from "~/ui/form/form";
import { AuditLogLink } from "~/ui/page/links";
import { Page } from "~/ui/page/page";
import { AccountFields } from "./account-fields";
import { listAddress } from "./list-address";
import { ReturnLink } from "./return-link";

/**
 * The page of a voucher's form, and the dialog over it that adds a customer.
 * @param own the address's parameters that are for this form only
 * @param save the button's label for a new voucher, and `busyLabel` while it is sent
 */
export function VoucherForm({
  form,
  own,
  save,
  busyLabel,
  adding,
  chooseCustomer,
  query,
  children,
}: {
  // biome-ignore lint/suspicious/noExplicitAny: a form of any voucher
  form: ReturnType<typeof useEntityForm<any, any>>;
  own: Parameters<typeof listAddress>[2][];
  save: string;
  busyLabel?: string;
  adding: ReturnType<typeof useAddingCustomers>;
  chooseCustomer: (customer: { id: number }) => void;
  query?: string;
  children: ReactNode;
}) {
  const { entity, row, idempotencyKey } = form;
  const { one, a, name } = wordsOf(entity);
  // A new customer has no contracts: those of the customer before are removed.
  useEffect(() => {
    if (adding.added) chooseCustomer({ id: adding.added.id });
  }, [adding.added?.id]);
  return (
    <Page title={row ? `تعديل ${one} ${row[name]}` : `${a} جديد`}>
      <OfficeForm
        form={form.form}
        labels={entity.labels}
        back={listAddress(entity.path, useLocation().search, ...own)}
        page
        save={row ? "حفظ" : save}
        busyLabel={row ? undefined : busyLabel}
        idempotencyKey={row ? undefined : idempotencyKey}
        updatedAt={row?.updated_at}
        present={form.present}
        buttons={
          row && (
            <>
              <ReturnLink to={entity.path} row={row} className="button" />
              <AuditLogLink of={entity} id={row.id} />
            </>
          )
        }
      >
        {children}
      </OfficeForm>
      <CustomerDialog adding={adding} query={query} />
    </Page>
  );
}

/** The first values of these fields. */
export const firstValuesOf = <Name extends string>(
  field: (name: Name) => { field: { initialValue?: unknown } },
  names: readonly Name[],
) =>
  Object.fromEntries(names.map((name) => [name, field(name).field.initialValue])) as Partial<
    Record<Name, string>
  >;

/** The currency of a voucher's amount. */
export const CurrencyField = ({
  currencies,
  onChoose,
  ...select
}: Omit<React.ComponentProps<typeof SelectField>, "choices"> & {
  currencies: Pick<Currency, "id" | "name" | "code">[];
  onChoose: (id: string) => void;
}) => (
  <SelectField
    {...select}
    choices={currencies.map(({ id, name, code }): [number, string] => [id, `${name} (${code})`])}
    lacks={currency}
    defaultValue={undefined}
    onChange={(event) => onChoose(event.target.value)}
  />
);

/**
 * The method of payment with the fields of the account.
 * @param children the date and the description
 */
export function MethodSection<Method extends PaymentMethod>({
  field,
  method,
  methods,
  onChoose,
  children,
  ...account
}: {
  field: ReturnType<
    typeof useEntityForm<never, "payment_method" | "payment_reference" | "cash_box_id" | "bank_account_id">
  >["field"];
  method: Method;
  methods: Record<Method, string>;
  onChoose: (method: Method) => void;
  children: ReactNode;
} & Omit<React.ComponentProps<typeof AccountFields>, "field" | "method">) {
  const reference = field("payment_reference");
  return (
    <section className="sheet-card">
      <h2>طريقة الدفع</h2>
      <div className="fields">
        <SelectField
          {...field("payment_method")}
          choices={methods}
          onChange={(event) => onChoose(event.target.value as Method)}
        />
        {/* key: a payment's new method starts without an account (spec §4) */}
        <AccountFields key={account.paying ? method : undefined} {...{ field, method }} {...account} />
        <TextField {...reference} label={`${reference.label} (اختياري)`} dir="ltr" />
        {children}
      </div>
    </section>
  );
}
