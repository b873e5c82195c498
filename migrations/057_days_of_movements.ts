import type { Knex } from "knex";

/**
 * A movement stands on a day: that of its document, or that of the event that made it (docs/decisions/ledger.md). It keeps the words and the
 * rate that it was written with. What corrects it names it in `reverses`, and has its day: neither is a line of a statement any more.
 *
 * Triggers say this, so that the release before this one says it too. The next migration describes the movements that an office has.
 */
export async function up(knex: Knex) {
  await knex.raw(`
    ALTER TABLE movements ADD date date, ADD is_event boolean, ADD reverses bigint, ADD line_count smallint,
      ADD payment_method text, ADD purpose text, ADD expense_id integer, ADD campaign_id integer, ADD campaign_name text,
      ADD account_name text, ADD party text, ADD description text, ADD base_code text, ADD base_rate numeric,
      ADD CONSTRAINT movements_with_days ${hasDay} NOT VALID;
    COMMENT ON COLUMN movements.is_event IS 'whether its day is its own, not that of its document';
    COMMENT ON COLUMN movements.reverses IS 'the movement that this one corrects';
    COMMENT ON COLUMN movements.line_count IS '1, or -1 where it corrects another: the sum is the count of lines';
    COMMENT ON COLUMN movements.purpose IS 'receipt, or whom a payment was for; null without a voucher';
    COMMENT ON COLUMN movements.base_rate IS 'the worth of one unit of the account''s currency in the base currency at that moment';
    CREATE UNIQUE INDEX movements_reverses ON movements (reverses) WHERE reverses IS NOT NULL;
    CREATE INDEX movements_events ON movements (date) WHERE is_event;
    DROP TRIGGER audit_log ON movements;
    SELECT keep_audit_log('movements', 'id', '{date,is_event,reverses,line_count,payment_method,purpose,expense_id,campaign_id,campaign_name,account_name,party,description,base_code,base_rate}');

    -- A movement that has no day yet gets one. Otherwise movements are final.
    DROP TRIGGER movements_are_final ON movements;
    CREATE TRIGGER movements_are_final BEFORE DELETE ON movements FOR EACH STATEMENT EXECUTE FUNCTION movements_are_final();
    CREATE TRIGGER movements_stay BEFORE UPDATE ON movements FOR EACH ROW WHEN (OLD.date IS NOT NULL OR
      (OLD.id, OLD.account_id, OLD.amount, OLD.balance_after, OLD.cause, OLD.document_number, OLD.user_id, OLD.created_at) IS DISTINCT FROM
      (NEW.id, NEW.account_id, NEW.amount, NEW.balance_after, NEW.cause, NEW.document_number, NEW.user_id, NEW.created_at))
      EXECUTE FUNCTION movements_are_final();

    -- The day of an event of a document: today, and not before the document.
    CREATE FUNCTION event_day(day date, at timestamptz) RETURNS date LANGUAGE sql STABLE AS $$ SELECT greatest(day, office_day(at)) $$;

    -- What takes money out of a receipt's account, or puts a payment's back.
    CREATE FUNCTION is_reversal(cause text) RETURNS boolean LANGUAGE sql IMMUTABLE PARALLEL SAFE RETURN cause IN ('receipt_reversal', 'payment_reversal')`);
  await knex.raw(withWords);
  await knex.raw(voucherOf);
  await knex.raw(describe);
  await knex.raw(describeOld);
  await knex.raw(rewrite);
  await knex.raw(rewriteAtUpdate("receipt_vouchers", "receipt_number", wordColumns.receipts));
  await knex.raw(rewriteAtUpdate("payment_vouchers", "payment_number", wordColumns.payments));
}

export const hasDay = "CHECK (num_nulls(date, is_event, line_count, account_name) = 0)";

