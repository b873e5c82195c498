import { serviceStore } from "../service-store.server";
import { type Hotel, hotel } from "./hotel";

/** The search finds name and city in both scripts, and the address. */
export const hotels = serviceStore<Hotel, (typeof hotel)["fields"]>(hotel, {
  filters: ["city_id", "rating_id", "status"],
  searched: [
    "name",
    "name_latin",
    "address",
    "(SELECT concat_ws(' ', cities.name, cities.name_latin) FROM cities WHERE cities.id = city_id)",
  ],
});
