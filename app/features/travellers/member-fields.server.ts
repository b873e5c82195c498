import { z } from "zod";
import type { Db } from "~/db/knex.server";
import { screenPage } from "~/db/list.server";
import { DomainError, type FieldErrors } from "~/domain/domain-error";
import { mostFormFields } from "~/domain/form-values";
import { namesOf } from "./list";

/*
 * A form with the same fields for each member of a group, such as `room_12` for the customer 12. `was_12` is the member's value
 * when the form was rendered, so that a save changes only what its sender has changed, and keeps other users' changes.
 */

/** The most members of a page: each has three fields, and the form some of its own. */
export const mostMembers = mostFormFields / 4;

/** The page of members that an address asks for, each with its `was`. */
export async function memberPage<Row>(
  members: Row[],
  wasOf: (row: Row) => string,
  address: URLSearchParams,
  most = mostMembers,
) {
  const params = new URLSearchParams({ page: address.get("page") ?? "", per_page: String(most) });
  const page = await screenPage(async () => members, params);
  return { ...page, rows: page.rows.map((row) => ({ ...row, was: wasOf(row) })) };
}

/** The values that a form sent for one member. */
export type Sent<Values> = { id: number; was: string | undefined } & Values;

/**
 * @param key a field that every member has
 * @param pieces of the schema, by the names of the fields
 */
export function memberFields<Pieces extends Record<string, z.ZodType>>(
  form: FormData,
  key: keyof Pieces & string,
  pieces: Pieces,
) {
  type Values = { [name in keyof Pieces]: z.output<Pieces[name]> };
  const pattern = new RegExp(`^${key}_([1-9]\\d{0,8})$`);
  const ids = [...new Set([...form.keys()].flatMap((name) => pattern.exec(name)?.[1] ?? []))];
  const all = { ...pieces, was: z.string().max(200).optional() };
  const schema = z.object(
    Object.fromEntries(
      ids.flatMap((id) => Object.entries(all).map(([name, piece]) => [`${name}_${id}`, piece])),
    ),
  );
  const sentOf = (input: Record<string, unknown>) =>
    ids.map(
      (id) =>
        Object.fromEntries([
          ["id", Number(id)],
          ...Object.keys(all).map((name) => [name, input[`${name}_${id}`]]),
        ]) as Sent<Values>,
    );
  return { schema, sentOf };
}

/**
 * Collects the refusals of such a form: a sentence at each field, and the field's present value. A member who has left the group
 * has no field any more (their `was` is null now); the sentence above the form names them.
 * @throws DomainError conflict, by `refuse`, if there are any
 */
export class Refusals {
  readonly fields: FieldErrors = {};
  readonly current: Record<string, string | number | null> = {};
  private readonly left: number[] = [];

  add(field: string, sentence: string) {
    this.fields[field] ??= sentence;
  }

  /** @param values the present values of the member's fields, and as `was` */
  changedMeanwhile(id: number, field: string, values: Record<string, string | number | null>) {
    this.add(`${field}_${id}`, "تغير بعد أن فتحت الصفحة: راجعه ثم احفظ");
    for (const [name, value] of Object.entries(values)) this.current[`${name}_${id}`] = value;
  }

  hasLeft(id: number) {
    this.left.push(id);
    this.current[`was_${id}`] = null;
  }

  async refuse(db: Db) {
    const { fields, current, left } = this;
    const isAny = Object.keys(fields).length > 0;
    if (!isAny && !left.length) return;
    const names: string[] = await db("customers").whereIn("id", left).orderBy("id").pluck("name");
    const sentences = [
      "لم يحفظ شيء",
      left.length && `لم يعد في المجموعة: ${namesOf(names) || "من حذف سجله"}`,
      isAny ? "راجع ما أشير إليه" : "احفظ الباقي من جديد",
    ];
    throw new DomainError("conflict", sentences.filter(Boolean).join(". "), { fields, current });
  }
}
