import { db } from "~/db/knex.server";
import { englishDate } from "~/domain/dates";
import { hijri } from "~/domain/hijri";
import type { Language } from "~/domain/language";
import { isLatin } from "~/domain/latin-name.server";
import { type Group, group } from "~/features/groups/group";
import { groups } from "~/features/groups/groups.server";
import { supervisorGap, supervisorIn } from "~/features/groups/supervisor.server";
import { departureOfStays } from "~/features/journey/stay-dates.server";
import { trip } from "~/features/trips/trip";
import { trips } from "~/features/trips/trips.server";
import { idParam } from "~/http/screen.server";

/* The group or trip of a list that is handed out, and what the head of the list says of it. */

/** The group or trip whose members are listed. */
export type Scope = {
  of: typeof group | typeof trip;
  id: number;
  name: string;
  /** What a list says of it at its head. */
  facts: Fact[];
  /** What its head lacks, in sentences for the clerk. */
  notes: Note[];
};

type Note = { text: string; href?: string };

export type Fact = [label: string, value: string];

/** A date with its Hijri date, which is not broken over two lines: `2026-02-18 (1 رمضان 1447 هـ)`. */
function withHijri(date: string) {
  const inHijri = hijri(date);
  return inHijri ? `${date} (${inHijri.replaceAll(" ", "\u00A0")})` : date;
}

const factsOf = (facts: [string, string | number | null][]) =>
  facts.flatMap(([label, value]): Fact[] => (value === null ? [] : [[label, String(value)]]));

type Params = { group?: string; trip?: string };

/** @throws DomainError not_found */
export async function scopeOf(params: Params): Promise<Scope> {
  if (params.trip) {
    const { id, name, start_date, end_date } = await trips.find(db, idParam(params.trip));
    const facts = factsOf([
      ["الرحلة", name],
      ["من تاريخ", withHijri(start_date)],
      ["إلى تاريخ", withHijri(end_date)],
    ]);
    return { of: trip, id, name, facts, notes: [] };
  }
  const groupRow = await groups.find(db, idParam(params.group));
  const { supervisorName, supervisorPhone } = groupRow;
  const departure = await departureOfStays(db, groupRow.id);
  const facts = factsOf([
    ["المجموعة", groupRow.name],
    [group.labels.campaign_id, groupRow.campaign],
    [group.labels.departureDate, departure && withHijri(departure)],
    [group.labels.transportation_id, groupRow.busNumber],
    [group.labels.supervisor_id, supervisorName],
    [group.labels.supervisorPhone, supervisorPhone],
  ]);
  return { of: group, id: groupRow.id, name: groupRow.name, facts, notes: supervisorNotes("ar", groupRow) };
}

function supervisorNotes(language: Language, { supervisor, ...row }: Group): Note[] {
  const { supervisorName: name, supervisorNameLatin: name_latin, supervisorPhone: phone } = row;
  const text = supervisorGap(language, { login: supervisor, name, name_latin, phone });
  return text ? [{ text }] : [];
}

/** What a group or a trip is called for those who read no Arabic: its number, where its name has Arabic letters. */
export const latinOr = (name: string, noun: string, id: number) => (isLatin(name) ? name : `${noun} ${id}`);

/** The same in English. @throws DomainError not_found */
export async function englishScopeOf(params: Params): Promise<Scope> {
  if (params.trip) {
    const { id, name, start_date, end_date } = await trips.find(db, idParam(params.trip));
    const facts = factsOf([
      ["Trip", latinOr(name, "No.", id)],
      ["From", englishDate(start_date)],
      ["To", englishDate(end_date)],
    ]);
    return { of: trip, id, name: latinOr(name, "Trip", id), facts, notes: [] };
  }
  const groupRow = await groups.find(db, idParam(params.group));
  const { id, supervisorName, supervisorNameLatin, supervisorPhone } = groupRow;
  const name = groupRow.name_latin ?? groupRow.name;
  const departure = await departureOfStays(db, id);
  const facts = factsOf([
    ["Group", latinOr(name, "No.", id)],
    ["Departure", departure && englishDate(departure)],
    ["Supervisor", supervisorIn("en", { name: supervisorName, name_latin: supervisorNameLatin })],
    ["Supervisor's telephone", supervisorPhone],
  ]);
  const unnamed = { text: "المجموعة بلا اسم باللاتينية، فرقمها مكانه:", href: `${group.path}/${id}/edit` };
  const notes = [...(isLatin(name) ? [] : [unnamed]), ...supervisorNotes("en", groupRow)];
  return { of: group, id, name: latinOr(name, "Group", id), facts, notes };
}
