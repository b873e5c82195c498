import type { Knex } from "knex";
import { told } from "./067_returned_cheques";
import { reword } from "./071_hidden_parties";

/**
 * A receipt costs PostgreSQL less. What the lines of a voucher say in common is computed once for all lines, and a new voucher without a
 * charge is not asked for its charge. Tables whose day is `date` are checked for a closed period without the row as JSON.
 */
export async function up(knex: Knex) {
  for (const { of, from, to } of rewordings) await knex.raw(reword(of, from, to));
}

const rewordings = [
  ...["receipt_vouchers", "payment_vouchers"].flatMap((table) => {
    const of = `lines_of(${table}, ${table})`;
    return [
      { of, from: `${told},\n    LATERAL (VALUES`, to: "\n    LATERAL (VALUES" },
      {
        of,
        from: "  BEGIN\n    RETURN QUERY",
        to: `    service text := service_of(voucher.service_name, voucher.other_service_id);
    sold integer := (service IS NOT NULL)::integer;
    words text := nullif(concat_ws('، ', service, voucher.description), '');
    undone integer := (NOT stands(voucher.status) AND voucher.cheque_state IS NULL)::integer;
  BEGIN
    RETURN QUERY`,
      },
    ];
  }),
  {
    of: "lines_of(receipt_vouchers, receipt_vouchers)",
    from: "    RETURN QUERY\n    SELECT true, day",
    to: `    IF before IS NULL AND voucher.charge_amount = 0 THEN RETURN; END IF;
    RETURN QUERY\n    SELECT true, day`,
  },
  {
    of: "refuse_closed_day()",
    from: "      PERFORM refuse_closed_period(",
    to: `      IF TG_ARGV[0] = 'date' THEN
        PERFORM refuse_closed_period(NEW.date);
        RETURN NEW;
      END IF;
      PERFORM refuse_closed_period(`,
  },
  {
    of: "keep_period_closed()",
    from: "      PERFORM refuse_closed_period(",
    to: `      IF TG_OP = 'INSERT' AND TG_ARGV[0] = 'date' THEN
        PERFORM refuse_closed_period(NEW.date);
        RETURN NEW;
      END IF;
      PERFORM refuse_closed_period(`,
  },
];

export async function down(knex: Knex) {
  for (const { of, from, to } of rewordings.toReversed()) await knex.raw(reword(of, to, from));
}
