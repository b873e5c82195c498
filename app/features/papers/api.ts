import { db } from "~/db/knex.server";
import { flag, parse } from "~/domain/input.server";
import { customer } from "~/features/customers/customer";
import { papersFolder } from "~/features/customers/paper";
import { checkDates } from "~/features/customers/papers.server";
import { groups } from "~/features/groups/groups.server";
import { storePapers } from "~/files/paper.server";
import { json } from "~/http/json.server";
import { answerList } from "~/http/resource.server";
import { allow, call, idParam } from "~/http/screen.server";
import { keyOf, writeOnce } from "~/http/writes.server";
import { papersOfGroup } from "./group-papers";
import { factsSchema, memberPapers, savePapers, tryOutPapers } from "./papers.server";
import { filesOf, readUploadForm, toFiles } from "./uploads/read.server";

const schema = factsSchema.extend({ dry_run: flag().optional() });

/** GET /groups/{id}/papers: the members with the types of their papers. POST, a form of files: a trial, or the papers of all that match. */
const calls = call({
  GET: allow([customer.write], async (visit) => {
    const { id } = await groups.find(db, idParam(visit.params.group));
    return answerList(
      visit,
      { key: "members", table: "customers", noun: {}, isNoted: true },
      memberPapers(db, id),
    );
  }),
  POST: allow([customer.write], async ({ request, params, user }) => {
    const { id } = await groups.find(db, idParam(params.group));
    const form = await readUploadForm(request);
    const { dry_run = false, ...facts } = parse(schema, Object.fromEntries(form), papersOfGroup(0).labels);
    checkDates(facts);
    const papers = await storePapers(filesOf(form), papersFolder);
    const file = papers.flatMap((paper) => ("name" in paper ? [paper] : []));
    const upload = { entries: {}, unknown: [], files: toFiles(papers, facts) };
    const once = { user, key: dry_run ? null : keyOf(request), file };
    const answer = await writeOnce(once, { group: id, ...facts }, async (trx) => {
      const trial = dry_run
        ? await tryOutPapers(trx, id, upload)
        : await savePapers(trx, id, upload, undefined, { user });
      return {
        dry_run,
        matched: trial.matches.map(({ file_name, given_name, type, customer_id, name }) => ({
          file: given_name,
          type,
          customer_id,
          name,
          ...(!dry_run && { file_name }),
        })),
        left: trial.files.map(({ given_name, reason }) => ({ file: given_name, reason })),
      };
    });
    return json(request, answer);
  }),
});

export const loader = calls.loader;
export const action = calls.action;
