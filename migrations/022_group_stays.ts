import type { Knex } from "knex";

/**
 * When a group sleeps where (rulings §6). The dates of a stay of a package follow from the group's departure; a row here is what
 * a clerk has shifted, of the hotel that the package had at that place then. Nothing but a group's screens knows them, so they
 * go with the group, the package or the hotel. flights: as the clerk types them, for the service voucher.
 *
 * The audit log has shifted dates as texts in the lines of their group. They are never updated in place.
 */
export async function up(knex: Knex) {
  await knex.raw(`
    CREATE TABLE group_stays (
      group_id integer NOT NULL REFERENCES groups ON DELETE CASCADE,
      package_id integer NOT NULL REFERENCES packages ON DELETE CASCADE,
      place integer NOT NULL CHECK (place > 0),
      hotel_id integer NOT NULL REFERENCES hotels ON DELETE CASCADE,
      check_in date NOT NULL,
      check_out date NOT NULL CHECK (check_out > check_in),
      PRIMARY KEY (group_id, package_id, place)
    );
    CREATE INDEX ON group_stays (package_id);
    CREATE INDEX ON group_stays (hotel_id);
    ALTER TABLE groups ADD COLUMN flights text;

    CREATE FUNCTION write_group_stays_audit_log() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
    BEGIN
      INSERT INTO audit_log (user_id, username, action, kind, record_id, record_name, changes)
      SELECT acting_user(), acting_username(), 'update', 'groups', groups.id, groups.name,
        jsonb_build_object('stays', CASE TG_OP WHEN 'INSERT' THEN jsonb_build_array(NULL, stays)
                                               ELSE jsonb_build_array(stays, NULL) END)
      FROM (SELECT group_id, jsonb_agg(hotels.name || ' ' || check_in || ' – ' || check_out ORDER BY package_id, place) AS stays
            FROM changed JOIN hotels ON hotels.id = hotel_id GROUP BY 1) owned
      JOIN groups ON groups.id = group_id ORDER BY groups.id;
      RETURN NULL;
    END $$;
    CREATE TRIGGER audit_log_insert AFTER INSERT ON group_stays REFERENCING NEW TABLE AS changed
      FOR EACH STATEMENT EXECUTE FUNCTION write_group_stays_audit_log();
    CREATE TRIGGER audit_log_delete AFTER DELETE ON group_stays REFERENCING OLD TABLE AS changed
      FOR EACH STATEMENT EXECUTE FUNCTION write_group_stays_audit_log()`);
}

export async function down(knex: Knex) {
  await knex.raw(`
    ALTER TABLE groups DROP COLUMN flights;
    DROP TABLE group_stays;
    DROP FUNCTION write_group_stays_audit_log()`);
}
