import { z } from "zod";
import { choice, id, longText, optional, price, text, wholeNumber } from "~/domain/input.server";
import { statuses } from "~/features/status";
import { kindStore } from "../kind-store.server";
import type { Transportation } from "./transportation";

const schema = z.object({
  company_name: text(150),
  bus_type_id: id(),
  capacity: wholeNumber({ min: 1, max: 9999 }),
  price_per_person: price(),
  currency_id: id().optional(),
  route: optional(text(300)),
  features: optional(longText(1000)),
  status: choice(statuses).optional(),
});

export const transportations = kindStore<Transportation, typeof schema>({
  table: "transportations",
  schema,
  kind: { table: "bus_types", column: "bus_type_id" },
  price: "price_per_person",
  searched: ["company_name", "route"],
});
