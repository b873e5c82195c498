import { redirect } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { db } from "~/db/knex.server";
import { valuesOf } from "~/domain/form-values";
import { statementPath } from "~/features/links/statement-link";
import { EventDayField } from "~/features/money/event-day-field";
import { formOf, saveAction } from "~/http/entity-screens.server";
import { step } from "~/http/form-steps.server";
import { screen } from "~/http/screen.server";
import { useEntityForm } from "~/ui/form/entity-form";
import { NumberField, SelectField } from "~/ui/form/field";
import { OfficeForm } from "~/ui/form/form";
import { keepForm } from "~/ui/form/keep-form";
import { StepByHand } from "~/ui/form/step-by-hand";
import { ButtonLink } from "~/ui/page/links";
import { Empty, Page } from "~/ui/page/page";
import { depositsPath } from "../debts/kinds";
import { RateFields } from "../vouchers/rate-fields";
import { firstValuesOf as valuesOfFields } from "../vouchers/voucher-form";
import { allocation, targetFields } from "./allocation";
import { choicesOf, firstValuesOf, partyIn, proposedIn } from "./choices.server";
import { useTerms } from "./use-terms";
import { allocationForms } from "./writes.server";

const { labels } = allocation;

export const meta = () => [{ title: "تخصيص جديد" }];

export const loader = screen([allocation.write], async ({ url: { searchParams } }) => {
  const party = partyIn((name) => searchParams.get(name));
  if (!party) throw redirect(depositsPath);
  const choices = await choicesOf(db, party.kind, party.id);
  const { target, ...values } = firstValuesOf(choices, searchParams);
  return {
    ...(await formOf(allocationForms, {})),
    choices,
    values: { ...values, [targetFields[choices.kind]]: target },
  };
});

export const action = saveAction(allocation, allocationForms, {
  sideStep: async (form) => {
    const party = partyIn((name) => form.get(name));
    if (!party || form.get("intent") !== "lookup" || form.get("amount")) return undefined;
    const amount = proposedIn(await choicesOf(db, party.kind, party.id), form);
    return step({ ...valuesOf(form), amount });
  },
  message: ({ allocation_number }) => `تم التخصيص ${allocation_number}`,
  to: () => allocation.path,
  next: ({ id }) => [{ href: `${allocation.path}/${id}/print`, label: "طباعة السند" }],
});

export const clientAction = keepForm();

/** Sets what a party has on account, or what is to be given back of a contract, against what it owes for (books.md, rule 2). */
export default function AllocationForm() {
  const { choices, ...loaded } = useLoaderData<typeof loader>();
  const { kind, id, name, sources, targets } = choices;
  const isUseful = targets.length > 0 || sources.some(({ isContract }) => isContract);
  return (
    <Page
      title="تخصيص جديد"
      lead={name}
      actions={<ButtonLink href={statementPath(kind, id)}>كشف حساب</ButtonLink>}
    >
      {sources.length === 0 ? (
        <Empty title={`ليس ${toWhom[kind]} شيء تحت الحساب`}>
          <p>يخصص ما دُفع تحت الحساب، أو ما يرد إلى العميل من عقوده.</p>
        </Empty>
      ) : isUseful ? (
        <Fields {...loaded} choices={choices} />
      ) : (
        <Empty title={kind === "customers" ? "لا عقد عليه مبلغ متبقٍ" : "لا فاتورة له لم تسدد"}>
          <p>{sources.map(({ label }) => label).join("، ")}. يخصص حين يكون ما يسدد به.</p>
        </Empty>
      )}
    </Page>
  );
}

const toWhom = { customers: "للعميل", agents: "للوكيل", suppliers: "للمورد" };

function Fields({ choices, values, ...loaded }: ReturnType<typeof useLoaderData<typeof loader>>) {
  const { kind, field: party, id, sources, targets } = choices;
  const form = useEntityForm(allocation, loaded, { values });
  const { field } = form;
  const targetField = targetFields[kind];
  const first = valuesOfFields(field, ["source", "amount", "exchange_rate", "rate_shown"]);
  const target = valuesOfFields(field, [targetField])[targetField];
  const { exchange, ...terms } = useTerms({ ...first, target }, choices);
  return (
    <OfficeForm
      form={form.form}
      labels={labels}
      back={statementPath(kind, id)}
      page
      save="تخصيص"
      idempotencyKey={form.idempotencyKey}
    >
      <input type="hidden" name={party} value={id} />
      <section className="sheet-card">
        <h2>المبلغ وما يسدد به</h2>
        <div className="fields">
          <SelectField
            {...field("source")}
            choices={sources.map(({ name, label }): [string, string] => [name, label])}
            empty={sources.length > 1 ? "اختر" : undefined}
            defaultValue={undefined}
            value={terms.source}
            onChange={(event) => terms.chooseSource(event.target.value)}
          />
          <SelectField
            {...field(targetField)}
            choices={targets.map(({ id, label }): [number, string] => [id, label])}
            empty={sources.some(({ isContract }) => isContract) ? "لا شيء: يبقى تحت الحساب" : "اختر"}
            defaultValue={undefined}
            value={terms.target}
            onChange={(event) => terms.chooseTarget(event.target.value)}
          />
          <NumberField
            {...field("amount")}
            label="المبلغ بعملة ما يؤخذ منه"
            defaultValue={undefined}
            value={terms.amount}
            onChange={(event) => terms.setAmount(event.target.value)}
            autoFocus
          />
          {exchange && (
            <RateFields
              {...field("exchange_rate")}
              exchange={exchange}
              id="allocation-equivalent"
              equivalent={labels.equivalent_amount}
            />
          )}
          <EventDayField
            {...field("event_date")}
            hint="اليوم إن ترك فارغًا، ولا يكون في فترة مقفلة ولا قبل تاريخ العقد أو الفاتورة."
          />
        </div>
        <StepByHand step="lookup">عرض المبلغ والمعادل</StepByHand>
      </section>
    </OfficeForm>
  );
}
