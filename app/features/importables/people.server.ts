import type { z } from "zod";
import type { Db } from "~/db/knex.server";
import type { Store } from "~/db/store.server";
import type { Entity } from "~/domain/entity";
import type { Fields } from "~/domain/fields";
import { isOneName } from "~/domain/names";
import { withBreaks } from "~/http/breaks.server";
import { phone } from "./cells.server";
import { type Holder, type Known, readKnown } from "./duplicates.server";
import { fieldReadings } from "./field-readings.server";
import type { ImportedTable } from "./import";
import {
  type CellReader,
  columnsOf,
  type Importable,
  type JudgementScope,
  type Verdict,
} from "./importable.server";
import { ask, stillNew } from "./verdicts.server";

type Who = {
  /** Columns with unique numbers. A record without such numbers is identified by name and phone. */
  identities?: string[];
  /** Whether a known telephone with a similar name leads to a question. Firms share both with their branches. */
  asksWhoIs?: boolean;
};

/**
 * Makes people or firms importable, which have a name and a telephone number.
 * @param names further headings for their names
 */
export function people<Row, Schema extends z.ZodObject>(
  entity: Entity & { table: ImportedTable; fields: Fields },
  { schema, createAll }: Pick<Store<Row, Schema>, "schema"> & Required<Pick<Store<Row, Schema>, "createAll">>,
  names: string,
  { identities = [], asksWhoIs = false, check }: Who & Pick<Importable, "check"> = {},
): Importable {
  const readings = fieldReadings(entity.fields);
  const own = Object.fromEntries(
    identities.map((field): [string, CellReader] => [field, { ...readings[field], own: "code" }]),
  );
  const labels: Record<string, string> = entity.labels;
  return {
    entity,
    schema,
    labels,
    check,
    columns: columnsOf(labels, schema, {
      ...readings,
      ...own,
      name: { own: "words", others: names },
      phone,
    }),
    identity: identities.length
      ? `${identities.map((field) => labels[field]).join(" أو ")}، ومن لا رقم له فمن اسمه ورقم هاتفه`
      : "اسمه ورقم هاتفه",
    settle: (db, verdicts, scope) => findKnown(db, entity, { identities, asksWhoIs }, verdicts, scope),
    createAll: createAll as unknown as Importable["createAll"],
  };
}

/** Marks the new rows that exist already, and those that repeat an earlier line. */
async function findKnown(
  db: Db,
  { table, labels }: Entity,
  { identities, asksWhoIs }: Required<Who>,
  verdicts: Verdict[],
  scope: JudgementScope,
) {
  const fresh = stillNew(verdicts);
  const firstByKey = new Map<string, Verdict>();
  const byIdentity = await readKnown(db, table, identities, fresh.map(inputOf));
  for await (const [index, verdict] of withBreaks(fresh.entries())) {
    const { who, numbers, namesakes, sharing, holders } = byIdentity[index] as Known;
    const similar = asksWhoIs && sharing.find(({ name }) => isOneName(name, nameOf(verdict)));
    const identitiesGiven = identities.filter((identity) => inputOf(verdict)[identity]);
    const keys = (identitiesGiven.length ? identitiesGiven : ["who"]).map(
      (key) => `${key} ${numbers[key] ?? who}`,
    );
    Object.assign(verdict, ofHolders(labels, verdict, identitiesGiven, holders) ?? {});
    if (verdict.outcome === "new" && !identitiesGiven.length && namesakes[0])
      Object.assign(verdict, { outcome: "existing", id: namesakes[0] });
    const twice = keys.findIndex((key) => firstByKey.has(key));
    const before = firstByKey.get(keys[twice] ?? "");
    if (verdict.outcome === "new" && before)
      Object.assign(verdict, ofRepeated(labels, verdict, before, identitiesGiven[twice]));
    if (verdict.outcome === "new" && similar)
      ask(verdict, { phone: mayBe(labels, similar) }, similar.id, scope);
    if (verdict.outcome === "wrong" || verdict.outcome === "another") continue;
    for (const key of [`who ${who}`, ...keys]) if (!firstByKey.has(key)) firstByKey.set(key, verdict);
  }
}

type Labels = Record<string, string>;
type Told = Pick<Verdict, "outcome"> & Partial<Verdict>;

const inputOf = ({ input }: Verdict) => input as Record<string, unknown>;
const nameOf = (verdict: Verdict) => String(inputOf(verdict).name);

/** The verdict by the records that have a row's numbers; undefined if none has them. */
function ofHolders(
  labels: Labels,
  verdict: Verdict,
  identitiesGiven: string[],
  holders: Known["holders"],
): Told | undefined {
  const [first, ...rest] = identitiesGiven.filter((identity) => holders[identity]);
  const holder = first && holders[first];
  if (!holder) return undefined;
  const other = rest.find((identity) => holders[identity]?.id !== holder.id);
  if (other)
    return { outcome: "wrong", faults: { [other]: `${labels[other]} مسجل لغير صاحب ${labels[first]}` } };
  if (isOneName(holder.name, nameOf(verdict))) return { outcome: "existing", id: holder.id };
  const faults = { [first]: `${labels[first]} مسجل باسم «${holder.name}»` };
  return { outcome: "another", id: holder.id, faults };
}

/** The verdict on a row that has the number, or the name and phone, of an earlier line. */
function ofRepeated(labels: Labels, verdict: Verdict, before: Verdict, identity?: string): Told {
  const repeats = before.line;
  if (!identity || isOneName(nameOf(before), nameOf(verdict))) return { outcome: "double", repeats };
  return { outcome: "another", repeats, faults: { [identity]: `${labels[identity]} في الملف لاسم آخر` } };
}

/** The question about a row that has a record's telephone and a similar name, and that may be another person. */
const mayBe = (labels: Labels, { name }: Holder) =>
  `${labels.phone} مسجل باسم «${name}»، وقد يكون الشخص نفسه`;
