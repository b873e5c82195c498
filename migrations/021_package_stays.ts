import type { Knex } from "knex";

/**
 * Where the pilgrims of a package sleep, hotel after hotel (rulings §6). A package without rows sleeps in its hotel_id for its
 * whole duration (spec §9). Of a package with rows, hotel_id is the hotel of the first. stays_of_packages has the stays of both.
 *
 * The audit log has them as texts, such as «دار الإيمان × 4», in the lines of their package. They are never updated in place.
 */
export async function up(knex: Knex) {
  await knex.raw(`
    CREATE TABLE package_stays (
      package_id integer NOT NULL REFERENCES packages ON DELETE CASCADE,
      place integer NOT NULL CHECK (place > 0),
      hotel_id integer NOT NULL REFERENCES hotels,
      nights integer NOT NULL CHECK (nights > 0),
      PRIMARY KEY (package_id, place)
    );
    CREATE INDEX ON package_stays (hotel_id);

    CREATE VIEW stays_of_packages AS
      SELECT package_id, place, hotel_id, nights FROM package_stays
      UNION ALL
      SELECT id, 1, hotel_id, duration FROM packages
      WHERE hotel_id IS NOT NULL AND NOT EXISTS (SELECT FROM package_stays WHERE package_id = packages.id);

    CREATE FUNCTION write_stays_audit_log() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
    BEGIN
      INSERT INTO audit_log (user_id, username, action, kind, record_id, record_name, changes)
      SELECT acting_user(), acting_username(), 'update', 'packages', packages.id, packages.name,
        jsonb_build_object('stays', CASE TG_OP WHEN 'INSERT' THEN jsonb_build_array(NULL, stays)
                                               ELSE jsonb_build_array(stays, NULL) END)
      FROM (SELECT package_id, jsonb_agg(hotels.name || ' × ' || nights ORDER BY place) AS stays
            FROM changed JOIN hotels ON hotels.id = hotel_id GROUP BY 1) owned
      JOIN packages ON packages.id = package_id ORDER BY packages.id;
      RETURN NULL;
    END $$;
    CREATE TRIGGER audit_log_insert AFTER INSERT ON package_stays REFERENCING NEW TABLE AS changed
      FOR EACH STATEMENT EXECUTE FUNCTION write_stays_audit_log();
    CREATE TRIGGER audit_log_delete AFTER DELETE ON package_stays REFERENCING OLD TABLE AS changed
      FOR EACH STATEMENT EXECUTE FUNCTION write_stays_audit_log()`);
}

export async function down(knex: Knex) {
  await knex.raw(`
    DROP VIEW stays_of_packages;
    DROP TABLE package_stays;
    DROP FUNCTION write_stays_audit_log()`);
}
