import { type Asked, offer } from "~/db/choices.server";
import { entityStore } from "~/db/entity-store.server";
import { db } from "~/db/knex.server";
import { wherePerson } from "~/db/search.server";
import { withInternational } from "~/features/telephones/telephones.server";
import { agent } from "./agent";

export const agents = entityStore(agent, {
  filters: ["type", "is_active"],
  /** The search finds name, phone and email. */
  searchBy: (query, search) => wherePerson(query, "search", search),
  check: withInternational,
});

/** The agents with their rates, for a contract; only active ones may be newly chosen. */
export const agentOffer = (asked: Asked) =>
  offer<{ id: number; name: string; commission_rate: string }>(asked, "agent_id", {
    table: "agents",
    rows: db("agents").select("id", "name", "commission_rate"),
    open: (agents) => agents.where({ is_active: true }),
    toChoice: ({ id, name, commission_rate }) => [id, `${name} (${Number(commission_rate)}%)`],
  });
