import { db } from "~/db/knex.server";
import { dayOf } from "~/domain/hijri";
import { languageOf } from "~/domain/language";
import { companyHead } from "~/features/company/company.server";
import { membersOf } from "~/features/groups/member";
import { listTitles } from "~/features/links/handed-papers";
import { familiesOf } from "~/features/lodging/family";
import { turnForPage } from "~/http/turns.server";
import type { Visit } from "~/http/visit";
import { noteList } from "~/http/whole-lists.server";
import { clerkNotes, journeyIn, latinGaps } from "./notes.server";
import { groupIn, isOfWholeGroup, readVouchers } from "./voucher.server";

/**
 * The service vouchers of an address, as its page prints them. Those of a whole group are noted as a list that leaves the office.
 * @throws DomainError as `readVouchers` does
 */
export async function sheetsOf(visit: Visit) {
  const { searchParams } = visit.url;
  const language = languageOf(searchParams);
  if (isOfWholeGroup(searchParams)) await turnForPage(visit);
  const { count, unsigned, ...read } = await readVouchers(db, searchParams);
  const { vouchers, journey, emergency } = read;
  if (isOfWholeGroup(searchParams))
    await noteList(visit, "printed", {
      of: "customers",
      title: `${listTitles.vouchers.ar} - ${journey.group}`,
      count,
    });
  const stays = vouchers.flatMap(({ services }) => services.flatMap(({ stays }) => stays));
  const dates = [journey, ...vouchers, ...stays].flatMap((row) =>
    Object.values(row).filter((value) => /^\d{4}-\d\d-\d\d$/.test(String(value))),
  ) as string[];
  return {
    ...read,
    journey: journeyIn(language, journey),
    language,
    company: await companyHead(db),
    days: Object.fromEntries(dates.map((date) => [date, dayOf(date)])),
    gaps: language === "en" ? latinGaps(vouchers, journey) : [],
    notes: clerkNotes(language, vouchers, journey, { emergency, unsigned }),
    back: backOf(searchParams, vouchers[0]?.guests[0]?.id),
  };
}

/** Where «رجوع» leads. @param contract the first one */
export function backOf(params: URLSearchParams, contract: number | undefined) {
  const group = groupIn(params);
  if (!group) return contract ? `/contracts/${contract}` : "/contracts";
  return isOfWholeGroup(params) ? membersOf(group).path : familiesOf(group).path;
}
