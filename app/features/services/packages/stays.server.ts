import type { Transaction } from "~/db/knex.server";
import { invalid } from "~/domain/domain-error";
import { id, wholeNumber } from "~/domain/input.server";
import { rows } from "~/domain/lists.server";
import type { Package } from "./package";
import { excessOfNights, isWhole, mostStays, type Stay, stayColumns } from "./stay";

/** A stay as it was sent: the nights of the only one may be left out. */
type SentStay = { hotel_id: number; nights: number | null };

const hotel = id();
const nights = wholeNumber({ min: 1, max: 365 });

/**
 * The stays of a package, in order: of a call `[{hotel_id, nights}]`, of a form as `stayRowsOf` reads them. Undefined when not
 * sent. What is wrong is said of the first row to blame.
 */
export const staysField = () =>
  rows(stayColumns, {
    most: mostStays,
    long: `الإقامات ${mostStays} على الأكثر`,
    wrong: "الإقامات قائمة فيها الفندق وعدد لياليه",
    faultOf,
    read: (row): SentStay => ({
      hotel_id: hotel.parse(row.hotel_id),
      nights: isBlank(row.nights) ? null : nights.parse(row.nights),
    }),
  }).optional();

type Row = { hotel_id?: unknown; nights?: unknown };

const isBlank = (value: unknown) => value === undefined || value === null || value === "";

function faultOf(rows: Row[]) {
  for (const [index, row] of rows.entries()) {
    const isLacking = isBlank(row.nights) && rows.length > 1;
    const fault =
      (isBlank(row.hotel_id) && "اختر الفندق") ||
      (!hotel.safeParse(row.hotel_id).success && "اختر الفندق من القائمة") ||
      (isLacking && "اكتب عدد الليالي") ||
      (!isBlank(row.nights) && nights.safeParse(row.nights).error?.issues[0]?.message);
    if (fault) return `الإقامة ${index + 1}: ${fault}`;
  }
  return undefined;
}

/** @throws DomainError invalid, naming the stay whose hotel does not exist */
export async function requireHotels(trx: Transaction, stays: SentStay[] = []) {
  const ids = stays.map(({ hotel_id }) => hotel_id);
  const present: number[] = ids.length ? await trx("hotels").whereIn("id", ids).pluck("id") : [];
  const missing = ids.findIndex((id) => !present.includes(id));
  if (missing >= 0) throw invalid("stays", `الإقامة ${missing + 1}: الفندق المختار لم يعد موجودًا`);
}

type Sleeping = { hotel_id?: number | null; stays?: SentStay[]; duration?: number };

/**
 * What is stored of where the pilgrims of a package sleep. Calls send back what they read: stays that are the present ones count
 * only where no hotel_id comes with them. A hotel_id that is not the present one makes one stay of the whole duration.
 * @returns the hotel of the first stay, and the rows of package_stays, none for one stay of the whole duration; undefined where
 * they stay as they are
 * @throws DomainError invalid where the nights are more than the duration
 */
export function staysToStore(
  { hotel_id, stays, duration }: Sleeping & { duration: number },
  present?: { hotel_id: number | null; stays: Stay[]; duration: number },
): { hotel_id?: number | null; rows?: Stay[] } {
  const isEcho = hotel_id !== undefined && present && isSame(stays, present.stays);
  if (stays && !isEcho && (stays.length || !hotel_id)) {
    const rows = stays.map((stay) => ({ ...stay, nights: stay.nights ?? duration }));
    checkNights(rows, duration, "stays");
    return { hotel_id: rows[0]?.hotel_id ?? null, rows: isWhole(rows, duration) ? [] : rows };
  }
  if (hotel_id !== undefined && hotel_id !== (present?.hotel_id ?? null)) return { hotel_id, rows: [] };
  if (present && !isWhole(present.stays, present.duration)) checkNights(present.stays, duration, "duration");
  return {};
}

/** The stays of a package after what `staysToStore` gives is stored, and its duration. */
export function staysAfter(
  present: Pick<Package, "stays" | "hotel_id" | "duration">,
  { hotel_id = present.hotel_id, rows }: { hotel_id?: number | null; rows?: Stay[] },
  duration: number,
): Stay[] {
  if (rows?.length) return rows;
  const isOwn = !rows && !isWhole(present.stays, present.duration);
  if (isOwn) return present.stays;
  return hotel_id ? [{ hotel_id, nights: duration }] : [];
}

export const isSame = (sent: SentStay[] | undefined, stays: Stay[]) =>
  sent?.length === stays.length &&
  stays.every(
    (stay, index) => stay.hotel_id === sent[index]?.hotel_id && stay.nights === sent[index]?.nights,
  );

function checkNights(stays: Stay[], duration: number, field: "stays" | "duration") {
  const sum = stays.reduce((sum, { nights }) => sum + nights, 0);
  const excess = excessOfNights(sum, duration);
  if (excess) throw invalid(field, excess);
}

/** Writes the rows of a package's stays in place of the present ones; undefined leaves them. */
export async function writeStays(trx: Transaction, package_id: number, rows: Stay[] | undefined) {
  if (!rows) return;
  await trx("package_stays").where({ package_id }).delete();
  const stays = rows.map(({ hotel_id, nights }, index) => ({
    package_id,
    place: index + 1,
    hotel_id,
    nights,
  }));
  if (stays.length) await trx("package_stays").insert(stays);
}
