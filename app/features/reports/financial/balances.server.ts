import Big from "big.js";
import { db } from "~/db/knex.server";
import { holdsAny } from "~/domain/permissions";
import { type AccountKind, accountKinds } from "~/features/accounts/account";
import { closingOf } from "~/features/closing/closings.server";
import { sumsOfDays } from "~/features/financial/statements/movements.server";
import { periodSearch } from "~/features/financial/statements/statement";
import { statementPath } from "~/features/links/statement-link";
import { type Decimal, minorUnit } from "~/features/money/money.server";
import { type Span, textOfSpan } from "../period";
import { spanOf } from "../period.server";
import type { Cell, ReportTable } from "../report";
import type { ReadReport } from "../reports.server";

const statementKinds = { bank: "banks", cash_box: "cash-boxes" } as const;

/**
 * The trial balance: every account's balance before a period, the sums in and out, and the balance at its
 * end, in its own currency. Deleted accounts are included, since their movements stay.
 */
export const balancesReport: ReadReport = async ({ params, user }) => {
  const span = spanOf(params);
  const [accounts, closing] = await Promise.all([readBalances(span), closingOf(db, span.to)]);
  const mayOpen = holdsAny(user, [accountKinds.bank.write]);
  const nameOf = ({ id, kind, name, is_deleted }: Balances): Cell =>
    is_deleted
      ? `${name} (محذوف)`
      : {
          value: name,
          href: mayOpen ? statementPath(statementKinds[kind], id) + periodSearch(span) : undefined,
        };

  const tables = [...new Set(accounts.map(({ code }) => code))].map((code): ReportTable => {
    const own = accounts.filter((account) => account.code === code);
    return {
      title: `الحسابات بعملة ${code}`,
      columns: [
        { label: "الحساب" },
        { label: "النوع" },
        ...sideLabels.map((label) => ({ label, kind: "amount" as const, decimals: minorUnit(code) })),
      ],
      rows: own.map((account) => [
        nameOf(account),
        accountKinds[account.kind].noun.a,
        ...sides.map((side) => sumOf([account], side)),
      ]),
      total: ["المجموع", null, ...sides.map((side) => sumOf(own, side))],
    };
  });
  return {
    span,
    lead: textOfSpan(span),
    notes: [
      ...(closing ? [closing] : []),
      "من حركات الحسابات بأيامها، كل حساب بعملته بلا تحويل. إلغاء السند حركة عكسية في يوم الإلغاء، وتعديله في يومه.",
    ],
    figures: [],
    tables,
  };
};

const sides = ["opening", "incoming", "outgoing", "closing"] as const;
const sideLabels = ["أول المدة", "الوارد", "الصادر", "آخر المدة"];

type Balances = {
  id: number;
  kind: AccountKind;
  name: string;
  code: string;
  is_deleted: boolean;
} & Record<(typeof sides)[number], Decimal>;

const sumOf = (accounts: Balances[], side: (typeof sides)[number]) =>
  accounts.reduce((sum, account) => sum.plus(account[side]), Big(0)).toNumber();

/** By currency, the default one first; in each currency banks come first. */
async function readBalances(span: Span): Promise<Balances[]> {
  const { rows } = await db.raw<{ rows: Balances[] }>(
    `SELECT accounts.id, kind, accounts.name, code, deleted_at IS NOT NULL AS is_deleted, moved.*
     FROM accounts JOIN currencies ON currencies.id = currency_id
     CROSS JOIN LATERAL (SELECT ${sumsOfDays} FROM movements_account_totals WHERE account_id = accounts.id AND date <= :to) AS moved
     ORDER BY is_default DESC, code, kind, accounts.id`,
    { from: span.from, to: span.to },
  );
  return rows;
}
