import type { Knex } from "knex";

/**
 * The end of a group's stays, where it has no trip whose last day would be the return (052): of one package, of the package of a
 * person, and the latest of who travels. Stays begin on the departure and follow each other; days that a clerk has typed move those
 * behind them along. Null where nothing dates them, or without a group.
 */
export async function up(knex: Knex) {
  await knex.raw(`
    ${staysEnd};

    CREATE FUNCTION stays_end_of_person(of_group integer, of_campaign integer, of_customer integer) RETURNS date LANGUAGE sql STABLE STRICT AS $$
      SELECT stays_end(of_group, package_id) FROM contracts
      WHERE customer_id = of_customer AND campaign_id = of_campaign AND travels_with(contracts, settled_of(of_group))
      ORDER BY id DESC LIMIT 1
    $$;

    CREATE FUNCTION stays_end(of_group integer) RETURNS date LANGUAGE sql STABLE STRICT AS $$
      SELECT max(stays_end(of_group, package_id)) FROM (
        SELECT DISTINCT package_id FROM group_members JOIN contracts USING (campaign_id, customer_id)
        WHERE group_id = of_group AND travels AND travels_with(contracts, settled_of(of_group))) AS packages
    $$`);
}

/** The end of the stays of one package. */
export const staysEnd = `CREATE OR REPLACE FUNCTION stays_end(of_group integer, of_package integer) RETURNS date LANGUAGE sql STABLE STRICT AS $$
      WITH stays AS (
        SELECT stays.place, nights, check_out FROM stays_of_packages AS stays
        LEFT JOIN group_stays AS typed ON typed.group_id = of_group AND typed.package_id = stays.package_id
          AND typed.place = stays.place AND typed.hotel_id = stays.hotel_id
        WHERE stays.package_id = of_package),
      typed AS (SELECT max(check_out) AS until, max(place) AS place FROM stays WHERE check_out IS NOT NULL)
      SELECT greatest(typed.until,
        coalesce((SELECT check_out FROM stays WHERE place = typed.place),
          (SELECT departure_of(groups, trips) FROM groups LEFT JOIN trips ON trips.id = trip_id WHERE groups.id = of_group))
        + coalesce(sum(nights) FILTER (WHERE stays.place > coalesce(typed.place, 0)), 0)::integer)
      FROM stays, typed GROUP BY typed.until, typed.place
    $$`;

export async function down(knex: Knex) {
  await knex.raw(`
    DROP FUNCTION stays_end(integer), stays_end_of_person(integer, integer, integer), stays_end(integer, integer)`);
}
