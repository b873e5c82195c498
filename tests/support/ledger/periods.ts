import { day as dayIn } from "../books-model";
import { decisionsOf } from "../closing";
import type { Fraction } from "../model";
import { customerOf } from "./model";
import { every, type Step, type World } from "./world";

/* Steps of the office: it closes periods and opens them again, joins customers, changes rates and names. */

/** What was printed of a closed period, by its address. */
export type Papers = Map<string, string>;

export function periodSteps(world: World, papers: Papers) {
  const { ledger, client, pick, random, customers, knex } = world;
  const { closeUntil, reopenAll } = decisionsOf(client);

  /** Statements of all parties and of accounts, and the report of cash, of a period that was just closed. */
  function addressesOf(day: string) {
    const period = `from=${dayIn(-60)}&to=${day}`;
    const parties = [
      ...customers.map((id) => `customers/${id}`),
      ...world.agents.map((id) => `agents/${id}`),
      ...world.suppliers.map((id) => `suppliers/${id}`),
    ];
    return [
      ...parties.map((party) => `/financial/statements/${party}/export/csv?${period}`),
      `/reports/financial/export/csv?report=cash&period=free&${period}`,
    ];
  }
  const print = async (address: string) => (await client.get(address)).body as string;

  async function close(): Promise<null> {
    const day = dayIn(-5 - random(40));
    if (day <= ledger.closedUntil()) return null;
    await closeUntil(day);
    ledger.close(day);
    for (const address of addressesOf(day)) papers.set(address, await print(address));
    return null;
  }

  async function reopen(): Promise<null> {
    if (!ledger.closedUntil()) return null;
    await reopenAll();
    ledger.close("");
    papers.clear();
    return null;
  }

  async function join(): Promise<Step | null> {
    if (customers.length < 4) return null;
    const [kept, gone] = [pick(customers), pick(customers)];
    if (kept === gone) return null;
    const days = ledger.daysOf(customerOf(gone));
    const standing = ledger.documents.flatMap(({ lines }) =>
      lines.filter(({ party }) => party === customerOf(gone)),
    );
    return {
      name: `join customer ${gone} to ${kept}`,
      isAllowed: every(
        standing.every(({ day }) => ledger.isOpen(day)),
        days.every(ledger.isOpen) || null,
        ledger.documents.some((one) => !ledger.isOpen(one.day)) ? null : true,
      ),
      answer: await client.post(`/api/customers/${kept}/join`, { customer_id: gone }),
      mayStrain: true, // what the one owes on account takes from what the other has there
      apply() {
        ledger.join(kept, gone);
        customers.splice(customers.indexOf(gone), 1);
        for (const address of papers.keys())
          if (address.includes(`customers/${gone}/`)) papers.delete(address);
      },
    };
  }

  const rates: Record<string, [string, Fraction][]> = {
    KWD: [
      ["3.25", { over: 13n, under: 4n }],
      ["3.2", { over: 16n, under: 5n }],
    ],
    JPY: [
      ["0.0064", { over: 64n, under: 10_000n }],
      ["0.008", { over: 8n, under: 1_000n }],
    ],
  };
  async function changeRate(): Promise<Step> {
    const currency = pick(world.currencies.filter(({ code }) => rates[code]));
    const [stored, rate] = pick(rates[currency.code] as [string, Fraction][]);
    return {
      name: `a ${currency.code} is ${stored}`,
      isAllowed: true,
      answer: await client.put(`/api/currencies/${currency.id}`, { exchange_rate: stored }),
      apply: () => Object.assign(currency, { rate }),
    };
  }

  /** Names that closed papers keep. */
  async function rename(): Promise<null> {
    await knex("campaigns").update({ name: knex.raw("'حملة ' || id || ' / ' || ?::text", [random(99)]) });
    return null;
  }

  /** Prints again what was printed at the closing. @returns the addresses of papers that changed */
  async function changedPapers() {
    const changed: string[] = [];
    for (const [address, text] of papers) if ((await print(address)) !== text) changed.push(address);
    return changed;
  }

  return {
    changedPapers,
    step: async (): Promise<Step | null> =>
      pick([close, close, reopen, join, changeRate, rename] as (() => Promise<Step | null>)[])(),
  };
}
