import { z } from "zod";
import type { Transaction } from "~/db/knex.server";
import { lockRow } from "~/db/rows.server";
import type { By } from "~/db/store.server";
import { DomainError } from "~/domain/domain-error";
import { choice, code, longText, optional, requiredMessage } from "~/domain/input.server";
import { officeToday } from "~/domain/office-day.server";
import { mediaTypeOf } from "~/http/download.server";
import { givenNumber } from "./numbers.server";
import { type Visa, visaStatusLabels } from "./visa";
import { noteChange, visas } from "./visas.server";

/** The decisions of a user; a visa expires by itself (spec §4). */
export const decisionSchema = z.object({
  status: choice(["approved", "rejected"]),
  visa_number: optional(code(50)),
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
    const approval = {
      ...(await givenNumber(trx, id, visa_number)),
      approval_date: officeToday(),
      document: file.name,
      document_type: mediaTypeOf(file.name),
    };
    await trx("visas")
      .where({ id })
      .update({ status, ...approval });
  } else {
    await trx("visas").where({ id }).update({ status });
  }
  await noteChange(trx, id, user, status, change_reason);
  return visas.find(trx, id);
}

/** @throws DomainError conflict */
export function refuseDecided({ status }: Pick<Visa, "status">) {
  if (status !== "pending")
    throw new DomainError(
      "conflict",
      `لا تتغير إلا حالة تأشيرة قيد الانتظار، وهذه ${visaStatusLabels[status]}`,
    );
}
