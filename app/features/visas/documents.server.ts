import { z } from "zod";
import type { Db, Transaction } from "~/db/knex.server";
import { lockRow } from "~/db/rows.server";
import type { By } from "~/db/store.server";
import { invalid, notFound } from "~/domain/domain-error";
import { code, orElse } from "~/domain/input.server";
import { missingSentence } from "~/domain/nouns";
import { type Paper, paperOf } from "~/files/paper.server";
import { dropFile } from "~/files/storage.server";
import { mediaTypeOf } from "~/http/download.server";
import { type Visa, type VisaDocument, visaFolder } from "./visa";
import { noteChange } from "./visas.server";

export const documentSchema = z.object({ document_type: orElse(code(50), "general") });

/** Stores the file of a form or call. @throws DomainError invalid if there is none */
export async function requirePaper(form: FormData): Promise<Paper> {
  const paper = await paperOf(form, visaFolder);
  if (!paper) throw invalid("file", "اختر ملفًا لرفعه");
  return paper;
}

/** @throws DomainError not_found */
export async function addDocument(
  trx: Transaction,
  visaId: number,
  { document_type = "general" }: z.output<typeof documentSchema>,
  { name, given_name }: Paper,
  { user }: By,
): Promise<VisaDocument> {
  const { status } = await lockRow<Visa>(trx, "visas", visaId);
  const [document] = await trx("visa_documents")
    .insert({
      visa_id: visaId,
      file_name: name,
      given_name,
      media_type: mediaTypeOf(name),
      document_type,
      uploaded_by: user.id,
    })
    .returning(["id", "file_name", "given_name", "media_type", "document_type", "uploaded_at"]);
  await noteChange(trx, visaId, user, status, `إضافة المستند «${given_name}»`);
  return document;
}

/** @throws DomainError not_found */
export async function findDocument(db: Db, visaId: number, id: number) {
  const document = await db("visa_documents").where({ visa_id: visaId, id }).first();
  if (!document) throw notFound(missingSentence("visa_documents"));
  return document as VisaDocument & { visa_id: number };
}

/** Removes its file too. @throws DomainError not_found */
export async function removeDocument(trx: Transaction, visaId: number, id: number, { user }: By) {
  const { status } = await lockRow<Visa>(trx, "visas", visaId);
  const { given_name, file_name } = await findDocument(trx, visaId, id);
  await trx("visa_documents").where({ id }).delete();
  await noteChange(trx, visaId, user, status, `حذف المستند «${given_name}»`);
  dropFile(trx, visaFolder, file_name);
}
