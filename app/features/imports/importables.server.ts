import type { z } from "zod";
import type { Store } from "~/db/store.server";
import { latinDigits } from "~/domain/digits";
import { notFound } from "~/domain/domain-error";
import type { Entity } from "~/domain/entity";
import { folded } from "~/domain/fold";
import { agent, agentTypeLabels } from "~/features/agents/agent";
import { agents } from "~/features/agents/agents.server";
import { customer, genderLabels } from "~/features/customers/customer";
import { checkDates, customers } from "~/features/customers/customers.server";
import { activityLabels } from "~/features/status";
import { serviceTypeLabels, supplier } from "~/features/suppliers/supplier";
import { suppliers } from "~/features/suppliers/suppliers.server";
import { ofWord, oneOf } from "./choices";
import { nationalityOf } from "./nationalities.server";

/** What a cell of a field says, as the field's schema takes it; undefined for a word that it does not know. */
type Read = (text: string) => string | undefined;
type Column = { field: string; label: string; isRequired: boolean; kind?: "date"; hint: string; read: Read };

/** What can be imported: the columns of its files, and how one is known that is there already. */
export type Importable = {
  entity: Entity;
  schema: z.ZodObject;
  createAll: NonNullable<Store<never, z.ZodObject>["createAll"]>;
  /** What its store checks beyond the schema. @throws DomainError invalid */
  check: (input: object) => void;
  /** Unique columns: who has none of them is known by name and phone. */
  identities: string[];
  /** Whether a known telephone with a similar name is asked about; firms share both with their branches. */
  asksWhoIs: boolean;
  columns: Column[];
};

const asTyped: Read = (text) => text;

/** «مارس», `March` and `Mar`, by their folded names. */
const months = new Map(
  Array.from({ length: 12 }, (_, index) => index).flatMap((index) =>
    (["ar-EG", "en"] as const).flatMap((locale) =>
      (["long", "short"] as const).map((month): [string, string] => [
        folded(
          new Intl.DateTimeFormat(locale, { month, timeZone: "UTC" }).format(
            new Date(Date.UTC(2000, index, 1)),
          ),
        ),
        String(index + 1),
      ]),
    ),
  ),
);

/** `31/12/2026`, `2026/12/31`, `31-Dec-2026` and a time of day behind it, beside `2026-12-31`. */
const date = {
  kind: "date" as const,
  hint: "مثل 2026-12-31 أو 31/12/2026",
  read(text: string) {
    const [date = ""] = latinDigits(text.slice(0, 50)).split(/(?<=\d{4}|\d\d)[T ]+\d{1,2}:/);
    const [first = "", named = "", third = "", ...more] = date.split(/[\s/.-]+/);
    const second = ofWord(months, named) ?? named;
    if (more.length || ![first, second, third].every((part) => /^\d{1,4}$/.test(part))) return text;
    const [year, day] = first.length === 4 ? [first, third] : [third, first];
    return [year, second.padStart(2, "0"), day.padStart(2, "0")].join("-");
  },
};

/** Dots and long dashes between digits, as people and phones write them. */
const phone = {
  hint: "",
  read: (text: string) => text.replaceAll(".", " ").replace(/[‐-―−]/g, "-"),
};

const percent = {
  hint: "من 0 إلى 100، وتكون 0 إن تركت",
  read: (text: string) => text.replace(/\s*[%٪]$/, ""),
};
const active = oneOf([
  ["true", activityLabels.active],
  ["false", activityLabels.inactive],
]);

type Reading = { kind?: "date"; hint: string; read: Read };

function importable<Row, Schema extends z.ZodObject>(
  entity: Entity,
  { schema, createAll }: Pick<Store<Row, Schema>, "schema"> & Required<Pick<Store<Row, Schema>, "createAll">>,
  readings: Partial<Record<string, Reading>>,
  more: Partial<Pick<Importable, "check" | "identities" | "asksWhoIs">> = {},
): Importable {
  const fields = Object.keys(entity.labels).filter((field) => field in schema.shape);
  return {
    entity,
    schema,
    createAll: createAll as unknown as Importable["createAll"],
    check: () => {},
    identities: [],
    asksWhoIs: false,
    ...more,
    columns: fields.map((field) => ({
      field,
      label: entity.labels[field] ?? field,
      isRequired: !(schema.shape[field] as z.ZodType).safeParse(undefined).success,
      hint: "",
      read: asTyped,
      ...(field === "phone" ? phone : readings[field]),
    })),
  };
}

const customerColumns = {
  national_id: { hint: "لا يتكرر بين العملاء", read: asTyped },
  passport_number: { hint: "لا يتكرر بين العملاء", read: asTyped },
  nationality: {
    read: nationalityOf,
    hint: "اسم الدولة أو رمزها أو النسبة إليها، مثل اليمن أو YEM أو يمنية",
  },
  passport_issue_date: date,
  passport_expiry: date,
  date_of_birth: date,
  gender: oneOf(Object.entries(genderLabels), { male: "ذكر", m: "ذكر", female: "أنثى", f: "أنثى" }),
  status: oneOf(Object.entries(activityLabels)),
};

const importables = new Map<string, Importable>([
  [
    "customers",
    importable(customer, customers, customerColumns, {
      check: checkDates,
      identities: ["national_id", "passport_number"],
      asksWhoIs: true,
    }),
  ],
  [
    "agents",
    importable(agent, agents, {
      type: oneOf(Object.entries(agentTypeLabels)),
      commission_rate: percent,
      is_active: active,
    }),
  ],
  [
    "suppliers",
    importable(supplier, suppliers, {
      service_type: oneOf(Object.entries(serviceTypeLabels)),
      is_active: active,
    }),
  ],
]);

/** The permissions that open an import of one kind or another. */
export const importers = [...importables.values()].map(({ entity }) => entity.write);

/** What is imported at an address, in capitals too, as everywhere. */
export const importableAt = ({ kind = "" }: { kind?: string }) => importables.get(kind.toLowerCase());

/** @throws DomainError not_found */
export function importableOf(params: { kind?: string }) {
  const found = importableAt(params);
  if (!found) throw notFound("لا توجد صفحة بهذا العنوان");
  return found;
}
