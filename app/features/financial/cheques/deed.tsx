import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import type { z } from "zod";
import { askedByValues } from "~/db/choices.server";
import { drawRows } from "~/db/drawing.server";
import { type Transaction, transact } from "~/db/knex.server";
import { countPhrase } from "~/domain/count-words";
import { notFound } from "~/domain/domain-error";
import { officeToday } from "~/domain/office-day.server";
import { accountOffer } from "~/features/accounts/accounts.server";
import { chequesPath } from "~/features/links/cheques-address";
import { eventDayHint } from "~/features/money/event-day";
import { EventDayField } from "~/features/money/event-day-field";
import { isAt } from "~/http/address.server";
import { constraintOf } from "~/http/constraint.server";
import { redirectWithFlash } from "~/http/flash.server";
import { formScreen, screen, submit } from "~/http/screen.server";
import { SelectField, TextField } from "~/ui/form/field";
import { OfficeForm, usePlainForm } from "~/ui/form/form";
import { keepForm } from "~/ui/form/keep-form";
import { MoneyFact } from "~/ui/page/facts";
import { Page, RefusedFilter } from "~/ui/page/page";
import { NameCell, Table } from "~/ui/page/table";
import { receipt } from "../receipts/receipt";
import { returnReceipt } from "../receipts/writes.server";
import { returnSchema } from "../vouchers/cheque.server";
import { cheque, chequeCount, type Deed, deedAddress, deeds } from "./cheque";
import { chequesFor, chosenIn, noneChosen, sumsBelow } from "./cheques.server";
import { collectCheques, collectSchema, uncollectCheques, uncollectSchema } from "./collecting.server";
import { ChequeBadge, chequeColumns, toCheque } from "./columns";

const { labels } = receipt;

export const meta: MetaFunction<typeof loader> = ({ data }) => [{ title: data && deeds[data.deed].title }];

const deedAt = (request: Request): Deed =>
  (["collect", "uncollect"] as const).find((deed) => isAt(request, `${chequesPath}/${deed}`)) ?? "return";

const schemas = { collect: collectSchema, uncollect: uncollectSchema, return: returnSchema };

/** The active banks of these currencies, of which one collects the cheques. */
async function banksOf(codes: string[]) {
  const { choices } = await accountOffer(askedByValues(), "bank", "bank_account_id", false);
  return choices
    .filter(({ currency_code }) => codes.includes(currency_code))
    .map(({ id, name, currency_code }): [number, string] => [id, `${name} (${currency_code})`]);
}

export const loader = (args: LoaderFunctionArgs) =>
  screen([cheque.write], async ({ request, url: { searchParams } }) => {
    const deed = deedAt(request);
    const { rows, refusal } = await chequesFor(deed, searchParams);
    if (!rows.length && !refusal) throw await noneChosen(request);
    const sums = sumsBelow(rows);
    const today = officeToday();
    return {
      deed,
      refusal,
      rows: drawRows(rows, (row) => toCheque(row, today)),
      sums,
      banks: deed === "collect" ? await banksOf(sums.map(({ currency }) => currency.code)) : [],
      constraint: constraintOf(schemas[deed]),
    };
  })(args);

const done: Record<Deed, string> = {
  collect: "سُجل التحصيل",
  uncollect: "سُجل التراجع عن التحصيل",
  return: "سُجل الارتجاع",
};

/** All the cheques that the address names, or none: a refusal names each that is refused. */
export const action = (args: ActionFunctionArgs) =>
  formScreen([cheque.write], ({ request, user, url: { searchParams } }) => {
    const deed = deedAt(request);
    const [first, ...others] = chosenIn(searchParams);
    if (!first) throw notFound("لا شيكات في هذا العنوان");
    const record = <Schema extends z.ZodObject>(
      schema: Schema,
      write: (trx: Transaction, sent: z.output<Schema>) => Promise<object>,
    ) =>
      submit(
        request,
        schema,
        async (sent) => {
          await transact(user, (trx) => write(trx, sent));
          const count = countPhrase(others.length + 1, chequeCount);
          const slip = { href: deedAddress("slip", [first, ...others]), label: "حافظة الإيداع" };
          return redirectWithFlash(
            chequesPath,
            `${done[deed]}: ${count}`,
            "success",
            deed === "collect" ? [slip] : [],
          );
        },
        { failure: `لم يسجل شيء: ${deeds[deed].title}` },
      );
    if (deed === "return")
      return record(returnSchema, (trx, sent) => returnReceipt(trx, first, sent, { user }, others));
    return deed === "collect"
      ? record(collectSchema, (trx, sent) => collectCheques(trx, [first, ...others], sent, { user }))
      : record(uncollectSchema, (trx, sent) => uncollectCheques(trx, [first, ...others], sent, { user }));
  })(args);

export const clientAction = keepForm();

const leads: Record<Deed, string> = {
  collect: "ينتقل المبلغ من شيكات برسم التحصيل إلى البنك. ليس قبضًا جديدًا.",
  uncollect: "يعود المبلغ من البنك إلى شيكات برسم التحصيل.",
  return: "يخرج المبلغ من حيث هو الآن، ويعود على العملاء كما كان قبل السندات. الرسم يسجل من صفحة كل شيك.",
};

/** Collects the chosen cheques, takes that back, or records that the bank returned them. */
export default function ChequesDeed() {
  const { deed, refusal, rows, sums, banks, constraint } = useLoaderData<typeof loader>();
  const { title, save } = deeds[deed];
  const { form, field } = usePlainForm<"bank_account_id" | "event_date" | "reason">("cheques", labels, {
    constraint,
    values: { bank_account_id: banks.length === 1 ? String(banks[0]?.[0]) : "" },
  });
  if (refusal)
    return (
      <Page title={title}>
        <RefusedFilter refusal={refusal} />
      </Page>
    );
  return (
    <Page title={title} lead={leads[deed]}>
      <OfficeForm form={form} labels={labels} back={chequesPath} page save={save}>
        <section className="sheet-card">
          <h2>{countPhrase(rows.length, chequeCount)}</h2>
          <dl className="facts mb-3 rounded-md bg-sand p-3 sm:grid-cols-3">
            {sums.map(({ currency, amount }) => (
              <MoneyFact
                key={currency.code}
                label={`المجموع (${currency.code})`}
                amount={amount}
                currency={currency}
              />
            ))}
          </dl>
          <div className="fields">
            {deed === "collect" && (
              <SelectField
                {...field("bank_account_id")}
                label="البنك الذي حصلها"
                choices={banks}
                empty="اختر البنك"
                hint={
                  sums.length > 1
                    ? "الشيكات بأكثر من عملة: حصّل شيكات كل عملة وحدها."
                    : banks.length
                      ? undefined
                      : "لا بنك نشطًا بعملة الشيكات: أضفه من الحسابات المالية."
                }
              />
            )}
            {deed === "return" && (
              <TextField {...field("reason")} label={`${labels.reason} (اختياري)`} wide />
            )}
            <EventDayField {...field("event_date")} hint={eventDayHint.alone} />
          </div>
        </section>
        <Table
          caption={title}
          rows={rows}
          columns={[
            {
              label: labels.customer_id,
              cell: ({ customer, receipt_number }) => (
                <NameCell also={<bdi dir="ltr">{receipt_number}</bdi>}>{customer}</NameCell>
              ),
            },
            ...chequeColumns,
            { label: labels.cheque_state, cell: (row) => <ChequeBadge {...row} /> },
          ]}
        />
      </OfficeForm>
    </Page>
  );
}
