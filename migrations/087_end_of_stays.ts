import type { Knex } from "knex";
import { staysEnd } from "./079_return_days";

/**
 * stays_end (079) is the latest end of a package's stays: one that nobody has typed may end after one that was typed behind it, where the
 * departure has moved away from it. Each typed stay, and the departure, is followed by the stays that are not typed.
 */
export async function up(knex: Knex) {
  await knex.raw(staysEndWithTyped);
}

export const staysEndWithTyped = `CREATE OR REPLACE FUNCTION stays_end(of_group integer, of_package integer) RETURNS date LANGUAGE sql STABLE STRICT AS $$
      WITH stays AS (
        SELECT stays.place, nights, check_out FROM stays_of_packages AS stays
        LEFT JOIN group_stays AS typed ON typed.group_id = of_group AND typed.package_id = stays.package_id
          AND typed.place = stays.place AND typed.hotel_id = stays.hotel_id
        WHERE stays.package_id = of_package),
      followed AS (SELECT nights, check_out, max(place) FILTER (WHERE check_out IS NOT NULL) OVER (ORDER BY place) AS typed FROM stays)
      SELECT max(until) FROM (
        SELECT coalesce(max(check_out),
            (SELECT departure_of(groups, trips) FROM groups LEFT JOIN trips ON trips.id = trip_id WHERE groups.id = of_group))
          + coalesce(sum(nights) FILTER (WHERE check_out IS NULL), 0)::integer AS until
        FROM followed GROUP BY typed) AS ends
    $$`;

export async function down(knex: Knex) {
  await knex.raw(staysEnd);
}
