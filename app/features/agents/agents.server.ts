import { z } from "zod";
import { db } from "~/db/knex.server";
import { choiceOf, flagOf, searchOf } from "~/db/list.server";
import { withoutUndefined } from "~/db/rows.server";
import { wherePerson } from "~/db/search.server";
import { tableStore } from "~/db/store.server";
import { choice, decimal, email, flag, longText, optional, orElse, phone, text } from "~/domain/input.server";
import { type Compared, withInternational } from "~/features/telephones/telephones.server";
import { type Agent, agentTypes } from "./agent";

const percent = "نسبة العمولة من 0 إلى 100، بخانتين عشريتين على الأكثر";

const schema = z.object({
  name: text(150),
  phone: phone(),
  email: optional(email()),
  type: choice(agentTypes),
  commission_rate: orElse(
    decimal({ decimals: 2, message: percent, minMessage: percent }).refine(
      (rate) => Number(rate) <= 100,
      percent,
    ),
    "0",
  ),
  address: optional(longText(500)),
  notes: optional(longText(2000)),
  is_active: flag().optional(),
});

type Stored = Omit<Agent, "commission_rate"> & { commission_rate: string } & Compared;

export const agents = tableStore<Agent, typeof schema, Stored>({
  table: "agents",
  schema,
  rows: (db) => db("agents").select("agents.*"),
  toRow: ({ search: _, phone_e164: __, ...row }: Stored) => ({
    ...row,
    commission_rate: Number(row.commission_rate),
  }),
  checked: withInternational,
  /** A search is of name, phone and email. */
  matching(params) {
    const filters = withoutUndefined({
      type: choiceOf(params, "type", agentTypes),
      is_active: flagOf(params, "is_active"),
    });
    return wherePerson(db("agents").select("id").where(filters), "search", searchOf(params));
  },
});
