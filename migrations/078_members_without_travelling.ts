import type { Knex } from "knex";

/**
 * The members of groups who do not travel (077) are named and give up their beds and seats, group by group, while the office runs. Then
 * the view of the release before (053) reads the column.
 */
export const config = { transaction: false };

const memberships = (travels: string) =>
  `CREATE OR REPLACE VIEW memberships AS SELECT id, group_id, customer_id, campaign_id, ${travels} AS travels FROM group_members`;

export async function up(knex: Knex) {
  const { rows } = await knex.raw<{ rows: { group_id: number }[] }>(`
    SELECT DISTINCT group_id FROM group_members JOIN contracts USING (campaign_id, customer_id)
    WHERE NOT stands(status) AND travels ORDER BY 1`);
  for (const { group_id } of rows)
    await knex.transaction(async (trx) => {
      await trx("groups").where({ id: group_id }).forNoKeyUpdate().select("id");
      await trx("group_members")
        .where({ group_id, travels: true })
        .whereRaw("NOT travels_by_contracts(group_id, campaign_id, customer_id)")
        .update({ travels: false });
    });
  await knex.raw(memberships("travels"));
}

/** Beds and seats that were given up stay free. */
export async function down(knex: Knex) {
  await knex.raw(
    memberships(`coalesce(
      (SELECT bool_or(stands(status)) FROM contracts
       WHERE contracts.customer_id = group_members.customer_id AND contracts.campaign_id = group_members.campaign_id),
      true)`),
  );
}
