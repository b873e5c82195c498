import type { Knex } from "knex";

/**
 * The days of a journey, of rows of the tables that they are named after; null rows where there is no group or no trip.
 *
 * departure_of: the group's day, else the first day of its trip. With the campaign, its first day is the last resort.
 * return_of: the last day of the trip, else of the campaign.
 */
export async function up(knex: Knex) {
  await knex.raw(`
    CREATE FUNCTION departure_of(groups, trips) RETURNS date LANGUAGE sql IMMUTABLE PARALLEL SAFE
      RETURN coalesce(($1).departure_date, ($2).start_date);
    CREATE FUNCTION departure_of(groups, trips, campaigns) RETURNS date LANGUAGE sql IMMUTABLE PARALLEL SAFE
      RETURN coalesce(departure_of($1, $2), ($3).start_date);
    CREATE FUNCTION return_of(trips, campaigns) RETURNS date LANGUAGE sql IMMUTABLE PARALLEL SAFE
      RETURN coalesce(($1).end_date, ($2).end_date)`);
}

export async function down(knex: Knex) {
  await knex.raw(`
    DROP FUNCTION return_of(trips, campaigns), departure_of(groups, trips, campaigns), departure_of(groups, trips)`);
}
