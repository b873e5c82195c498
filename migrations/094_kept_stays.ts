import type { Knex } from "knex";
import { copyRights } from "./002_totals";
import { staysEndWithTyped } from "./087_end_of_stays";

/**
 * The stays that a departed group keeps of a package which has other ones since: a row each, or one without a hotel where the package had none.
 * stays_of is the one answer to where a group sleeps with a package. `hotel_id` does not cascade: the hotel is where people slept.
 */
export async function up(knex: Knex) {
  await knex.raw(`
    CREATE TABLE kept_stays (
      group_id integer NOT NULL REFERENCES groups ON DELETE CASCADE,
      package_id integer NOT NULL REFERENCES packages ON DELETE CASCADE,
      place integer NOT NULL CHECK (place > 0),
      hotel_id integer REFERENCES hotels,
      nights integer CHECK (nights > 0),
      PRIMARY KEY (group_id, package_id, place),
      CONSTRAINT kept_stays_check CHECK ((hotel_id IS NULL) = (nights IS NULL))
    );
    CREATE INDEX ON kept_stays (package_id);
    CREATE INDEX ON kept_stays (hotel_id);

    CREATE FUNCTION write_kept_stays_audit_log() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
    BEGIN
      INSERT INTO audit_log (user_id, username, action, kind, record_id, record_name, changes)
      SELECT acting_user(), acting_username(), 'update', 'groups', groups.id, groups.name,
        jsonb_build_object('kept_stays', CASE TG_OP WHEN 'INSERT' THEN jsonb_build_array(NULL, stays)
                                                    ELSE jsonb_build_array(stays, NULL) END)
      FROM (SELECT group_id, jsonb_agg(coalesce(hotels.name || ' (' || nights || ')', packages.name) ORDER BY package_id, place) AS stays
            FROM changed JOIN packages ON packages.id = package_id LEFT JOIN hotels ON hotels.id = changed.hotel_id GROUP BY 1) owned
      JOIN groups ON groups.id = group_id ORDER BY groups.id;
      RETURN NULL;
    END $$;
    CREATE TRIGGER audit_log_insert AFTER INSERT ON kept_stays REFERENCING NEW TABLE AS changed
      FOR EACH STATEMENT EXECUTE FUNCTION write_kept_stays_audit_log();
    CREATE TRIGGER audit_log_delete AFTER DELETE ON kept_stays REFERENCING OLD TABLE AS changed
      FOR EACH STATEMENT EXECUTE FUNCTION write_kept_stays_audit_log();

    CREATE FUNCTION stays_of(of_group integer, of_package integer)
    RETURNS TABLE (place integer, hotel_id integer, nights integer, check_in date, check_out date) LANGUAGE sql STABLE AS $$
      SELECT stays.place, stays.hotel_id, stays.nights, typed.check_in, typed.check_out
      FROM (
        SELECT kept.place, kept.hotel_id, kept.nights FROM kept_stays AS kept
        WHERE kept.group_id = of_group AND kept.package_id = of_package AND kept.hotel_id IS NOT NULL
        UNION ALL
        SELECT sold.place, sold.hotel_id, sold.nights FROM stays_of_packages AS sold
        WHERE sold.package_id = of_package
          AND NOT EXISTS (SELECT FROM kept_stays AS kept WHERE kept.group_id = of_group AND kept.package_id = of_package)) AS stays
      LEFT JOIN group_stays AS typed ON typed.group_id = of_group AND typed.package_id = of_package
        AND typed.place = stays.place AND typed.hotel_id = stays.hotel_id
    $$;

    CREATE OR REPLACE FUNCTION stays_end(of_group integer, of_package integer) RETURNS date LANGUAGE sql STABLE STRICT AS $$
      WITH followed AS (
        SELECT nights, check_out, max(place) FILTER (WHERE check_out IS NOT NULL) OVER (ORDER BY place) AS typed
        FROM stays_of(of_group, of_package))
      SELECT max(until) FROM (
        SELECT coalesce(max(check_out),
            (SELECT departure_of(groups, trips) FROM groups LEFT JOIN trips ON trips.id = trip_id WHERE groups.id = of_group))
          + coalesce(sum(nights) FILTER (WHERE check_out IS NULL), 0)::integer AS until
        FROM followed GROUP BY typed) AS ends
    $$`);
  // The release before asks stays_end while this one comes, and its role reads the table by it.
  await copyRights(knex, "group_stays", "kept_stays");
}

export async function down(knex: Knex) {
  await knex.raw(`
    ${staysEndWithTyped};
    DROP FUNCTION stays_of(integer, integer);
    DROP TABLE kept_stays;
    DROP FUNCTION write_kept_stays_audit_log()`);
}
