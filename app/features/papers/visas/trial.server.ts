import type { Db } from "~/db/knex.server";
import { officeToday } from "~/domain/office-day.server";
import { withJourney } from "~/features/journey/days.server";
import { asTheyCount, onAnotherPassport, visaTypeOfCampaign } from "~/features/journey/valid-visas.server";
import { statusToday } from "~/features/visas/expiry.server";
import { holdersOf } from "~/features/visas/numbers.server";
import { visaStatusLabels } from "~/features/visas/visa";
import { addOwner, matchFiles, type Owners, readLine } from "../uploads/owners";
import type { Upload, UploadFile } from "../uploads/upload";
import type { Decision, MemberVisa, Trial, Verdict } from "./group-visa";

type Row = MemberVisa & { pending: number };

/** The members of a group who travel, in the order in which they joined, each with the visa that waits for a decision, else the one that counts. */
export async function memberVisas(db: Db, groupId: number): Promise<Row[]> {
  const visa = db("visas")
    .whereRaw(`visas.customer_id = group_members.customer_id AND visa_type = ${visaTypeOfCampaign}`)
    .orderByRaw(
      db.raw(
        `visas.status = 'pending' DESC,
         ${asTheyCount("journey.departure", "journey.visa_until", onAnotherPassport("customers.passport_number"))}`,
        { today: officeToday() },
      ) as never,
    )
    .limit(1)
    .select("visas.id", "visa_number", "visas.passport_number", {
      status: statusToday(db),
      pending: db.raw("count(*) FILTER (WHERE visas.status = 'pending') OVER ()"),
    });
  return db("group_members")
    .join("customers", "customers.id", "group_members.customer_id")
    .join("campaigns", "campaigns.id", "group_members.campaign_id")
    .join("groups", "groups.id", "group_members.group_id")
    .leftJoin("trips", "trips.id", "trip_id")
    .joinRaw(withJourney("customers.id"))
    .joinRaw("LEFT JOIN LATERAL (?) AS visa ON true", [visa as never])
    .where({ "group_members.group_id": groupId, travels: true })
    .orderBy("group_members.id")
    .select(
      "customers.id",
      "customers.name",
      "customers.name_latin",
      "customers.passport_number",
      "visa.status",
      "visa.visa_number",
      {
        visa_id: "visa.id",
        visa_passport: "visa.passport_number",
        pending: db.raw("coalesce(visa.pending, 0)"),
      },
    );
}

/** By what numbers members are found: their passports. */
export function ownersAmong(members: MemberVisa[]): Owners {
  const owners: Owners = new Map();
  for (const { id, passport_number, visa_passport } of members)
    for (const number of [passport_number, visa_passport]) addOwner(owners, number, id);
  return owners;
}

/** What would become of what a user has brought for a group: nothing is written. */
export async function tryOut(db: Db, groupId: number, decision: Decision, upload: Upload): Promise<Trial> {
  const members = await memberVisas(db, groupId);
  const owners = ownersAmong(members);
  const textsOf = ({ id }: MemberVisa) => upload.entries[id] ?? [];
  const byNumber = ownersAmong(members);
  for (const member of members) for (const number of textsOf(member)) addOwner(byNumber, number, member.id);
  const { filesOf, left } = matchFiles(
    upload.files,
    owners,
    decision === "approved" ? byNumber : owners,
    "رقم جواز عضو ولا رقم تأشيرته",
  );
  const reasonOf =
    decision === "approved" ? await approvalReasons(db, members, textsOf, filesOf) : () => null;
  const verdicts = members.map((member): Verdict => {
    const { pending, ...row } = member;
    const texts = textsOf(member);
    const files = filesOf.get(member.id) ?? [];
    const isTouched = texts.length > 0 || files.length > 0;
    const reason = isTouched ? (stateReason(member) ?? reasonOf(member)) : null;
    const value = texts.length === 1 ? (texts[0] as string) : "";
    const outcome = reason ? "left" : isTouched ? "ready" : pending ? "untouched" : "settled";
    return { ...row, value, files, reason, outcome };
  });
  const nameOf = new Map(members.map(({ id, name }) => [id, name]));
  const lines = upload.unknown.map((text) => {
    const { ids, value } = readLine(text, owners);
    return {
      text,
      reason: lineReason(
        ids.map((id) => nameOf.get(id) ?? ""),
        value,
      ),
    };
  });
  return { verdicts, lines, files: left };
}

/** Why a pasted line was not taken. @param names of the members whose passport it names */
function lineReason([name, other]: string[], value: string) {
  if (!name) return "لا عضو في المجموعة برقم جواز فيه";
  if (other) return `رقم الجواز فيه للعضو «${name}» وللعضو «${other}» معًا`;
  return value
    ? `صار يطابق العضو «${name}»: ألصقه من جديد`
    : `فيه رقم جواز العضو «${name}»، ولا رقم تأشيرة معه`;
}

function stateReason({ visa_id, status, pending }: Row) {
  if (!visa_id || !status) return "لا طلب تأشيرة له: قدّم طلبه أولًا";
  if (status !== "pending") return `تأشيرته ${visaStatusLabels[status]}: لا تتغير إلا حالة طلب قيد الانتظار`;
  if (pending > 1) return "له أكثر من طلب قيد الانتظار: قرر كلًّا منها من صفحته";
  return null;
}

const longestNumber = 50;

/** Why a visa cannot be approved with what there is for it. */
async function approvalReasons(
  db: Db,
  members: Row[],
  textsOf: (member: MemberVisa) => string[],
  filesOf: Map<number, UploadFile[]>,
) {
  const numbers = await holdersOf(db, [...new Set(members.flatMap(textsOf))]);
  const firstOf = new Map<string, Row>();
  for (const member of members)
    for (const number of textsOf(member)) {
      const { key = number } = numbers.get(number) ?? {};
      if (!firstOf.has(key)) firstOf.set(key, member);
    }
  return (member: Row): string | null => {
    const texts = textsOf(member);
    const [number] = texts;
    const files = filesOf.get(member.id) ?? [];
    if (texts.length > 1) return `له رقمان مختلفان (${texts.join("، ")}): اكتب الصحيح`;
    if (!number) return "ينقصه رقم التأشيرة";
    if (number.length > longestNumber) return `رقم التأشيرة أطول من المسموح (${longestNumber} حرفًا)`;
    const { key = number, holder } = numbers.get(number) ?? {};
    if (holder) return `رقم التأشيرة مسجل لتأشيرة «${holder.name}»`;
    const first = firstOf.get(key);
    if (first && first.id !== member.id) return `الرقم نفسه مذكور للعضو «${first.name}»`;
    if (!files.length) return "ينقصه ملف التأشيرة";
    return files.length > 1 ? "له أكثر من ملف: احذف الزائد" : null;
  };
}
