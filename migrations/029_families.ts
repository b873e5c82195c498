import type { Knex } from "knex";

/**
 * What one is to their family, and who signed contracts together.
 *
 * contracts.signed_with is the first of the contracts that were signed at once, and null of the first itself. No constraint
 * holds it to a row: the others do not change when the first is deleted.
 */
export async function up(knex: Knex) {
  await knex.raw(`
    ALTER TABLE group_members ADD relation text
      CHECK (relation IN ('husband', 'wife', 'father', 'mother', 'son', 'daughter', 'brother', 'sister', 'other')),
      ADD CONSTRAINT relation_in_family CHECK (relation IS NULL OR family IS NOT NULL);
    ALTER TABLE contracts ADD signed_with integer;
    DROP TRIGGER audit_log ON contracts;
    SELECT keep_audit_log('contracts', 'contract_number', '{signed_with}');

    CREATE FUNCTION family_words(family text, relation text) RETURNS text LANGUAGE sql IMMUTABLE AS $$
      SELECT coalesce(family, '—') || coalesce('، ' || CASE relation WHEN 'husband' THEN 'زوج' WHEN 'wife' THEN 'زوجة'
        WHEN 'father' THEN 'أب' WHEN 'mother' THEN 'أم' WHEN 'son' THEN 'ابن' WHEN 'daughter' THEN 'ابنة'
        WHEN 'brother' THEN 'أخ' WHEN 'sister' THEN 'أخت' WHEN 'other' THEN 'قريب' END, '')
    $$;
    ${familiesAuditLog("family_words(before.family, before.relation)", "family_words(after.family, after.relation)", "(before.family, before.relation) IS DISTINCT FROM (after.family, after.relation)")}`);
}

export async function down(knex: Knex) {
  await knex.raw(`
    ${familiesAuditLog("coalesce(before.family, '—')", "coalesce(after.family, '—')", "before.family IS DISTINCT FROM after.family")}
    DROP FUNCTION family_words(text, text);
    DROP TRIGGER audit_log ON contracts;
    ALTER TABLE contracts DROP COLUMN signed_with;
    SELECT keep_audit_log('contracts', 'contract_number');
    ALTER TABLE group_members DROP COLUMN relation`);
}

/** The line of a group whose members' families change, as 016 writes it, with these words before and after. */
const familiesAuditLog = (before: string, after: string, isChange: string) => `
    CREATE OR REPLACE FUNCTION write_families_audit_log() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
      SET search_path = public, pg_temp AS $$
    BEGIN
      INSERT INTO audit_log (user_id, username, action, kind, record_id, record_name, changes)
      SELECT acting_user(), acting_username(), 'update', 'groups', groups.id, groups.name,
        jsonb_build_object('families', jsonb_build_array(told.before, told.after))
      FROM (SELECT after.group_id AS id,
              jsonb_agg(customers.name || ' (' || ${before} || ')' ORDER BY customers.id) AS before,
              jsonb_agg(customers.name || ' (' || ${after} || ')' ORDER BY customers.id) AS after
            FROM before JOIN after USING (id) JOIN customers ON customers.id = after.customer_id
            WHERE ${isChange} GROUP BY 1) told
      JOIN groups ON groups.id = told.id ORDER BY groups.id;
      RETURN NULL;
    END $$;`;
