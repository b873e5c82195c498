import type { Knex } from "knex";
import { copyRights } from "./002_totals";

/**
 * The packages with which members of a departed group travelled, kept when a contract of theirs in its campaign is signed, stands again, or is
 * deleted after that (journey.md, rule 1). packages_of_members is the one answer to whose stays a member has. `kept_on` counts as a
 * cancelling's day does: from the day on that settled who travelled, so that a departure that is taken back keeps nothing.
 */
export async function up(knex: Knex) {
  await knex.raw(`
    CREATE TABLE kept_packages (
      group_id integer NOT NULL REFERENCES groups ON DELETE CASCADE,
      customer_id integer NOT NULL,
      package_id integer NOT NULL REFERENCES packages,
      kept_on date NOT NULL,
      PRIMARY KEY (group_id, customer_id, package_id),
      FOREIGN KEY (group_id, customer_id) REFERENCES group_members (group_id, customer_id) ON UPDATE CASCADE ON DELETE CASCADE
    );
    CREATE INDEX ON kept_packages (package_id);

    CREATE VIEW packages_of_members AS
      SELECT members.group_id, members.customer_id, contracts.package_id, contracts.id AS contract_id
      FROM group_members AS members JOIN groups ON groups.id = members.group_id LEFT JOIN trips ON trips.id = trip_id
      JOIN contracts ON contracts.campaign_id = members.campaign_id AND contracts.customer_id = members.customer_id
      WHERE travels AND travels_with(contracts, settled_on(groups, trips)) AND NOT EXISTS (
        SELECT FROM kept_packages AS kept
        WHERE kept.group_id = members.group_id AND kept.customer_id = members.customer_id AND kept_on >= settled_on(groups, trips))
      UNION ALL
      SELECT members.group_id, members.customer_id, kept.package_id, NULL
      FROM kept_packages AS kept JOIN group_members AS members ON members.group_id = kept.group_id AND members.customer_id = kept.customer_id
      WHERE travels AND kept_on >= settled_of(members.group_id);

    CREATE FUNCTION keep_packages() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
    DECLARE contract contracts := CASE TG_OP WHEN 'DELETE' THEN OLD ELSE NEW END;
    BEGIN
      INSERT INTO kept_packages (group_id, customer_id, package_id, kept_on)
      SELECT DISTINCT group_id, customer_id, package_id, office_day(now())
      FROM packages_of_members JOIN group_members AS members USING (group_id, customer_id)
      WHERE members.campaign_id = contract.campaign_id AND customer_id = contract.customer_id AND settled_of(group_id) <= office_day(now())
      ON CONFLICT (group_id, customer_id, package_id) DO UPDATE SET kept_on = EXCLUDED.kept_on;
      RETURN contract;
    END $$;
    CREATE TRIGGER keep_packages BEFORE INSERT OR DELETE ON contracts FOR EACH ROW EXECUTE FUNCTION keep_packages();
    CREATE TRIGGER keep_packages_at_update BEFORE UPDATE OF status ON contracts FOR EACH ROW
      WHEN (stands(NEW.status) AND NOT stands(OLD.status)) EXECUTE FUNCTION keep_packages();

    CREATE OR REPLACE FUNCTION stays_end(of_group integer) RETURNS date LANGUAGE sql STABLE STRICT AS $$
      SELECT max(stays_end(of_group, package_id)) FROM (
        SELECT DISTINCT package_id FROM packages_of_members WHERE group_id = of_group) AS packages
    $$`);
  // The release before asks stays_end while this one comes, and its role reads the view by it.
  await copyRights(knex, "group_stays", "kept_packages", "packages_of_members");
}

export async function down(knex: Knex) {
  await knex.raw(`
    CREATE OR REPLACE FUNCTION stays_end(of_group integer) RETURNS date LANGUAGE sql STABLE STRICT AS $$
      SELECT max(stays_end(of_group, package_id)) FROM (
        SELECT DISTINCT package_id FROM group_members JOIN contracts USING (campaign_id, customer_id)
        WHERE group_id = of_group AND travels AND travels_with(contracts, settled_of(of_group))) AS packages
    $$;
    DROP FUNCTION keep_packages() CASCADE;
    DROP VIEW packages_of_members;
    DROP TABLE kept_packages`);
}
