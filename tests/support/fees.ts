import { expect } from "vitest";
import { later } from "~/domain/dates";
import type { fixture } from "./app";
import type { Client } from "./client";
import { useMoves } from "./moves";

/** The office's day. */
export const today = new Intl.DateTimeFormat("en-CA", { timeZone: "Asia/Riyadh" }).format(new Date());

export type Line = {
  days: number;
  kind: "percent" | "sum";
  amount: number;
  currency_id?: number | null;
};

/** Campaigns and an office with fees by the days before the departure, and contracts that were signed with them. */
export function useFees(office: ReturnType<typeof fixture>, client: Client) {
  const moves = useMoves(office, client);
  const { ids, offer, receive } = moves;

  /** A campaign that departs in so many days, with one package and these lines. */
  async function offerWith(daysLeft: number, fee_lines: Line[], currency_id = ids.usd, price = "1000") {
    const days = { start_date: later(today, daysLeft), end_date: later(today, daysLeft + 10) };
    const terms = await offer(price, currency_id, 50, days);
    const { status, body } = await client.put(`/api/campaigns/${terms.campaign_id}`, { fee_lines });
    expect([status, body.fields ?? body.message]).toEqual([200, undefined]);
    return { ...terms, currency_id };
  }
  const sign = async (terms: { campaign_id: number; package_id: number }) => {
    const { campaign_id, package_id } = terms;
    const answer = await client.post("/api/contracts", {
      customer_id: await moves.makeCustomer(),
      campaign_id,
      package_id,
    });
    expect([answer.status, answer.body.fields]).toEqual([201, undefined]);
    return answer.body.contract;
  };
  /** A contract that is signed with these lines and of which something is paid. @returns its id */
  async function signedWith(daysLeft: number, lines: Line[], paid: number, currency_id = ids.usd) {
    const contract = await sign(await offerWith(daysLeft, lines, currency_id));
    if (paid)
      await receive({
        contract_id: contract.id,
        customer_id: contract.customer_id,
        amount: paid,
        currency_id,
        date: today,
      });
    return contract.id as number;
  }
  const linesOf = async (id: number) =>
    (
      await office
        .knex("contracts")
        .join("contract_contents", "contract_contents.id", "contents_id")
        .where("contracts.id", id)
        .first("contents")
    ).contents.fee_lines;

  return { ...moves, offerWith, sign, signedWith, linesOf };
}
