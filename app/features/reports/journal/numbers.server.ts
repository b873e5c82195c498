import { z } from "zod";
import type { Transaction } from "~/db/knex.server";
import { db } from "~/db/knex.server";
import { latinDigits } from "~/domain/digits";
import { DomainError } from "~/domain/domain-error";
import { choice, text } from "~/domain/input.server";
import { holdsAny, type SessionUser } from "~/domain/permissions";
import { mayClose } from "~/features/closing/closings.server";
import { type SalesEarned, salesEarnedLabels } from "~/features/company/company";
import { type ChartRow, chartRows } from "./accounts.server";
import { fieldOf } from "./journal";

/** Who may change account numbers and when sales are earned: as for closing (books.md, «Who may»). */
export const mayNumber = (user: SessionUser) => mayClose(user) && holdsAny(user, ["manage_financials"]);

/** @throws DomainError forbidden */
export function requireMayNumber(user: SessionUser) {
  if (!mayNumber(user)) throw new DomainError("forbidden", "أرقام الحسابات واستحقاق المبيعات للمدير وحده");
}

const accountNumber = () =>
  text(20)
    .transform((typed) => latinDigits(typed).toUpperCase())
    .refine((number) => /^[0-9A-Z][0-9A-Z./-]*$/.test(number), "أرقام وحروف لاتينية، مثل 4100 أو 41-00");

/** The form of these accounts. An account that is not sent keeps its number. */
export const numbersSchema = (rows: ChartRow[]) =>
  z.object({
    sales_earned: choice(Object.keys(salesEarnedLabels) as [SalesEarned, ...SalesEarned[]]),
    ...Object.fromEntries(rows.map((row) => [fieldOf(row), accountNumber().optional()])),
  });

/** The office's numbers, and the setting. */
export async function readNumbers() {
  const [rows, company] = await Promise.all([
    chartRows(db),
    db("company_info").first<{ sales_earned: SalesEarned }>("sales_earned"),
  ]);
  return { rows, sales_earned: company.sales_earned };
}

/**
 * Changes account numbers, and when the sales of later contracts are earned. Contracts that were signed before keep their way: the database enters them first.
 *
 * @param seen the numbers that the form showed, by field: what another one changed meanwhile is refused
 * @throws DomainError conflict
 */
export async function saveNumbers(
  trx: Transaction,
  { sales_earned, ...numbers }: { sales_earned: SalesEarned } & Record<string, string | undefined>,
  seen: Map<string, string>,
) {
  const rows: ChartRow[] = await trx("chart_accounts").orderBy("id").forNoKeyUpdate();
  const fields: Record<string, string> = {};
  for (const row of rows) {
    const [number, before] = [numbers[fieldOf(row)], seen.get(fieldOf(row))];
    if (number === undefined || number === row.number || number === before) continue;
    if (before !== undefined && before !== row.number)
      fields[fieldOf(row)] = `غيّره مستخدم آخر إلى ${row.number}`;
    else await trx("chart_accounts").where({ id: row.id }).update({ number });
  }
  if (Object.keys(fields).length)
    throw new DomainError("conflict", "غيّر مستخدم آخر أرقامًا بعد أن فتحت هذه الصفحة", { fields });
  await trx("company_info").whereNot({ sales_earned }).update({ sales_earned });
}
