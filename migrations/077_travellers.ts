import type { Knex } from "knex";

/**
 * group_members.travels: whether a member travels. He does not if he has contracts in the group's campaign and all of them are
 * cancelled; who has none does, since a group takes any customer. Only who travels has a bed and a seat, and is counted by groups.members.
 *
 * The departure settles it: a cancelling that is dated on that day or later changes nothing, nor does a deletion then. A day that a
 * group has got from its trip counts too, and the day on which somebody said by hand that it has departed (groups.departed_on).
 *
 * The database keeps it, whoever writes: contracts, members, and days of groups and trips. Where a contract stands again, its
 * customer travels again if the group has room, and else leaves it.
 */

export async function up(knex: Knex) {
  await knex.raw(`
    ALTER TABLE group_members ADD travels boolean NOT NULL DEFAULT true;
    CREATE INDEX group_members_without_travelling ON group_members (group_id) WHERE NOT travels;
    ALTER TABLE groups ADD departed_on date;
    DROP TRIGGER audit_log ON groups;
    SELECT keep_audit_log('groups', 'name', '{members,departed_on}');

    CREATE FUNCTION settled_on(groups, trips) RETURNS date LANGUAGE sql IMMUTABLE PARALLEL SAFE
      RETURN least(($1).departed_on, departure_of($1, $2));

    CREATE FUNCTION settled_of(of_group integer) RETURNS date LANGUAGE sql STABLE AS $$
      SELECT settled_on(groups, trips) FROM groups LEFT JOIN trips ON trips.id = trip_id WHERE groups.id = of_group
    $$;

    CREATE FUNCTION travels_with(contracts, settled date) RETURNS boolean LANGUAGE sql IMMUTABLE PARALLEL SAFE
      RETURN stands(($1).status) OR coalesce(($1).cancelled_on >= settled, false);

    CREATE FUNCTION travels_by_contracts(of_group integer, of_campaign integer, of_customer integer) RETURNS boolean LANGUAGE sql STABLE AS $$
      SELECT coalesce(bool_or(travels_with(contracts, settled_of(of_group))), true) FROM contracts
      WHERE customer_id = of_customer AND campaign_id = of_campaign
    $$;

    CREATE FUNCTION settle_departure() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        NEW.departed_on := CASE WHEN NEW.has_departed THEN coalesce(NEW.departed_on, office_day(now())) END;
        RETURN NEW;
      END $$;
    CREATE TRIGGER settle_departure BEFORE INSERT OR UPDATE OF has_departed ON groups FOR EACH ROW EXECUTE FUNCTION settle_departure();

    CREATE FUNCTION judge_travelling() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        -- who signs or cancels meanwhile waits here, or is seen
        PERFORM FROM customers WHERE id = NEW.customer_id FOR UPDATE;
        NEW.travels := travels_by_contracts(NEW.group_id, NEW.campaign_id, NEW.customer_id);
        RETURN NEW;
      END $$;
    CREATE TRIGGER judge_travelling BEFORE INSERT OR UPDATE OF customer_id, campaign_id ON group_members
      FOR EACH ROW EXECUTE FUNCTION judge_travelling();

    DROP TRIGGER count_members ON group_members;
    CREATE OR REPLACE FUNCTION count_group_members() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        UPDATE groups SET members = members
          + CASE WHEN TG_OP <> 'DELETE' AND NEW.travels THEN 1 ELSE 0 END
          - CASE WHEN TG_OP <> 'INSERT' AND OLD.travels THEN 1 ELSE 0 END
        WHERE id = CASE TG_OP WHEN 'DELETE' THEN OLD.group_id ELSE NEW.group_id END;
        RETURN NULL;
      END $$;
    CREATE TRIGGER count_joined AFTER INSERT ON group_members FOR EACH ROW WHEN (NEW.travels) EXECUTE FUNCTION count_group_members();
    CREATE TRIGGER count_left AFTER DELETE ON group_members FOR EACH ROW WHEN (OLD.travels) EXECUTE FUNCTION count_group_members();
    CREATE TRIGGER count_travelling AFTER UPDATE ON group_members FOR EACH ROW WHEN (OLD.travels <> NEW.travels)
      EXECUTE FUNCTION count_group_members();

    CREATE FUNCTION free_places() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        DELETE FROM room_members WHERE group_id = NEW.group_id AND customer_id = NEW.customer_id;
        DELETE FROM bus_seats WHERE group_id = NEW.group_id AND customer_id = NEW.customer_id;
        RETURN NULL;
      END $$;
    CREATE TRIGGER free_places AFTER UPDATE ON group_members FOR EACH ROW WHEN (OLD.travels AND NOT NEW.travels)
      EXECUTE FUNCTION free_places();

    CREATE FUNCTION settle_traveller(of_campaign integer, of_customer integer, is_deleted boolean) RETURNS void LANGUAGE plpgsql AS $$
      DECLARE
        member group_members;
        is_settled boolean;
        is_full boolean;
      BEGIN
        PERFORM FROM customers WHERE id = of_customer FOR KEY SHARE; -- who adds him to a group meanwhile is seen
        PERFORM FROM groups WHERE id = (SELECT group_id FROM group_members WHERE campaign_id = of_campaign AND customer_id = of_customer)
          FOR NO KEY UPDATE; -- and who cancels another contract of his
        SELECT * INTO member FROM group_members WHERE campaign_id = of_campaign AND customer_id = of_customer;
        IF NOT FOUND OR member.travels = travels_by_contracts(member.group_id, of_campaign, of_customer) THEN
          RETURN;
        END IF;
        SELECT members >= capacity, coalesce(settled_of(id) <= office_day(now()), false) INTO is_full, is_settled
        FROM groups WHERE id = member.group_id;
        IF is_settled AND (is_deleted OR is_full AND NOT member.travels) THEN
          RETURN;
        ELSIF is_full AND NOT member.travels THEN
          DELETE FROM group_members WHERE id = member.id;
        ELSE
          UPDATE group_members SET travels = NOT member.travels WHERE id = member.id;
        END IF;
      END $$;
    CREATE FUNCTION settle_travelling() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        IF TG_OP <> 'INSERT' THEN
          PERFORM settle_traveller(OLD.campaign_id, OLD.customer_id, TG_OP = 'DELETE');
        END IF;
        IF TG_OP = 'INSERT' OR TG_OP = 'UPDATE' AND (NEW.campaign_id, NEW.customer_id) <> (OLD.campaign_id, OLD.customer_id) THEN
          PERFORM settle_traveller(NEW.campaign_id, NEW.customer_id, false);
        END IF;
        RETURN NULL;
      END $$;
    CREATE TRIGGER settle_travelling AFTER INSERT OR DELETE OR UPDATE OF status, cancelled_on, customer_id, campaign_id ON contracts
      FOR EACH ROW EXECUTE FUNCTION settle_travelling();

    -- a departure that moves behind a cancelling
    CREATE FUNCTION settle_days() RETURNS trigger LANGUAGE plpgsql AS $$
      DECLARE
        moved integer[] := CASE TG_TABLE_NAME WHEN 'groups' THEN ARRAY[NEW.id] ELSE ARRAY(SELECT id FROM groups WHERE trip_id = NEW.id) END;
      BEGIN
        UPDATE group_members SET travels = false
        WHERE group_id = ANY(moved) AND travels AND NOT travels_by_contracts(group_id, campaign_id, customer_id);
        RETURN NULL;
      END $$;
    CREATE TRIGGER settle_days AFTER UPDATE ON groups FOR EACH ROW
      WHEN ((OLD.departure_date, OLD.departed_on, OLD.trip_id) IS DISTINCT FROM (NEW.departure_date, NEW.departed_on, NEW.trip_id))
      EXECUTE FUNCTION settle_days();
    CREATE TRIGGER settle_days AFTER UPDATE ON trips FOR EACH ROW
      WHEN (OLD.start_date <> NEW.start_date) EXECUTE FUNCTION settle_days();

    UPDATE groups SET departed_on = office_day(updated_at) WHERE has_departed`);
}

