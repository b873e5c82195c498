import type { ActionFunctionArgs } from "@remix-run/node";
import type { z } from "zod";
import { db, transact } from "~/db/knex.server";
import type { ListOrRows } from "~/db/list";
import { readAll, readPage } from "~/db/list.server";
import type { Store } from "~/db/store.server";
import { invalid } from "~/domain/domain-error";
import { type Entity, readersOf, wordsOf } from "~/domain/entity";
import type { StoredFile } from "~/domain/file-upload";
import { parse } from "~/domain/input.server";
import { transactWithFile } from "~/files/storage.server";
import { readJson, readJsonOrMultipart } from "./body.server";
import { json, jsonList } from "./json.server";
import { allow, call, idParam, requireMayRemove } from "./screen.server";
import type { Visit } from "./visit";
import { admitList, countOf, inTurns, noteList, notePage } from "./whole-lists.server";
import { keyOf, readAtOf, writeOnce } from "./writes.server";

type CallEntity = Pick<Entity, "key" | "item" | "write" | "read" | "labels" | "required" | "removedBy"> &
  AuditOptions;

/** A list that is noted in the audit log needs its table and noun. */
type AuditOptions = { isNoted?: undefined } | (Pick<Entity, "table" | "noun"> & { isNoted: true });

/**
 * The calls of an entity (spec §7): GET and POST at its list's address, GET, PUT and DELETE at a row's. One module
 * serves both addresses. A method whose function the store lacks answers 405.
 * @param answer of a creation or a change, if it has more than the row
 * @param file stores the file of a multipart body, if there is one, before the transaction
 */
export function entityCalls<Row, Schema extends z.ZodObject>(
  entity: CallEntity,
  {
    schema,
    changeSchema = schema,
    list,
    find,
    create,
    shown,
    update,
    remove,
  }: Pick<Store<Row, Schema>, "schema" | "list"> & Partial<Store<Row, Schema>>,
  {
    file: storeUpload,
    answer = (row) => ({ [entity.item]: row }),
  }: {
    file?: (form: FormData, visit: Visit) => Promise<StoredFile | undefined>;
    answer?: (row: Row) => object;
  } = {},
) {
  const { item, write, labels, required } = entity;
  const changes = changeSchema.partial();

  const readInput = async (visit: Visit, schema: z.ZodObject) => {
    const { request } = visit;
    const { body, form } = storeUpload
      ? await readJsonOrMultipart(request)
      : { body: await readJson(request), form: undefined };
    const input = parse(schema, body, labels, required);
    return { input, readAt: readAtOf(body), file: form && (await storeUpload?.(form, visit)) };
  };

  const all = call({
    GET: allow(readersOf(entity), (visit) => answerList(visit, entity, list(visit.url.searchParams))),
    POST:
      create &&
      allow([write], async (visit) => {
        const { request, user } = visit;
        const { input, file } = await readInput(visit, schema);
        const row = await writeOnce(
          { user, key: keyOf(request), file },
          { [item]: input },
          (trx) => create(trx, input as z.output<Schema>, { user, file }),
          shown,
        );
        return json(request, answer(row), { status: 201 });
      }),
  });

  const one = call({
    GET:
      find &&
      allow(readersOf(entity), async ({ request, params }) =>
        json(request, { [item]: await find(db, idParam(params.id)) }),
      ),
    PUT:
      update &&
      allow([write], async (visit) => {
        const { request, params, user } = visit;
        const id = idParam(params.id);
        const { input, readAt, file } = await readInput(visit, changes);
        const newRow = await transactWithFile(user, file, (trx) =>
          update(trx, id, input as Partial<z.output<Schema>>, { user, readAt, file, request }),
        );
        return json(request, answer(newRow));
      }),
    DELETE:
      remove &&
      allow([write], async ({ request, params, user }) => {
        const id = idParam(params.id);
        requireMayRemove(entity, user);
        const more = await transact(user, (trx) => remove(trx, id, { user }));
        return json(request, { success: true, ...more });
      }),
  });

  const callsAt = ({ params }: CallArgs) => (params.id === undefined ? all : one);
  return {
    loader: (args: CallArgs) => callsAt(args).loader(args),
    action: (args: CallArgs) => callsAt(args).action(args),
  };
}

type CallArgs = Pick<ActionFunctionArgs, "request" | "params">;
type Filters = Record<string, string | undefined>;

/** A call that reads an entity's list with one more filter than the list's own (spec §7, Extras). */
export function listCall<Row, Schema extends z.ZodObject>(
  entity: Entity,
  { list }: Pick<Store<Row, Schema>, "list">,
  filters: (visit: Visit) => Filters | Promise<Filters>,
) {
  return call({
    GET: allow(readersOf(entity), async (visit) => {
      for (const [name, value = ""] of Object.entries(await filters(visit))) {
        // An empty part of the path is an error, while an empty filter would be ignored.
        if (!value.trim() && Object.values(visit.params).includes(value))
          throw invalid(name, "قيمة غير معروفة");
        visit.url.searchParams.set(name, value);
      }
      return answerList(visit, entity, list(visit.url.searchParams));
    }),
  });
}

/** Answers a list whole, or one page if the address asks for it (rulings §1). */
export async function answerList<Row>(
  visit: Visit,
  { key, ...entity }: Pick<Entity, "key"> & AuditOptions,
  list: ListOrRows<Row>,
) {
  const { request } = visit;
  const params = visit.url.searchParams;
  const note = entity.isNoted && { of: entity.table, title: wordsOf(entity).many };
  if (params.has("page") || params.has("per_page")) {
    const { rows, total, isCapped, page, perPage } = await readPage(list, params);
    if (note) await notePage(visit, note, { rows, perPage });
    return json(request, {
      [key]: rows,
      total,
      ...(isCapped && { total_capped: true }),
      page,
      per_page: perPage,
    });
  }
  const isLong = !(list instanceof Promise);
  if (isLong) await admitList(visit);
  if (note) await noteList(visit, "listed", { ...note, count: await countOf(list) });
  if (isLong) return jsonList(request, key, inTurns(visit, readAll(list)));
  return json(request, { [key]: await list });
}
