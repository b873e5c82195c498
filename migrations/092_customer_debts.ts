import type { Knex } from "knex";
import { dropTotals } from "./002_totals";

/** Debts' amounts by their age (docs/decisions/debts.md). */
const amounts = [
  ...["remaining_amount", "due_amount", "overdue_amount", "upcoming_amount"],
  ...["overdue_30", "overdue_60", "overdue_90", "overdue_older"],
];
/** Amounts whose sums, and the numbers of debts that have them, are kept. */
const sums = [...amounts, "deposit_amount"];

/**
 * What customers have with the office by its net, in each currency, with its ages on `day` and until `until`. Whatever changes a customer's
 * net or its parts writes its number to debt_changes; the next reading of debts computes the rows of those customers anew. A change is a
 * row of its own, so that a reading forgets only those that it sees.
 */
export async function up(knex: Knex) {
  await knex.raw(`
    CREATE TABLE customer_debts (
      customer_id integer NOT NULL,
      code text NOT NULL,
      day date NOT NULL,
      until date NOT NULL,
      net numeric NOT NULL,
      contracts_amount numeric NOT NULL,
      cancelled_campaigns_amount numeric NOT NULL,
      on_account_amount numeric NOT NULL,
      oldest_due_date date,
      ${amounts.map((name) => `${name} numeric NOT NULL,`).join("\n      ")}
      deposit_amount numeric NOT NULL GENERATED ALWAYS AS (greatest(-net, 0)) STORED,
      ${sums.map((name) => `${name}_count integer NOT NULL GENERATED ALWAYS AS ((${name === "deposit_amount" ? "net < 0" : `${name} > 0`})::integer) STORED,`).join("\n      ")}
      PRIMARY KEY (customer_id, code)
    );
    COMMENT ON COLUMN customer_debts.net IS 'what the customer owes, or below zero what the office owes him';
    COMMENT ON COLUMN customer_debts.until IS 'the last day of these ages';
    CREATE INDEX customer_debts_oldest ON customer_debts (code, overdue_amount DESC, due_amount DESC, remaining_amount DESC, customer_id) WHERE net > 0;
    CREATE INDEX customer_debts_deposits ON customer_debts (code, net, customer_id) WHERE net < 0;
    CREATE INDEX ON customer_debts (day);
    CREATE INDEX ON customer_debts (until);
    SELECT keep_totals('customer_debts', '{"code": "code"}', '{${sums.flatMap((name) => [name, `${name}_count`])}}');

    CREATE TABLE debt_changes (id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, customer_id integer NOT NULL);

    CREATE FUNCTION note_debt_change() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$ BEGIN
      IF TG_OP <> 'INSERT' THEN INSERT INTO debt_changes (customer_id) VALUES (OLD.customer_id); END IF;
      IF TG_OP <> 'DELETE' AND (TG_OP = 'INSERT' OR NEW.customer_id <> OLD.customer_id) THEN
        INSERT INTO debt_changes (customer_id) VALUES (NEW.customer_id);
      END IF;
      RETURN NULL;
    END $$;
    CREATE TRIGGER note_debt_change AFTER INSERT OR DELETE ON contracts FOR EACH ROW EXECUTE FUNCTION note_debt_change();
    CREATE TRIGGER note_debt_change_at_update AFTER UPDATE ON contracts FOR EACH ROW
      WHEN (${changeOfDebts()})
      EXECUTE FUNCTION note_debt_change();
    CREATE TRIGGER note_debt_change AFTER INSERT ON entries FOR EACH ROW
      WHEN (NEW.customer_id IS NOT NULL AND NEW.contract_id IS NULL) EXECUTE FUNCTION note_debt_change();
    CREATE TRIGGER note_debt_change_at_update AFTER UPDATE OF customer_id ON entries FOR EACH ROW
      WHEN (OLD.customer_id IS DISTINCT FROM NEW.customer_id AND NEW.contract_id IS NULL) EXECUTE FUNCTION note_debt_change();

    CREATE FUNCTION note_debts_of_campaign() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$ BEGIN
      INSERT INTO debt_changes (customer_id) SELECT DISTINCT customer_id FROM contracts WHERE campaign_id = NEW.id;
      RETURN NULL;
    END $$;
    CREATE TRIGGER note_debts AFTER UPDATE ON campaigns FOR EACH ROW WHEN (stands(OLD.status) <> stands(NEW.status))
      EXECUTE FUNCTION note_debts_of_campaign();

    INSERT INTO debt_changes (customer_id)
      SELECT customer_id FROM contracts UNION SELECT customer_id FROM entries WHERE customer_id IS NOT NULL AND contract_id IS NULL`);
  for (const event of ["insert", "update", "delete"]) // the server's role may not know the totals yet
    await knex.raw(
      `ALTER FUNCTION keep_customer_debts_totals_at_${event}() SECURITY DEFINER SET search_path = public, pg_temp`,
    );
}

/** Whether a contract's change may change a debt, in SQL of a trigger. */
export const changeOfDebts = () =>
  changeOf(
    "customer_id campaign_id currency_id status total_amount remaining_amount refundable_amount contract_date cancelled_on schedule",
  );

const changeOf = (names: string) => {
  const columns = (row: string) => names.split(" ").map((name) => `${row}.${name}`);
  return `(${columns("OLD")}) IS DISTINCT FROM (${columns("NEW")})`;
};

export async function down(knex: Knex) {
  await knex.raw(`
    DROP FUNCTION note_debts_of_campaign() CASCADE;
    DROP FUNCTION note_debt_change() CASCADE;
    DROP TABLE debt_changes`);
  await dropTotals(knex, "customer_debts_totals");
  await knex.raw("DROP TABLE customer_debts");
}
