import { z } from "zod";
import { db } from "~/db/knex.server";
import { choice, code, flag, parse } from "~/domain/input.server";
import { list } from "~/domain/lists.server";
import { groups } from "~/features/groups/groups.server";
import { visa } from "~/features/visas/visa";
import { readJson } from "~/http/body.server";
import { answerList } from "~/http/resource.server";
import { allow, call, idParam } from "~/http/screen.server";
import { bare } from "../uploads/owners";
import { readUploadForm } from "../uploads/read.server";
import type { Upload } from "../uploads/upload";
import { uploadPost } from "../uploads/upload-call.server";
import { decidedOf, reasonPiece, visasUpload } from "./decide.server";
import { groupVisa, type Trial, visasOf } from "./group-visa";
import { memberVisas, ownersAmong } from "./trial.server";

const line = z.object({
  passport_number: code(30),
  visa_number: code(200).optional(),
  change_reason: reasonPiece,
});

/** `visas` is a list, or its JSON text in a form of files. */
const schema = z.object({
  status: choice(["approved", "rejected"]),
  visas: z.preprocess(
    (value) => {
      try {
        return typeof value === "string" ? JSON.parse(value) : (value ?? []);
      } catch {
        return value;
      }
    },
    list(line, 2000, { wrong: "قائمة من أرقام الجوازات وأرقام التأشيرات" }),
  ),
  change_reason: reasonPiece,
  dry_run: flag().optional(),
});

const labels = { ...groupVisa.labels, status: "القرار", visas: "التأشيرات", dry_run: "معاينة" };

/** GET /groups/{id}/visas: the members with their visas. POST: a trial, or the decision of all that match (docs/decisions/visas.md). */
const calls = call({
  GET: allow([visa.write], async (visit) => {
    const { id } = await groups.find(db, idParam(visit.params.group));
    const members = memberVisas(db, id).then((rows) => rows.map(({ pending: _, ...row }) => row));
    return answerList(visit, visasOf(id), members);
  }),
  POST: uploadPost(
    visasUpload,
    async (request, groupId) => {
      const isForm = request.headers.get("Content-Type")?.startsWith("multipart/");
      const form = isForm ? await readUploadForm(request) : new FormData();
      const input = parse(schema, isForm ? Object.fromEntries(form) : await readJson(request), labels);
      return { form, input, kind: input.status, terms: input, ...(await entriesOf(groupId, input)) };
    },
    (trial, { kind, dry_run }) => ({
      ...summaryOf(trial),
      ...(!dry_run && { decided: decidedOf(trial, kind) }),
    }),
  ),
});

/** The texts of a call's lines by member; a passport that nobody of the group has, or several have, is unknown. */
async function entriesOf(groupId: number, { status, visas }: z.output<typeof schema>) {
  const owners = ownersAmong(await memberVisas(db, groupId));
  const entries: Upload["entries"] = {};
  const unknown: string[] = [];
  for (const { passport_number, visa_number, change_reason } of visas) {
    const [id, other] = owners.get(bare(passport_number)) ?? [];
    if (!id || other) unknown.push(passport_number);
    else {
      const text = status === "approved" ? visa_number : (change_reason ?? "");
      const texts = entries[id] ?? [];
      if (text === undefined) unknown.push(passport_number);
      else if (!texts.includes(text)) texts.push(text);
      entries[id] = texts;
    }
  }
  return { entries, unknown };
}

/** What matches, and what is left and why; file names are those that the sender gave. */
function summaryOf({ verdicts, lines, files }: Trial) {
  const of = (outcome: "ready" | "left") =>
    verdicts
      .filter((verdict) => verdict.outcome === outcome)
      .map(({ id, name, visa_id, value, reason, files }) => ({
        customer_id: id,
        name,
        visa_id,
        value,
        files: files.map(({ given_name }) => given_name),
        ...(reason && { reason }),
      }));
  return {
    matched: of("ready"),
    left: {
      members: of("left"),
      lines: lines.map(({ text, reason }) => ({ passport_number: text, reason })),
      files: files.map(({ given_name, reason }) => ({ file: given_name, reason })),
    },
  };
}

export const loader = calls.loader;
export const action = calls.action;
