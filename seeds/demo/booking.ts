import Big from "big.js";
import { accounts, baseCurrency } from "./agency";
import { balanceMoves, closings, counts, type Move, piecesOf } from "./books";
import { campaigns } from "./campaigns";
import { noon } from "./contracts";
import { type Invoice, justDue } from "./invoices";
import { founded, type Office } from "./office";
import { otherServices } from "./other-services";
import { type Payment, settledOf } from "./payments";
import type { Pilgrim } from "./pilgrims";
import { accountCurrency, type Receipt } from "./receipts";
import type { Spending } from "./spending";
import { movesOfTransfers } from "./transfers";

/** The agency's money as rows: accounts, vouchers, invoices, cash counts, and closed periods. */

const openedAt = (account: (typeof accounts)[number]) =>
  "daysAgo" in account ? { daysAgo: account.daysAgo, minute: noon } : founded;

/**
 * Accounts and their cash counts. Each balance is the sum of its movements (rulings §3).
 * @returns the movements, which take the words of their vouchers: `moveMoney` writes them when these are there
 */
export async function openAccounts(office: Office, receipts: Receipt[], payments: Payment[]) {
  const { trx, insert, id, times, calendar } = office;
  const { booked, balances } = balanceMoves([
    ...accounts.map((account) => ({
      moment: openedAt(account),
      account: account.name,
      amount: Big(account.opening),
      cause: "opening",
      document_number: null,
      user_id: id("users", "admin"),
    })),
    ...receipts.flatMap((receipt) =>
      movesOf("receipt", receipt, Big(receipt.account_amount), id("users", receipt.received_by)),
    ),
    ...receipts.flatMap((receipt) => movesOfCollecting(receipt, id("users", "cashier"))),
    ...payments.flatMap((payment) =>
      movesOf("payment", payment, Big(payment.account_amount).neg(), id("users", payment.paid_by)),
    ),
    ...movesOfTransfers(office),
    ...counts.map((count) => ({
      moment: count.at,
      account: count.account,
      amount: Big(count.difference),
      cause: "adjustment",
      document_number: count.number,
      user_id: id("users", "cashier"),
      count,
    })),
  ]);
  await insert(
    "accounts",
    "name",
    accounts.map((account) => {
      const {
        opening,
        currency,
        holder,
        daysAgo: _,
        ...columns
      } = { holder: null, daysAgo: null, is_cheques_in_hand: false, ...account };
      const opened = openedAt(account);
      const { balance, moved } = balances.get(account.name) ?? { balance: Big(opening), moved: opened };
      return {
        location: null,
        account_name: null,
        account_number: null,
        ...columns,
        holder_user_id: holder && id("users", holder),
        currency_id: id("currencies", currency),
        balance: balance.toFixed(),
        ...times(opened, moved),
      };
    }),
  );
  await trx("cash_counts").insert(
    booked.flatMap(({ count, account, before, after, user_id }) =>
      count
        ? {
            count_number: count.number,
            account_id: id("accounts", account),
            expected: before.toFixed(),
            counted: after.toFixed(),
            pieces: count.byPieces ? JSON.stringify(piecesOf(after, accountCurrency(account))) : null,
            reason: count.reason,
            counted_by: user_id,
            created_at: calendar.instant(count.at),
          }
        : [],
    ),
  );
  return booked;
}

export async function moveMoney(
  { trx, id, calendar }: Office,
  booked: ReturnType<typeof balanceMoves>["booked"],
) {
  await trx("movements").insert(
    booked
      .filter(({ amount }) => !amount.eq(0))
      .map(({ moment, account, amount, before: _, after, count: __, ...move }) => ({
        ...move,
        account_id: id("accounts", account),
        amount: amount.toFixed(),
        balance_after: after.toFixed(),
        created_at: calendar.instant(moment),
      })),
  );
}

/** A voucher's movement, and its reversal if it was cancelled. */
function movesOf(
  cause: "receipt" | "payment",
  { number, account, issued, cancelled }: Receipt | Payment,
  amount: Big,
  user_id: number,
): Move[] {
  const move = { account, document_number: number, user_id };
  const moved = { ...move, moment: issued, amount, cause };
  return cancelled
    ? [moved, { ...move, moment: cancelled, amount: amount.neg(), cause: `${cause}_reversal` }]
    : [moved];
}

