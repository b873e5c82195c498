import { db } from "~/db/knex.server";
import { type Group, group } from "~/features/groups/group";
import { placesOf } from "~/features/journey/lodgings.server";
import { groupVoucherAddress } from "~/features/links/voucher-address";
import { formats } from "~/features/lists/badges/badge";
import { passportNotes } from "~/features/lists/manifest/passport-list.server";
import { tabsOf } from "~/features/lodging/rooms/places.server";
import { nextMovements } from "~/features/movements/movements.server";
import { scopeOf } from "~/features/travellers/scope.server";
import { movementsPath, orderOf } from "~/features/trips/stage";

/** A paper of a group. `sheet`: where its files lie; `isTranslated`: it is printed in English too. */
export type Paper = {
  name: string;
  lead: string;
  print?: string;
  sheet?: string;
  /** The query of its files. */
  search?: string;
  isTranslated?: boolean;
  /** Further prints and files of its own. */
  more?: { href: string; label: string; isFile?: boolean }[];
};

/** Every paper of a group. */
export async function papersOf({ id, trip_id }: Group): Promise<Paper[]> {
  const path = `${group.path}/${id}`;
  const [places, passports, movements] = await Promise.all([
    placesOf(db, id).then((places) => tabsOf(id, places)),
    passportNotes(await scopeOf({ group: String(id) })),
    trip_id ? movementPapers(trip_id) : [],
  ]);
  return [
    {
      name: "كشف الركاب",
      lead: "الجوازات والتأشيرات، وقائمة الجوازات لشركة الطيران",
      print: `${path}/manifest`,
      sheet: `${path}/manifest`,
      isTranslated: true,
      more: passports.path ? [{ href: passports.path, label: "SSR DOCS", isFile: true }] : [],
    },
    {
      name: places.length > 1 ? "كشف الغرف: كل الفنادق" : "كشف الغرف",
      lead: "من في كل غرفة، للفندق",
      print: `${path}/rooms/print`,
      sheet: `${path}/rooms`,
      isTranslated: true,
    },
    ...(places.length > 1 ? places : []).map(({ name, visit, days, query }) => ({
      name: `كشف غرف ${name}${visit && visit > 1 ? ` ${visit}` : ""}`,
      lead: days ? `من ${days.check_in} إلى ${days.check_out}` : "لم تعرف أيام الإقامة بعد",
      print: `${path}/rooms/print${query}`,
      sheet: `${path}/rooms`,
      search: query,
      isTranslated: true,
    })),
    {
      name: "كشف الحافلات",
      lead: "من في كل مقعد، للسائق والمشرف",
      print: `${path}/buses/print`,
      sheet: `${path}/buses`,
      isTranslated: true,
    },
    ...movements,
    {
      name: "قسائم الخدمات",
      lead: "لكل عائلة ورقة، ولكل من هو وحده",
      print: groupVoucherAddress(id),
      isTranslated: true,
    },
    { name: formats.cards.label, lead: "على صدر المسافر", print: `${path}/badges/print?format=cards` },
    { name: formats.tags.label, lead: "على حقائبه", print: `${path}/badges/print?format=tags` },
    {
      name: "كشف الجاهزية",
      lead: "ما ينقص كل مسافر",
      print: `${path}/readiness/print`,
      sheet: `${path}/readiness`,
    },
    { name: "الأعضاء", lead: "بهوياتهم وهواتفهم", sheet: `${path}/members` },
  ];
}

/** The sheet of the next day on which the group's trip has a stage, and the order of each stage for its driver. */
async function movementPapers(tripId: number): Promise<Paper[]> {
  const stages = await nextMovements(tripId);
  const [first] = stages;
  if (!first) return [];
  const search = `?${new URLSearchParams({ on: first.date, trip_id: String(tripId) })}`;
  return [
    {
      name: "حركة اليوم القادم",
      lead: `${first.date}، وأمر التشغيل لسائق كل مرحلة`,
      print: `${movementsPath}/print${search}`,
      sheet: movementsPath,
      search,
      isTranslated: true,
      more: stages.map(({ id, name }) => ({
        href: orderOf(id),
        label: `أمر التشغيل: ${name}`,
      })),
    },
  ];
}
