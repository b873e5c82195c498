import type { Language } from "~/domain/language";
import { isLatin } from "~/domain/latin-name.server";
import { quote } from "~/domain/nouns";
import type { Detail } from "~/domain/question";
import { customer } from "~/features/customers/customer";
import { group } from "~/features/groups/group";
import { supervisorGap, supervisorIn } from "~/features/groups/supervisor.server";
import { lateStays } from "~/features/journey/stay-dates.server";
import { personPath } from "~/features/links/person-link";
import { staysOf } from "~/features/lodging/stays/group-stay";
import { catering } from "~/features/services/catering/catering";
import { hotel } from "~/features/services/hotels/hotel";
import { city } from "~/features/services/lookups/city";
import { otherService } from "~/features/services/other/other-service";
import { transportation } from "~/features/services/transportation/transportation";
import type { Journey, Voucher } from "./voucher.server";

/* What the screen tells the clerk above vouchers. Paper shows none of it. */

/** What has no Latin name, and where it is typed. */
type Gap = { name: string; href: string };

const editOf = ({ path }: { path: string }, id: number) => `${path}/${id}/edit`;

/** What English vouchers lack in Latin letters, each once. */
export function latinGaps(vouchers: Voucher[], { group_id, flights, ...journey }: Journey): Gap[] {
  const parts = vouchers.flatMap(({ services }) => services);
  const stays = parts.flatMap(({ stays }) => stays);
  const buses = journey.bus ? [journey.bus] : parts.map(({ transportation }) => transportation);
  const gapsOf = <Row>(
    rows: Row[],
    of: { path: string },
    read: (row: Row) => [name: string, latin: string | null, id: number],
  ) =>
    rows.flatMap((row) => {
      const [name, latin, id] = read(row);
      return latin ? [] : [{ name, href: editOf(of, id) }];
    });
  const present = <Row>(row: Row | null): Row[] => (row ? [row] : []);
  const all = [
    ...gapsOf(
      vouchers.flatMap(({ guests }) => guests),
      customer,
      ({ name, name_latin, customer_id }) => [name, name_latin, customer_id],
    ),
    ...gapsOf(stays, hotel, (stay) => [stay.hotel, stay.hotel_latin, stay.hotel_id]),
    ...gapsOf(stays, city, (stay) => [stay.city, stay.city_latin, stay.city_id]),
    ...gapsOf(buses.flatMap(present), transportation, (bus) => [bus.company_name, bus.name_latin, bus.id]),
    ...gapsOf(
      parts.flatMap((part) => present(part.catering)),
      catering,
      (meals) => [meals.name, meals.name_latin, meals.id],
    ),
    ...gapsOf(
      parts.flatMap((part) => part.other_services),
      otherService,
      (service) => [service.name, service.name_latin, service.id],
    ),
    ...(group_id && journey.group && !groupInLatin(journey)
      ? [{ name: journey.group, href: editOf(group, group_id) }]
      : []),
    ...(group_id && flights && !isLatin(flights)
      ? [{ name: group.labels.flights, href: editOf(group, group_id) }]
      : []),
  ];
  return [...new Map(all.map((gap) => [gap.href + gap.name, gap])).values()];
}

/** The group's name for those who read no Arabic; null if it has none. */
const groupInLatin = ({ group, group_latin }: Pick<Journey, "group" | "group_latin">) =>
  group_latin ?? (group && isLatin(group) ? group : null);

/** What a voucher says of the journey in a language. What English has not in Latin letters is null. */
export function journeyIn(language: Language, { supervisor, group_latin, ...journey }: Journey) {
  const isKnown = (text: string | null) => language === "ar" || isLatin(text ?? "");
  return {
    ...journey,
    group: language === "ar" ? journey.group : groupInLatin({ ...journey, group_latin }),
    flights: isKnown(journey.flights) ? journey.flights : null,
    // A supervisor without a telephone is no emergency contact.
    supervisor: supervisor.phone
      ? { name: supervisorIn(language, supervisor), phone: supervisor.phone }
      : null,
  };
}

/** The people without a contract who are named; the rest is counted. */
const mostUnsigned = 50;

/**
 * What the clerk should check: who has no voucher, stays after the journey's last day, another bus than the package's, missing telephones.
 * @param unsigned who travels without a contract
 */
export function clerkNotes(
  language: Language,
  vouchers: Voucher[],
  { group_id, departure, bus, supervisor }: Journey,
  { emergency, unsigned }: { emergency: string | null; unsigned: { id: number; name: string }[] },
): Detail[] {
  const parts = vouchers.flatMap(({ services }) => services);
  const notes: Detail[] = [];
  if (unsigned.length) {
    const people = unsigned.map(({ id, name }) => ({ label: quote(name), href: personPath(id) }));
    const rest = Math.max(0, people.length - mostUnsigned);
    notes.push({
      text: "بلا عقد في حملة المجموعة، فلا قسيمة لهم:",
      links: people.slice(0, mostUnsigned),
      rest,
    });
  }
  if (!emergency) notes.push({ text: "لا هاتف للمكتب في إعداداته، فليس في هواتف الطوارئ." });
  if (!group_id) return notes;
  const gap = supervisorGap(language, supervisor);
  if (gap) notes.push({ text: gap });
  for (const { services, return: last } of departure ? vouchers : [])
    for (const { hotel, check_out } of lateStays(
      services.flatMap(({ stays }) => stays),
      last,
    ))
      notes.push({
        text: `الإقامة في ${quote(hotel)} تنتهي في ${check_out}، بعد عودة الرحلة في ${last}.`,
        links: [{ href: staysOf(group_id).path, label: staysOf(group_id).noun.many }],
      });
  for (const { name, transportation } of parts)
    if (bus && transportation && transportation.id !== bus.id)
      notes.push({
        text: `تطبع القسيمة حافلة المجموعة ${quote(bus.company_name)}، وفي الباقة ${quote(name)} نقل ${quote(transportation.company_name)}.`,
        links: [{ href: editOf(group, group_id), label: "تعديل المجموعة" }],
      });
  return [...new Map(notes.map((note) => [note.text, note])).values()];
}