/** The words that a movement's account, rate and document have now, and its voucher's day. */
export const withWords = `
  CREATE FUNCTION with_words(movement movements) RETURNS movements LANGUAGE plpgsql STABLE AS $$ BEGIN
    SELECT accounts.name, (SELECT code FROM currencies WHERE is_default), exchange_rate
      INTO movement.account_name, movement.base_code, movement.base_rate
      FROM accounts JOIN currencies ON currencies.id = currency_id WHERE accounts.id = movement.account_id;
    IF movement.cause LIKE 'receipt%' THEN
      SELECT date, payment_method, 'receipt', campaign_id, campaigns.name, customers.name, receipt_vouchers.description
        INTO movement.date, movement.payment_method, movement.purpose, movement.campaign_id, movement.campaign_name, movement.party, movement.description
        FROM receipt_vouchers JOIN customers ON customers.id = customer_id
        LEFT JOIN contracts ON contracts.id = contract_id LEFT JOIN campaigns ON campaigns.id = campaign_id
        WHERE receipt_number = movement.document_number;
    ELSIF movement.cause LIKE 'payment%' THEN
      SELECT date, payment_method, beneficiary_type, expense_id,
          coalesce(customers.name, agents.name, suppliers.name, expenses.name, beneficiary), payment_vouchers.description
        INTO movement.date, movement.payment_method, movement.purpose, movement.expense_id, movement.party, movement.description
        FROM payment_vouchers LEFT JOIN customers ON customers.id = customer_id LEFT JOIN agents ON agents.id = agent_id
        LEFT JOIN suppliers ON suppliers.id = supplier_id LEFT JOIN expenses ON expenses.id = expense_id
        WHERE payment_number = movement.document_number;
    ELSE
      movement.description := (SELECT reason FROM cash_counts WHERE count_number = movement.document_number);
    END IF;
    RETURN movement;
  END $$;`;

const voucherOf = `
  CREATE FUNCTION voucher_of(number text, OUT date date, OUT status text) LANGUAGE sql STABLE AS $$
    SELECT date, status FROM receipt_vouchers WHERE receipt_number = number
    UNION ALL SELECT date, status FROM payment_vouchers WHERE payment_number = number
  $$;`;

/**
 * A reversal is the event of a voucher that is cancelled now, and otherwise corrects the last movement of this amount. A voucher that was
 * cancelled and is confirmed again moves its money by an event.
 */
const describe = `
  CREATE FUNCTION describe_movement() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
  DECLARE
    earlier record;
    movement movements;
  BEGIN
    NEW.line_count := 1;
    NEW.is_event := false;
    SELECT is_event, date, cause, xmin = pg_current_xact_id()::xid AS is_now INTO earlier
      FROM movements WHERE document_number = NEW.document_number ORDER BY id DESC LIMIT 1;
    IF NOT FOUND OR NEW.cause IN ('opening', 'adjustment') THEN -- the first of a voucher, or of none
      movement := with_words(NEW);
      movement.date := coalesce(movement.date, office_day(NEW.created_at));
      RETURN movement;
    END IF;
    IF earlier.date IS NULL THEN PERFORM describe_old_movements(ARRAY[NEW.document_number]); END IF;
    IF is_reversal(NEW.cause) THEN
      SELECT * INTO movement FROM lines_of_document(NEW.document_number) AS line
        WHERE account_id = NEW.account_id AND amount = -NEW.amount AND NOT is_reversal(cause) ORDER BY id DESC LIMIT 1;
      IF FOUND THEN
        IF (SELECT status = 'cancelled' FROM voucher_of(NEW.document_number)) THEN
          movement.is_event := true;
          movement.date := event_day(movement.date, NEW.created_at);
        ELSE
          movement.reverses := movement.id;
          movement.line_count := -1;
        END IF;
        movement.id := NEW.id;
        movement.amount := NEW.amount;
        movement.balance_after := NEW.balance_after;
        movement.cause := NEW.cause;
        movement.user_id := NEW.user_id;
        movement.created_at := NEW.created_at;
        RETURN movement;
      END IF;
    END IF;
    movement := with_words(NEW);
    movement.date := coalesce(movement.date, office_day(NEW.created_at));
    IF earlier.is_event THEN
      movement.is_event := true;
      movement.date := CASE WHEN is_reversal(earlier.cause) AND NOT earlier.is_now THEN event_day(movement.date, NEW.created_at) ELSE earlier.date END;
    END IF;
    RETURN movement;
  END $$;
  CREATE TRIGGER describe BEFORE INSERT ON movements FOR EACH ROW WHEN (NEW.date IS NULL) EXECUTE FUNCTION describe_movement();

  -- The movements of a document that no other one corrects.
  CREATE FUNCTION lines_of_document(number text) RETURNS SETOF movements LANGUAGE sql STABLE AS $$
    SELECT * FROM movements WHERE document_number = number AND reverses IS NULL
      AND NOT EXISTS (SELECT FROM movements AS later WHERE later.reverses = movements.id)
  $$;`;

