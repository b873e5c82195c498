import { randomUUID } from "node:crypto";
import { getZodConstraint } from "@conform-to/zod/v4";
import type { ActionFunctionArgs } from "@remix-run/node";
import type { z } from "zod";
import type { SessionUser } from "~/auth/permissions";
import { db, transact } from "~/db/knex.server";
import { once } from "~/db/once.server";
import type { Store } from "~/db/store.server";
import { type Entity, wordsOf } from "~/domain/entity";
import { type StoredFile, transactWithFile } from "~/files/storage.server";
import { readForm } from "./body.server";
import { redirectWithFlash } from "./flash.server";
import { idParam, refusable, requireMayRemove, screen, submitted } from "./screen.server";

/*
 * What the screens of every entity do in the same way, beside `screen`: a form's data, its saving, a deletion. What
 * differs is passed; a screen that differs more writes its own loader and action.
 */

/** A row as sentences name it: «الفندق «دار الإيمان»». */
export function named(entity: Entity, row: object) {
  const { one, name } = wordsOf(entity);
  return `${one} «${(row as Record<string, unknown>)[name]}»`;
}

/** What a form for a new row, or for the one that the address names, is drawn from. */
export async function formOf<Row extends { updated_at: string }, Schema extends z.ZodObject>(
  { find, schema }: Pick<Store<Row, Schema>, "find" | "schema">,
  { id }: { id?: string },
) {
  return {
    stored: id ? await find(db, idParam(id)) : null,
    constraint: getZodConstraint(schema),
    oneTimeKey: randomUUID(),
  };
}

type Saving<Row> = {
  /** A step of the form that judges nothing, such as a choice added in passing; undefined where the form was posted. */
  step?: (form: FormData, user: SessionUser) => Promise<object | undefined>;
  /** What is told of the saved row besides its name. */
  result?: (row: Row) => string;
  /** Stores the form's file, if there is one, before the transaction. */
  file?: (form: FormData) => Promise<StoredFile | undefined>;
};

/** The action of a form: creates a row, once, or changes the one that the address names; then back to the list. */
export function saving<Row extends object, Schema extends z.ZodObject>(
  entity: Entity,
  {
    schema,
    changeSchema = schema,
    create,
    update,
  }: Pick<Store<Row, Schema>, "schema" | "changeSchema" | "create" | "update">,
  { step, result = () => "", file }: Saving<Row> = {},
) {
  const { failures = {} } = entity;
  return screen([entity.write], async ({ request, params, url, user }) => {
    const form = await readForm(request, { files: Boolean(file) });
    const shownAgain = await step?.(form, user);
    if (shownAgain) return shownAgain as never;
    return submitted(
      form,
      (params.id ? changeSchema : schema) as Schema,
      async (input, { key, readAt }) => {
        const by = { user, readAt, file: await file?.(form) };
        const content = { [entity.item]: input, file: by.file?.hash };
        const row = await transactWithFile(by.file, (trx) =>
          params.id
            ? update(trx, idParam(params.id), input as Partial<z.output<Schema>>, by)
            : once(trx, user.id, key, content, () => create(trx, input, by)),
        );
        const done = params.id ? (entity.saved ?? "تم حفظ") : "تمت إضافة";
        return redirectWithFlash(entity.path + url.search, `${done} ${named(entity, row)}${result(row)}`);
      },
      {
        requiredSentence: entity.required,
        failure:
          failures[params.id ? "update" : "create"] ?? failures.save ?? `فشل حفظ ${wordsOf(entity).one}`,
      },
    );
  });
}

/** The loader and action of a deletion's question. */
export function removing<Row, Schema extends z.ZodObject>(
  entity: Entity,
  { find, remove }: Pick<Store<Row, Schema>, "find" | "remove">,
) {
  const { one } = wordsOf(entity);
  return {
    loader: screen([entity.write], async ({ params, user }) => {
      requireMayRemove(entity, user);
      return find(db, idParam(params.id));
    }),
    action: screen([entity.write], ({ params, url, user }) => {
      requireMayRemove(entity, user);
      return refusable(entity.failures?.remove ?? `فشل حذف ${one}`, async () => {
        await transact((trx) => remove(trx, idParam(params.id), { user }));
        return redirectWithFlash(entity.path + url.search, `تم حذف ${one}`);
      });
    }) as (args: ActionFunctionArgs) => Promise<unknown>,
  };
}
