import Big from "big.js";
import { currencyOf } from "./agency";
import { compareMoments, type Moment } from "./calendar";
import { type Contract, noon } from "./contracts";
import type { Invoice } from "./invoices";
import { convert, rateBetween, roundTo } from "./money";
import type { Office } from "./office";
import type { Receipt } from "./receipts";

/** What an invoice pays of a contract's commission: in its currency, the rate to riyals, and in riyals. */
export type Part = { contract: Contract; amount: string; exchange_rate: string; riyals: string };

const isBefore = (moment: Moment | null | undefined, issued: Moment) =>
  Boolean(moment && compareMoments(moment, issued) < 0);

/** Gives the invoices of commission their parts and amounts: what their agents have earned by then. Each agent has one. */
export function shareOut(invoices: Invoice[], contracts: Contract[], receipts: Receipt[]) {
  for (const invoice of invoices.filter(({ isCommission }) => isCommission)) {
    const issued = { daysAgo: invoice.daysAgo, minute: noon };
    invoice.parts = contracts
      .filter(
        ({ agent, cancellation }) => agent?.name === invoice.partner && !isBefore(cancellation?.on, issued),
      )
      .map((contract): Part => {
        const paid = receipts
          .filter((receipt) => receipt.contract === contract && !isBefore(receipt.cancelled, issued))
          .filter((receipt) => compareMoments(receipt.issued, issued) < 0)
          .reduce((sum, { equivalent_amount }) => sum.plus(equivalent_amount), Big(0));
        const amount = roundTo(paid.times(contract.agent?.rate ?? 0).times("0.01"), contract.currency);
        const [from, to] = [currencyOf(contract.currency), currencyOf("SAR")];
        const riyals = roundTo(convert(amount, from, to), to.code);
        return { contract, amount, exchange_rate: rateBetween(from, to).toFixed(), riyals };
      })
      .filter(({ amount }) => Big(amount).gt(0));
    invoice.amount = invoice.parts.reduce((sum, { riyals }) => sum.plus(riyals), Big(0)).toFixed(2);
  }
}

export async function keepParts({ trx, id }: Office, invoices: Invoice[]) {
  const rows = invoices.flatMap(({ number, parts }) =>
    parts.map(({ contract, ...part }) => ({
      ...part,
      invoice_id: id("invoices", number),
      contract_id: id("contracts", contract.number),
    })),
  );
  await trx("commission_parts").insert(rows);
}
