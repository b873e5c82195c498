import type { z } from "zod";
import type { Db, Transaction } from "~/db/knex.server";
import type { By } from "~/db/store.server";
import { schemaOf } from "~/domain/fields.server";
import { papersFolder, papersOf } from "~/features/customers/papers/paper";
import { addPapers } from "~/features/customers/papers/papers.server";
import { addOwner, type Owners } from "../group-uploads/owners";
import type { Upload } from "../group-uploads/upload";
import { requireSeal } from "../group-uploads/uploads.server";
import { matchFiles } from "../group-visas/trial.server";
import type { MemberPapers, PapersTrial } from "./group-papers";

/** What all files of a request are. */
export const factsSchema = schemaOf(papersOf(0).fields);
export type Facts = z.output<typeof factsSchema>;

type Row = MemberPapers & { national_id: string | null; numbers: string[]; hashes: string[] };

const rowsOf = (db: Db, groupId: number): Promise<Row[]> =>
  db("group_members")
    .join("customers", "customers.id", "customer_id")
    .where({ group_id: groupId })
    .orderBy("group_members.id")
    .select("customers.id", "customers.name", "passport_number", "national_id", {
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
    }) as never;

export async function memberPapers(db: Db, groupId: number): Promise<MemberPapers[]> {
  return (await rowsOf(db, groupId)).map(({ national_id: _, numbers: __, hashes: ___, ...row }) => row);
}

/** Whose paper each file would become: nothing is written. */
export async function tryOutPapers(db: Db, groupId: number, { files }: Upload): Promise<PapersTrial> {
  const rows = await rowsOf(db, groupId);
  const owners: Owners = new Map();
  for (const { id, passport_number, national_id, numbers } of rows)
    for (const number of [passport_number, national_id, ...numbers]) addOwner(owners, number, id);
  const { filesOf, left } = matchFiles(files, owners, owners);
  const matches: PapersTrial["matches"] = [];
  for (const { id: customer_id, name, hashes } of rows)
    for (const { id, given_name, file_name, owner, hash, type } of filesOf.get(customer_id) ?? []) {
      const leave = (reason: string) => left.push({ id, given_name, file_name, owner, reason });
      if (hashes.includes(`${type} ${hash}`)) leave(`مرفوع للعضو «${name}» من قبل`);
      else if (type === "photo" && file_name?.endsWith(".pdf"))
        leave("الصورة الشخصية تكون PNG أو JPEG، لا PDF");
      else matches.push({ id, given_name, file_name, type, customer_id, name });
    }
  const members = rows.map(({ national_id: _, numbers: __, hashes: ___, ...row }) => row);
  return { members, matches, files: left };
}

/** What would be saved, as the page shows it. */
export const planOfPapers = ({ matches }: PapersTrial) =>
  matches.map(({ id, customer_id }) => [id, customer_id]);

/**
 * Saves all files that match a member as papers, or none.
 * @param seen the seal of the plan that the sender saw; a call saves whatever matches
 * @throws DomainError conflict
 */
export async function savePapers(
  trx: Transaction,
  groupId: number,
  upload: Upload,
  seen: string | undefined,
  by: By,
): Promise<PapersTrial> {
  const members = trx("group_members").where({ group_id: groupId }).select("customer_id");
  await trx("customers").whereIn("id", members).orderBy("id").forNoKeyUpdate().select("id");
  const trial = await tryOutPapers(trx, groupId, upload);
  if (seen !== undefined) requireSeal(planOfPapers(trial), seen);
  const papers = trial.matches.map(({ id, customer_id }) => {
    const { file_name, given_name, hash, type, issue_date, expiry_date } = upload.files.find(
      (file) => file.id === id,
    ) as Upload["files"][number];
    const file = { folder: papersFolder, name: file_name as string, hash: hash as string, given_name };
    return { ...file, customer_id, type: type as Facts["type"], issue_date, expiry_date };
  });
  if (papers.length) await addPapers(trx, papers, by);
  return trial;
}
