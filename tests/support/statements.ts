import { beforeAll, expect } from "vitest";
import type { fixture } from "./app";
import type { Client } from "./client";
import * as factories from "./factories";

export const path = (kind: string, id: number, query = "") => `/financial/statements/${kind}/${id}${query}`;

/** A page's text without its head and scripts. */
export const textOf = (html: string) =>
  (html.match(/<main.*<\/main>/s)?.[0] ?? "")
    .replace(/<!--.*?-->|<\/?(a|bdi|span)\b[^>]*>/g, "")
    .replace(/<[^>]+>/g, " ")
    .replace(/\s+/g, " ");

/** The data of an office's statements, and how a clerk reads them. */
export function statementsOf(office: ReturnType<typeof fixture>, client: Client) {
  const ids = { usd: 0, sar: 0, kwd: 0, campaign_id: 0, package_id: 0 };
  const busy = {} as Awaited<ReturnType<typeof makeBusyCustomer>>;
  beforeAll(async () => {
    const { knex } = office;
    ids.usd = await factories.makeCurrency(knex, "USD", "1", { is_default: true, symbol: "$" });
    ids.sar = await factories.makeCurrency(knex, "SAR", "0.26666666666666666667", { symbol: "ر.س" });
    ids.kwd = await factories.makeCurrency(knex, "KWD", "3.25", { symbol: "د.ك" });
    ids.package_id = await factories.makePackage(knex, ids.usd, "900");
    ids.campaign_id = await factories.makeCampaign(knex, 50, [ids.package_id], { name: "عمرة رمضان" });
    Object.assign(busy, await makeBusyCustomer());
  });

  async function read(address: string) {
    const { status, body } = await client.get(address);
    expect([address, status]).toEqual([address, 200]);
    return { html: body.match(/<main.*<\/main>/s)[0] as string, text: textOf(body) };
  }

  async function makeContract(customer_id: number, total_amount: string, more: object = {}) {
    const { usd: currency_id, campaign_id, package_id } = ids;
    const parties = { customer_id, campaign_id, package_id, currency_id };
    const id = await factories.makeContract(office.knex, parties, total_amount, more);
    return office.knex("contracts").where({ id }).first<{ id: number; contract_number: string }>();
  }

  const toCustomer = (customer_id: number, more: object = {}) => ({
    beneficiary_type: "customer",
    customer_id,
    ...more,
  });

  /** A customer with a contract in dollars, paid in dollars and riyals, and more besides. */
  async function makeBusyCustomer() {
    const { knex } = office;
    const id = await factories.makeCustomer(knex, { name: "سالم باوزير" });
    const contract = await makeContract(id, "1000");
    await makeContract(id, "7777", { status: "cancelled", cancelled_on: "2026-01-06" });
    await factories.makeReceipt(knex, contract.id, {
      date: "2026-01-10",
      amount: "300",
      equivalent_amount: "300",
    });
    await factories.makeReceipt(knex, contract.id, {
      receipt_number: "RV-2026-00777",
      date: "2026-02-10",
      amount: "750",
      currency_id: ids.sar,
      equivalent_amount: "200",
      exchange_rate_at_payment: "0.26666666666666666667",
      description: "دفعة بالريال",
    });
    await factories.makeReceipt(knex, contract.id, {
      amount: "5555",
      equivalent_amount: "5555",
      status: "cancelled",
    });
    await factories.makeReceipt(knex, contract.id, {
      contract_id: null,
      date: "2026-02-11",
      amount: "40.125",
      currency_id: ids.kwd,
      equivalent_amount: "130.41",
      exchange_rate_at_payment: "3.25",
    });
    await factories.makePayment(
      knex,
      ids.usd,
      "50",
      toCustomer(id, { date: "2026-03-01", payment_number: "PV-2026-00050" }),
    );
    await factories.makePayment(knex, ids.usd, "6666", toCustomer(id, { status: "cancelled" }));
    return { id, contract };
  }

  return { ids, busy, read, makeContract, makeBusyCustomer };
}
