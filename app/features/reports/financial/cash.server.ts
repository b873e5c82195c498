import Big from "big.js";
import { db } from "~/db/knex.server";
import { closingOf } from "~/features/closing/closings.server";
import { type BeneficiaryType, payment } from "~/features/financial/payments/payment";
import { receipt } from "~/features/financial/receipts/receipt";
import {
  type Event,
  type Flow,
  nothing,
  readEvents,
  readFlows,
  type Sums,
} from "~/features/money/flows.server";
import { movementLabel } from "~/features/money/ledger.server";
import { type Decimal, minorUnit, roundTo } from "~/features/money/money.server";
import { type PaymentMethod, paymentMethodLabels } from "~/features/money/voucher";
import { listOf } from "../figures";
import { textOfSpan } from "../period";
import { spanOf, stepsOf } from "../period.server";
import type { Cell, ReportTable } from "../report";
import type { ReadReport } from "../reports.server";
import { sumsIn } from "./money.server";

/**
 * The receipts and payments of a period by the days of their money, what cancelled vouchers took back in it, and the net, in all and by method,
 * account and currency. A voucher that is cancelled later stays in its own period (docs/decisions/reports.md).
 */
export const cashReport: ReadReport = async ({ params, user }) => {
  const span = spanOf(params);
  const { unit, steps, title, column: step } = stepsOf(span);
  const [sums, flows, events, closing] = await Promise.all([
    sumsIn(db),
    readFlows(span, unit),
    readEvents(span),
    closingOf(db, span.to),
  ]);
  const { roundSum, formatSum, column } = sums;
  const of = (by: Flow["by"]) => flows.filter((flow) => flow.by === by);
  const [whole = nothing] = of("all");
  const listLink = (of: typeof receipt | typeof payment, filters: Record<string, string>) =>
    listOf(user, of, filters);
  const { from, to } = span;

  /** The figures of a line, without the one of events where the period has none. The net is that of the figures beside it. */
  const lineOf = ({ receipts, payments, events: taken }: Sums, round = roundSum) => {
    const figures = [round(receipts), round(payments), ...(events.length ? [round(taken)] : [])];
    const [came = 0, went = 0, back = 0] = figures;
    return [...figures, Big(came).minus(went).plus(back).toNumber()];
  };
  const labels = ["المقبوضات", "المدفوعات", ...(events.length ? [eventsLabel] : []), "الصافي"];
  const amounts = labels.map(column);
  const figures = lineOf(whole);
  const total = ["المجموع", ...figures];
  const table = (title: string, head: string, rows: [string, Flow][]): ReportTable => ({
    title,
    columns: [{ label: head }, ...amounts],
    rows: rows.map(([name, flow]) => [name, ...lineOf(flow)]),
    total,
  });
  const byStep = new Map(of("step").map((flow) => [flow.key, flow]));
  const overTime: ReportTable = {
    title,
    columns: [step, ...amounts],
    rows: steps.map(({ name, key, ...days }): Cell[] => {
      const [came, went, ...others] = lineOf(byStep.get(key) ?? nothing) as [number, number, ...number[]];
      return [
        name,
        { value: came, href: listLink(receipt, days) },
        { value: went, href: listLink(payment, days) },
        ...others,
      ];
    }),
    total,
    chart: { kind: "columns", of: [1, 2] },
    isFolded: true,
  };
  const one = (head: string, rows: [string, Decimal][], total: number | undefined, amount: string) => ({
    columns: [{ label: head }, column(amount)],
    rows: rows.map(([name, sum]): Cell[] => [name, roundSum(sum)]),
    total: ["المجموع", total ?? 0],
    chart: { kind: "bars" as const, of: [1] },
  });

  return {
    span,
    lead: textOfSpan(span),
    notes: [
      ...(closing ? [closing] : []),
      `${sums.conversion} ما ألغي أو ارتجع شيكه بعد مدته يبقى فيها، ويطرح في يومه.`,
    ],
    figures: [
      {
        label: `المقبوضات (${whole.receipt_count.toLocaleString("en-US")})`,
        value: formatSum(whole.receipts),
        href: listLink(receipt, { from, to }),
      },
      {
        label: `المدفوعات (${whole.payment_count.toLocaleString("en-US")})`,
        value: formatSum(whole.payments),
        href: listLink(payment, { from, to }),
      },
      ...(events.length
        ? [{ label: eventsLabel, value: formatSum(whole.events), href: `#${eventsId}` }]
        : []),
      { label: "الصافي", value: formatSum(figures.at(-1) ?? 0) },
    ],
    tables: [
      ...(steps.length > 1 ? [overTime] : []),
      table(
        "بحسب طريقة الدفع",
        "طريقة الدفع",
        of("payment_method").map((flow) => [paymentMethodLabels[flow.key as PaymentMethod], flow]),
      ),
      table(
        "بحسب الحساب",
        "الحساب",
        of("account").map((flow) => [flow.name ?? "", flow]),
      ),
      {
        title: "بحسب العملة",
        note: "كل عملة بمبالغ حساباتها، بلا تحويل.",
        columns: [
          { label: "العملة", kind: "code" },
          ...labels.map((label) => ({ label, kind: "amount" as const })),
        ],
        rows: of("currency").map(
          ({ key, own_receipts: receipts, own_payments: payments, own_events: events }) => [
            key,
            ...lineOf({ receipts, payments, events }, (amount) => Number(roundTo(String(amount), key))).map(
              (value) => ({
                value,
                decimals: minorUnit(key),
              }),
            ),
          ],
        ),
      },
      {
        title: "المقبوضات بحسب الحملة",
        ...one(
          "الحملة",
          of("campaign").flatMap(({ key, name, receipts }) =>
            Number(receipts) ? [[name ?? receivedFrom[key ?? ""] ?? "بلا عقد", receipts]] : [],
          ),
          figures[0],
          "المقبوضات",
        ),
      },
      {
        title: "المدفوعات بحسب فئة المصروف",
        ...one(
          "الفئة",
          of("spent_on").flatMap(({ key, name, payments }) =>
            Number(payments) ? [[name ?? spentOnLabels[key as BeneficiaryType], payments]] : [],
          ),
          figures[1],
          "المدفوعات",
        ),
      },
      ...(events.length ? [tableOfEvents(events, (of, number) => listLink(of, { search: number }))] : []),
    ],
  };
};

