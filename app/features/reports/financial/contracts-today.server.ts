import type { Db } from "~/db/knex.server";
import type { SessionUser } from "~/domain/permissions";
import { contract, contractStates } from "~/features/contracts/contract";
import type { Decimal } from "~/features/money/money.server";
import { listOf } from "../figures";
import type { Span } from "../period";
import type { ReportTable } from "../report";
import { signedByDay, signedByMonth } from "../signings.server";
import { sumsIn } from "./money.server";

type Sums = { status: string; count: number; worth: Decimal; paid: Decimal; remaining: Decimal };

/**
 * The contracts that were signed in a period as they stand today: what was paid of them and what remains, in the default currency at
 * today's rates. It is the only table of its report that changes later.
 */
export async function signedContracts(
  db: Db,
  { from, to }: Span,
  unit: "day" | "month",
  user: SessionUser,
): Promise<ReportTable> {
  const { roundSum, column } = await sumsIn(db);
  const { rows } = await db.raw<{ rows: Sums[] }>(
    `SELECT status, sum(count)::bigint AS count, sum(total_amount * exchange_rate) AS worth,
       sum(paid_amount * exchange_rate) AS paid, sum(remaining_amount * exchange_rate) AS remaining
     FROM ${unit === "day" ? signedByDay : signedByMonth()} AS signed JOIN currencies ON currencies.id = currency_id GROUP BY 1`,
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
