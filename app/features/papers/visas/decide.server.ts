import { z } from "zod";
import type { Transaction } from "~/db/knex.server";
import type { By } from "~/db/store.server";
import { longText, optional } from "~/domain/input.server";
import { writeDecisions } from "~/features/visas/decisions.server";
import type { Upload } from "../uploads/upload";
import { type PlanRow, requireSeal } from "../uploads/uploads.server";
import type { Decision, Trial, Verdict } from "./group-visa";
import { tryOut } from "./trial.server";

export const reasonPiece = optional(longText(500));
export const decisionForm = z.object({ change_reason: reasonPiece });

type Decided = {
  customer_id: number;
  name: string;
  visa_id: number;
  visa_number: string | null;
  file_name: string | null;
};

/** What would be decided, as the page shows it. */
export const planOf = ({ verdicts }: Trial) =>
  verdicts
    .filter(({ outcome }) => outcome === "ready")
    .map(({ visa_id, name, value, files }): PlanRow => {
      return { id: visa_id as number, name, deed: [value, files.map(({ id }) => id)] };
    });

/**
 * Decides all visas of a group that match what was brought for them, or none. Who decides one of them at the same moment is
 * waited for; then nothing is done, since the plan is another one.
 * @param seen the seal of the plan that the sender saw; a call decides whatever matches
 * @throws DomainError conflict
 */
export async function decideAll(
  trx: Transaction,
  groupId: number,
  decision: Decision,
  upload: Upload,
  { seen, change_reason }: { seen?: string; change_reason?: string | null },
  { user }: By,
): Promise<{ trial: Trial; ready: Verdict[]; decided: Decided[] }> {
  await lockVisas(trx, groupId);
  const trial = await tryOut(trx, groupId, decision, upload);
  if (seen !== undefined)
    await requireSeal(planOf(trial), seen, (ids) =>
      trx("visas").join("customers", "customers.id", "customer_id").whereIn("visas.id", ids).pluck("name"),
    );
  const ready = trial.verdicts.filter(({ outcome }) => outcome === "ready");
  const isApproval = decision === "approved";
  const decided = ready.map(
    ({ id, name, visa_id, value, files }): Decided => ({
      customer_id: id,
      name,
      visa_id: visa_id as number,
      visa_number: isApproval ? value : null,
      file_name: files[0]?.file_name ?? null,
    }),
  );
  const written = ready.map(({ visa_id, value, files }) => ({
    id: visa_id as number,
    ...(isApproval && { visa_number: value, file_name: files[0]?.file_name }),
    change_reason: (isApproval ? null : value) || change_reason || null,
  }));
  await writeDecisions(trx, decision, written, user);
  return { trial, ready, decided };
}

/** The members' pending visas, in the order of their ids, as every other decision takes one. */
const lockVisas = (trx: Transaction, groupId: number) =>
  trx("visas")
    .whereIn("customer_id", trx("group_members").where({ group_id: groupId }).select("customer_id"))
    .where({ status: "pending" })
    .orderBy("id")
    .forNoKeyUpdate()
    .select("id");
