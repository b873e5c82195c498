import { z } from "zod";
import { choice, id, longText, optional, orElse, price, text } from "~/domain/input.server";
import { statuses } from "~/features/status";
import { kindStore } from "../kind-store.server";
import { defaultIcon, iconNames, type OtherService } from "./other-service";

const schema = z.object({
  name: text(150),
  category_id: id(),
  price: price(),
  currency_id: id().optional(),
  description: optional(longText(1000)),
  icon: orElse(choice(iconNames), defaultIcon),
  status: choice(statuses).optional(),
});

export const otherServices = kindStore<OtherService, typeof schema>({
  table: "other_services",
  schema,
  kind: { table: "service_categories", column: "category_id" },
  price: "price",
  searched: ["name", "description"],
});
