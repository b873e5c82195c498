import { serviceStore } from "../service-store.server";
import { type OtherService, otherService } from "./other-service";

export const otherServices = serviceStore<OtherService, (typeof otherService)["fields"]>(otherService, {
  filters: ["category_id", "status"],
  searched: ["name", "name_latin", "description"],
});
