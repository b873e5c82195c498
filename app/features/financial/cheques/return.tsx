import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData, useLocation } from "@remix-run/react";
import { db, transact } from "~/db/knex.server";
import { wordsOf } from "~/domain/entity";
import { formatMoney } from "~/domain/money";
import { eventDayHint } from "~/features/money/event-day";
import { EventDayField } from "~/features/money/event-day-field";
import { isReturnable } from "~/features/money/voucher";
import { isAt } from "~/http/address.server";
import { constraintOf } from "~/http/constraint.server";
import { redirectWithFlash } from "~/http/flash.server";
import { formScreen, idParam, screen, submit } from "~/http/screen.server";
import { Dialog } from "~/ui/dialog/dialog";
import { NumberField, TextField } from "~/ui/form/field";
import { OfficeForm, usePlainForm } from "~/ui/form/form";
import { keepForm } from "~/ui/form/keep-form";
import { Fact } from "~/ui/page/page";
import { Sentence } from "~/ui/page/sentence";
import { currencyOf, payment } from "../payments/payment";
import { type Receipt, receipt } from "../receipts/receipt";
import { receiptsOf } from "../receipts/receipts.server";
import { updateReceipt } from "../receipts/writes.server";
import { type Return, requireReturnable } from "../vouchers/cheque.server";
import { kinds } from "./kinds.server";

export const meta = () => [{ title: "شيك مرتجع" }];

const kindAt = (request: Request) => (isAt(request, `${payment.path}/:id/return`) ? "payment" : "receipt");

/** The voucher's values that the page shows. */
async function shownAt(request: Request, id: number) {
  const common = { kind: kindAt(request), constraint: constraintOf(kinds[kindAt(request)].schema) };
  if (common.kind === "payment") {
    const row = await kinds.payment.find(db, id);
    requireReturnable(row);
    const { payment_number: number, beneficiary: party, amount, updated_at } = row;
    const facts = { number, party, amount: formatMoney(amount, currencyOf(row)), updated_at };
    return { ...common, ...facts, ...bankOf(row), charge: null, together: [] as string[] };
  }
  const row = await kinds.receipt.find(db, id);
  if (row.cheque_state !== "returned") requireReturnable(row);
  const { receipt_number: number, customer: party, amount, currency, charge_amount, updated_at } = row;
  return {
    ...common,
    ...{ number, party, amount: formatMoney(amount, currency), updated_at },
    ...bankOf(row),
    charge: {
      code: currency.code,
      present: charge_amount,
      text: formatMoney(charge_amount, currency),
    },
    together: await othersOf(row),
  };
}

const bankOf = ({
  account,
  payment_reference,
  cheque_state,
  collected_account,
}: Pick<Receipt, "account" | "payment_reference" | "cheque_state"> &
  Partial<Pick<Receipt, "collected_account">>) => ({
  account: collected_account ?? account,
  payment_reference,
  isReturned: cheque_state === "returned",
});

/** The numbers of the other vouchers that are returned with this one. */
const othersOf = async ({ id, split_id }: Receipt) =>
  split_id
    ? (await receiptsOf(db, { split_id }))
        .filter((one) => one.id !== id && isReturnable(one))
        .map(({ receipt_number }) => receipt_number)
    : [];

export const loader = (args: LoaderFunctionArgs) =>
  screen([kinds[kindAt(args.request)].entity.write], ({ request, params }) =>
    shownAt(request, idParam(params.id)),
  )(args);