const eventsLabel = "الملغى والمعاد";
const eventsId = "cancelled";

/** What was cancelled or confirmed again, each by its day and in its account's currency. */
const tableOfEvents = (
  events: Event[],
  link: (of: typeof receipt | typeof payment, number: string) => string | undefined,
): ReportTable => ({
  id: eventsId,
  title: "السندات الملغاة والمرتجعة والمعادة بيومها",
  note: "كل مبلغ بعملة حسابه: ما خرج من الحساب سالب، وما عاد إليه موجب.",
  columns: [
    { label: "اليوم", kind: "date" },
    { label: "العملية" },
    { label: "السند", kind: "code" },
    { label: "تاريخه", kind: "date" },
    { label: "الطرف" },
    { label: "الحساب" },
    { label: "المبلغ", kind: "amount" },
    { label: "العملة", kind: "code" },
  ],
  rows: events.map(({ date, cause, is_return, number, voucher_date, party, account, amount, code }) => [
    date,
    movementLabel({ cause, is_return }),
    { value: number, href: link(cause.startsWith("receipt") ? receipt : payment, number) },
    voucher_date,
    party,
    account,
    { value: Number(amount), decimals: minorUnit(code) },
    code,
  ]),
});

/** What is received without a campaign, by the purpose of its movement. */
const receivedFrom: Record<string, string> = { income: "إيرادات أخرى", partner: "من الوكلاء والموردين" };

/** The purpose of a payment without an expense category. */
const spentOnLabels: Record<BeneficiaryType, string> = {
  customer: "دفعات للعملاء",
  agent: "دفعات للوكلاء",
  supplier: "دفعات للموردين",
  expense: "مصروفات بلا فئة",
  other: "دفعات لجهة أخرى",
};
