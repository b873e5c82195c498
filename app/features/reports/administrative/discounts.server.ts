import type { Db } from "~/db/knex.server";
import { endsOf, type Period } from "~/db/list.server";
import { holdsAny, type SessionUser } from "~/domain/permissions";
import { contract } from "~/features/contracts/contract";
import { type Decimal, minorUnit } from "~/features/money/money.server";
import { listOf } from "../figures";
import { exactSum, sumsIn } from "../financial/money.server";
import type { ReportTable } from "../report";
import { count, date, text } from "./columns";

/** The most discounts in the table; the list of contracts has them all. */
const most = 100;

/**
 * The discounts that were decided in a period, by whom and why, for users who may read contracts. Without a discount there is no table.
 */
export async function discountsGiven(db: Db, user: SessionUser, period: Period): Promise<ReportTable[]> {
  if (!holdsAny(user, ["manage_contracts", "manage_financials"])) return [];
  const [givers, largest, { column, roundSum }] = await Promise.all([
    sumsByUser(db, period),
    largestDiscounts(db, period),
    sumsIn(db),
  ]);
  if (!givers.length) return [];
  const all = givers.reduce((sum, { count }) => sum + Number(count), 0);
  return [
    {
      title: "الخصومات بحسب صاحب القرار",
      note: "بتاريخ القرار، للعقود غير الملغاة، بأسعار الصرف المسجلة الآن.",
      columns: [text("صاحب القرار"), count("العقود"), column("الخصم")],
      rows: givers.map(({ username, count, worth }) => [username, Number(count), roundSum(worth)]),
      total: ["المجموع", all, roundSum(exactSum(givers.map(({ worth }) => worth)))],
    },
    {
      title: all > most ? `أكبر ${most} خصم` : "الخصومات وأسبابها",
      note: "كل خصم بعملة عقده.",
      columns: [
        text("العقد"),
        text("العميل"),
        date("تاريخ القرار"),
        text("السبب"),
        text("صاحب القرار"),
        { label: "الخصم", kind: "amount" },
        text("العملة"),
        { label: "من السعر", kind: "percent" },
      ],
      rows: largest.map(({ contract_number, name, code, ...row }) => [
        { value: contract_number, href: listOf(user, contract, { search: contract_number }) },
        name,
        row.discounted_on,
        row.discount_reason,
        row.username,
        { value: Number(row.discount_amount), decimals: minorUnit(code) },
        code,
        Number(row.share),
      ]),
    },
  ];
}

const discountsOf = (db: Db, period: Period) => {
  const { from, to } = endsOf(period);
  return db("contracts")
    .join("users", "users.id", "discounted_by")
    .join("currencies", "currencies.id", "currency_id")
    .whereBetween("discounted_on", [from, to])
    .whereRaw("stands(contracts.status)");
};

type Giver = { username: string; count: string; worth: Decimal };

/** The sums of each user in the default currency, the largest first. */
const sumsByUser = (db: Db, period: Period): Promise<Giver[]> =>
  discountsOf(db, period)
    .groupBy("users.id", "username")
    .select("username", {
      count: db.raw("count(*)"),
      worth: db.raw("sum(discount_amount * exchange_rate)"),
    })
    .orderBy([{ column: "worth", order: "desc" }, "username"]);

type Discount = Record<"discount_amount" | "share", Decimal> &
  Record<"contract_number" | "name" | "discounted_on" | "discount_reason" | "username" | "code", string>;

const largestDiscounts = (db: Db, period: Period): Promise<Discount[]> =>
  discountsOf(db, period)
    .join("customers", "customers.id", "customer_id")
    .orderByRaw("discount_amount * exchange_rate DESC, contracts.id")
    .limit(most)
    .select("contract_number", "customers.name", "discounted_on", "discount_reason", "username", "code", {
      discount_amount: "discount_amount",
      share: db.raw("round(discount_amount * 100 / (total_amount + discount_amount), 1)"),
    });
