import type { Knex } from "knex";

/**
 * A room belongs to a lodging of its group: a hotel, and which visit to it; neither in a group without stays. One bed per person and
 * lodging. The rooms of before become those of the group's first lodging. `lodging` of room_members follows its room, so that the
 * release before goes on writing it without knowing.
 */
export async function up(knex: Knex) {
  await knex.raw(`
    -- In the order in which the office writes them, so that neither waits for the other in a circle.
    LOCK TABLE room_members, rooms IN ACCESS EXCLUSIVE MODE;
    ALTER TABLE rooms
      ADD COLUMN layout text,
      ADD COLUMN hotel_id integer REFERENCES hotels,
      ADD COLUMN visit integer CONSTRAINT rooms_visit_check CHECK (visit BETWEEN 1 AND 100),
      ADD CONSTRAINT rooms_lodging_check CHECK ((hotel_id IS NULL) = (visit IS NULL));

    ALTER TABLE rooms DISABLE TRIGGER USER;
    UPDATE rooms SET hotel_id = first_stays.hotel_id, visit = 1
    FROM (
      SELECT DISTINCT ON (groups.id) groups.id, stays.hotel_id
      FROM groups
      JOIN group_members ON group_members.group_id = groups.id AND travels
      JOIN contracts ON contracts.campaign_id = group_members.campaign_id AND contracts.customer_id = group_members.customer_id
        AND travels_with(contracts, settled_of(groups.id))
      JOIN packages ON packages.id = contracts.package_id
      JOIN LATERAL (
        SELECT place, hotel_id FROM stays_of_packages WHERE package_id = packages.id ORDER BY place LIMIT 1) AS stays ON true
      LEFT JOIN group_stays AS typed ON typed.group_id = groups.id AND typed.package_id = packages.id
        AND typed.place = stays.place AND typed.hotel_id = stays.hotel_id
      LEFT JOIN trips ON trips.id = trip_id
      WHERE groups.id IN (SELECT group_id FROM rooms)
      ORDER BY groups.id, coalesce(typed.check_in, departure_of(groups, trips)) NULLS FIRST, packages.name, packages.id
    ) AS first_stays
    WHERE first_stays.id = rooms.group_id;
    ALTER TABLE rooms ENABLE TRIGGER USER;

    ALTER TABLE rooms
      ADD COLUMN lodging text NOT NULL
        GENERATED ALWAYS AS (coalesce(hotel_id, 0)::text || ' ' || coalesce(visit, 0)::text) STORED,
      DROP CONSTRAINT rooms_name_once,
      ADD CONSTRAINT rooms_name_once UNIQUE (group_id, lodging, name),
      ADD CONSTRAINT rooms_id_group_id_lodging_key UNIQUE (id, group_id, lodging);
    CREATE INDEX ON rooms (hotel_id);

    ALTER TABLE room_members ADD COLUMN lodging text;
    UPDATE room_members SET lodging = rooms.lodging FROM rooms WHERE rooms.id = room_id;
    CREATE FUNCTION set_lodging() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        NEW.lodging := (SELECT lodging FROM rooms WHERE id = NEW.room_id);
        RETURN NEW;
      END $$;
    CREATE TRIGGER set_lodging BEFORE INSERT ON room_members FOR EACH ROW EXECUTE FUNCTION set_lodging();
    ALTER TABLE room_members
      ALTER COLUMN lodging SET NOT NULL,
      DROP CONSTRAINT room_members_pkey,
      ADD CONSTRAINT room_members_pkey PRIMARY KEY (group_id, customer_id, lodging),
      DROP CONSTRAINT room_members_room_id_group_id_fkey,
      ADD CONSTRAINT room_members_room_id_group_id_lodging_fkey FOREIGN KEY (room_id, group_id, lodging)
        REFERENCES rooms (id, group_id, lodging) ON UPDATE CASCADE ON DELETE CASCADE;
    ALTER TABLE rooms DROP CONSTRAINT rooms_id_group_id_key;

    DROP TRIGGER audit_log ON rooms;
    CREATE TRIGGER audit_log AFTER INSERT OR UPDATE OR DELETE ON rooms
      FOR EACH ROW EXECUTE FUNCTION write_audit_log('name', '{id,created_at,updated_at,occupants,lodging}');
    ${placesLogged(`'الغرفة ' || (
      SELECT rooms.name || coalesce(' (' || (SELECT hotels.name FROM hotels WHERE hotels.id = hotel_id) || ')', '')
      FROM rooms WHERE rooms.id = changed.room_id)`)}
  `);
}

/** The triggers that write the audit log of who sleeps where, with the words for a room. */
const placesLogged = (room: string) => {
  const words = room.replaceAll("'", "''");
  return `
    DROP TRIGGER audit_log_insert ON room_members;
    DROP TRIGGER audit_log_delete ON room_members;
    CREATE TRIGGER audit_log_insert AFTER INSERT ON room_members REFERENCING NEW TABLE AS changed
      FOR EACH STATEMENT EXECUTE FUNCTION write_places_audit_log('rooms', '${words}');
    CREATE TRIGGER audit_log_delete AFTER DELETE ON room_members REFERENCING OLD TABLE AS changed
      FOR EACH STATEMENT EXECUTE FUNCTION write_places_audit_log('rooms', '${words}');`;
};

/** Each member keeps the oldest room; a room whose name another one of the group has gets its own number behind it. */
export async function down(knex: Knex) {
  await knex.raw(`
    LOCK TABLE room_members, rooms IN ACCESS EXCLUSIVE MODE;
    ${placesLogged("'الغرفة ' || (SELECT rooms.name FROM rooms WHERE rooms.id = changed.room_id)")}
    DROP TRIGGER audit_log ON rooms;
    CREATE TRIGGER audit_log AFTER INSERT OR UPDATE OR DELETE ON rooms
      FOR EACH ROW EXECUTE FUNCTION write_audit_log('name', '{id,created_at,updated_at,occupants}');
    ALTER TABLE rooms ADD CONSTRAINT rooms_id_group_id_key UNIQUE (id, group_id);
    DELETE FROM room_members WHERE EXISTS (
      SELECT FROM room_members AS kept
      WHERE kept.group_id = room_members.group_id AND kept.customer_id = room_members.customer_id AND kept.room_id < room_members.room_id);
    ALTER TABLE room_members
      DROP CONSTRAINT room_members_room_id_group_id_lodging_fkey,
      DROP CONSTRAINT room_members_pkey,
      ADD CONSTRAINT room_members_pkey PRIMARY KEY (group_id, customer_id),
      ADD CONSTRAINT room_members_room_id_group_id_fkey FOREIGN KEY (room_id, group_id) REFERENCES rooms (id, group_id)
        ON DELETE CASCADE;
    DROP TRIGGER set_lodging ON room_members;
    DROP FUNCTION set_lodging;
    ALTER TABLE room_members DROP COLUMN lodging;
    ALTER TABLE rooms
      DROP CONSTRAINT rooms_name_once,
      DROP CONSTRAINT rooms_id_group_id_lodging_key,
      DROP COLUMN lodging;
    UPDATE rooms SET name = name || '-' || id WHERE EXISTS (
      SELECT FROM rooms AS others WHERE others.group_id = rooms.group_id AND others.name = rooms.name AND others.id < rooms.id);
    ALTER TABLE rooms
      ADD CONSTRAINT rooms_name_once UNIQUE (group_id, name),
      DROP COLUMN hotel_id, DROP COLUMN visit, DROP COLUMN layout;
  `);
}
