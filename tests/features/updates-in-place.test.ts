import { expect, test } from "vitest";
import { contractsOf } from "../support/contracts";
import { inCash, makeAccount } from "../support/factories";
import { today } from "../support/fees";
import { useOffice } from "../support/office";

/* A receipt changes its contract, its account and the totals in place: no index of theirs is written (migration 125). */

const { office, client } = useOffice();
const { ids, signed } = contractsOf(office, client);
const tables = [
  "accounts",
  "contracts",
  "contracts_monthly_totals",
  "movements_account_totals",
  "movements_purpose_totals",
];

/** What the server's connections have reported of updates: in all, and of those in place. */
async function updates() {
  const { rows } = await office.knex.raw(
    `SELECT relname, n_tup_upd::int AS all, n_tup_hot_upd::int AS in_place FROM pg_stat_user_tables
     WHERE relname = ANY(?) ORDER BY relname`,
    [tables],
  );
  return new Map<string, { all: number; in_place: number }>(
    rows.map(({ relname, ...counts }: { relname: string; all: number; in_place: number }) => [
      relname,
      counts,
    ]),
  );
}

test("receipts of one day write no index of what they change", async () => {
  const contract = await signed();
  const box = await makeAccount(office.knex, contract.currency.id);
  const receive = async () => {
    const { status, body } = await client.post("/api/receipt-vouchers", {
      customer_id: contract.customer_id ?? ids.customer_id,
      contract_id: contract.id,
      ...inCash(box, contract.currency.id, 1),
      date: today,
      description: "دفعة",
    });
    expect(status, body.error).toBe(201);
  };
  await receive(); // the first one makes the rows of the totals
  const before = await updates();
  for (let turn = 0; turn < 20; turn++) await receive();
  const since = async (table: string) => {
    const [then, now] = [before.get(table), (await updates()).get(table)];
    return {
      all: (now?.all ?? 0) - (then?.all ?? 0),
      in_place: (now?.in_place ?? 0) - (then?.in_place ?? 0),
    };
  };
  for (const table of tables) {
    await expect.poll(async () => (await since(table)).all, { message: table }).toBeGreaterThanOrEqual(20);
    const { all, in_place } = await since(table);
    expect([table, all - in_place]).toEqual([table, 0]);
  }
});