/**
 * Describes the movements of these documents, or of none, that were written before movements had days. The last reversal of a cancelled
 * voucher is the event, every other one a correction. Of a document that is gone all is on the day of its first movement.
 */
const describeOld = `
  CREATE FUNCTION describe_old_movements(numbers text[]) RETURNS void LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
    WITH old AS (
      SELECT movements AS movement, id, amount, cause, document_number, account_id, created_at, is_reversal(cause) AS is_reversal,
        row_number() OVER (PARTITION BY document_number, account_id, is_reversal(cause), abs(amount) ORDER BY id) AS turn,
        row_number() OVER (PARTITION BY document_number ORDER BY id DESC) = 1 AS is_last,
        min(created_at) OVER (PARTITION BY document_number) AS first_at
      FROM movements WHERE date IS NULL AND (document_number = ANY (numbers) OR numbers IS NULL AND document_number IS NULL)),
    dated AS (
      SELECT old.*, voucher.date AS voucher_date, is_reversal AND is_last AND voucher.status = 'cancelled' IS TRUE AS is_event
      FROM old LEFT JOIN LATERAL voucher_of(document_number) AS voucher ON true),
    described AS (
      SELECT dated.*, taken.id AS reverses,
        CASE WHEN dated.is_event THEN greatest(dated.voucher_date, office_day(dated.created_at))
          WHEN dated.cause IN ('opening', 'adjustment') THEN office_day(dated.created_at)
          ELSE coalesce(dated.voucher_date, office_day(dated.first_at)) END AS day
      FROM dated LEFT JOIN dated AS taken ON dated.is_reversal AND NOT dated.is_event AND NOT taken.is_reversal
        AND (taken.document_number, taken.account_id, taken.amount, taken.turn) = (dated.document_number, dated.account_id, -dated.amount, dated.turn))
    UPDATE movements SET date = day, is_event = described.is_event, reverses = described.reverses,
      line_count = CASE WHEN described.reverses IS NULL THEN 1 ELSE -1 END,
      account_name = words.account_name, base_code = words.base_code, base_rate = words.base_rate,
      payment_method = words.payment_method, purpose = words.purpose, expense_id = words.expense_id,
      campaign_id = words.campaign_id, campaign_name = words.campaign_name, party = words.party, description = words.description
    FROM described, LATERAL with_words(described.movement) AS words
    WHERE movements.id = described.id AND movements.date IS NULL
  $$;`;

/**
 * A voucher whose day or words are corrected is taken back on its day and written anew, though no money moves. A voucher that is
 * deleted takes its cancelling with it. Joining two customers corrects no voucher.
 */
