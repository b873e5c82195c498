import type { Knex } from "knex";

/** What moves with a stage of a trip: from where to where, by which vehicle, driver and flight, and its planned cost. */
export async function up(knex: Knex) {
  await knex.raw(`
    ALTER TABLE trip_stages
      ADD COLUMN kind text NOT NULL DEFAULT 'other'
        CONSTRAINT trip_stages_kind_check CHECK (kind IN ('arrival', 'transfer', 'visit', 'departure', 'other')),
      ADD COLUMN from_place text,
      ADD COLUMN to_place text,
      ADD COLUMN vehicle text,
      ADD COLUMN plate text,
      ADD COLUMN driver_name text,
      ADD COLUMN driver_phone text,
      ADD COLUMN flight_number text,
      ADD COLUMN operator_number text,
      ADD COLUMN booking text NOT NULL DEFAULT 'none'
        CONSTRAINT trip_stages_booking_check CHECK (booking IN ('none', 'asked', 'confirmed')),
      ADD COLUMN cost_amount numeric(20,4)
        CONSTRAINT trip_stages_cost_amount_check CHECK (cost_amount >= 0 AND cost_amount <> 'NaN'),
      ADD COLUMN cost_currency_id integer REFERENCES currencies,
      ADD CONSTRAINT trip_stages_cost_check CHECK ((cost_amount IS NULL) = (cost_currency_id IS NULL));
    CREATE INDEX ON trip_stages (date, time);
    CREATE INDEX ON trip_stages (cost_currency_id);
  `);
}

export async function down(knex: Knex) {
  await knex.raw(`
    DROP INDEX trip_stages_date_time_idx, trip_stages_cost_currency_id_idx;
    ALTER TABLE trip_stages
      DROP COLUMN kind, DROP COLUMN from_place, DROP COLUMN to_place, DROP COLUMN vehicle, DROP COLUMN plate, DROP COLUMN driver_name,
      DROP COLUMN driver_phone, DROP COLUMN flight_number, DROP COLUMN operator_number, DROP COLUMN booking, DROP COLUMN cost_amount,
      DROP COLUMN cost_currency_id
  `);
}