/** @throws if who does not travel has given up a seat that somebody else has by now: the schema before cannot hold both */
export async function down(knex: Knex) {
  const full: string[] = await knex("groups")
    .where("capacity", "<", knex("group_members").whereRaw("group_id = groups.id").count())
    .orderBy("id")
    .pluck("name");
  if (full.length)
    throw new Error(`Groups with more members than places, since some do not travel: ${full.join(", ")}`);
  await knex.raw(`
    DROP TRIGGER settle_days ON trips;
    DROP TRIGGER settle_days ON groups;
    DROP TRIGGER settle_travelling ON contracts;
    DROP TRIGGER settle_departure ON groups;
    DROP TRIGGER free_places ON group_members;
    DROP TRIGGER judge_travelling ON group_members;
    DROP TRIGGER count_joined ON group_members;
    DROP TRIGGER count_left ON group_members;
    DROP TRIGGER count_travelling ON group_members;
    CREATE OR REPLACE FUNCTION count_group_members() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      UPDATE groups SET members = members + CASE TG_OP WHEN 'INSERT' THEN 1 ELSE -1 END
      WHERE id = CASE TG_OP WHEN 'INSERT' THEN NEW.group_id ELSE OLD.group_id END;
      RETURN NULL;
    END $$;
    CREATE TRIGGER count_members AFTER INSERT OR DELETE ON group_members FOR EACH ROW EXECUTE FUNCTION count_group_members();
    DROP FUNCTION settle_days, settle_travelling, settle_traveller, settle_departure, free_places, judge_travelling,
      travels_by_contracts, travels_with, settled_of, settled_on;
    UPDATE groups SET members = (SELECT count(*) FROM group_members WHERE group_id = groups.id)
    WHERE id IN (SELECT group_id FROM group_members WHERE NOT travels);
    ALTER TABLE group_members DROP COLUMN travels;
    DROP TRIGGER audit_log ON groups;
    ALTER TABLE groups DROP COLUMN departed_on;
    SELECT keep_audit_log('groups', 'name', '{members}')`);
}
