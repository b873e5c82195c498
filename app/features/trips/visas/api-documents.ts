import type { LoaderFunctionArgs } from "@remix-run/node";
import { transact } from "~/db/knex.server";
import { once } from "~/db/once.server";
import { parse } from "~/domain/input.server";
import { transactWithFile } from "~/files/storage.server";
import { readForm } from "~/http/body.server";
import { json, notAllowed } from "~/http/json.server";
import { call, idParam } from "~/http/screen.server";
import { addDocument, documentSchema, removeDocument, requirePaper } from "./documents.server";
import { visa } from "./visa";

const allowed = ({ document }: LoaderFunctionArgs["params"]) => [document === undefined ? "POST" : "DELETE"];

export const loader = async ({ request, params }: LoaderFunctionArgs) => notAllowed(request, allowed(params));

/** POST /visas/{id}/documents, a form of file and document_type (spec §7), and DELETE of one below it. */
export const action = call([visa.write], async ({ request, params, user }) => {
  if (!allowed(params).includes(request.method)) return notAllowed(request, allowed(params));
  const id = idParam(params.id);
  if (params.document !== undefined) {
    const document = idParam(params.document);
    await transact(user, (trx) => removeDocument(trx, id, document, { user }));
    return json(request, { success: true });
  }
  const form = await readForm(request, { files: true });
  const input = parse(documentSchema, Object.fromEntries(form), { document_type: "نوع المستند" });
  const paper = await requirePaper(form);
  const key = request.headers.get("Idempotency-Key");
  const document = await transactWithFile(user, paper, (trx) =>
    once(trx, user.id, key, { visa_document: id, ...input, file: paper.hash }, () =>
      addDocument(trx, id, input, paper, { user }),
    ),
  );
  return json(request, { document }, { status: 201 });
});
