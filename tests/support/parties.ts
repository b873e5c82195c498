import type { Knex } from "knex";
import { beforeAll, expect } from "vitest";
import type { fixture } from "./app";
import type { Client } from "./client";
import {
  makeAgent,
  makeCampaign,
  makeContract,
  makeCurrency,
  makeCustomer,
  makeInvoice,
  makePackage,
  makeSupplier,
} from "./factories";

export type Kind = "customers" | "agents" | "suppliers";

/** Customers, agents and suppliers whose documents come and go. */
export function useParties(office: ReturnType<typeof fixture>, client: Client) {
  const ids = { usd: 0, plan: 0, campaign: 0 };
  beforeAll(async () => {
    ids.usd = await makeCurrency(office.knex, "USD", "1", { is_default: true });
    ids.plan = await makePackage(office.knex, ids.usd, "1000");
    ids.campaign = await makeCampaign(office.knex, 100, [ids.plan]);
  });

  /** Each kind of party: how a test makes one, and a document that is its only one. */
  const kinds = {
    customers: {
      make: makeCustomer,
      column: "customer_id",
      documents: "contracts",
      write(customer_id: number, knex: Knex = office.knex) {
        const bought = { campaign_id: ids.campaign, package_id: ids.plan, currency_id: ids.usd };
        return makeContract(knex, { customer_id, ...bought }, "1000");
      },
    },
    agents: {
      make: makeAgent,
      column: "agent_id",
      documents: "invoices",
      write: (agent_id: number, knex: Knex = office.knex) => makeInvoice(knex, { agent_id }, "70"),
    },
    suppliers: {
      make: makeSupplier,
      column: "supplier_id",
      documents: "invoices",
      write: (supplier_id: number, knex: Knex = office.knex) => makeInvoice(knex, { supplier_id }, "70"),
    },
  };

  const rowOf = (kind: Kind, id: number) => office.knex(kind).where({ id }).first();
  const remove = (kind: Kind, id: number) => client.delete(`/api/${kind}/${id}`);

  /** One whose only document was deleted, so that entries name it. */
  async function entered(kind: Kind, more: object = {}) {
    const { make, documents, write } = kinds[kind];
    const id = await make(office.knex, more);
    const document = await write(id);
    await office.knex(documents).where({ id: document }).delete();
    return id;
  }

  async function hidden(kind: Kind, more: object = {}) {
    const id = await entered(kind, more);
    expect((await remove(kind, id)).status).toBe(200);
    return id;
  }

  return { kinds, ids, rowOf, remove, entered, hidden };
}
