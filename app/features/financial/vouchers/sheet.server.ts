import type { Db } from "~/db/knex.server";
import { receiptWords } from "~/domain/amount-in-words";
import { hijri } from "~/domain/hijri";
import type { ShownCurrency } from "~/domain/money";
import { companyHead } from "~/features/company/company.server";

/** The facts of a printed voucher beside its row: the Hijri date, the amount in words, the account's bank. */
export async function sheetFacts(
  db: Db,
  voucher: { amount: number; currency_id: number; bank_account_id: number | null; date: string },
  { code, decimals }: ShownCurrency,
) {
  const { name } = await db("currencies").where({ id: voucher.currency_id }).first("name");
  const bank: { account_number: string; account_name: string; is_cheques_in_hand: boolean } | undefined =
    voucher.bank_account_id === null
      ? undefined
      : await db("accounts")
          .where({ id: voucher.bank_account_id })
          .first("account_number", "account_name", "is_cheques_in_hand");
  return {
    bank: bank ?? null,
    hijri: hijri(voucher.date),
    words: receiptWords(voucher.amount.toFixed(decimals), { code, name }, decimals),
    company: await companyHead(db),
  };
}
