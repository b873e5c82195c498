import { latinNameField } from "~/domain/common-fields";
import type { Entity } from "~/domain/entity";
import { type RowOf, withLabels } from "~/domain/fields";

/** A city of hotels. Calls list and create it as one of the lookups (spec §7); only its screen changes it. */
export type City = RowOf<(typeof city)["fields"]>;

export const city = withLabels({
  table: "cities",
  path: "/services/cities",
  write: "manage_services",
  fields: {
    name: { label: "اسم المدينة", kind: "text", max: 100, sheet: { width: 30 } },
    name_latin: latinNameField,
  },
  required: "اسم المدينة مطلوب",
}) satisfies Entity;
