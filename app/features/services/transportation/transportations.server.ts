import { serviceStore } from "../service-store.server";
import { type Transportation, transportation } from "./transportation";

export const transportations = serviceStore<Transportation, (typeof transportation)["fields"]>(
  transportation,
  { filters: ["bus_type_id", "status"], searched: ["company_name", "name_latin", "route"] },
);
