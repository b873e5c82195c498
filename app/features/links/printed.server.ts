import type { Db } from "~/db/knex.server";
import { quote } from "~/domain/nouns";
import type { NamedLink } from "~/domain/question";
import { listTitles, readinessTitle } from "./handed-papers";
import { readinessPath } from "./readiness-link";
import { groupVoucherAddress } from "./voucher-address";

type Kind = "group" | "trip";
type Printed = { record_name: string; kind: Kind; id: number };

/**
 * Selects the names that a record had by an earlier change, each with the instant until which it had it, in SQL: papers of then have them.
 * @param id an expression for the record's id
 */
export const earlierNames = (kind: "groups" | "trips" | "trip_stages", id: string, field = "name") =>
  `SELECT changes -> '${field}' ->> 0 AS name, at AS until FROM audit_log
   WHERE kind = '${kind}' AND record_id = ${id} AND action = 'update' AND changes -> '${field}' ->> 0 IS NOT NULL`;

/**
 * The lists, files and vouchers of groups and their trips that were handed out so far, as the audit log names them, each with its address: all have
 * days from before this transaction. They may have an earlier name of the group or the
 * trip. Those from before it was made are of another one of its name.
 */
export async function papersPrinted(db: Db, ids: number[]): Promise<NamedLink[]> {
  const scopes = (kind: Kind, names: string, fields: string[]) =>
    `SELECT '${kind}' AS kind, ${kind}s.id, names.name, '${readinessTitle({ kind, name: "" }).slice(0, -1)}' || names.name || '»' AS readiness,
       ${kind}s.created_at, names.until
     FROM groups LEFT JOIN trips ON trips.id = trip_id, LATERAL (
       SELECT unnest(ARRAY[${names}]) AS name, 'infinity'::timestamptz AS until
       ${fields.map((field) => `UNION ALL ${earlierNames(`${kind}s`, `${kind}s.id`, field)}`).join("\n       ")}) AS names
     WHERE groups.id = ANY(:ids)`;
  const { rows } = await db.raw<{ rows: Printed[] }>(
    `SELECT DISTINCT ON (record_name) record_name, scopes.kind, scopes.id FROM audit_log AS lists
     JOIN (
       ${scopes("group", "groups.name, groups.name_latin, 'Group ' || groups.id", ["name", "name_latin"])}
       UNION ALL ${scopes("trip", "trips.name, 'Trip ' || trips.id", ["name"])}) AS scopes
       ON right(record_name, length(scopes.name) + 3) = ' - ' || scopes.name
         OR position(' - ' || scopes.name || ' - ' IN record_name) > 0 OR record_name = readiness
     WHERE action IN ('printed', 'exported') AND lists.kind = 'customers' AND at >= scopes.created_at AND at < least(now(), scopes.until)
     ORDER BY record_name, scopes.kind, scopes.id`,
    { ids },
  );
  return rows.map(({ record_name, kind, id }) => ({
    label: record_name.endsWith("»") ? record_name : quote(record_name),
    href: addressOf(record_name, kind, id),
  }));
}

const bases: Record<Kind, string> = { group: "/trips/groups", trip: "/trips/management" };

/** By list: the end of its address after its group's. */
const ends: Record<keyof typeof listTitles, string> = {
  manifest: "manifest",
  passports: "manifest",
  rooms: "rooms/print",
  buses: "buses/print",
  vouchers: "lists",
  cards: "badges",
  tags: "badges",
};

/** The address of a paper of a group or a trip: the paper's own, else that of the readiness, whose title names no list. */
function addressOf(name: string, kind: Kind, id: number) {
  for (const [list, titles] of Object.entries(listTitles) as [keyof typeof listTitles, object][])
    for (const [language, title] of Object.entries(titles)) {
      if (!name.startsWith(`${title} - `)) continue;
      if (list === "vouchers") return groupVoucherAddress(id);
      const end = kind === "trip" && list === "buses" ? "buses" : ends[list];
      return `${bases[kind]}/${id}/${end}${language === "en" ? "?lang=en" : ""}`;
    }
  return readinessPath(kind, id);
}
