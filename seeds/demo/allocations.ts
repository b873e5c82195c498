import { type CurrencyCode, currencyOf } from "./agency";
import type { Contract } from "./contracts";
import type { Invoice } from "./invoices";
import { convert, rateBetween, roundTo } from "./money";
import type { Office } from "./office";
import type { Pilgrim } from "./pilgrims";

/** What was on account (campaigns.ts, spending.ts) and was set against a contract or an invoice, in the order of the days. */
const allocations: {
  of: { pilgrim: number } | { agent: string };
  daysAgo: number;
  amount: string;
  currency: CurrencyCode;
}[] = [
  { of: { pilgrim: 72 }, daysAgo: 6, amount: "200", currency: "USD" },
  { of: { pilgrim: 87 }, daysAgo: 3, amount: "750", currency: "SAR" },
  { of: { agent: "شركة ركاب حضرموت" }, daysAgo: 2, amount: "200", currency: "USD" },
];

/** Sets them against the pilgrim's contract that stands, or the agent's newest invoice. */
export async function allocate(
  { trx, id, times, calendar }: Office,
  people: Pilgrim[],
  contracts: Contract[],
  invoices: Invoice[],
) {
  for (const { of, daysAgo, amount, currency } of allocations) {
    const contract =
      "pilgrim" in of &&
      contracts.find(({ pilgrim, status }) => pilgrim === people[of.pilgrim] && status === "active");
    const invoice = "agent" in of && invoices.findLast(({ partner }) => partner === of.agent);
    const [own, target] = [currencyOf(currency), currencyOf(contract ? contract.currency : "SAR")];
    const equivalent_amount = roundTo(convert(amount, own, target), target.code);
    const day = calendar.day(daysAgo);
    await trx("allocations").insert({
      allocation_number: trx.raw("next_number('AL', ?)", [day]),
      date: day,
      customer_id: contract ? id("customers", contract.pilgrim.national_id) : null,
      contract_id: contract ? id("contracts", contract.number) : null,
      agent_id: "agent" in of ? id("agents", of.agent) : null,
      invoice_id: invoice ? id("invoices", invoice.number) : null,
      amount,
      currency_id: id("currencies", currency),
      exchange_rate: rateBetween(own, target).toFixed(),
      equivalent_amount,
      created_by: id("users", "cashier"),
      ...times({ daysAgo, minute: 11 * 60 }),
    });
    if (invoice)
      await trx("invoices")
        .where({ id: id("invoices", invoice.number) })
        .increment("paid_amount", Number(equivalent_amount));
  }
}
