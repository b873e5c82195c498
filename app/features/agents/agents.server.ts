import { entityStore } from "~/db/entity-store.server";
import type { Db } from "~/db/knex.server";
import { wherePerson } from "~/db/search.server";
import { withInternational } from "~/features/telephones/telephones.server";
import { agent } from "./agent";

export const agents = entityStore(agent, {
  filters: ["type", "is_active"],
  /** The search finds name, phone and email. */
  searchBy: (query, search) => wherePerson(query, "search", search),
  check: withInternational,
});

type Choice = [id: number, label: string];

/** All agents by name, for a filter. */
export async function agentNames(db: Db): Promise<Choice[]> {
  const rows = await db("agents").orderBy(["name", "id"]).select("id", "name");
  return rows.map(({ id, name }): Choice => [id, name]);
}

/** The active agents with their rates, and the one that a contract already has. */
export async function agentChoices(db: Db, present: number | null = null): Promise<Choice[]> {
  const rows = await db("agents")
    .where({ is_active: true })
    .orWhere({ id: present })
    .orderBy(["name", "id"])
    .select("id", "name", "commission_rate");
  return rows.map(({ id, name, commission_rate }): Choice => [id, `${name} (${Number(commission_rate)}%)`]);
}
