import { z } from "zod";
import { choice, id, longText, optional, orElse, price, text, wholeNumber } from "~/domain/input.server";
import { statuses } from "~/features/status";
import { kindStore } from "../kind-store.server";
import { type Catering, defaultMeals } from "./catering";

const schema = z.object({
  name: text(150),
  catering_type_id: id(),
  price_per_day: price(),
  currency_id: id().optional(),
  description: optional(longText(1000)),
  meals_per_day: orElse(wholeNumber({ max: 99 }), defaultMeals),
  status: choice(statuses).optional(),
});

export const caterings = kindStore<Catering, typeof schema>({
  table: "catering_services",
  schema,
  kind: { table: "catering_types", column: "catering_type_id" },
  price: "price_per_day",
  searched: ["name", "description"],
});
