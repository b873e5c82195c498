import type { Knex } from "knex";
import { describe, expect, test } from "vitest";
import type { Client } from "../support/client";
import { allocationSteps } from "../support/ledger/allocations";
import { expectLedger } from "../support/ledger/checks";
import { contractSteps } from "../support/ledger/contracts";
import { invoiceSteps } from "../support/ledger/invoices";
import { moveSteps } from "../support/ledger/moves";
import { noteSteps } from "../support/ledger/notes";
import { partnerSteps } from "../support/ledger/partners";
import { paymentSteps } from "../support/ledger/payments";
import { type Papers, periodSteps } from "../support/ledger/periods";
import { receiptSteps } from "../support/ledger/receipts";
import { transferSteps } from "../support/ledger/transfers";
import { makeWorld, settle } from "../support/ledger/world";
import { useOffice } from "../support/office";

/*
 * Contracts (which are moved too), receipts, payments, allocations, invoices, credit notes, money of partners and transfers in four currencies are made, corrected, cancelled, returned, collected and deleted at random, on days
 * back and forth, while periods are closed and opened again, customers are joined and rates and names change. After each step every
 * reading of what is owed says what a model of docs/decisions/ledger.md says; papers of closed periods stay as they were, byte for byte.
 *
 *     LEDGER_SEEDS=10 LEDGER_STEPS=1000 npm test -- tests/features/ledger-model.test.ts
 */

const seeds = Number(process.env.LEDGER_SEEDS ?? 1);
const steps = Number(process.env.LEDGER_STEPS ?? 200);
const first = Number(process.env.LEDGER_SEED ?? 1);

describe.each(Array.from({ length: seeds }, (_, index) => first + index))("seed %i", (seed) => {
  const { office, client } = useOffice({ isFaultless: true });
  test("each reading of the ledger is the model's", () => walk(office.knex, client, seed));
});

async function walk(knex: Knex, client: Client, seed: number) {
  const world = await makeWorld(knex, client, seed);
  const papers: Papers = new Map();
  const periods = periodSteps(world, papers);
  const [contract, receipt, payment, allocation, invoice] = [
    contractSteps(world),
    receiptSteps(world),
    paymentSteps(world),
    allocationSteps(world),
    invoiceSteps(world),
  ];
  const [transfer, move] = [transferSteps(world), moveSteps(world)];
  const [note, partner] = [noteSteps(world), partnerSteps(world)];
  const names: string[] = [];
  let taken = 0;
  try {
    for (let count = 1; count <= steps; count++) {
      const chance = world.random(58);
      const deed =
        chance < 8
          ? contract
          : chance < 20
            ? receipt
            : chance < 28
              ? payment
              : chance < 35
                ? allocation
                : chance < 40
                  ? invoice
                  : chance < 44
                    ? transfer
                    : chance < 49
                      ? note
                      : chance < 54
                        ? partner
                        : move;
      const step = await (chance === 39 ? periods.step : deed)();
      if (!step) {
        count--; // nothing was tried
        continue;
      }
      names.push(`${count} ${step.name}: ${step.answer.status}`);
      if (settle(world, step)) taken++;
      await expectLedger(world);
      if (count % 50 === 0) expect(await periods.changedPapers()).toEqual([]);
    }
  } catch (error) {
    console.error(
      `Seed ${seed}, the last steps:\n${names.slice(-12).join("\n")}\n${(error as Error).message}`,
    );
    throw error;
  }
  expect(taken).toBeGreaterThan(steps / 4); // the others were refused, as they should
}
