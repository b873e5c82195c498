import { redirect } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { db } from "~/db/knex.server";
import { EventDayField } from "~/features/money/event-day-field";
import { formOf, saveAction } from "~/http/entity-screens.server";
import { screen } from "~/http/screen.server";
import { useEntityForm } from "~/ui/form/entity-form";
import { NumberField, SelectField } from "~/ui/form/field";
import { OfficeForm } from "~/ui/form/form";
import { keepForm } from "~/ui/form/keep-form";
import { Money } from "~/ui/page/money";
import { Fact, Page } from "~/ui/page/page";
import { depositsPath } from "../debts/kinds";
import { allocation } from "./allocation";
import { choicesOf, firstValuesOf, partyIn } from "./choices.server";
import { allocationForms } from "./writes.server";

const { labels } = allocation;

export const meta = () => [{ title: "تخصيص جديد" }];

export const loader = screen([allocation.write], async ({ url: { searchParams } }) => {
  const party = partyIn((name) => searchParams.get(name));
  if (!party) throw redirect(depositsPath);
  const choices = await choicesOf(db, party);
  const form = await formOf(allocationForms, {});
  return { ...form, choices, values: firstValuesOf(choices, searchParams) };
});

export const action = saveAction(allocation, allocationForms, {
  message: ({ allocation_number }) => `تم التخصيص ${allocation_number}`,
  to: () => allocation.path,
});

export const clientAction = keepForm();

const targetFields = {
  customer_id: "contract_id",
  agent_id: "agent_invoice_id",
  supplier_id: "purchase_invoice_id",
} as const;

const statements = { customer_id: "customers", agent_id: "agents", supplier_id: "suppliers" } as const;

/** Sets what a party has on account, or what is to be given back of a contract, against what it owes for (books.md, rule 2). */
export default function AllocationForm() {
  const { choices, values, ...loaded } = useLoaderData<typeof loader>();
  const { field: party, id, name, pots, sources, targets } = choices;
  const form = useEntityForm(allocation, loaded, { values });
  const { field } = form;
  const list = (all: { id: number; label: string }[]) =>
    all.map(({ id, label }): [number, string] => [id, label]);
  const isConverted =
    new Set([...pots.map(({ currency }) => currency.code), ...targets.map(({ code }) => code)]).size > 1;
  return (
    <Page title="تخصيص جديد" lead={name}>
      <OfficeForm
        form={form.form}
        labels={labels}
        back={`/financial/statements/${statements[party]}/${id}`}
        page
        save="تخصيص"
        idempotencyKey={form.idempotencyKey}
      >
        <input type="hidden" name={party} value={id} />
        <section className="sheet-card">
          <h2>ما له عندنا</h2>
          {pots.length + sources.length === 0 && <p>ليس له شيء تحت الحساب ولا ما يرد إليه.</p>}
          <dl className="facts mb-3 grid-cols-2 sm:grid-cols-3">
            {pots.map(({ amount, currency }) => (
              <Fact key={currency.code} label={`تحت الحساب (${currency.code})`}>
                <Money amount={amount} currency={currency} by="code" />
              </Fact>
            ))}
          </dl>
          <div className="fields">
            {sources.length > 0 && (
              <SelectField
                {...field("from_contract_id")}
                label="يؤخذ من"
                choices={list(sources)}
                empty="ما تحت الحساب"
              />
            )}
            <SelectField
              {...field("currency_id")}
              label="عملة ما يؤخذ"
              choices={pots.map(({ currency, name }): [number, string] => [
                currency.id,
                `${name} (${currency.code})`,
              ])}
              empty={sources.length > 0 ? "عملة العقد" : undefined}
            />
            <NumberField {...field("amount")} autoFocus />
          </div>
        </section>
        <section className="sheet-card">
          <h2>ما يسدد به</h2>
          {targets.length === 0 && <p className="mb-2">لا شيء عليه يسدد بهذا المبلغ.</p>}
          <div className="fields">
            <SelectField
              {...field(targetFields[party])}
              choices={list(targets)}
              empty={sources.length > 0 ? "لا شيء، ينقل إلى تحت الحساب" : "اختر"}
            />
            {isConverted && (
              <NumberField
                {...field("exchange_rate")}
                label={`${labels.exchange_rate} (اختياري)`}
                hint="عدد وحدات عملة العقد أو الفاتورة مقابل وحدة من العملة التي تؤخذ. يترك فارغًا ليحسب بسعر اليوم."
              />
            )}
            <EventDayField {...field("event_date")} />
          </div>
        </section>
      </OfficeForm>
    </Page>
  );
}
