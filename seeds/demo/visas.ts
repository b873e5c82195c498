import { campaigns } from "./campaigns";
import type { Contract } from "./contracts";
import { printPaper } from "./files";
import type { Office } from "./office";

/** The days until a decision on an application. */
const daysToDecide = 9;

type Line = { status: string; daysAgo: number; by: string; reason: string | null };

/** The application of each contract that is not cancelled: those with a visa have it, some of the others were rejected. */
function linesOf({ visa, signed, campaign }: Contract, place: number): Line[] {
  const submitted = visa ? Math.min(signed.daysAgo, visa.daysAgo + daysToDecide) : signed.daysAgo;
  const first = { status: "pending", daysAgo: submitted, by: "visas", reason: "تقديم الطلب" };
  if (visa) {
    const approved = { status: "approved", daysAgo: visa.daysAgo, by: "visas", reason: null };
    const lastDay = visa.daysAgo - visa.durationDays;
    return lastDay > 0
      ? [
          first,
          approved,
          { status: "expired", daysAgo: lastDay - 1, by: "النظام", reason: "انتهت مدة التأشيرة" },
        ]
      : [first, approved];
  }
  const { rejectedEvery = 4 } = campaigns.find(({ name }) => name === campaign) ?? {};
  if (place % rejectedEvery) return [first];
  const decided = Math.max(0, submitted - daysToDecide);
  return [first, { status: "rejected", daysAgo: decided, by: "visas", reason: "صورة الجواز غير واضحة" }];
}

const noon = 12 * 60;

/**
 * Applies for the visas of the contracts in the order of their signing, except for pilgrims without a passport, and enters the
 * decisions.
 */
export async function applyForVisas({ trx, id, times, calendar }: Office, contracts: Contract[]) {
  const standing = contracts.filter(
    ({ status, pilgrim }) => status !== "cancelled" && pilgrim.passport_number !== null,
  );
  for (const [place, contract] of standing.entries()) {
    const lines = linesOf(contract, place);
    const [first, last] = [lines[0] as Line, lines.at(-1) as Line];
    const at = ({ daysAgo }: Line) => ({ daysAgo, minute: Math.max(noon, contract.signed.minute + 10) });
    const { pilgrim, visa, campaign } = contract;
    const customer_id = id("customers", pilgrim.national_id);
    const membership = { customer_id, campaign_id: id("campaigns", campaign) };
    const isHajj = campaign.includes("حج");
    const visa_number = `60${String(4_417_230 + 37 * place).padStart(8, "0")}`;
    const [stored] = await trx("visas")
      .insert({
        customer_id,
        group_id: trx("group_members").where(membership).select("group_id"),
        visa_type: isHajj ? "hajj" : "umrah",
        passport_number: pilgrim.passport_number,
        submission_date: calendar.day(first.daysAgo),
        status: last.status,
        ...(visa && {
          visa_number,
          approval_date: calendar.day(visa.daysAgo),
          document_type: "application/pdf",
          document: await printPaper([
            isHajj ? "HAJJ VISA" : "UMRAH VISA",
            `Visa number: ${visa_number}`,
            `Passport: ${pilgrim.passport_number}`,
            `Approved on: ${calendar.day(visa.daysAgo)}`,
            `Duration: ${visa.durationDays} days`,
            "Sample of the demonstration office",
          ]),
        }),
        created_by: id("users", first.by),
        ...times(at(first), at(last)),
      })
      .returning("id");
    if (place % 3 === 0)
      await trx("visa_documents").insert({
        visa_id: stored.id,
        file_name: await printPaper(["PASSPORT (COPY)", `Number: ${pilgrim.passport_number}`]),
        given_name: "صورة الجواز.pdf",
        media_type: "application/pdf",
        uploaded_by: id("users", first.by),
        uploaded_at: calendar.instant(at(first)),
      });
    await trx("visa_history").insert(
      lines.map((line) => ({
        visa_id: stored.id,
        user_name: line.by,
        status: line.status,
        change_reason: line.reason,
        changed_at: calendar.instant(at(line)),
      })),
    );
  }
}
