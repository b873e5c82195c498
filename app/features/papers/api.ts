import { db } from "~/db/knex.server";
import { flag, parse } from "~/domain/input.server";
import { customer } from "~/features/customers/customer";
import { checkDates } from "~/features/customers/papers.server";
import { groups } from "~/features/groups/groups.server";
import { answerList } from "~/http/resource.server";
import { allow, call, idParam } from "~/http/screen.server";
import { papersOfGroup } from "./group-papers";
import { factsSchema, memberPapers, papersUpload } from "./papers.server";
import { readUploadForm } from "./uploads/read.server";
import { uploadPost } from "./uploads/upload-call.server";

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
  POST: uploadPost(
    papersUpload,
    async (request) => {
      const form = await readUploadForm(request);
      const input = parse(schema, Object.fromEntries(form), papersOfGroup(0).labels);
      const { dry_run: _, ...facts } = input;
      checkDates(facts);
      return { form, input, facts, kind: "papers", terms: null };
    },
    ({ matches, files }, { dry_run }) => ({
      matched: matches.map(({ file_name, given_name, type, customer_id, name }) => ({
        file: given_name,
        type,
        customer_id,
        name,
        ...(!dry_run && { file_name }),
      })),
      left: files.map(({ given_name, reason }) => ({ file: given_name, reason })),
    }),
  ),
});

export const loader = calls.loader;
export const action = calls.action;
