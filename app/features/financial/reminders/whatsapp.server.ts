import type { Db } from "~/db/knex.server";
import { internationalForm } from "~/domain/telephone.server";

/**
 * The address that opens WhatsApp with a customer's number and a text. WhatsApp takes the digits of the international form.
 * @param e164 `+966510000111`
 */
export const whatsappAddress = (e164: string, text: string) =>
  `https://wa.me/${e164.replace(/\D/g, "")}?text=${encodeURIComponent(text.toWellFormed())}`;

/** A customer's number in international form, by the office's country where it names none; empty for a number of no plan. */
export async function numberOf(db: Db, { phone }: { phone: string }) {
  const { country } = await db("company_info").first("country");
  return internationalForm(phone, country);
}
