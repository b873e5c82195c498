import type { Db } from "~/db/knex.server";
import type { SessionUser } from "~/domain/permissions";
import { contract, contractStates } from "~/features/contracts/contract";
import type { Decimal } from "~/features/money/money.server";
import { listOf } from "../figures";
import type { Span } from "../period";
import type { ReportTable } from "../report";
import { sumsIn } from "./money.server";

type Sums = { status: string; count: number; worth: Decimal; paid: Decimal; remaining: Decimal };

const firstMonth = "date_trunc('month', :from::date + interval '1 month' - interval '1 day')::date";
const afterLastMonth = `greatest(date_trunc('month', :to::date + 1)::date, ${firstMonth})`;
const sums = "total_amount, paid_amount, remaining_amount";
const rows = `SELECT status, currency_id, 1::bigint AS count, ${sums} FROM contracts`;

/** Whole months come from the kept totals, and the days at either end from the contracts. */
const signed = `
  SELECT status, currency_id, count, ${sums} FROM contracts_monthly_totals
  WHERE count > 0 AND month >= ${firstMonth} AND month < ${afterLastMonth}
  UNION ALL ${rows} WHERE contract_date >= :from AND contract_date < least(${firstMonth}, :to::date + 1)
  UNION ALL ${rows} WHERE contract_date >= ${afterLastMonth} AND contract_date <= :to`;

/**
 * The contracts that were signed in a period as they stand today: what was paid of them and what remains, in the default currency at
 * today's rates. It is the only table of its report that changes later.
 */
export async function signedContracts(db: Db, { from, to }: Span, user: SessionUser): Promise<ReportTable> {
  const { roundSum, column } = await sumsIn(db);
  const { rows } = await db.raw<{ rows: Sums[] }>(
    `SELECT status, sum(count)::bigint AS count, sum(total_amount * exchange_rate) AS worth,
       sum(paid_amount * exchange_rate) AS paid, sum(remaining_amount * exchange_rate) AS remaining
     FROM (${signed}) AS signed JOIN currencies ON currencies.id = currency_id GROUP BY 1`,
    { from, to },
  );
  const byStatus = new Map(rows.map((row) => [row.status, row]));
  const none = { count: 0, worth: "0", paid: "0", remaining: "0" };
  return {
    title: "العقود الموقعة في الفترة بحالتها اليوم",
    note: "المحصل ما دفع منها حتى الآن، والمبالغ بأسعار الصرف المسجلة الآن. لا يبقى على صاحب العقد الملغى إلا ما لم يدفع من رسم إلغائه.",
    columns: [
      { label: "الحالة" },
      { label: "العقود", kind: "count" },
      ...["القيمة", "المحصل", "المتبقي"].map(column),
    ],
    rows: contractStates.names.map((status) => {
      const { count, worth, paid, remaining } = byStatus.get(status) ?? none;
      const href = listOf(user, contract, { status, from, to });
      return [
        contractStates.labels[status],
        { value: count, href },
        ...[worth, paid, remaining].map(roundSum),
      ];
    }),
  };
}
