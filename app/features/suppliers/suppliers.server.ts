import { entityStore } from "~/db/entity-store.server";
import { wherePerson } from "~/db/search.server";
import { withInternational } from "~/features/telephones/telephones.server";
import { supplier } from "./supplier";

export const suppliers = entityStore(supplier, {
  filters: ["service_type", "is_active"],
  /** The search finds name, phone, email and contact person. */
  searchBy: (query, search) => wherePerson(query, "search", search),
  check: withInternational,
});
