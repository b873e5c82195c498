import Big from "big.js";
import type { Asked } from "~/db/choices.server";
import type { Db } from "~/db/knex.server";
import { visibleRows } from "~/db/rows.server";
import { DomainError } from "~/domain/domain-error";
import { spentOnOffer } from "~/features/campaigns/campaigns.server";
import type { Contract } from "~/features/contracts/contract";
import { contractsNamed, findContract, refundableContractsOf } from "~/features/contracts/contracts.server";
import { expenseOffer } from "~/features/expenses/expenses.server";
import { isOwed } from "~/features/invoices/invoice";
import { payableInvoices, remainingOf } from "~/features/invoices/settlement.server";
import { keptByPayers, keyOf } from "../vouchers/contracts.server";
import { accountOffers } from "../vouchers/form.server";
import { partnerOffer } from "../vouchers/party.server";
import { serviceOffer } from "../vouchers/purpose.server";
import type { Payment } from "./payment";
import { refundable, type Settleable, settleable } from "./settleable";

/* The choices of a payment's form: beneficiaries, and what may be settled for them. */

type NamedRow = { id: number; name: string };

/** The beneficiaries, campaigns and accounts of a payment's form. */
export async function paymentOffers(asked: Asked) {
  const [campaign_id, agent_id, supplier_id, expense_id, other_service_id, accounts] = await Promise.all([
    spentOnOffer(asked),
    partnerOffer(asked, "agent_id", "agents"),
    partnerOffer(asked, "supplier_id", "suppliers"),
    expenseOffer(asked, "expense_id"),
    serviceOffer(asked),
    accountOffers(asked),
  ]);
  return { campaign_id, agent_id, supplier_id, expense_id, other_service_id, ...accounts };
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
    description: `رد من العقد ${contract_number}`,
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
      ? await visibleRows(db, "customers").where({ id: customer_id }).first("id", "name")
      : undefined;
  return {
    customer: (customer ?? null) as NamedRow | null,
    choices: customer
      ? await refundsOf(db, customer.id, payment)
      : partner
        ? (await payableInvoices(db, partner, settlement ?? undefined)).map(settleable)
        : ([] as Settleable[]),
  };
}

/**
 * What may be given back to a customer: of his contracts, and of another's what he paid there.
 * @param payment an edited voucher, as if it had given nothing back
 */
export async function refundsOf(db: Db, customerId: number, payment: Payment | null = null) {
  const [own, paid] = await Promise.all([
    refundableContractsOf(db, customerId, payment?.contract_id),
    contractsPaidBy(db, customerId, payment?.contract_id),
  ]);
  const others = paid.filter(({ id }) => !own.some((one) => one.id === id));
  const all = [...own, ...others].map(withBooked(payment));
  const theirs = all.filter(({ customer_id }) => customer_id !== customerId);
  const kept = await keptByPayers(
    db,
    theirs.map(({ id }) => ({ contract_id: id, customer_id: customerId })),
  );
  return all.flatMap((one) => {
    if (one.customer_id === customerId) return [refundable(one)];
    const isBooked = payment?.contract_id === one.id && payment.customer_id === customerId;
    const most = Big(kept.get(keyOf({ contract_id: one.id, customer_id: customerId })) ?? 0).plus(
      (isBooked && payment.refunded_amount) || 0,
    );
    const refundable_amount = Math.min(one.refundable_amount, most.toNumber());
    return refundable_amount > 0 ? [refundable({ ...one, refundable_amount }, one.customer_name)] : [];
  });
}

/** The contracts that a customer paid and that have something to give back, and one that is wanted anyway. */
async function contractsPaidBy(db: Db, customerId: number, contractId?: number | null) {
  const ids: number[] = await db("receipt_vouchers")
    .join("contracts", "contracts.id", "contract_id")
    .where({ "receipt_vouchers.customer_id": customerId })
    .where((wanted) => wanted.where("refundable_amount", ">", 0).orWhere("contracts.id", contractId ?? 0))
    .distinct("contracts.id")
    .pluck("contracts.id");
  return ids.length ? contractsNamed(db, new URLSearchParams({ contracts: ids.join() })) : [];
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
