import type { z } from "zod";
import type { StoredOf } from "~/domain/fields";
import { schemaOf } from "~/domain/fields.server";
import { code, decimal, optional, orElse } from "~/domain/input.server";
import { fits, tooFine } from "~/features/money/money.server";
import { riyal } from "~/features/money/riyal";
import { type InvoiceKind, type invoiceFields, invoiceKinds } from "./invoice";

const riyals = (what: string) =>
  decimal({ minMessage: `${what} لا يقل عن صفر` }).refine(
    (amount) => fits(amount, riyal.code),
    tooFine(what, riyal.code),
  );

/** The total is amount plus tax. A total that is sent is ignored. */
const amounts = {
  invoice_number: optional(code(50)),
  amount: riyals("المبلغ"),
  tax_amount: orElse(riyals("مبلغ الضريبة"), "0"),
};
export const schemas = {
  agent: schemaOf(invoiceKinds.agent.fields).extend(amounts),
  purchase: schemaOf(invoiceKinds.purchase.fields).extend(amounts),
};
export type Schema = typeof schemas.agent;
export type InvoiceInput = z.output<typeof schemas.agent> & z.output<typeof schemas.purchase>;

/** An invoice's row in the database. */
export type InvoiceRow = StoredOf<typeof invoiceFields> & {
  kind: InvoiceKind;
  agent_id: number | null;
  supplier_id: number | null;
};
