import { serviceStore } from "../service-store.server";
import { type Catering, catering } from "./catering";

export const caterings = serviceStore<Catering, (typeof catering)["fields"]>(catering, {
  filters: ["catering_type_id", "status"],
  searched: ["name", "name_latin", "description"],
});
