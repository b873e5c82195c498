import type { Db } from "~/db/knex.server";
import { code, longText } from "~/domain/input.server";
import { readPasted } from "../uploads/owners";
import type { Upload } from "../uploads/upload";
import type { Decision } from "./group-visa";
import { memberVisas, ownersAmong } from "./trial.server";

/** Longer than what a visa takes, so that the trial can say that it is too long. */
const pieces = { approved: code(200), rejected: longText(500) };

const clean = (decision: Decision, text: unknown) => {
  const piece = pieces[decision];
  return String(piece.safeParse(text).data ?? piece.safeParse(String(text).slice(0, 200)).data ?? "");
};

/**
 * What was typed beside members and what was pasted, by member. Numbers are typed into `number_<customer>`; of a rejection
 * `reject_<customer>` is ticked beside `listed_<customer>`. A page that is older than a decision sends its rows again: what is
 * decided just so is not taken.
 * @returns the texts of the members whom the form names, and the pasted lines that name nobody, or nothing for a member
 */
export async function readEntries(
  db: Db,
  groupId: number,
  decision: Decision,
  form: FormData,
  present: Upload["entries"],
): Promise<Pick<Upload, "entries" | "unknown">> {
  const members = await memberVisas(db, groupId);
  const decided = new Map(members.flatMap((row) => (row.status === decision ? [[String(row.id), row]] : [])));
  const entries: Upload["entries"] = {};
  for (const [name, value] of form) {
    const [, field, id = ""] = /^(number|listed)_([1-9]\d{0,8})$/.exec(name) ?? [];
    const before = present[id] ?? [];
    if (field === "number" && decision === "approved") {
      const number = clean(decision, value);
      const isDone = number && decided.get(id)?.visa_number === number;
      if (!isDone && (number || before.length < 2)) entries[id] = number ? [number] : [];
    }
    if (field === "listed" && decision === "rejected" && !decided.has(id))
      entries[id] = !form.has(`reject_${id}`) ? [] : before.length ? before : [""];
  }
  const lines = readPasted(String(form.get("numbers") ?? ""), ownersAmong(members));
  const pasted = new Map<number, Set<string>>();
  const unknown: string[] = [];
  for (const { text: line, ids, value } of lines) {
    const [id, other] = ids;
    const text = clean(decision, value);
    if (!id || other || !(text || decision === "rejected")) unknown.push(line);
    else pasted.set(id, (pasted.get(id) ?? new Set()).add(text));
  }
  for (const [id, texts] of pasted)
    entries[id] = decision === "approved" ? [...texts] : [[...texts].join("، ")];
  return { entries, unknown };
}
