import Big from "big.js";
import type { Transaction } from "~/db/knex.server";
import type { Question } from "~/domain/question";
import { amountInText, type Decimal } from "~/features/money/money.server";
import type { Terms } from "./payments.server";

/**
 * What a customer bought of the service that a payment gives back, less what was given back of it, in the payment's currency.
 * @param voucher the payment, which is left out
 * @returns null where it gives back no service
 */
export async function soldBeside(
  trx: Transaction,
  voucher: Partial<Terms> & { id?: number },
): Promise<Decimal | null> {
  const { customer_id, currency_id, service_name = null, other_service_id = null, id } = voucher;
  if (!customer_id || (service_name === null && other_service_id === null)) return null;
  const { rows } = await trx.raw(
    `SELECT coalesce(sum(amount), 0) AS rest FROM (
       SELECT amount, customer_id, currency_id, service_name, other_service_id FROM receipt_vouchers WHERE status = 'confirmed'
       UNION ALL SELECT -amount, customer_id, currency_id, service_name, other_service_id FROM payment_vouchers
       WHERE status = 'confirmed' AND id <> :id) AS services
     WHERE customer_id = :customer_id AND currency_id = :currency_id AND service_name IS NOT DISTINCT FROM :service_name
       AND other_service_id IS NOT DISTINCT FROM :other_service_id`,
    { customer_id, currency_id: currency_id ?? 0, service_name, other_service_id, id: id ?? 0 },
  );
  return rows[0].rest;
}

/** The question of a form that gives back more of a service than was bought. */
export const serviceQuestions = (amount: Decimal, rest: Decimal | null, code: string): Question[] =>
  rest === null || Big(amount).lte(rest)
    ? []
    : [
        {
          text: `الباقي مما اشتراه العميل من هذه الخدمة ${amountInText(Big(rest).lt(0) ? "0" : rest, code)}، وهذا الصرف يرد أكثر منه.`,
          about: [rest, code],
        },
      ];