/** The movements of a cheque that a bank collected. */
function movesOfCollecting({ cheque, number, account, account_amount }: Receipt, user_id: number): Move[] {
  if (!cheque?.collected) return [];
  const move = { moment: cheque.collected.at, document_number: number, user_id, cause: "collect" };
  return [
    { ...move, account: cheque.collected.in, amount: Big(account_amount) },
    { ...move, account, amount: Big(account_amount).neg() },
  ];
}

/** A service by its name: one of the office's, or another. */
const serviceOf = (service: string | null, id: Office["id"]) =>
  otherServices.some(({ name }) => name === service)
    ? { other_service_id: id("other_services", service as string), service_name: null }
    : { other_service_id: null, service_name: service };

export async function takeReceipts({ insert, id, times, calendar }: Office, receipts: Receipt[]) {
  const nobody = { agent_id: null, supplier_id: null, customer_id: null, money_back: false };
  const payerOf = ({ pilgrim, payer }: Receipt) => {
    if (payer && "agent" in payer)
      return { ...nobody, payer_type: "agent", agent_id: id("agents", payer.agent) };
    if (payer && "supplier" in payer) {
      const supplier_id = id("suppliers", payer.supplier);
      return { ...nobody, payer_type: "supplier", supplier_id, money_back: true };
    }
    const customer_id = id("customers", (payer ?? pilgrim).national_id);
    return { ...nobody, payer_type: "customer", customer_id };
  };
  await insert(
    "receipt_vouchers",
    "receipt_number",
    receipts.map((receipt) => ({
      receipt_number: receipt.number,
      date: calendar.day(receipt.issued.daysAgo),
      ...payerOf(receipt),
      ...serviceOf(receipt.service, id),
      contract_id: receipt.contract && id("contracts", receipt.contract.number),
      amount: receipt.amount,
      currency_id: id("currencies", receipt.currency),
      payment_method: receipt.payment_method,
      payment_reference: receipt.payment_reference,
      account_id: id("accounts", receipt.account),
      account_amount: receipt.account_amount,
      description: receipt.description.replace("{contract}", receipt.contract?.number ?? ""),
      exchange_rate_at_payment: receipt.exchange_rate_at_payment,
      equivalent_amount: receipt.equivalent_amount,
      equivalent_currency_id: id("currencies", receipt.contract?.currency ?? baseCurrency.code),
      received_by: id("users", receipt.received_by),
      status: receipt.cancelled ? "cancelled" : "confirmed",
      cheque_state: receipt.returned && "returned",
      return_reason: receipt.returned?.reason ?? null,
      charge_amount: receipt.returned?.charge ?? "0",
      cheque_bank: receipt.cheque?.bank ?? null,
      cheque_due_date: receipt.cheque && calendar.day(-receipt.cheque.dueIn),
      collected_account_id: receipt.cheque?.collected && id("accounts", receipt.cheque.collected.in),
      collected_on: receipt.cheque?.collected && calendar.day(receipt.cheque.collected.at.daysAgo),
      ...times(receipt.issued, receipt.cheque?.collected?.at ?? receipt.cancelled ?? receipt.issued),
    })),
  );
}

export async function bill({ insert, id, times, calendar }: Office, billed: Invoice[], payments: Payment[]) {
  await insert(
    "invoices",
    "invoice_number",
    billed.map((invoice) => {
      const { kind, number, partner, daysAgo, dueIn, description, amount, tax_amount } = invoice;
      const { paid_amount, isPaid, last } = settledOf(invoice, payments);
      const daysLate = dueIn === null ? 0 : daysAgo - dueIn;
      const unpaid = daysLate > justDue ? "overdue" : "pending";
      const billedAt = { daysAgo, minute: noon };
      const { decision } = invoice;
      const decided = decision && { daysAgo: decision.daysAgo, minute: noon };
      return {
        kind,
        agent_id: kind === "agent" ? id("agents", partner) : null,
        supplier_id: kind === "purchase" ? id("suppliers", partner) : null,
        invoice_number: number,
        invoice_date: calendar.day(daysAgo),
        due_date: dueIn === null ? null : calendar.day(daysAgo - dueIn),
        description,
        campaign_id: campaignIn(description, id),
        amount,
        tax_amount,
        paid_amount,
        payment_status: invoice.cancelled ? "cancelled" : isPaid || decision ? "paid" : unpaid,
        paid_on: decision && calendar.day(decision.daysAgo),
        paid_by: decision && id("users", "admin"),
        payment_reason: decision?.reason ?? null,
        created_by: id("users", "admin"),
        ...times(billedAt, decided ?? last ?? billedAt),
      };
    }),
  );
}

