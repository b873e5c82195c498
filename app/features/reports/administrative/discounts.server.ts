import type { Db } from "~/db/knex.server";
import { endsOf, type Period } from "~/db/list.server";
import { holdsAny, type SessionUser } from "~/domain/permissions";
import { contract } from "~/features/contracts/contract";
import { type Decimal, minorUnit } from "~/features/money/money.server";
import { ratesOfDays } from "~/features/money/rates-of-days.server";
import { listOf } from "../figures";
import { exactSum, sumsIn } from "../financial/money.server";
import type { ReportTable } from "../report";
import { count, date, text } from "./columns";

/** The most discounts in the table; the list of contracts has them all. */
const most = 100;

/**
 * The discounts that were decided in a period, by whom and why, for users who may read contracts. Without a discount there is no table. A
 * later change is a decision of its own day, with its difference; what the period decided stays (docs/decisions/discounts.md).
 */
export async function discountsGiven(db: Db, user: SessionUser, period: Period): Promise<ReportTable[]> {
  if (!holdsAny(user, ["manage_contracts", "manage_financials"])) return [];
  const [givers, largest, { column, roundSum, conversion }] = await Promise.all([
    sumsByUser(db, period),
    largestDiscounts(db, period),
    sumsIn(db),
  ]);
  if (!givers.length) return [];
  const all = givers.reduce((sum, { count }) => sum + Number(count), 0);
  return [
    {
      title: "الخصومات بحسب صاحب القرار",
      note: `كل خصم بتاريخ قراره، والتعديل اللاحق بفرقه في يومه. ${conversion}`,
      columns: [text("صاحب القرار"), count("القرارات"), column("الخصم")],
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
        row.date,
        row.reason,
        row.username,
        { value: Number(row.amount), decimals: minorUnit(code) },
        code,
        Number(row.share),
      ]),
    },
  ];
}

/**
 * The decisions of a period in SQL: of a signing the part of the price that its entry has not, and later what each day's entries changed.
 * `amount` is in the contract's currency, `worth` in the default one. The contract keeps the user and the reason of the last decision alone;
 * entries have the user of each, and its words.
 */
const decisions = `
  ${ratesOfDays},
  given AS (
    SELECT contracts.id AS contract_id, contract_date AS date, total_amount + discount_amount - coalesce(amount, 0) AS amount, user_id, NULL AS description
    FROM contracts, LATERAL (
      SELECT sum(amount) AS amount, min(user_id) AS user_id FROM entries
      WHERE document = 'contract' AND document_id = contracts.id AND cause = 'contract') AS signed
    WHERE contract_date BETWEEN :from AND :to AND total_amount + discount_amount > coalesce(amount, 0) AND contracts.id IN (
      SELECT id FROM contracts WHERE discounted_on IS NOT NULL
      UNION SELECT document_id FROM entries WHERE document = 'contract' AND cause = 'discount')
    UNION ALL
    SELECT document_id, date, -sum(amount), max(user_id), (array_agg(description ORDER BY id DESC))[1]
    FROM entries WHERE document = 'contract' AND cause = 'discount' AND date BETWEEN :from AND :to
    GROUP BY 1, 2 HAVING sum(amount) <> 0),
  decisions AS (
    SELECT contract_number, customers.name, date, CASE WHEN discounted_on = date THEN discount_reason ELSE description END AS reason, username,
      amount, code, amount * rate AS worth, round(amount * 100 / nullif(total_amount + discount_amount, 0), 1) AS share
    FROM given JOIN contracts ON contracts.id = contract_id JOIN customers ON customers.id = customer_id
    JOIN rates ON rates.currency_id = contracts.currency_id AND date BETWEEN first AND last
    LEFT JOIN users ON users.id = coalesce(CASE WHEN discounted_on = date THEN discounted_by END, user_id))`;

type Giver = { username: string | null; count: number; worth: Decimal };

/** The sums of each user in the default currency, the largest first. */
async function sumsByUser(db: Db, period: Period): Promise<Giver[]> {
  const { rows } = await db.raw<{ rows: Giver[] }>(
    `WITH ${decisions} SELECT username, count(*), sum(worth) AS worth FROM decisions GROUP BY 1 ORDER BY worth DESC, username`,
    endsOf(period),
  );
  return rows;
}

type Discount = Record<"amount" | "share", Decimal> &
  Record<"contract_number" | "name" | "date" | "code", string> &
  Record<"reason" | "username", string | null>;

async function largestDiscounts(db: Db, period: Period): Promise<Discount[]> {
  const { rows } = await db.raw<{ rows: Discount[] }>(
    `WITH ${decisions} SELECT * FROM decisions ORDER BY worth DESC, contract_number LIMIT :most`,
    { ...endsOf(period), most },
  );
  return rows;
}
