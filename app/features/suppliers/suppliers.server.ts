import { z } from "zod";
import { db } from "~/db/knex.server";
import { choiceOf, flagOf, searchOf } from "~/db/list.server";
import { withoutUndefined } from "~/db/rows.server";
import { wherePerson } from "~/db/search.server";
import { tableStore } from "~/db/store.server";
import { choice, email, flag, longText, optional, phone, text } from "~/domain/input.server";
import { type Compared, withInternational } from "~/features/telephones/telephones.server";
import { type Supplier, serviceTypes } from "./supplier";

const schema = z.object({
  name: text(150),
  phone: phone(),
  email: optional(email()),
  contact_person: optional(text(150)),
  service_type: optional(choice(serviceTypes)),
  payment_terms: optional(longText(500)),
  address: optional(longText(500)),
  notes: optional(longText(2000)),
  is_active: flag().optional(),
});

export const suppliers = tableStore<Supplier, typeof schema, Supplier & Compared>({
  table: "suppliers",
  schema,
  rows: (db) => db("suppliers").select("suppliers.*"),
  toRow: ({ search: _, phone_e164: __, ...row }) => row,
  checked: withInternational,
  /** A search is of name, phone, email and contact person. */
  matching(params) {
    const filters = withoutUndefined({
      service_type: choiceOf(params, "service_type", serviceTypes),
      is_active: flagOf(params, "is_active"),
    });
    return wherePerson(db("suppliers").select("id").where(filters), "search", searchOf(params));
  },
});
