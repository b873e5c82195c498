import { db } from "~/db/knex.server";
import { groups } from "~/features/groups/groups.server";
import { storePapers } from "~/files/paper.server";
import { json } from "~/http/json.server";
import { allow, idParam } from "~/http/screen.server";
import { keyOf, writeOnce } from "~/http/writes.server";
import { carryOut, type Engine } from "./engine.server";
import { filesOf, toFiles } from "./read.server";
import type { Upload, UploadKind } from "./upload";
import type { UploadChange } from "./uploads.server";

/** What a call sends. */
type Sent<Kind, Terms, Input> = {
  /** The form with the files. */
  form: FormData;
  /** What the answer is kept for under the call's idempotency key. */
  input: Input & { dry_run?: boolean };
  kind: Kind;
  terms: Terms;
  /** Of all its files. */
  facts?: UploadChange["facts"];
} & Partial<Pick<Upload, "entries" | "unknown">>;

/** A POST that brings something for the members of a group: a trial (`dry_run`), or all that matches is carried out at once. */
export const uploadPost = <Kind extends UploadKind, Trial, Terms, Input extends object>(
  engine: Engine<Kind, Trial, Terms>,
  read: (request: Request, groupId: number) => Promise<Sent<Kind, Terms, Input>>,
  answerOf: (trial: Trial, sent: { kind: Kind; dry_run: boolean }) => object,
) =>
  allow([engine.write], async ({ request, params, user }) => {
    const { id: groupId } = await groups.find(db, idParam(params.group));
    const { form, input, kind, terms, facts, entries = {}, unknown = [] } = await read(request, groupId);
    const { dry_run = false } = input;
    const papers = await storePapers(filesOf(form), engine.folder);
    const file = papers.flatMap((paper) => ("name" in paper ? [paper] : []));
    const upload = { entries, unknown, files: toFiles(papers, facts) };
    const once = { user, key: dry_run ? null : keyOf(request), file };
    const answer = await writeOnce(once, { group: groupId, ...input }, async (trx) => {
      const trial = dry_run
        ? await engine.tryOut(trx, groupId, kind, upload)
        : await carryOut(engine, trx, { groupId, kind, upload, terms }, { user });
      return { dry_run, ...answerOf(trial, { kind, dry_run }) };
    });
    return json(request, answer);
  });
