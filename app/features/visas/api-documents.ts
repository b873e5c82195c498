import type { LoaderFunctionArgs } from "@remix-run/node";
import { transact } from "~/db/knex.server";
import { parse } from "~/domain/input.server";
import { readForm } from "~/http/body.server";
import { json } from "~/http/json.server";
import { allow, call, idParam } from "~/http/screen.server";
import { keyOf, writeOnce } from "~/http/writes.server";
import { addDocument, documentSchema, removeDocument, requirePaper } from "./documents.server";
import { visa } from "./visa";

/** POST /visas/{id}/documents, a form of file and document_type (spec §7). */
const list = call({
  POST: allow([visa.write], async ({ request, params, user }) => {
    const id = idParam(params.id);
    const form = await readForm(request, { files: true });
    const input = parse(documentSchema, Object.fromEntries(form), { document_type: "نوع المستند" });
    const paper = await requirePaper(form);
    const document = await writeOnce(
      { user, key: keyOf(request), file: paper },
      { visa_document: id, ...input },
      (trx) => addDocument(trx, id, input, paper, { user }),
    );
    return json(request, { document }, { status: 201 });
  }),
});

/** DELETE of one document. */
const one = call({
  DELETE: allow([visa.write], async ({ request, params, user }) => {
    const [id, document] = [idParam(params.id), idParam(params.document)];
    await transact(user, (trx) => removeDocument(trx, id, document, { user }));
    return json(request, { success: true });
  }),
});

const callsAt = ({ params }: LoaderFunctionArgs) => (params.document === undefined ? list : one);

export const loader = (args: LoaderFunctionArgs) => callsAt(args).loader(args);
export const action = (args: LoaderFunctionArgs) => callsAt(args).action(args);
