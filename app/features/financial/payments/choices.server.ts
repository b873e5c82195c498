import Big from "big.js";
import type { Db } from "~/db/knex.server";
import { DomainError } from "~/domain/domain-error";
import { newestCampaigns } from "~/features/campaigns/campaigns.server";
import type { Contract } from "~/features/contracts/contract";
import { findContract, refundableContractsOf } from "~/features/contracts/contracts.server";
import { isOwed } from "~/features/invoices/invoice";
import { payableInvoices, remainingOf } from "~/features/invoices/settlement.server";
import type { Payment } from "./payment";
import { refundable, type Settleable, settleable } from "./settleable";

/* The choices of a payment's form: beneficiaries, and what may be settled for them. */

type NamedRow = { id: number; name: string };

/**
 * The partners and expenses by name, and the campaigns. Inactive partners are included, since the office may still owe them.
 * @param row the voucher that is changed
 */
export async function beneficiaryChoices(db: Db, row: Pick<Payment, "campaign_id"> | null) {
  const partners = async (table: "agents" | "suppliers") => {
    const rows: (NamedRow & { is_active: boolean })[] = await db(table)
      .orderBy(["name", "id"])
      .select("id", "name", "is_active");
    return rows.map(({ id, name, is_active }): [number, string] => [
      id,
      is_active ? name : `${name} (غير نشط)`,
    ]);
  };
  const expenses: (NamedRow & { category: string | null })[] = await db("expenses")
    .leftJoin("expense_categories", "expense_categories.id", "category_id")
    .orderBy(["expense_categories.name", "expenses.name", "expenses.id"])
    .select("expenses.id", "expenses.name", { category: "expense_categories.name" });
  return {
    campaign_id: await newestCampaigns(row?.campaign_id),
    agent_id: await partners("agents"),
    supplier_id: await partners("suppliers"),
    expense_id: expenses.map(({ id, name, category }): [number, string] => [
      id,
      category ? `${category} · ${name}` : name,
    ]),
  };
}

/** The first values of a form that pays the rest of an invoice. @throws DomainError not_found, conflict */
export async function termsOfInvoice(db: Db, id: number) {
  const invoice = await db("invoices").where({ id }).first();
  if (!invoice) throw new DomainError("not_found", "الفاتورة غير موجودة");
  if (!isOwed(invoice) || Number(remainingOf(invoice)) <= 0)
    throw new DomainError("conflict", "لم يبق من هذه الفاتورة ما يسدد");
  const { agent_id, supplier_id, invoice_number } = invoice;
  return {
    ...(agent_id
      ? { beneficiary_type: "agent", agent_id, agent_invoice_id: id }
      : { beneficiary_type: "supplier", supplier_id, purchase_invoice_id: id }),
    amount: remainingOf(invoice),
    description: `سداد الفاتورة ${invoice_number}`,
  };
}

/** The first values of a form that gives back what a cancelled contract owes. @throws DomainError not_found, conflict */
export async function termsOfRefund(db: Db, id: number) {
  const contract = await findContract(db, id);
  const { customer_id, contract_number, refundable_amount, currency } = contract;
  if (refundable_amount <= 0) throw new DomainError("conflict", "لا يستحق من هذا العقد ما يرد");
  return {
    beneficiary_type: "customer",
    customer_id,
    contract_id: id,
    currency_id: currency.id,
    amount: refundable_amount.toFixed(currency.decimals),
    description: `رد من العقد الملغي ${contract_number}`,
  };
}

type Party = Partial<Record<"customer_id" | "agent_id" | "supplier_id", number | null>> & {
  beneficiary_type?: unknown;
};

/** The voucher's customer and what it may settle, including what an edited voucher has settled. */
export async function partyOf(
  db: Db,
  { beneficiary_type, customer_id, agent_id, supplier_id }: Party,
  payment: Payment | null,
) {
  const settlement = payment && {
    invoice_id: payment.agent_invoice_id ?? payment.purchase_invoice_id,
    settled_amount: payment.settled_amount,
  };
  const partner =
    beneficiary_type === "agent" && agent_id
      ? { agent_id }
      : beneficiary_type === "supplier" && supplier_id
        ? { supplier_id }
        : undefined;
  const customer =
    beneficiary_type === "customer" && customer_id
      ? await db("customers").where({ id: customer_id }).first("id", "name")
      : undefined;
  return {
    customer: (customer ?? null) as NamedRow | null,
    choices: customer
      ? (await refundableContractsOf(db, customer.id, payment?.contract_id))
          .map(withBooked(payment))
          .map(refundable)
      : partner
        ? (await payableInvoices(db, partner, settlement ?? undefined)).map(settleable)
        : ([] as Settleable[]),
  };
}

/** The contract with the amount that an edited voucher has given back, as if it had not. */
const withBooked = (payment: Payment | null) => (one: Contract) =>
  one.id === payment?.contract_id
    ? {
        ...one,
        refundable_amount: Big(one.refundable_amount)
          .plus(payment.refunded_amount ?? 0)
          .toNumber(),
      }
    : one;
