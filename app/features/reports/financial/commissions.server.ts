import { db } from "~/db/knex.server";
import { byName } from "~/db/order.server";
import { formatMoney } from "~/domain/money";
import { officeToday } from "~/domain/office-day.server";
import { holdsAny } from "~/domain/permissions";
import { type CommissionSums, commissionLabels, commissionNames } from "~/features/commissions/commission";
import { commissionSums } from "~/features/commissions/commissions.server";
import { statementPath } from "~/features/links/statement-link";
import { riyal } from "~/features/money/riyal";
import type { Cell } from "../report";
import type { ReadReport } from "../reports.server";
import { exactSum } from "./money.server";

/** What agents have earned by contracts up to now, in riyals, and what of it is invoiced and paid. */
export const commissionsReport: ReadReport = async ({ user }) => {
  const sums = await commissionSums(db);
  const agents: { id: number; name: string }[] = await db("agents")
    .whereIn("id", [...sums.keys()])
    .orderByRaw(byName("name", "id"))
    .select("id", "name");
  const mayOpen = holdsAny(user, ["manage_financials"]);
  const whole = (name: keyof CommissionSums) =>
    exactSum([...sums.values()].map((sum) => String(sum[name]))).toNumber();
  return {
    notes: [
      `حتى اليوم ${officeToday()}، بالريال: ما فوتر بأسعار يوم فاتورته، وما لم يفوتر بأسعار الصرف المسجلة الآن. تستحق العمولة بما دفعه العميل، ولا تستحق من عقد ملغي.`,
    ],
    figures: commissionNames.map((name) => ({
      label: commissionLabels[name],
      value: formatMoney(whole(name), riyal),
    })),
    tables: [
      {
        title: "العمولات بحسب الوكيل",
        columns: [
          { label: "الوكيل" },
          ...commissionNames.map((name) => ({
            label: `${commissionLabels[name]} (${riyal.symbol})`,
            kind: "amount" as const,
            decimals: riyal.decimals,
          })),
        ],
        rows: agents.map(({ id, name: agent }): Cell[] => [
          { value: agent, href: mayOpen ? statementPath("agents", id) : undefined },
          ...commissionNames.map((name) => sums.get(id)?.[name] ?? 0),
        ]),
        total: ["المجموع", ...commissionNames.map(whole)],
        chart: { kind: "bars", of: [1] },
      },
    ],
  };
};
