import type { Knex } from "knex";

/**
 * memberships: the members of groups, and whether they travel. A member does not whose contracts of the group's campaign are all
 * cancelled; who never had one does, since a group takes any customer.
 */
export async function up(knex: Knex) {
  await knex.raw(`
    CREATE VIEW memberships AS
      SELECT id, group_id, customer_id, campaign_id, coalesce(
        (SELECT bool_or(stands(status)) FROM contracts
         WHERE contracts.customer_id = group_members.customer_id AND contracts.campaign_id = group_members.campaign_id),
        true) AS travels
      FROM group_members`);
}

export async function down(knex: Knex) {
  await knex.raw("DROP VIEW memberships");
}