const rewrite = `
  CREATE FUNCTION take_back(line movements) RETURNS void LANGUAGE plpgsql AS $$ BEGIN
    line.reverses := line.id;
    line.line_count := -1;
    line.cause := CASE WHEN is_reversal(line.cause) THEN replace(line.cause, '_reversal', '') ELSE line.cause || '_reversal' END;
    line.amount := -line.amount;
    PERFORM insert_movement(line);
  END $$;

  -- Adds a movement that is described, at a moment of its account of its own. With others of its transaction it sums to nothing.
  CREATE FUNCTION insert_movement(line movements) RETURNS void LANGUAGE plpgsql AS $$ BEGIN
    UPDATE accounts SET balance = balance WHERE id = line.account_id RETURNING updated_at INTO line.created_at;
    line.balance_after := line.amount + (
      SELECT balance_after FROM movements WHERE account_id = line.account_id ORDER BY created_at DESC, id DESC LIMIT 1);
    line.id := nextval(pg_get_serial_sequence('movements', 'id'));
    line.user_id := acting_user();
    INSERT INTO movements SELECT line.*;
  END $$;

  CREATE FUNCTION rewrite_movements() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
  DECLARE
    number text := to_jsonb(OLD) ->> TG_ARGV[0];
    line movements;
  BEGIN
    PERFORM describe_old_movements(ARRAY[number]) WHERE EXISTS (SELECT FROM movements WHERE document_number = number AND date IS NULL);
    IF TG_OP = 'DELETE' THEN -- the movement of a confirmed voucher is taken back by whoever deletes it
      FOR line IN SELECT * FROM lines_of_document(number) ORDER BY id DESC OFFSET CASE OLD.status WHEN 'confirmed' THEN 1 ELSE 0 END LOOP
        PERFORM take_back(line);
      END LOOP;
      RETURN NULL;
    END IF;
    SELECT * INTO line FROM lines_of_document(number) WHERE NOT is_event ORDER BY id LIMIT 1;
    IF FOUND THEN
      PERFORM take_back(line);
      line.date := NEW.date;
      PERFORM insert_movement(with_words(line));
    END IF;
    RETURN NULL;
  END $$;
  CREATE TRIGGER rewrite_movements AFTER DELETE ON receipt_vouchers FOR EACH ROW EXECUTE FUNCTION rewrite_movements('receipt_number');
  CREATE TRIGGER rewrite_movements AFTER DELETE ON payment_vouchers FOR EACH ROW EXECUTE FUNCTION rewrite_movements('payment_number');`;

/** The columns of vouchers whose words a movement keeps. */
export const wordColumns = {
  receipts: "date, description, payment_method, customer_id, contract_id",
  payments:
    "date, description, payment_method, beneficiary_type, customer_id, agent_id, supplier_id, expense_id, beneficiary",
};

export function rewriteAtUpdate(table: string, number: string, columns: string) {
  const of = (row: string, names: string) =>
    `(${names
      .split(", ")
      .map((name) => `${row}.${name}`)
      .join(", ")})`;
  return `
  CREATE TRIGGER rewrite_movements_at_update AFTER UPDATE ON ${table} FOR EACH ROW
    WHEN (current_setting('office.joins_customers', true) IS DISTINCT FROM 'true' AND OLD.status = 'confirmed' AND ${of("OLD", "account_id, account_amount")} = ${of("NEW", "account_id, account_amount")}
      AND ${of("OLD", columns)} IS DISTINCT FROM ${of("NEW", columns)})
    EXECUTE FUNCTION rewrite_movements('${number}');`;
}

export async function down(knex: Knex) {
  await knex.raw(`
    ${["receipt_vouchers", "payment_vouchers"].map((table) => `DROP TRIGGER rewrite_movements ON ${table}; DROP TRIGGER rewrite_movements_at_update ON ${table};`).join("")}
    DROP FUNCTION rewrite_movements();
    DROP FUNCTION take_back(movements);
    DROP FUNCTION insert_movement(movements);
    DROP TRIGGER describe ON movements;
    DROP FUNCTION describe_movement();
    DROP FUNCTION describe_old_movements(text[]);
    DROP FUNCTION lines_of_document(text);
    DROP FUNCTION voucher_of(text);
    DROP FUNCTION with_words(movements);
    DROP FUNCTION is_reversal(text);
    DROP FUNCTION event_day(date, timestamptz);
    DROP TRIGGER movements_stay ON movements;
    DROP TRIGGER movements_are_final ON movements;
    CREATE TRIGGER movements_are_final BEFORE UPDATE OR DELETE ON movements FOR EACH STATEMENT EXECUTE FUNCTION movements_are_final();
    DROP TRIGGER audit_log ON movements;
    ALTER TABLE movements DROP date, DROP is_event, DROP reverses, DROP line_count, DROP payment_method, DROP purpose, DROP expense_id,
      DROP campaign_id, DROP campaign_name, DROP account_name, DROP party, DROP description, DROP base_code, DROP base_rate;
    SELECT keep_audit_log('movements', 'id')`);
}
