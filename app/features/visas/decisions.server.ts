import { z } from "zod";
import type { Transaction } from "~/db/knex.server";
import { lockRow } from "~/db/rows.server";
import type { By } from "~/db/store.server";
import { DomainError } from "~/domain/domain-error";
import { choice, longText, optional, paperNumber, requiredMessage } from "~/domain/input.server";
import { officeToday } from "~/domain/office-day.server";
import { mediaTypeOf } from "~/http/download.server";
import { takeNumbers } from "./numbers.server";
import { type Visa, visaStatusLabels } from "./visa";
import { historyLine, visas } from "./visas.server";

/** The decisions of a user; a visa expires by itself (spec §4). */
export const decisionSchema = z.object({
  status: choice(["approved", "rejected"]),
  visa_number: optional(paperNumber(50)),
  change_reason: optional(longText(500)),
});

/**
 * Approves or rejects a pending visa. Of several users who do so at once the first decides.
 * @throws DomainError not_found; conflict if it is already decided or another visa has the number; invalid if an approval has no
 * number or no file
 */
export async function decideVisa(
  trx: Transaction,
  id: number,
  { status, visa_number, change_reason = null }: z.output<typeof decisionSchema>,
  { user, readAt, file }: By,
): Promise<Visa> {
  const current = () => visas.find(trx, id);
  refuseDecided(await lockRow<Visa>(trx, "visas", id, readAt, current));
  if (status === "approved") {
    const faults = { ...(!visa_number && { visa_number }), ...(!file && { file }) };
    const fields = Object.fromEntries(Object.keys(faults).map((name) => [name, requiredMessage]));
    if (!visa_number || !file)
      throw new DomainError("invalid", "عند الاعتماد، أدخل رقم التأشيرة وارفع ملف التأشيرة", { fields });
  }
  await writeDecisions(trx, status, [{ id, visa_number, file_name: file?.name, change_reason }], user);
  return visas.find(trx, id);
}

/** A decision on a visa; an approval has a number and the name of a stored file. */
type Decision = {
  id: number;
  visa_number?: string | null;
  file_name?: string | null;
  change_reason?: string | null;
};

/**
 * Writes the same decision on locked visas, however many, in four statements.
 * @throws DomainError conflict if one is not pending any more or another visa has one of the numbers
 */
export async function writeDecisions(
  trx: Transaction,
  status: "approved" | "rejected",
  decisions: Decision[],
  user: By["user"],
) {
  if (!decisions.length) return;
  const isApproval = status === "approved";
  const approvals = decisions.map(({ id, visa_number, file_name }) => ({
    id,
    visa_number: visa_number as string,
    document: file_name,
    document_type: file_name && mediaTypeOf(file_name),
  }));
  if (isApproval) await takeNumbers(trx, approvals);
  const approval = `, number_repeats = false, approval_date = :today, visa_number = given.visa_number,
    document = given.document, document_type = given.document_type`;
  const { rowCount } = await trx.raw(
    `UPDATE visas SET status = :status ${isApproval ? approval : ""}
     FROM jsonb_to_recordset(:given) AS given(id integer, visa_number text, document text, document_type text)
     WHERE visas.id = given.id AND visas.status = 'pending'`,
    { status, given: JSON.stringify(approvals), ...(isApproval && { today: officeToday() }) },
  );
  if (rowCount < decisions.length)
    throw new DomainError("conflict", "تغيرت حالة تأشيرة منها الآن، فأعد المحاولة");
  await trx("visa_history").insert(
    decisions.map(({ id, change_reason = null }) => historyLine(id, user, status, change_reason)),
  );
}

/** @throws DomainError conflict */
export function refuseDecided({ status }: Pick<Visa, "status">) {
  if (status !== "pending")
    throw new DomainError(
      "conflict",
      `لا تتغير إلا حالة تأشيرة قيد الانتظار، وهذه ${visaStatusLabels[status]}`,
    );
}
