import type { Db, Transaction } from "~/db/knex.server";
import { DomainError, invalid } from "~/domain/domain-error";
import type { SessionUser } from "~/domain/permissions";
import type { PaperOrFault } from "~/files/paper.server";
import { dropFile, transactWithFile } from "~/files/storage.server";
import { copyOf, mostFiles, type PlanRow, type Upload, type UploadFile, type UploadKind } from "./upload";

/** Whose upload it is; a user has one of each kind for a group. */
export type UploadKey = { user: SessionUser; groupId: number; kind: UploadKind; folder: string };

const whereKey = ({ user, groupId, kind }: UploadKey) => ({ user_id: user.id, group_id: groupId, kind });

/** What a user has brought so far. */
export async function readUpload(db: Db, key: UploadKey): Promise<Upload> {
  const row = await db("group_uploads").where(whereKey(key)).first("id", "entries", "unknown");
  if (!row) return { files: [], entries: {}, unknown: [] };
  const { id, ...upload } = row;
  const files: UploadFile[] = await db("group_upload_files").where({ upload_id: id }).orderBy("id");
  return { ...upload, files };
}

/** The same, locked until the end of the transaction; made where there is none yet. */
export async function lockUpload(trx: Transaction, key: UploadKey): Promise<Upload & { id: number }> {
  const [{ id }] = await trx("group_uploads")
    .insert(whereKey(key))
    .onConflict(["user_id", "group_id", "kind"])
    .merge({ touched_at: trx.fn.now() })
    .returning("id");
  return { id, ...(await readUpload(trx, key)) };
}

/** What is added to an upload, and what is taken out of it. */
export type UploadChange = {
  /** Replaces what members had; no text takes a member's away. */
  entries?: Record<string, string[]>;
  unknown?: string[];
  papers?: PaperOrFault[];
  /** Of all these papers. */
  facts?: Partial<Pick<UploadFile, "type" | "issue_date" | "expiry_date">>;
  /** Of single files, by the file's id. */
  factsOf?: Map<number, Partial<Pick<UploadFile, "type" | "issue_date" | "expiry_date">>>;
  /** The passport numbers that were typed beside files, by the file's id. */
  owners?: Record<string, string>;
  /** A file to take out. */
  drop?: number;
  /** Takes everything out first. */
  clear?: boolean;
};

const mostUnknown = 1000;

/**
 * Changes what a user has brought. A file whose content is there already is not taken a second time.
 * @throws DomainError conflict where there are too many files
 */
export async function changeUpload(key: UploadKey, change: UploadChange) {
  const papers = change.papers ?? [];
  const stored = papers.flatMap((paper) => ("name" in paper ? [paper] : []));
  await transactWithFile(key.user, stored, async (trx) => {
    const { id, ...present } = await lockUpload(trx, key);
    const dropped = present.files.filter((file) => change.clear || file.id === change.drop);
    await dropFiles(trx, key, dropped);
    for (const [file, owner] of Object.entries(change.owners ?? {}))
      await trx("group_upload_files")
        .where({ id: Number(file), upload_id: id })
        .update({ owner: owner || null });
    for (const [file, facts] of change.factsOf ?? [])
      await trx("group_upload_files").where({ id: file, upload_id: id }).update(facts);
    const entries = { ...(change.clear ? {} : present.entries), ...change.entries };
    const unknown = [...new Set([...(change.clear ? [] : present.unknown), ...(change.unknown ?? [])])];
    if (unknown.length > mostUnknown)
      throw invalid("numbers", `فيه أكثر من ${mostUnknown} سطر لا يطابق أحدًا`);
    await trx("group_uploads")
      .where({ id })
      .update({
        entries: JSON.stringify(
          Object.fromEntries(Object.entries(entries).filter(([, texts]) => texts.length)),
        ),
        unknown,
      });
    const rest = present.files.filter((file) => !dropped.includes(file));
    const fresh = withoutDoubles(rest, papers, change.facts?.type ?? null);
    if (rest.length + fresh.length > mostFiles)
      throw new DomainError(
        "conflict",
        `لا تجتمع هنا أكثر من ${mostFiles} ملف: نفّذ ما طابق أولًا أو احذف بعضها`,
      );
    const rows = fresh.map((paper) => ({
      upload_id: id,
      given_name: paper.given_name,
      ...("fault" in paper
        ? { fault: paper.fault }
        : { file_name: paper.name, hash: paper.hash, ...change.facts }),
    }));
    if (rows.length) await trx.batchInsert("group_upload_files", rows, 200);
    return rows;
  });
}

/** Takes a plan that was carried out out of an upload that is locked. The files stay in the store. */
export async function forget(trx: Transaction, upload: Upload & { id: number }, plan: PlanRow[]) {
  const members = new Set(plan.map(({ member }) => member));
  const entries = Object.entries(upload.entries).filter(([id]) => !members.has(Number(id)));
  await trx("group_uploads")
    .where({ id: upload.id })
    .update({ entries: JSON.stringify(Object.fromEntries(entries)) });
  const files = plan.flatMap((row) => row.files);
  await trx("group_upload_files").where({ upload_id: upload.id }).whereIn("id", files).delete();
}

/** The same file under the same name is left out; under another name it is told, since one of the two may be a mistake. */
function withoutDoubles(
  present: UploadFile[],
  papers: PaperOrFault[],
  type: UploadFile["type"],
): PaperOrFault[] {
  const names = new Map(present.map((file) => [`${file.hash} ${file.type}`, file.given_name]));
  return papers.flatMap((paper): PaperOrFault[] => {
    if ("fault" in paper) return [paper];
    const { given_name, hash } = paper;
    const first = names.get(`${hash} ${type}`);
    names.set(`${hash} ${type}`, first ?? given_name);
    if (first === undefined) return [paper];
    return first === given_name ? [] : [{ given_name, fault: copyOf(first) }];
  });
}

async function dropFiles(trx: Transaction, { folder }: UploadKey, files: UploadFile[]) {
  await trx("group_upload_files")
    .whereIn(
      "id",
      files.map(({ id }) => id),
    )
    .delete();
  for (const { file_name } of files) dropFile(trx, folder, file_name);
}
