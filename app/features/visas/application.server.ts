import { z } from "zod";
import type { Transaction } from "~/db/knex.server";
import type { By } from "~/db/store.server";
import { invalid } from "~/domain/domain-error";
import { choice, date, id, optional } from "~/domain/input.server";
import { officeToday } from "~/domain/office-day.server";
import { visaTypeOfCampaign } from "~/features/journey/valid-visas.server";
import { whereStatus } from "./expiry.server";
import { type VisaType, visaTypeLabels, visaTypes } from "./visa";

/** The default type is that of the group's campaign, the default date is today. */
export const applicationSchema = z.object({
  group_id: id(),
  visa_type: optional(choice(visaTypes)),
  submission_date: optional(date()),
});

type Member = { customer_id: number; customer_name: string };

/** The members of a group for whom a visa was applied for, and those who were left out and why. */
export type Applied = {
  group_name: string;
  created: (Member & { visa_id: number })[];
  skipped: (Member & { reason: string })[];
};

/**
 * Applies for the visas of a group: one for each member who travels, with a passport and without a pending or approved visa of the type.
 * @throws DomainError invalid
 */
export async function applyForGroup(
  trx: Transaction,
  { group_id, visa_type, submission_date }: z.output<typeof applicationSchema>,
  { user }: By,
): Promise<Applied> {
  const group: { name: string; type: VisaType } | undefined = await trx("groups")
    .join("campaigns", "campaigns.id", "campaign_id")
    .where({ "groups.id": group_id })
    .first("groups.name", { type: trx.raw(visaTypeOfCampaign) });
  if (!group) throw invalid("group_id", "اختر من القائمة: المختار لم يعد موجودًا");
  // Locked until the commit, so that nobody gets two visas if two of their groups apply at the same moment.
  const members: { id: number; name: string; passport_number: string | null }[] = await trx("customers")
    .whereIn("id", trx("group_members").where({ group_id, travels: true }).select("customer_id"))
    .orderBy("id")
    .forNoKeyUpdate()
    .select("id", "name", "passport_number");
  if (!members.length) throw invalid("group_id", "لا أعضاء في هذه المجموعة بعد");
  const type: VisaType = visa_type ?? group.type;
  const open = trx("visas")
    .where({ visa_type: type })
    .whereIn(
      "customer_id",
      members.map(({ id }) => id),
    );
  const busy = new Set(await whereStatus(open, "pending", "approved").pluck("customer_id"));
  const reasonToSkip = ({ id, passport_number }: (typeof members)[number]) =>
    busy.has(id)
      ? `له تأشيرة ${visaTypeLabels[type]} قيد الانتظار أو معتمدة`
      : passport_number
        ? ""
        : "لا رقم جواز في سجله";

  const wantedIds = members.filter((member) => !reasonToSkip(member)).map(({ id }) => id);
  const { rows } = await trx.raw<{ rows: { visa_id: number; customer_id: number }[] }>(
    `WITH made AS (
       INSERT INTO visas (customer_id, group_id, visa_type, passport_number, submission_date, created_by)
       SELECT id, ?::integer, ?, passport_number, ?::date, ?::integer FROM customers WHERE id = ANY(?) ORDER BY id
       RETURNING id AS visa_id, customer_id
     ), noted AS (
       INSERT INTO visa_history (visa_id, user_name, status, change_reason)
       SELECT visa_id, ?, 'pending', ? FROM made ORDER BY visa_id
     )
     SELECT * FROM made`,
    [
      group_id,
      type,
      submission_date ?? officeToday(),
      user.id,
      wantedIds,
      user.username,
      `طلب تأشيرات لمجموعة «${group.name}»`,
    ],
  );
  const visaOf = new Map(rows.map(({ customer_id, visa_id }) => [customer_id, visa_id]));
  const listRows = members.map((member) => ({
    ...member,
    customer_id: member.id,
    customer_name: member.name,
  }));
  return {
    group_name: group.name,
    created: listRows.flatMap(({ customer_id, customer_name }) => {
      const visa_id = visaOf.get(customer_id);
      return visa_id ? [{ customer_id, customer_name, visa_id }] : [];
    }),
    skipped: listRows.flatMap((member) => {
      const reason = reasonToSkip(member);
      const { customer_id, customer_name } = member;
      return reason ? [{ customer_id, customer_name, reason }] : [];
    }),
  };
}
