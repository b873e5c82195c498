import type { Knex } from "knex";
import { reword } from "./071_hidden_parties";

/**
 * A voucher that was cancelled and confirmed again is corrected on its own day, as its entries are (books.md, «Two kinds of change»): until now the correction of the
 * account stood on the day of the confirmation. Whoever corrects it writes the last movement anew; the others follow here, without a change of the balance.
 */
export async function up(knex: Knex) {
  await knex.raw(reword(newest.of, newest.from, newest.to));
  await knex.raw(`
    CREATE FUNCTION rewrite_events() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path TO 'public', 'pg_temp' AS $$
    DECLARE
      lines movements[] := ARRAY(SELECT lines FROM lines_of_document(to_jsonb(NEW) ->> TG_ARGV[0]) AS lines WHERE cause LIKE TG_ARGV[1] || '%' ORDER BY is_event, id);
      line movements;
      earlier movements;
    BEGIN
      -- A cheque that was returned from another account leaves its balance there.
      IF cardinality(lines) < 2 OR EXISTS (SELECT FROM unnest(lines) AS one WHERE one.account_id <> OLD.account_id) THEN RETURN NULL; END IF;
      FOREACH line IN ARRAY trim_array(lines, CASE NEW.status WHEN 'confirmed' THEN 1 ELSE 0 END) LOOP
        earlier := line;
        PERFORM take_back(line);
        line.account_id := NEW.account_id;
        line.amount := sign(line.amount) * NEW.account_amount;
        line := with_words(line);
        IF line.is_event THEN
          line.date := earlier.date;
          line.description := earlier.description;
        END IF;
        PERFORM insert_movement(line);
      END LOOP;
      RETURN NULL;
    END $$;
    ${triggers
      .map(
        ([
          table,
          number,
          cause,
        ]) => `CREATE TRIGGER rewrite_events AFTER UPDATE OF account_id, account_amount ON ${table} FOR EACH ROW
      WHEN (OLD.status = NEW.status AND (OLD.account_id, OLD.account_amount) <> (NEW.account_id, NEW.account_amount)) EXECUTE FUNCTION rewrite_events('${number}', '${cause}')`,
      )
      .join(";\n    ")}`);
}

/** What is taken back is the last event, if there was one: the day's own line may have been written anew since. */
const newest = {
  of: "describe_movement()",
  from: "= NEW.cause ORDER BY id DESC LIMIT 1;",
  to: "= NEW.cause ORDER BY is_event DESC, id DESC LIMIT 1;",
};

const triggers = [
  ["receipt_vouchers", "receipt_number", "receipt"],
  ["payment_vouchers", "payment_number", "payment"],
] as const;

export async function down(knex: Knex) {
  await knex.raw("DROP FUNCTION rewrite_events() CASCADE");
  await knex.raw(reword(newest.of, newest.to, newest.from));
}
