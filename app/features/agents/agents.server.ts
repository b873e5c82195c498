import { entityStore } from "~/db/entity-store.server";
import { wherePerson } from "~/db/search.server";
import { withInternational } from "~/features/telephones/telephones.server";
import { agent } from "./agent";

export const agents = entityStore(agent, {
  filters: ["type", "is_active"],
  /** The search finds name, phone and email. */
  searchBy: (query, search) => wherePerson(query, "search", search),
  check: withInternational,
});
