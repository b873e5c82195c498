import { setImmediate as pause } from "node:timers/promises";
import { encode } from "uqr";
import { z } from "zod";
import { type Db, db } from "~/db/knex.server";
import { invalid } from "~/domain/domain-error";
import { mostFormFields } from "~/domain/form-values";
import { ids } from "~/domain/lists.server";
import { smallPhoto } from "~/features/customers/paper";
import { photoAddress } from "~/features/customers/papers.server";
import { bedsOf } from "~/features/journey/beds.server";
import { listedMembers } from "~/features/travellers/lists.server";
import { membersInOrder } from "~/features/travellers/members-in-order.server";
import type { Scope } from "~/features/travellers/scope.server";
import { type Badge, type BadgeGroup, chosen } from "./badge";

/**
 * The memberships that an address chooses of a group or trip, in its order; all where it chooses none.
 * @throws DomainError invalid
 */
export async function chosenMembers(scope: Scope, params: URLSearchParams) {
  const all = await membersInOrder(scope);
  const { data: wanted = [], error } = z.optional(ids(mostFormFields)).safeParse(params.getAll(chosen));
  if (error) throw invalid(chosen, error.issues[0]?.message ?? "");
  if (!wanted.length) return all;
  const isWanted = new Set(wanted);
  return all.filter((id) => isWanted.has(id));
}

type Traveller = Omit<Badge, "qr" | "stays"> & { customer_id: number; group_name: string; phone: string };

const badgeRows = (db: Db) =>
  listedMembers(db).select("group_members.group_id", { photo: db.raw(photoAddress) });

/** Travellers of these memberships, in this order; who has left meanwhile is left out. */
export async function travellersOf(memberships: Int32Array): Promise<Traveller[]> {
  const rows: Traveller[] = await badgeRows(db).whereRaw("group_members.id = ANY(?)", [[...memberships]]);
  const byId = new Map(rows.map((row) => [row.id, row]));
  return [...memberships].flatMap((id) => byId.get(id) ?? []);
}

/** How many badges are drawn before other requests get their turn. */
const atOnce = 20;

/** The badges of these memberships, what each of their groups has in common, and the Latin names of hotels. */
export async function badgesOf(
  memberships: Int32Array,
  office: { name: string; name_latin: string | null; phone: string | null },
) {
  const rows = await travellersOf(memberships);
  const groups = await groupsOf([...new Set(rows.map(({ group_id }) => group_id))]);
  const staysOf = await bedsOf(db, rows);
  const badges: Badge[] = [];
  for (const [index, row] of rows.entries()) {
    const { id, group_id, name, name_latin, photo } = row;
    const { supervisor_phone } = groups[group_id] as BadgeGroup;
    const card = cardOf({
      name: name_latin ?? name,
      phones: [supervisor_phone, office.phone],
      note: [office.name_latin ?? office.name, id].filter(Boolean).join(" - "),
    });
    badges.push({
      id,
      group_id,
      name,
      name_latin,
      stays: staysOf(row),
      photo: photo && smallPhoto(photo),
      qr: drawn(card),
    });
    if (index % atOnce === atOnce - 1) await pause();
  }
  return { badges, groups, hotels: await hotelsOf(badges) };
}

async function groupsOf(groupIds: number[]) {
  const rows: (BadgeGroup & { id: number })[] = await db("groups")
    .whereIn("id", groupIds)
    .select("id", "name", "supervisor_phone");
  return Object.fromEntries(rows.map((row) => [row.id, row]));
}

/** The Latin names of hotels by id. */
async function hotelsOf(badges: Badge[]): Promise<Record<number, string | null>> {
  const ids = new Set(badges.flatMap(({ stays }) => stays.flatMap(({ hotel_id }) => hotel_id ?? [])));
  const rows: { id: number; name_latin: string | null }[] = await db("hotels")
    .whereIn("id", [...ids])
    .select("id", "name_latin");
  return Object.fromEntries(rows.map(({ id, name_latin }) => [id, name_latin]));
}

/** A contact as a telephone's camera offers to call it (MECARD): who finds a lost pilgrim calls the supervisor. */
function cardOf({ name, phones, note }: { name: string; phones: (string | null)[]; note: string }) {
  const escaped = (text: string) => text.replace(/[\\;:,"]/g, "\\$&");
  const numbers = [...new Set(phones.filter((phone) => phone !== null))];
  const lines = [
    `N:${escaped(name)}`,
    ...numbers.map((phone) => `TEL:${phone.replace(/[^\d+]/g, "")}`),
    ...(note ? [`NOTE:${escaped(note)}`] : []),
  ];
  return `MECARD:${lines.join(";")};;`;
}

/** The dark squares of a QR picture, row by row, as the path of a line one square thick. */
function drawn(text: string) {
  const { data, size } = encode(text, { ecc: "M", border: 0 });
  const path = data
    .flatMap((row, y) => {
      const runs: string[] = [];
      for (let x = 0; x < size; x++) {
        if (!row[x]) continue;
        const start = x;
        while (row[x + 1]) x++;
        runs.push(`M${start} ${y}.5h${x - start + 1}`);
      }
      return runs;
    })
    .join("");
  return { size, path };
}
