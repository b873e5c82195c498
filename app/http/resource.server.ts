import type { ActionFunctionArgs } from "@remix-run/node";
import type { z } from "zod";
import type { Permission, SessionUser } from "~/auth/permissions";
import { type Db, db, type Transaction, transact } from "~/db/knex.server";
import { type List, pageFrom, readAll, readPage } from "~/db/list.server";
import { once } from "~/db/once.server";
import { type StoredFile, transactWithFile } from "~/files/storage.server";
import { readJson, readJsonOrMultipart } from "./body.server";
import { parse } from "./input.server";
import { json, jsonList, notAllowed } from "./json.server";
import { call, idParam } from "./screen.server";

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
  list: (params: URLSearchParams) => Promise<Row[]> | List<Row>;
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
    const list = resource.list(url.searchParams);
    const paged = url.searchParams.has("page") || url.searchParams.has("per_page");
    if (!paged) {
      if (list instanceof Promise) return json(request, { [key]: await list });
      return jsonList(request, key, readAll(list));
    }
    const { rows, total, page, perPage } =
      list instanceof Promise
        ? pageFrom(await list, url.searchParams)
        : await readPage(list, url.searchParams);
    return json(request, { [key]: rows, total, page, per_page: perPage });
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
