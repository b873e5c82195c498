import { type Listed, readFirst, searchOf } from "~/db/list.server";
import { type Entity, wordsOf } from "~/domain/entity";
import { code } from "~/domain/input.server";
import { holdsAny, type SessionUser } from "~/domain/permissions";
import { contract, contractStatusLabels, contractStatusTones } from "~/features/contracts/contract";
import { contracts } from "~/features/contracts/contracts.server";
import { customer } from "~/features/customers/customer";
import { customers } from "~/features/customers/customers.server";
import { currencyOf, payment } from "~/features/financial/payments/payment";
import { payments } from "~/features/financial/payments/writes.server";
import { receipt } from "~/features/financial/receipts/receipt";
import { receipts } from "~/features/financial/receipts/writes.server";
import { invoiceKinds, paymentStatusLabels, paymentStatusTones, riyal } from "~/features/invoices/invoice";
import { invoices } from "~/features/invoices/invoices.server";
import { voucherStatusLabels, voucherStatusTones } from "~/features/money/voucher";
import { group, groupStatusLabels, groupStatusTones } from "~/features/trips/groups/group";
import { groups } from "~/features/trips/groups/groups.server";
import { membersOf } from "~/features/trips/members/member";
import { visa, visaStatusLabels, visaStatusTones } from "~/features/trips/visas/visa";
import { visas } from "~/features/trips/visas/visas.server";
import { formatMoney } from "~/ui/money";
import type { Tone } from "~/ui/page";
import { activityLabels, statusTones } from "~/ui/status";

/** A record in one line: what it is called, what tells it from others, its state, and the screen that opens it. */
export type Found = {
  id: number;
  title: string;
  facts: string[];
  amount?: string;
  state: string;
  tone: Tone;
  href: string;
};

/** What is searched, in the order of the answers; each through its own list, for those whose screen opens it. */
const kinds = [
  kind(customer, customers, ({ id, name, national_id, passport_number, phone, status }) => ({
    title: name,
    facts: [national_id ?? passport_number ?? phone],
    state: activityLabels[status],
    tone: statusTones[status],
    href: `${customer.path}/${id}/edit`,
  })),
  kind(contract, contracts, ({ id, contract_number, customer_name, total_amount, currency, status }) => ({
    title: contract_number,
    facts: [customer_name],
    amount: formatMoney(total_amount, currency, "code"),
    state: contractStatusLabels[status],
    tone: contractStatusTones[status],
    href: `${contract.path}/${id}`,
  })),
  kind(receipt, receipts, ({ receipt_number, customer, amount, currency, status }) => ({
    title: receipt_number,
    facts: [customer],
    amount: formatMoney(amount, currency, "code"),
    state: voucherStatusLabels[status],
    tone: voucherStatusTones[status],
    href: `${receipt.path}?search=${receipt_number}`, // a receipt has no screen of its own but its row, its form and its print
  })),
  kind(payment, payments, ({ id, payment_number, beneficiary, amount, status, ...row }) => ({
    title: payment_number,
    facts: [beneficiary],
    amount: formatMoney(amount, currencyOf(row), "code"),
    state: voucherStatusLabels[status],
    tone: voucherStatusTones[status],
    href: `${payment.path}/${id}`,
  })),
  ...(["agent", "purchase"] as const).map((which) =>
    kind(
      invoiceKinds[which],
      invoices[which],
      ({ id, invoice_number, total_amount, payment_status, ...row }) => ({
        title: invoice_number,
        facts: [row.agent_name ?? row.supplier_name ?? ""],
        amount: formatMoney(total_amount, riyal, "code"),
        state: paymentStatusLabels[payment_status],
        tone: paymentStatusTones[payment_status],
        href: `${invoiceKinds[which].path}/${id}/edit`,
      }),
    ),
  ),
  kind(group, groups, ({ id, name, campaign, currentMembers, capacity, status }) => ({
    title: name,
    facts: [campaign, `${currentMembers} من ${capacity}`],
    state: groupStatusLabels[status],
    tone: groupStatusTones[status],
    href: membersOf(id).path,
  })),
  kind(visa, visas, ({ id, customer_name, visa_number, passport_number, status }) => ({
    title: visa_number ?? passport_number,
    facts: [customer_name],
    state: visaStatusLabels[status],
    tone: visaStatusTones[status],
    href: `${visa.path}/${id}`,
  })),
];

type Kind = (typeof kinds)[number];

/** One that we gave, as RV-2026-00001: it may stand in longer ones, too, and those are newer. */
const isNumber = /^[A-Z]+-\d{4}-\d+$/i;

function kind<Row extends { id: number }>(
  of: Pick<Entity, "table" | "noun" | "item" | "path" | "write">,
  { list }: { list: (params: URLSearchParams) => Listed<Row> },
  line: (row: Row) => Omit<Found, "id">,
) {
  return {
    of,
    async first(search: string, count: number): Promise<Found[]> {
      const { name } = wordsOf(of);
      const whole = isNumber.test(search) && name !== "name";
      const found = list(new URLSearchParams({ search }));
      const rows = await readFirst(
        found,
        count,
        whole ? { [`${of.table}.${name}`]: search.toUpperCase() } : undefined,
      );
      return rows.map((row) => ({ id: row.id, ...line(row) }));
    },
  };
}

/** What of the office this user may search. */
const searchedBy = (user: SessionUser) => kinds.filter(({ of }) => holdsAny(user, [of.write]));

/** By what name this user's search goes: «العملاء، العقود». */
export const searchedNames = (user: SessionUser) => searchedBy(user).map(({ of }) => wordsOf(of).many);

/** What an address asks for; "" where that is too short to be looked for. */
export function askedOf(params: URLSearchParams) {
  const { data: asked = "" } = code(100).safeParse(searchOf(params, "q"));
  const letters = asked.replace(/[\p{M}\s\u0640]/gu, ""); // of vowel signs and tatweel alone nothing is left in a search
  return [...letters].length < 2 ? "" : asked;
}

/**
 * The first records of each kind that a search finds, of those whose screen the user may open. A record of which it is the
 * whole number or name leads, and its kind the others; kinds without any are left out.
 * @param count how many of a kind; whether there are `more` is said beside them
 */
export async function find(user: SessionUser, asked: string, count: number) {
  if (!asked) return [];
  const isAsked = ({ title }: Found) => title.toUpperCase() === asked.toUpperCase();
  const found = await Promise.all(searchedBy(user).map((kind) => firstOf(kind, asked, count, isAsked)));
  return found
    .filter(({ rows }) => rows.length)
    .sort((a, b) => Number(b.rows.some(isAsked)) - Number(a.rows.some(isAsked)));
}

async function firstOf(
  { of, first }: Kind,
  asked: string,
  count: number,
  isAsked: (found: Found) => boolean,
) {
  const rows = await first(asked, count + 1);
  const ordered = [...rows.filter(isAsked), ...rows.filter((row) => !isAsked(row))];
  return {
    kind: of.item,
    words: wordsOf(of),
    rows: ordered.slice(0, count),
    more: rows.length > count,
    all: `${of.path}?${new URLSearchParams({ search: asked })}`,
  };
}
