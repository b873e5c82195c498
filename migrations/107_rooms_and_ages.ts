import type { Knex } from "knex";
import { copyRights } from "./002_totals";
import { reword } from "./071_hidden_parties";

/**
 * Prices of a package by room and age (docs/decisions/grid.md): package_prices is the grid, in the package's currency. A contract keeps the room and the
 * kind of traveller that were sold with it, and what its price was more than the package's; without them it is as before. age_group() is how old a
 * traveller is on a day by the ages of the office; null where the birthday is not known.
 *
 * booked_seats() are the seats that a campaign's contracts take. Whom takes_seat() denies a seat counts among the members of a group (groups.members) but not against its places (groups.infants
 * is their number), and whom takes_bed() denies a bed may be in a room without taking one. group_members.traveller is the kind in the last signed
 * contract with which a member travels; the database keeps it, whoever writes, as it keeps `travels`.
 */

const rooms = "'single', 'double', 'triple', 'quad', 'quint'";
const travellers = "'adult', 'child_with_bed', 'child_without_bed', 'infant'";

export async function up(knex: Knex) {
  await knex.raw(`
    CREATE FUNCTION takes_seat(traveller text) RETURNS boolean LANGUAGE sql IMMUTABLE PARALLEL SAFE
      RETURN traveller IS DISTINCT FROM 'infant';
    CREATE FUNCTION takes_bed(traveller text) RETURNS boolean LANGUAGE sql IMMUTABLE PARALLEL SAFE
      RETURN coalesce(traveller NOT IN ('infant', 'child_without_bed'), true);

    ALTER TABLE company_info
      ADD infant_under integer NOT NULL DEFAULT 2 CHECK (infant_under BETWEEN 0 AND 25),
      ADD child_under integer NOT NULL DEFAULT 12 CHECK (child_under BETWEEN 0 AND 25),
      ADD child_share numeric(5,2) CHECK (child_share BETWEEN 0 AND 100),
      ADD infant_share numeric(5,2) CHECK (infant_share BETWEEN 0 AND 100),
      ADD CONSTRAINT ages_in_order CHECK (infant_under <= child_under);

    CREATE FUNCTION age_group(born date, on_day date) RETURNS text LANGUAGE sql STABLE AS $$
      SELECT CASE WHEN born > on_day - make_interval(years => infant_under) THEN 'infant'
                  WHEN born > on_day - make_interval(years => child_under) THEN 'child'
                  WHEN born <= on_day THEN 'adult' END
      FROM company_info
    $$;

    CREATE TABLE package_prices (
      package_id integer NOT NULL REFERENCES packages ON DELETE CASCADE,
      room text NOT NULL CHECK (room IN (${rooms})),
      traveller text NOT NULL CHECK (traveller IN (${travellers})),
      amount numeric(20,4) NOT NULL CHECK (amount >= 0 AND amount <> 'NaN'),
      PRIMARY KEY (package_id, room, traveller)
    );
    CREATE FUNCTION write_prices_audit_log() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
    BEGIN
      INSERT INTO audit_log (user_id, username, action, kind, record_id, record_name, changes)
      SELECT acting_user(), acting_username(), 'update', 'packages', packages.id, packages.name,
        jsonb_build_object('prices', CASE TG_OP WHEN 'INSERT' THEN jsonb_build_array(NULL, prices)
                                                ELSE jsonb_build_array(prices, NULL) END)
      FROM (SELECT package_id, jsonb_agg(jsonb_build_object('room', room, 'traveller', traveller, 'amount', trim_scale(amount)::text)
              ORDER BY room, traveller) AS prices
            FROM changed GROUP BY 1) owned
      JOIN packages ON packages.id = package_id ORDER BY packages.id;
      RETURN NULL;
    END $$;
    CREATE TRIGGER audit_log_insert AFTER INSERT ON package_prices REFERENCING NEW TABLE AS changed
      FOR EACH STATEMENT EXECUTE FUNCTION write_prices_audit_log();
    CREATE TRIGGER audit_log_delete AFTER DELETE ON package_prices REFERENCING OLD TABLE AS changed
      FOR EACH STATEMENT EXECUTE FUNCTION write_prices_audit_log();

    ALTER TABLE contracts
      ADD room text CHECK (room IN (${rooms})),
      ADD traveller text CHECK (traveller IN (${travellers})),
      ADD supplement_amount numeric(20,4) CHECK (supplement_amount <> 'NaN'),
      ADD CONSTRAINT contracts_cell_is_whole CHECK (num_nonnulls(room, traveller, supplement_amount) IN (0, 3));

    ALTER TABLE group_members ADD traveller text;
    ALTER TABLE room_members ADD takes_bed boolean NOT NULL DEFAULT true;
    ALTER TABLE groups ADD infants integer NOT NULL DEFAULT 0,
      DROP CONSTRAINT groups_not_overfull,
      ADD CONSTRAINT groups_not_overfull CHECK (infants >= 0 AND members >= infants AND members - infants <= capacity);
    DROP TRIGGER audit_log ON groups;
    SELECT keep_audit_log('groups', 'name', '{members,infants,departed_on}');
    DROP TRIGGER touch ON groups;
    CREATE TRIGGER touch BEFORE UPDATE ON groups FOR EACH ROW
      WHEN (OLD.members = NEW.members AND OLD.infants = NEW.infants AND OLD.trip_id IS NOT DISTINCT FROM NEW.trip_id)
      EXECUTE FUNCTION touch();

    CREATE FUNCTION booked_seats(of_campaign integer) RETURNS bigint LANGUAGE sql STABLE AS $$
      SELECT (SELECT coalesce(sum(count), 0)::bigint FROM contracts_monthly_totals WHERE campaign_id = of_campaign AND stands(status))
        - (SELECT count(*) FROM contracts WHERE campaign_id = of_campaign AND NOT takes_seat(traveller) AND stands(status))
    $$;
    CREATE FUNCTION traveller_by_contracts(of_group integer, of_campaign integer, of_customer integer) RETURNS text LANGUAGE sql STABLE AS $$
      SELECT traveller FROM contracts
      WHERE customer_id = of_customer AND campaign_id = of_campaign AND travels_with(contracts, settled_of(of_group))
      ORDER BY id DESC LIMIT 1
    $$;`);
  await copyRights(knex, "packages", "package_prices");
  for (const { of, from, to } of rewordings) await knex.raw(reword(of, from, to));
  await knex.raw(`
    DROP TRIGGER count_travelling ON group_members;
    CREATE TRIGGER count_travelling AFTER UPDATE ON group_members FOR EACH ROW
      WHEN ((OLD.travels, OLD.traveller) IS DISTINCT FROM (NEW.travels, NEW.traveller)) EXECUTE FUNCTION count_group_members();
    DROP TRIGGER free_places ON group_members;
    CREATE TRIGGER free_places AFTER UPDATE ON group_members FOR EACH ROW
      WHEN (OLD.travels AND NOT NEW.travels OR NOT takes_seat(NEW.traveller) OR takes_bed(OLD.traveller) <> takes_bed(NEW.traveller))
      EXECUTE FUNCTION free_places()`);
}

