import type { Transaction } from "~/db/knex.server";
import { type PartStore, partStore, requireRow } from "~/db/part-store.server";
import { withoutUndefined } from "~/db/rows.server";
import { invalid } from "~/domain/domain-error";
import type { StoredOf } from "~/domain/fields";
import { schemaOf } from "~/domain/fields.server";
import { fits, shownCurrency, tooFine } from "~/features/money/money.server";
import { type Stage, stage } from "./stage";
import type { Trip } from "./trip";

const schema = schemaOf(stage.fields);

type Stored = StoredOf<typeof stage.fields> & { trip_id: number };
type WithCurrency = Stored & { code: string | null; symbol: string | null };

/**
 * The stages of the address's trip by date and time; without a trip in the address, of all trips.
 * @param tripOf throws DomainError not_found
 */
export function stages(tripOf?: () => number): PartStore<Stage, typeof schema> {
  const parts = partStore<Stage, typeof schema, WithCurrency>({
    table: "trip_stages",
    schema,
    join: (rows) => rows.leftJoin("currencies", "currencies.id", "cost_currency_id").select("code", "symbol"),
    toRow: ({ code, symbol, cost_amount, cost_currency_id, ...row }) => ({
      ...row,
      cost_amount: cost_amount === null ? null : Number(cost_amount),
      cost_currency_id,
      cost_currency: cost_currency_id && code ? shownCurrency(cost_currency_id, code, symbol ?? "") : null,
    }),
    async check(trx, input, present) {
      await checkCost(trx, { ...present, ...withoutUndefined(input) });
      return input;
    },
    order: ["date", "time"],
    whole: { table: "trips", column: "trip_id" },
    wholeId: tripOf,
  });
  return {
    ...parts,
    async create(trx, input, by) {
      if (tripOf) checkDate(await lockDates(trx, tripOf()), input.date);
      return parts.create(trx, input, by);
    },
    async update(trx, id, change, by) {
      const { trip_id } = await parts.find(trx, id);
      if (change.date) checkDate(await lockDates(trx, trip_id), change.date);
      return parts.update(trx, id, change, by);
    },
  };
}

/**
 * Locks the trip, so that its dates stay the same until the commit. This comes before any lock on its stages, as when a trip
 * moves its stages.
 */
const lockDates = (trx: Transaction, id: number) => requireRow<Trip>(trx("trips").forShare(), "trips", id);

/** @throws DomainError invalid */
function checkDate({ start_date, end_date }: Trip, date: string) {
  if (date < start_date || date > end_date)
    throw invalid("date", `التاريخ خارج أيام الرحلة: من ${start_date} إلى ${end_date}`);
}

/**
 * A cost has a currency, and no more decimals than that (rulings §3).
 * @throws DomainError invalid
 */
async function checkCost(
  trx: Transaction,
  { cost_amount, cost_currency_id }: Partial<Pick<Stored, "cost_amount" | "cost_currency_id">>,
) {
  const isPriced = (cost_amount ?? null) !== null;
  if (isPriced && !cost_currency_id) throw invalid("cost_currency_id", "اختر عملة التكلفة");
  if (!isPriced && cost_currency_id) throw invalid("cost_amount", "أدخل التكلفة، أو اترك عملتها بلا اختيار");
  if (!cost_amount || !cost_currency_id) return;
  const currency = await trx("currencies").where({ id: cost_currency_id }).first("code");
  if (!currency) throw invalid("cost_currency_id", "اختر عملة من القائمة");
  if (!fits(cost_amount, currency.code)) throw invalid("cost_amount", tooFine("التكلفة", currency.code));
}
