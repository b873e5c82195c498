import Big from "big.js";
import type { Db } from "~/db/knex.server";
import { invalid } from "~/domain/domain-error";
import { officeToday } from "~/domain/office-day.server";
import type { SentDiscount } from "~/features/contracts/discount.server";
import { amountInText, type Decimal } from "~/features/money/money.server";
import type { ContractRow } from "./contracts-columns.server";

/* A discount is a discount, also if a file only has a low total (docs/decisions/discounts.md). */

/**
 * The first day whose contracts are compared with the present prices: that of the first contract which was signed here by form or
 * call, or today. Earlier contracts have the prices of their own year. An import and the contracts that it creates have the same
 * moment, since they are of one transaction. A contract that was deleted is in the audit log, where the lines of an import stand between
 * that moment and the line that ends it.
 */
export async function firstDayOfPrices(db: Db): Promise<string> {
  const { rows } = await db.raw<{ rows: { day: string }[] }>(
    `SELECT least(?::date, (SELECT contract_date FROM contracts WHERE NOT EXISTS (SELECT FROM imports
       WHERE kind = 'contracts' AND user_id = contracts.created_by AND done_at = contracts.created_at)
     ORDER BY contract_date, id LIMIT 1), (SELECT min((gone.changes ->> 'contract_date')::date) FROM audit_log AS gone
       JOIN audit_log AS made ON made.kind = 'contracts' AND made.record_id = gone.record_id AND made.action = 'insert'
       WHERE gone.kind = 'contracts' AND gone.action = 'delete' AND NOT EXISTS (SELECT FROM imports
         JOIN audit_log AS done ON done.kind = 'imports' AND done.record_id = imports.id AND done.changes \\? 'done_at'
         WHERE imports.kind = 'contracts' AND imports.user_id = made.user_id AND made.at BETWEEN done_at AND done.at))) AS day`,
    [officeToday()],
  );
  return rows[0]?.day as string;
}

/**
 * The discount that a form would send for a row: that of the file, or what its total lies below the present price.
 * @param price of the package now, in the contract's currency of this code
 * @throws DomainError invalid
 */
export function discountOf(
  { total_amount, discount_amount, discount_reason }: ContractRow,
  price: Decimal,
  code: string,
): SentDiscount {
  const missing = Big(price).minus(total_amount);
  if (missing.lte(discount_amount ?? 0)) return { discount_amount, discount_reason };
  const sentence = `سعر الباقة اليوم ${amountInText(price, code)}، والإجمالي أقل منه بمبلغ ${amountInText(missing, code)}`;
  if (Number(discount_amount))
    throw invalid("discount_amount", `${sentence}: اكتبه كله خصمًا، أو صحح الإجمالي`);
  if (!discount_reason) throw invalid("discount_reason", `${sentence}، وهذا خصم: اكتب سببه، أو صحح الإجمالي`);
  return { discount_amount: missing.toFixed(), discount_reason };
}
