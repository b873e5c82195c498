import type { z } from "zod";
import type { Db } from "~/db/knex.server";
import { DomainError, type FieldErrors, invalid } from "~/domain/domain-error";
import { schemaOf } from "~/domain/fields.server";
import { parse } from "~/domain/input.server";
import { customer } from "~/features/customers/customer";
import { paper, papersFolder } from "~/features/customers/paper";
import { addPapers, checkDates } from "~/features/customers/papers.server";
import { photoFault } from "~/files/paper.server";
import { type MemberPapers, type PapersTrial, papersOfGroup } from "./group-papers";
import type { Engine } from "./uploads/engine.server";
import { addOwner, matchFiles, type Owners } from "./uploads/owners";
import { copyOf, type Upload, type UploadFile } from "./uploads/upload";

/** What all files of a request are. */
export const factsSchema = schemaOf(paper.fields);
export type Facts = z.output<typeof factsSchema>;

type Row = MemberPapers & { national_id: string | null; numbers: string[]; hashes: string[] };

const rowsOf = (db: Db, groupId: number): Promise<Row[]> =>
  db("group_members")
    .join("customers", "customers.id", "customer_id")
    .where({ group_id: groupId, travels: true })
    .orderBy("group_members.id")
    .select("customers.id", "customers.name", "customers.name_latin", "passport_number", "national_id", {
      types: db.raw(
        "ARRAY(SELECT DISTINCT type FROM customer_papers WHERE customer_papers.customer_id = customers.id)",
      ),
      hashes: db.raw(
        "ARRAY(SELECT type || ' ' || hash FROM customer_papers WHERE customer_papers.customer_id = customers.id)",
      ),
      numbers: db.raw(
        `ARRAY(SELECT DISTINCT number FROM visas, unnest(ARRAY[visas.passport_number, visa_number]) AS number
               WHERE visas.customer_id = customers.id AND number IS NOT NULL)`,
      ),
    });

const toMember = ({ national_id: _, numbers: __, hashes: ___, ...row }: Row): MemberPapers => row;

export const memberPapers = async (db: Db, groupId: number) => (await rowsOf(db, groupId)).map(toMember);

/** Whose paper each file would become: nothing is written. */
async function tryOutPapers(db: Db, groupId: number, { files }: Upload): Promise<PapersTrial> {
  const rows = await rowsOf(db, groupId);
  const owners: Owners = new Map();
  for (const { id, passport_number, national_id, numbers } of rows)
    for (const number of [passport_number, national_id, ...numbers]) addOwner(owners, number, id);
  const { filesOf, left } = matchFiles(files, owners, owners, "رقم جواز عضو ولا رقم هويته ولا رقم تأشيرته");
  const matches: PapersTrial["matches"] = [];
  for (const { id: customer_id, name, name_latin, hashes } of rows) {
    const names = new Map<string, string>();
    for (const file of filesOf.get(customer_id) ?? []) {
      const { id, given_name, file_name, owner, hash, type, issue_date, expiry_date } = file;
      const leave = (reason: string) => left.push({ id, given_name, file_name, owner, reason });
      const original = names.get(`${type} ${hash}`);
      const fault = type === "photo" && photoFault(file_name ?? "");
      if (hashes.includes(`${type} ${hash}`)) leave(`مرفوع للعضو «${name}» من قبل`);
      else if (original !== undefined) leave(copyOf(original));
      else if (fault) leave(fault);
      else {
        names.set(`${type} ${hash}`, given_name);
        const own = { id, given_name, file_name, type, issue_date, expiry_date };
        matches.push({ ...own, customer_id, name, name_latin });
      }
    }
  }
  return { members: rows.map(toMember), matches, files: left };
}

/**
 * The type and dates that were typed beside files of an upload: `type_<file>`, `issue_date_<file>`, `expiry_date_<file>`.
 * @throws DomainError invalid, with a sentence at each field
 */
export function readFacts(form: FormData, files: UploadFile[]): Map<number, Facts> {
  const facts = new Map<number, Facts>();
  const fields: FieldErrors = {};
  for (const { id, file_name } of files) {
    if (!form.has(`type_${id}`)) continue;
    const names = Object.keys(factsSchema.shape);
    const typed = Object.fromEntries(names.map((name) => [name, form.get(`${name}_${id}`) ?? ""]));
    try {
      const own = parse(factsSchema, typed, paper.labels);
      checkDates(own);
      const fault = own.type === "photo" && photoFault(file_name ?? "");
      if (fault) throw invalid("type", fault);
      facts.set(id, own);
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      for (const [name, sentence] of Object.entries(error.fields ?? {})) fields[`${name}_${id}`] = sentence;
    }
  }
  const [sentence] = Object.values(fields);
  if (sentence) throw new DomainError("invalid", "لم يحفظ شيء: راجع ما أشير إليه", { fields });
  return facts;
}

/** Saves all files that match a member as papers. */
export const papersUpload: Engine<"papers", PapersTrial, null> = {
  write: customer.write,
  folder: papersFolder,
  pathOf: (groupId) => papersOfGroup(groupId).path,
  kindOf: () => "papers",
  tryOut: (db, groupId, _, upload) => tryOutPapers(db, groupId, upload),
  planOf: ({ matches }) =>
    matches.map(({ id, name, customer_id }) => ({ id, name, deed: customer_id, files: [id] })),
  hold(trx, groupId) {
    const members = trx("group_members").where({ group_id: groupId }).select("customer_id");
    return trx("customers").whereIn("id", members).orderBy("id").forNoKeyUpdate().select("id");
  },
  namesOf: (trx, ids) => trx("group_upload_files").whereIn("id", ids).pluck("given_name"),
  async settle(trx, { matches }, { upload }, by) {
    const papers = matches.map(({ id, customer_id }) => {
      const file = upload.files.find((one) => one.id === id) as UploadFile;
      const { file_name, given_name, hash, type, issue_date, expiry_date } = file;
      const stored = { folder: papersFolder, name: file_name as string, hash: hash as string, given_name };
      return { ...stored, customer_id, type: type as Facts["type"], issue_date, expiry_date };
    });
    if (papers.length) await addPapers(trx, papers, by);
  },
};