export async function spend({ insert, id, times, calendar }: Office, payments: Payment[], people: Pilgrim[]) {
  await insert(
    "payment_vouchers",
    "payment_number",
    payments.map(
      ({
        number,
        to,
        settled,
        refund,
        service,
        currency,
        account,
        issued,
        cancelled,
        paid_by,
        ...payment
      }) => ({
        ...payment,
        ...serviceOf(service, id),
        payment_number: number,
        date: calendar.day(issued.daysAgo),
        ...beneficiaryOf(to, id, people),
        campaign_id: "expense" in to || "other" in to ? campaignIn(payment.description ?? "", id) : null,
        invoice_id: settled && id("invoices", settled.invoice.number),
        contract_id: refund && id("contracts", refund.contract.number),
        settled_amount: (settled ?? refund)?.settled_amount ?? null,
        exchange_rate_at_payment: (settled ?? refund)?.exchange_rate_at_payment ?? null,
        currency_id: id("currencies", currency),
        account_id: id("accounts", account),
        paid_by: id("users", paid_by),
        status: cancelled ? "cancelled" : "confirmed",
        ...times(issued, cancelled ?? issued),
      }),
    ),
  );
}

/** The campaign that a description names, as in «عمولة باقي معتمري حملة نسائم مكة». */
function campaignIn(description: string, id: Office["id"]) {
  const campaign = campaigns.find(({ name }) => description.includes(name.split(" ").slice(-2).join(" ")));
  return campaign ? id("campaigns", campaign.name) : null;
}

function beneficiaryOf(to: Spending["to"], id: Office["id"], people: Pilgrim[]) {
  const nobody = {
    customer_id: null,
    agent_id: null,
    supplier_id: null,
    expense_id: null,
    beneficiary: null,
  };
  if ("expense" in to)
    return { ...nobody, beneficiary_type: "expense", expense_id: id("expenses", to.expense) };
  if ("agent" in to) return { ...nobody, beneficiary_type: "agent", agent_id: id("agents", to.agent) };
  if ("supplier" in to)
    return { ...nobody, beneficiary_type: "supplier", supplier_id: id("suppliers", to.supplier) };
  if ("other" in to) return { ...nobody, beneficiary_type: "other", beneficiary: to.other };
  const { national_id = "" } = people[to.pilgrim] ?? {};
  return { ...nobody, beneficiary_type: "customer", customer_id: id("customers", national_id) };
}

/** The next numbers continue after these. The period closed early in the office's life stays closed. */
export async function keepBooks({ trx, id, calendar }: Office) {
  await trx.raw(`
    INSERT INTO document_numbers (prefix, year, last)
    SELECT split_part(number, '-', 1), split_part(number, '-', 2)::integer, max(split_part(number, '-', 3)::integer)
    FROM (SELECT contract_number AS number FROM contracts UNION ALL SELECT receipt_number FROM receipt_vouchers
          UNION ALL SELECT payment_number FROM payment_vouchers UNION ALL SELECT count_number FROM cash_counts
          UNION ALL SELECT transfer_number FROM transfers UNION ALL SELECT offer_number FROM offers) given
    GROUP BY 1, 2`);
  await trx("period_closings").insert(
    closings.map(({ deed, at, closedUntil, reason }) => ({
      deed,
      closed_until: calendar.day(closedUntil),
      reason,
      closed_by: id("users", "admin"),
      created_at: calendar.instant(at),
    })),
  );
}
