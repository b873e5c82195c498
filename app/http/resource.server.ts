import type { ActionFunctionArgs } from "@remix-run/node";
import type { z } from "zod";
import { type Db, db, type Transaction, transact } from "~/db/knex.server";
import { type Listed, readAll, readPage } from "~/db/list.server";
import { once } from "~/db/once.server";
import type { Store } from "~/db/store.server";
import type { Entity } from "~/domain/entity";
import { parse } from "~/domain/input.server";
import type { Permission, SessionUser } from "~/domain/permissions";
import { type StoredFile, transactWithFile } from "~/files/storage.server";
import { readJson, readJsonOrMultipart } from "./body.server";
import { json, jsonList, notAllowed } from "./json.server";
import { call, idParam, requireMayRemove, type Visit } from "./screen.server";

type Resource<Row, Schema extends z.ZodObject> = {
  /** The keys of a list and of one row in the answers (rulings §1). */
  key: string;
  item: string;
  /** Who may write, and who else may read (rulings §2). */
  write: Permission;
  read?: readonly Permission[];
  /** The schema of a creation; an update takes any part of it, or of `updateSchema`. */
  schema?: Schema;
  updateSchema?: z.ZodObject;
  labels?: Record<string, string>;
  /** What spec §5 says when a required field is missing. */
  requiredSentence?: string;
  /** Stores the file of a multipart body, if there is one, before the transaction: pictures and stores take their time. */
  file?: (form: FormData) => Promise<StoredFile | undefined>;
  /** A short list whole, or a long one that is read in pages. */
  list: (params: URLSearchParams) => Listed<Row>;
  find?: (db: Db, id: number) => Promise<Row>;
  create?: (trx: Transaction, input: z.output<Schema>, user: SessionUser, file?: StoredFile) => Promise<Row>;
  update?: (
    trx: Transaction,
    id: number,
    input: Partial<z.output<Schema>>,
    user: SessionUser,
    extra: { readAt?: string; file?: StoredFile },
  ) => Promise<Row>;
  remove?: (trx: Transaction, id: number, user: SessionUser) => Promise<unknown>;
};

/**
 * The calls of a standard resource (spec §7): GET and POST on the list's address, GET, PUT and DELETE on a row's.
 * One module serves both addresses; a part that is left out answers 405.
 */
export function jsonResource<Row, Schema extends z.ZodObject>(resource: Resource<Row, Schema>) {
  const {
    key,
    item,
    write,
    read = [],
    schema,
    labels = {},
    requiredSentence,
    find,
    create,
    update,
    remove,
  } = resource;
  const readBody = async (request: Request) =>
    resource.file ? readJsonOrMultipart(request) : { body: await readJson(request), form: undefined };

  const loader = call([write, ...read], async ({ request, params, url }) => {
    if (params.id !== undefined && find) return json(request, { [item]: await find(db, idParam(params.id)) });
    return answerList(request, key, resource.list(url.searchParams), url.searchParams);
  });

  const writeCall = call([write], async ({ request, params, user }) => {
    if (request.method === "POST" && create && schema && params.id === undefined) {
      const { body, form } = await readBody(request);
      const input = parse(schema, body, labels, requiredSentence);
      const file = form && (await resource.file?.(form));
      const idempotencyKey = request.headers.get("Idempotency-Key");
      const content = { [item]: input, file: file?.hash };
      const created = await transactWithFile(file, (trx) =>
        once(trx, user.id, idempotencyKey, content, () => create(trx, input, user, file)),
      );
      return json(request, { [item]: created }, { status: 201 });
    }
    if (request.method === "PUT" && update && params.id !== undefined) {
      const id = idParam(params.id);
      const { body, form } = await readBody(request);
      const input = parse(
        (resource.updateSchema ?? schema?.partial()) as z.ZodObject,
        body,
        labels,
        requiredSentence,
      );
      const file = form && (await resource.file?.(form));
      const readAt = typeof body.updated_at === "string" ? body.updated_at : undefined;
      const updated = await transactWithFile(file, (trx) =>
        update(trx, id, input as never, user, { readAt, file }),
      );
      return json(request, { [item]: updated });
    }
    if (request.method === "DELETE" && remove && params.id !== undefined) {
      const id = idParam(params.id);
      await transact((trx) => remove(trx, id, user));
      return json(request, { success: true });
    }
    return notAllowed(request, allowed(params.id !== undefined));
  });

  const allowed = (one: boolean) =>
    ["GET", one ? update && "PUT" : create && "POST", one && remove && "DELETE"].filter(
      (method) => !!method,
    ) as string[];

  return { loader, action: (args: ActionFunctionArgs) => writeCall(args) };
}

/** The calls of an entity (spec §7). */
export function entityCalls<Row, Schema extends z.ZodObject>(
  entity: Entity,
  { schema, changeSchema, list, find, create, update, remove }: Store<Row, Schema>,
  { file }: { file?: (form: FormData) => Promise<StoredFile | undefined> } = {},
) {
  const { key, item, write, read, labels, required } = entity;
  return jsonResource<Row, Schema>({
    key,
    item,
    write,
    read,
    schema,
    updateSchema: changeSchema,
    labels,
    requiredSentence: required,
    file,
    list,
    find,
    create: (trx, input, user, file) => create(trx, input, { user, file }),
    update: (trx, id, input, user, extra) => update(trx, id, input, { user, ...extra }),
    remove(trx, id, user) {
      requireMayRemove(entity, user);
      return remove(trx, id, { user });
    },
  });
}

/** A call that reads an entity's list through a filter of its own, beside those of the list (spec §7, Extras). */
export function listCall<Row, Schema extends z.ZodObject>(
  { key, write, read = [] }: Entity,
  { list }: Pick<Store<Row, Schema>, "list">,
  filters: (visit: Visit) => Record<string, string | undefined>,
) {
  return {
    loader: call([write, ...read], async (visit) => {
      for (const [name, value = ""] of Object.entries(filters(visit)))
        visit.url.searchParams.set(name, value);
      return answerList(visit.request, key, list(visit.url.searchParams), visit.url.searchParams);
    }),
    action: async ({ request }: ActionFunctionArgs) => notAllowed(request, ["GET"]),
  };
}

/** A list whole, or a page of it where the address asks for one (rulings §1). */
async function answerList<Row>(request: Request, key: string, list: Listed<Row>, params: URLSearchParams) {
  if (params.has("page") || params.has("per_page")) {
    const { rows, total, page, perPage } = await readPage(list, params);
    return json(request, { [key]: rows, total, page, per_page: perPage });
  }
  if (list instanceof Promise) return json(request, { [key]: await list });
  return jsonList(request, key, readAll(list));
}
