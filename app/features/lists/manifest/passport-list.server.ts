import type { Db } from "~/db/knex.server";
import { titleOf } from "~/domain/titles";
import { customer } from "~/features/customers/customer";
import { departure } from "~/features/journey/days.server";
import type { ListMember } from "~/features/travellers/list";
import { listedMembers, rowsOf, sexInEnglish } from "~/features/travellers/lists.server";
import { membersInOrder } from "~/features/travellers/members-in-order.server";
import type { Scope } from "~/features/travellers/scope.server";
import { passportLines, type Traveller } from "./passport-lines.server";

type Row = ListMember & Omit<Traveller, "sex" | "title"> & { departure: string };

const rows = {
  rows: (db: Db) =>
    listedMembers(db)
      .join("campaigns", "campaigns.id", "groups.campaign_id")
      .leftJoin("trips", "trips.id", "groups.trip_id")
      .select(
        "passport_country",
        "nationality",
        "date_of_birth",
        "passport_expiry",
        "surname_latin",
        "given_names_latin",
        {
          departure: db.raw(departure),
          family: db.raw("groups.id || ' ' || fold(family)"),
        },
      ),
  part: () => null,
};

/**
 * The passport list of who travels with a group or trip.
 * @param pace lets the batches wait for the user's turn
 */
export async function passportList(
  scope: Scope,
  pace = (batches: AsyncGenerator<Row[]>): AsyncGenerator<Row[]> => batches,
) {
  const travellers: Traveller[] = [];
  for await (const batch of pace(rowsOf<Row>(rows, scope, await membersInOrder(scope))))
    for (const { departure, ...row } of batch)
      travellers.push({ ...row, sex: sexInEnglish(row.gender), title: titleOf(row, departure) });
  return passportLines(travellers);
}

/** As many as are named above the manifest. */
const mostNamed = 200;

/** What the clerk is told of the passport list: who is left out, and which infants have no adult in it. */
export async function passportNotes(scope: Scope) {
  const { lines, lacking, alone } = await passportList(scope);
  const personOf = ({ customer_id, number, name }: Traveller) => ({
    name,
    number,
    href: `${customer.path}/${customer_id}/edit`,
  });
  return {
    path: lines.length ? `${scope.of.path}/${scope.id}/manifest/export/ssr` : null,
    lacking: {
      count: lacking.length,
      first: lacking
        .slice(0, mostNamed)
        .map(({ traveller, lacks }) => ({ ...personOf(traveller), lacks: lacks.join("، ") })),
    },
    alone: { count: alone.length, first: alone.slice(0, mostNamed).map(personOf) },
  };
}