const rewordings = [
  {
    of: "count_group_members()",
    from: `          - CASE WHEN TG_OP <> 'INSERT' AND OLD.travels THEN 1 ELSE 0 END
`,
    to: `          - CASE WHEN TG_OP <> 'INSERT' AND OLD.travels THEN 1 ELSE 0 END,
          infants = infants
          + CASE WHEN TG_OP <> 'DELETE' AND NEW.travels AND NOT takes_seat(NEW.traveller) THEN 1 ELSE 0 END
          - CASE WHEN TG_OP <> 'INSERT' AND OLD.travels AND NOT takes_seat(OLD.traveller) THEN 1 ELSE 0 END
`,
  },
  {
    of: "judge_travelling()",
    from: "        RETURN NEW;",
    to: `        NEW.traveller := traveller_by_contracts(NEW.group_id, NEW.campaign_id, NEW.customer_id);
        RETURN NEW;`,
  },
  {
    of: "settle_traveller(integer, integer, boolean)",
    from: `        is_full boolean;
`,
    to: `        is_full boolean;
        now_travels boolean;
        now_as text;
`,
  },
  {
    of: "settle_traveller(integer, integer, boolean)",
    from: `        IF NOT FOUND OR member.travels = travels_by_contracts(member.group_id, of_campaign, of_customer) THEN
          RETURN;
        END IF;
        SELECT members >= capacity,`,
    to: `        IF NOT FOUND THEN
          RETURN;
        END IF;
        now_travels := travels_by_contracts(member.group_id, of_campaign, of_customer);
        now_as := traveller_by_contracts(member.group_id, of_campaign, of_customer);
        IF member.travels = now_travels AND member.traveller IS NOT DISTINCT FROM now_as THEN
          RETURN;
        END IF;
        -- whether he needs a place that he has not
        SELECT now_travels AND takes_seat(now_as) AND NOT (member.travels AND takes_seat(member.traveller)) AND members - infants >= capacity,`,
  },
  {
    of: "settle_traveller(integer, integer, boolean)",
    from: `        IF is_settled AND (is_deleted OR is_full AND NOT member.travels) THEN
          RETURN;
        ELSIF is_full AND NOT member.travels THEN`,
    to: `        IF is_settled AND (is_deleted OR is_full) THEN
          RETURN;
        ELSIF is_full THEN`,
  },
  {
    of: "settle_traveller(integer, integer, boolean)",
    from: "SET travels = NOT member.travels WHERE",
    to: "SET travels = now_travels, traveller = now_as WHERE",
  },
  {
    of: "settle_days()",
    from: `        UPDATE group_members SET travels = false
        WHERE`,
    to: `        UPDATE group_members SET travels = false, traveller = NULL
        WHERE`,
  },
  {
    of: "settle_days()", // another contract may be the last one with which somebody travels
    from: `        RETURN NULL;`,
    to: `        PERFORM settle_traveller(campaign_id, customer_id, false) FROM group_members
        WHERE group_id = ANY(moved) AND travels AND traveller IS DISTINCT FROM traveller_by_contracts(group_id, campaign_id, customer_id);
        RETURN NULL;`,
  },
  {
    of: "free_places()",
    from: `        DELETE FROM room_members WHERE group_id = NEW.group_id AND customer_id = NEW.customer_id;
        DELETE FROM bus_seats WHERE group_id = NEW.group_id AND customer_id = NEW.customer_id;`,
    to: `        IF NOT NEW.travels OR takes_bed(OLD.traveller) <> takes_bed(NEW.traveller) THEN
          DELETE FROM room_members WHERE group_id = NEW.group_id AND customer_id = NEW.customer_id;
        END IF;
        IF NOT NEW.travels OR NOT takes_seat(NEW.traveller) THEN
          DELETE FROM bus_seats WHERE group_id = NEW.group_id AND customer_id = NEW.customer_id;
        END IF;`,
  },
  {
    of: "set_lodging()",
    from: "        RETURN NEW;",
    to: `        NEW.takes_bed := (SELECT takes_bed(traveller) FROM group_members WHERE group_id = NEW.group_id AND customer_id = NEW.customer_id);
        RETURN NEW;`,
  },
  {
    of: "count_room_members()",
    from: `CASE TG_OP WHEN 'INSERT' THEN 1 ELSE -1 END
`,
    to: `CASE TG_OP WHEN 'INSERT' THEN NEW.takes_bed::integer ELSE -OLD.takes_bed::integer END
`,
  },
];

