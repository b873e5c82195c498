import { serviceStore } from "../service-store.server";
import { type Hotel, hotel } from "./hotel";

/** A search is of name, address and city. */
export const hotels = serviceStore<Hotel, (typeof hotel)["fields"]>(hotel, {
  filters: ["city_id", "rating_id", "status"],
  searched: ["name", "address", "(SELECT cities.name FROM cities WHERE cities.id = city_id)"],
});
