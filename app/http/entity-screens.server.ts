import { randomUUID } from "node:crypto";
import { type ActionFunctionArgs, data } from "@remix-run/node";
import type { z } from "zod";
import { type Asked, askedByValues } from "~/db/choices.server";
import { withIdempotencyKey } from "~/db/idempotency.server";
import { type Db, db, type Transaction, transact } from "~/db/knex.server";
import type { By, Store } from "~/db/store.server";
import { type Entity, wordsOf } from "~/domain/entity";
import type { StoredFile } from "~/domain/file-upload";
import { valuesOf } from "~/domain/form-values";
import { quote } from "~/domain/nouns";
import type { Offer } from "~/domain/offer";
import type { SessionUser } from "~/domain/permissions";
import { transactWithFile } from "~/files/storage.server";
import { readForm } from "./body.server";
import { constraintOf } from "./constraint.server";
import { type NextStep, redirectWithFlash } from "./flash.server";
import { heldStep, step } from "./form-steps.server";
import { askBy, untickedIn } from "./questions.server";
import {
  type FormReply,
  formScreen,
  idParam,
  refusable,
  requireMayRemove,
  screen,
  submitForm,
} from "./screen.server";
import type { Visit } from "./visit";

/*
 * The common parts of every entity's screens, beside `screen`: a form's data, its saving, a deletion. Parameters say what
 * differs. A screen that differs more has its own loader and action.
 */

/** A row's name in sentences: «الفندق «دار الإيمان»». */
function rowName(entity: Entity, row: object) {
  const { one, name } = wordsOf(entity);
  return `${one} ${quote(String((row as Record<string, unknown>)[name]))}`;
}

/** The data of a form: for a new row, or for the row that the address names. */
export async function formOf<Row extends { updated_at: string }, Schema extends z.ZodObject>(
  { find, schema, changeSchema }: Pick<Store<Row, Schema>, "find" | "schema" | "changeSchema">,
  { id }: { id?: string },
) {
  return {
    row: id ? await find(db, idParam(id)) : null,
    constraint: { ...(id && changeSchema && constraintOf(changeSchema)), ...constraintOf(schema) },
    idempotencyKey: randomUUID(),
  };
}

/** Gives the choices of a form's fields. @param row the row that the form changes */
type OffersOf<Row> = (asked: Asked, row: Row | null, visit: Visit) => Promise<Record<string, Offer<unknown>>>;

type SaveOptions<Row> = {
  /** Handles a button of the form that does not save it, such as one that adds a choice. Gives undefined for other buttons. */
  sideStep?: (form: FormData, user: SessionUser, visit: Visit) => Promise<object | undefined>;
  /** More data for a form that is shown again, such as the results of its search. */
  beside?: (form: FormData, visit: Visit) => Promise<object>;
  /** The choices of its fields that refer to rows, of which the form is shown others after a search. */
  offers?: OffersOf<Row>;
  /** Stores the form's file, if there is one, before the transaction. */
  file?: (form: FormData, visit: Visit) => Promise<StoredFile | undefined>;
  /** The address after saving, if it is not the list. */
  to?: (row: Row, visit: Visit) => string;
  /** The message after saving, if it says more than that the row was saved. */
  message?: (row: Row, usual: string, visit: Visit) => string;
  /** The next steps that are offered beside the message. */
  next?: (row: Row, visit: Visit) => NextStep[];
};

/**
 * The action of a form: creates a row (once per idempotency key), or changes the row that the address names, and returns to the
 * list. A button named `intent` is a step of the form without JavaScript: it checks nothing and keeps all typed values.
 */
export function saveAction<Row extends object, Schema extends z.ZodObject>(
  entity: Entity,
  {
    schema,
    changeSchema = schema,
    create,
    shown,
    update,
    find,
  }: Pick<Store<Row, Schema>, "schema" | "changeSchema" | "create"> &
    Partial<Pick<Store<Row, Schema>, "shown" | "update">> & {
      find?: (db: Db, id: number) => Promise<object>;
    },
  {
    sideStep,
    beside = async () => ({}),
    offers,
    file,
    to = (_, { url }) => entity.path + url.search,
    message = (_, usual) => usual,
    next,
  }: SaveOptions<Row> = {},
) {
  const { failures = {}, required: requiredSentence } = entity;
  const act = async (visit: Visit) => {
    const { request, params, user } = visit;
    const form = await readForm(request);
    const formAgain =
      (form.get("intent") === "held" ? heldStep(form, await beside(form, visit)) : undefined) ??
      (await sideStep?.(form, user, visit)) ??
      (form.get("intent") ? step(valuesOf(form), await beside(form, visit)) : undefined);
    if (formAgain) return withOffers(formAgain as Shown, visit);
    const save = async (
      input: z.output<Schema>,
      { key, readAt }: { key: string | null; readAt?: string },
    ): Promise<Response> => {
      const asked = { ask: askBy(form), unticked: untickedIn(form) };
      const by = { user, readAt, file: await file?.(form, visit), request, ...asked };
      const content = { [entity.item]: input, file: by.file?.hash };
      const row = await transactWithFile(user, by.file, (trx) =>
        params.id && update
          ? update(trx, idParam(params.id), input as Partial<z.output<Schema>>, by)
          : withIdempotencyKey(trx, user.id, key, content, () => create(trx, input, by), shown),
      );
      const deed = params.id ? (entity.saved ?? "تم حفظ") : "تمت إضافة";
      const sentence = message(row, `${deed} ${rowName(entity, row)}`, visit);
      return redirectWithFlash(to(row, visit), sentence, "success", next?.(row, visit));
    };
    const failure =
      failures[params.id ? "update" : "create"] ?? failures.save ?? `فشل حفظ ${wordsOf(entity).one}`;
    const sentences = { requiredSentence, failure };
    const answer = await submitForm(form, (params.id ? changeSchema : schema) as Schema, save, sentences);
    if (answer instanceof Response) return answer;
    return withOffers(
      data({ ...answer.data, ...(await beside(form, visit)) } as FormReply, answer.init ?? {}),
      visit,
    );
  };
  return formScreen([entity.write], act, { files: Boolean(file) });

  /** The choices for the values with which the form is shown again. */
  async function withOffers(answer: Shown, visit: Visit) {
    if (!offers || answer instanceof Response) return answer;
    const row = visit.params.id && find ? ((await find(db, idParam(visit.params.id))) as Row) : null;
    const { initialValue } = answer.data.result as { initialValue?: object };
    return data(
      { ...answer.data, offers: await offers(askedByValues(initialValue, row), row, visit) },
      answer.init ?? {},
    );
  }
}

type Shown = ReturnType<typeof data<FormReply>> | Response;

/**
 * The loader and action of a deletion's question.
 * @param message the sentence after the deletion, of what it answers, if it says more than that the row was deleted
 */
export function deletionOf<Row, Removal>(
  entity: Entity,
  {
    find,
    remove,
  }: Pick<Store<Row, z.ZodObject>, "find"> & {
    remove: (trx: Transaction, id: number, by: By) => Promise<Removal>;
  },
  { message = () => `تم حذف ${wordsOf(entity).one}` }: { message?: (removal: Removal) => string } = {},
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
        const removal = await transact(user, (trx) => remove(trx, idParam(params.id), { user }));
        return redirectWithFlash(entity.path + url.search, message(removal));
      });
    }) as (args: ActionFunctionArgs) => Promise<unknown>,
  };
}
