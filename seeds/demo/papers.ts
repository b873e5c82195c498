import { createHash } from "node:crypto";
import type { Contract } from "./contracts";
import { printPaper } from "./files";
import type { Office } from "./office";

/** The campaign that asks its pilgrims for a passport copy and a vaccination, and the one that asks for the copy alone. */
const asking = "حملة حج ضيوف الرحمن";
const askingForCopy = "حملة عمرة أنوار الحرمين";

const words = { passport: ["صورة الجواز", "PASSPORT (COPY)"], vaccination: ["شهادة التطعيم", "VACCINATION"] };

/** Uploads the papers of most pilgrims of the campaign that asks for them; the others are still to bring theirs. */
export async function collectPapers({ trx, id, calendar }: Office, contracts: Contract[]) {
  await trx("campaigns")
    .where({ name: asking })
    .update({ needs_passport_copy: true, needs_vaccination: true });
  await trx("campaigns").where({ name: askingForCopy }).update({ needs_passport_copy: true });
  const signed = contracts.filter(({ campaign, status }) => campaign === asking && status !== "cancelled");
  for (const [place, { pilgrim, signed: at }] of signed.entries())
    for (const type of ["passport", "vaccination"] as const) {
      if (place % 4 === (type === "passport" ? 1 : 3) || !pilgrim.passport_number) continue;
      const [name, title] = words[type] as [string, string];
      const file_name = await printPaper([title, `Passport: ${pilgrim.passport_number}`], "papers");
      const uploaded = calendar.instant({ ...at, minute: at.minute + 20 });
      await trx("customer_papers").insert({
        customer_id: id("customers", pilgrim.national_id),
        type,
        file_name,
        given_name: `${name} ${pilgrim.passport_number}.pdf`,
        media_type: "application/pdf",
        hash: createHash("sha256").update(`${name} ${pilgrim.passport_number}`).digest("hex"),
        ...(type === "vaccination" && {
          issue_date: calendar.day(at.daysAgo + 20),
          expiry_date: calendar.day(at.daysAgo + 20 - 3 * 365),
        }),
        uploaded_by: id("users", "sales"),
        created_at: uploaded,
        updated_at: uploaded,
      });
    }
}
