import type { Db } from "~/db/knex.server";
import { officeToday } from "~/domain/office-day.server";
import { type Decimal, shownCurrency } from "./money.server";
import type { OnAccount } from "./on-account";

/** Whether a receipt's cheque is in hand now, or was at the end of an earlier day, by what moved until then; in SQL. */
const isInHand = `payment_method = 'cheque' AND CASE WHEN :isPast THEN coalesce((
    SELECT sum(movements.amount) > 0 FROM movements JOIN accounts AS hands ON hands.id = movements.account_id
    WHERE is_cheques_in_hand AND document_number = receipt_number AND movements.date <= :day), false)
  ELSE cheque_state = 'in_hand' END`;

/**
 * What was paid for a customer by cheques that are in hand on `:day`, whoever paid, as `code` and `amount`; in SQL. It is paid as any
 * other receipt: debts say it beside what is owed (docs/decisions/cheques.md).
 */
export const paidInHand = (customer: string) => `
  SELECT code, equivalent_amount AS amount
  FROM contracts JOIN receipt_vouchers AS vouchers ON vouchers.contract_id = contracts.id
  JOIN currencies ON currencies.id = equivalent_currency_id
  WHERE contracts.customer_id = ${customer} AND ${isInHand}
  UNION ALL
  SELECT code, amount FROM receipt_vouchers AS vouchers JOIN currencies ON currencies.id = vouchers.currency_id
  WHERE vouchers.customer_id = ${customer} AND vouchers.contract_id IS NULL AND ${isInHand}`;

/** What is paid for a customer by cheques in hand now, by currency. */
export async function chequesInHandOf(db: Db, customerId: number): Promise<OnAccount[]> {
  const { rows } = await db.raw<{
    rows: { id: number; code: string; symbol: string; name: string; amount: Decimal }[];
  }>(
    `SELECT currencies.id, currencies.code, symbol, name, sum(amount) AS amount
     FROM (${paidInHand(":customerId")}) AS paid JOIN currencies ON currencies.code = paid.code
     GROUP BY currencies.id ORDER BY currencies.id`,
    { customerId, day: officeToday(), isPast: false },
  );
  return rows.map(({ id, code, symbol, name, amount }) => ({
    name,
    amount: Number(amount),
    currency: shownCurrency(id, code, symbol),
  }));
}
