import { entityStore } from "~/db/entity-store.server";
import { whereSearch } from "~/db/search.server";
import { city } from "../lookups/city";

/** The search finds both names. */
export const cities = entityStore(city, {
  searchBy: (query, search) => whereSearch(query, "fold(concat_ws(' ', '', name, name_latin))", search),
});