/** @throws if somebody without a seat or bed is where the schema before has no place for him */
export async function down(knex: Knex) {
  const { rows } = await knex.raw<{ rows: { name: string }[] }>(
    `SELECT name FROM groups WHERE members > capacity
     UNION ALL SELECT rooms.name FROM rooms WHERE beds < (SELECT count(*) FROM room_members WHERE room_id = rooms.id) LIMIT 50`,
  );
  if (rows.length)
    throw new Error(
      `Groups and rooms with somebody who takes no place: ${rows.map(({ name }) => name).join(", ")}`,
    );
  await knex.raw(`
    DROP TRIGGER count_travelling ON group_members;
    CREATE TRIGGER count_travelling AFTER UPDATE ON group_members FOR EACH ROW WHEN (OLD.travels <> NEW.travels)
      EXECUTE FUNCTION count_group_members();
    DROP TRIGGER free_places ON group_members;
    CREATE TRIGGER free_places AFTER UPDATE ON group_members FOR EACH ROW WHEN (OLD.travels AND NOT NEW.travels)
      EXECUTE FUNCTION free_places()`);
  for (const { of, from, to } of rewordings.toReversed()) await knex.raw(reword(of, to, from));
  await knex.raw(`
    UPDATE rooms SET occupants = (SELECT count(*) FROM room_members WHERE room_id = rooms.id)
    WHERE id IN (SELECT room_id FROM room_members WHERE NOT takes_bed);
    DROP FUNCTION traveller_by_contracts, booked_seats;
    DROP TRIGGER touch ON groups;
    CREATE TRIGGER touch BEFORE UPDATE ON groups FOR EACH ROW
      WHEN (OLD.members = NEW.members AND OLD.trip_id IS NOT DISTINCT FROM NEW.trip_id) EXECUTE FUNCTION touch();
    DROP TRIGGER audit_log ON groups;
    ALTER TABLE groups DROP CONSTRAINT groups_not_overfull, DROP infants,
      ADD CONSTRAINT groups_not_overfull CHECK (members >= 0 AND members <= capacity);
    SELECT keep_audit_log('groups', 'name', '{members,departed_on}');
    ALTER TABLE room_members DROP takes_bed;
    ALTER TABLE group_members DROP traveller;
    ALTER TABLE contracts DROP CONSTRAINT contracts_cell_is_whole, DROP supplement_amount, DROP traveller, DROP room;
    DROP TABLE package_prices;
    DROP FUNCTION write_prices_audit_log, age_group;
    ALTER TABLE company_info DROP CONSTRAINT ages_in_order, DROP infant_share, DROP child_share, DROP child_under, DROP infant_under;
    DROP FUNCTION takes_seat, takes_bed`);
}