export const action = (args: ActionFunctionArgs) => {
  const { entity, schema, giveBack, find } = kinds[kindAt(args.request)];
  return formScreen([entity.write], ({ request, params, url, user }) =>
    submit(
      request,
      schema,
      async ({ event_date, ...sent }: Return, { readAt }) => {
        const id = idParam(params.id);
        const row = await find(db, id);
        const number = (row as object as Record<string, string>)[wordsOf(entity).name];
        if (row.cheque_state !== "returned" || entity === payment) {
          await transact<object>(user, (trx) => giveBack(trx, id, { event_date, ...sent }, { user, readAt }));
          return redirectWithFlash(
            entity.path + url.search,
            `سجل شيك ${wordsOf(entity).one} ${number} مرتجعًا`,
          );
        }
        const { charge_amount = "0" } = sent;
        if (Number(charge_amount) !== (row as Receipt).charge_amount)
          await transact(user, (trx) =>
            updateReceipt(trx, id, { charge_amount, event_date }, { user, readAt }),
          );
        return redirectWithFlash(entity.path + url.search, `حفظ رسم الشيك المرتجع للسند ${number}`);
      },
      { failure: "فشل حفظ الشيك المرتجع" },
    ),
  )(args);
};

export const clientAction = keepForm();

/** Records that the bank returned a cheque, with a charge to the customer, or changes the charge of one that it returned. */
export default function ReturnCheque() {
  const { kind, number, party, amount, account, payment_reference, charge, together, isReturned, ...loaded } =
    useLoaderData<typeof loader>();
  const { path, labels, noun } =
    kind === "payment" ? { ...payment, noun: wordsOf(payment) } : { ...receipt, noun: wordsOf(receipt) };
  const back = path + useLocation().search;
  const values = { charge_amount: isReturned ? String(charge?.present ?? "") : "" };
  const { form, field } = usePlainForm<"event_date" | "reason" | "charge_amount">(
    "return",
    { event_date: labels.event_date, reason: labels.reason, charge_amount: receipt.labels.charge_amount },
    { constraint: loaded.constraint, values },
  );
  return (
    <Dialog
      title={`${isReturned ? "رسم الشيك المرتجع" : "شيك مرتجع"}: ${noun.one} ${number}`}
      back={back}
      narrow
    >
      <OfficeForm
        form={form}
        labels={labels}
        back={back}
        updatedAt={loaded.updated_at}
        save={isReturned ? "حفظ الرسم" : "تسجيل الشيك مرتجعًا"}
      >
        <dl className="facts mb-3 grid-cols-2 rounded-md bg-sand p-3">
          <Fact label={kind === "payment" ? "المستفيد" : "العميل"}>{party}</Fact>
          <Fact label="المبلغ">
            <span className="money">{amount}</span>
          </Fact>
          <Fact label="الحساب">{account}</Fact>
          {payment_reference && (
            <Fact label="رقم الشيك">
              <bdi dir="ltr" className="wraps">
                {payment_reference}
              </bdi>
            </Fact>
          )}
        </dl>
        {!isReturned && (
          <p className="mb-3">
            {kind === "payment"
              ? "يعود المبلغ إلى الحساب، ويلغى أثر السند."
              : "يخرج المبلغ من الحساب وإن نزل رصيد البنك عن الصفر، ويعود على العميل كما كان قبل السند."}
          </p>
        )}
        {!isReturned && together.length > 0 && (
          <p className="mb-3">
            <Sentence
              text={`يرتجع معه ما دفع بالشيك نفسه: ${together.join("، ")}. يسجل الرسم مرة واحدة، على هذا السند.`}
            />
          </p>
        )}
        <div className="fields">
          {!isReturned && <TextField {...field("reason")} label={`${labels.reason} (اختياري)`} wide />}
          {charge && (
            <NumberField
              {...field("charge_amount")}
              label={`${receipt.labels.charge_amount} (اختياري)`}
              hint={`بعملة السند (${charge.code})، دين على العميل في يومه. ${isReturned ? "اتركه فارغًا لإلغائه." : charge.present ? `يضاف إلى رسم سابق: ${charge.text}.` : ""}`}
            />
          )}
          <EventDayField {...field("event_date")} hint={eventDayHint.alone} />
        </div>
      </OfficeForm>
    </Dialog>
  );
}
