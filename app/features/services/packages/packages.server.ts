import Big from "big.js";
import type { z } from "zod";
import { documentOf } from "~/db/document.server";
import { db, type Transaction } from "~/db/knex.server";
import type { List } from "~/db/list";
import { choiceOf, searchOf } from "~/db/list.server";
import { lockRow, requireRows, withoutUndefined } from "~/db/rows.server";
import { whereSearch } from "~/db/search.server";
import { type Store, tableStore } from "~/db/store.server";
import { DomainError, invalid } from "~/domain/domain-error";
import type { StoredOf } from "~/domain/fields";
import { schemaOf } from "~/domain/fields.server";
import { decimal, wholeNumber } from "~/domain/input.server";
import { namesOf } from "~/domain/states";
import { statuses } from "~/domain/status";
import { type Decimal, minorUnit, roundTo, shownCurrency } from "~/features/money/money.server";
import { currencyOf } from "../prices.server";
import { type Components, costAndPrice, type PricedStay } from "./cost";
import {
  integratedPackage,
  type Package,
  type PackageWithKept,
  packageDefaults,
  packageTypeLabels,
} from "./package";
import { cellsOfPackage, inOrder, pricesField, type StoredCell, writePrices } from "./prices-by-room.server";
import { askAboutStays } from "./sleeping-groups.server";
import type { NamedStay } from "./stay";
import { isSame, requireHotels, staysAfter, staysField, staysToStore, writeStays } from "./stays.server";

const marginSentence = "هامش الربح عدد من ثلاث خانات على الأكثر، مثل 15 أو 12.5";

const schema = schemaOf(integratedPackage.fields).extend({
  room_occupancy_basis: wholeNumber({ min: 1, max: 4, message: "اختر نوع الغرفة من القائمة" }).optional(),
  profit_margin: decimal({ signed: true, digits: 3, message: marginSentence }).optional(),
  stays: staysField(),
  prices: pricesField(),
});

type Stored = StoredOf<(typeof integratedPackage)["fields"]> &
  Pick<Package, "other_services"> & {
    code: string;
    rate: Decimal;
    base_code: string;
    components: PackageComponents;
    prices: StoredCell[];
  };

type PackageComponents = Components<PricedStay & NamedStay>;

/** Exact amounts travel in JSON as text. */
const components = `json_build_object(
  'stays', (
    SELECT coalesce(json_agg(json_build_object('hotel_id', hotel_id, 'nights', nights, 'hotel', hotels.name, 'city', cities.name,
      'rooms', json_build_array(single_room_price::text, double_room_price::text, triple_room_price::text,
        quad_room_price::text), 'rate', exchange_rate::text) ORDER BY place), '[]')
    FROM stays_of_packages JOIN hotels ON hotels.id = hotel_id JOIN cities ON cities.id = city_id
    JOIN currencies ON currencies.id = currency_id WHERE package_id = packages.id),
  'transportation', CASE WHEN transportations.id IS NOT NULL THEN json_build_object(
    'price', price_per_person::text, 'rate', transportation_currency.exchange_rate::text) END,
  'catering', CASE WHEN catering_services.id IS NOT NULL THEN json_build_object(
    'price', price_per_day::text, 'rate', catering_currency.exchange_rate::text) END,
  'other_services', (
    SELECT coalesce(json_agg(json_build_object('price', price::text, 'rate', exchange_rate::text)), '[]')
    FROM package_other_services JOIN other_services ON other_services.id = other_service_id
    JOIN currencies ON currencies.id = currency_id WHERE package_id = packages.id))`;

const document = documentOf(integratedPackage, {
  join: (query) =>
    query
      .leftJoin(
        "currencies AS transportation_currency",
        "transportation_currency.id",
        "transportations.currency_id",
      )
      .leftJoin("currencies AS catering_currency", "catering_currency.id", "catering_services.currency_id")
      .select({
        code: "currencies.code",
        rate: "currencies.exchange_rate",
        base_code: db.raw("(SELECT code FROM currencies WHERE is_default)"),
        other_services: db.raw(
          `(SELECT coalesce(json_agg(json_build_object('id', id, 'name', name, 'icon', icon) ORDER BY id), '[]')
            FROM package_other_services JOIN other_services ON id = other_service_id
            WHERE package_id = packages.id)`,
        ),
        components: db.raw(components),
        prices: db.raw(cellsOfPackage),
      }),
  more(stored: Stored, { currency: { id, code, symbol } }) {
    const { components, base_code, other_services } = stored;
    const { cost, price } = costAndPrice(stored, components);
    const [first] = components.stays;
    return {
      currency: shownCurrency(id, code, symbol),
      stays: components.stays.map(({ hotel_id, nights }) => ({ hotel_id, nights })),
      hotel: first ? { id: first.hotel_id, name: first.hotel } : null,
      other_services,
      other_service_ids: other_services.map(({ id }) => id),
      prices: inOrder(stored.prices),
      total_cost: Number(roundTo(stored.total_cost, base_code)),
      current_cost: Number(roundTo(cost, base_code)),
      current_price: Number(roundTo(price, code)),
      price_out_of_date:
        !isRounded(stored.total_cost, cost, base_code) || !isRounded(stored.total_price, price, code),
    };
  },
});
/** Packages with the prices and rates that their cost is computed from. */
export const packageRows = document.rows;

const toPackage: (stored: Stored) => Package = document.toRow;

/**
 * Whether a saved figure equals the computed one, rounded to the currency's minor unit. The tolerance covers what rates lose when
 * the default currency changes and changes back; without it a half could be rounded up once and down the next time.
 */
function isRounded(saved: Decimal, reckoned: Big, currencyCode: string) {
  const half = Big(10).pow(-minorUnit(currencyCode)).div(2);
  return reckoned
    .minus(saved)
    .abs()
    .lte(half.plus(reckoned.times("1e-15")));
}

const table = tableStore<Package, typeof schema, Stored>({
  table: "packages",
  schema,
  rows: packageRows,
  toRow: toPackage,
  /** The search finds the name. */
  matching(params) {
    const type = choiceOf(params, "type", namesOf(packageTypeLabels));
    const query = db("packages")
      .select("id")
      .where(withoutUndefined({ type, status: choiceOf(params, "status", statuses) }));
    return whereSearch(query, "fold(' ' || name)", searchOf(params));
  },
});

/** A package with what its stays are called. */
export type PackageWithHotels = Package & { sleeps: NamedStay[] };

/** The list of packages as screens and sheets show them. */
export const packagesWithHotels = (params: URLSearchParams) => ({
  ...(table.list(params) as List<Package>),
  toRow: (stored: Stored): PackageWithHotels => ({
    ...toPackage(stored),
    sleeps: stored.components.stays.map(({ hotel_id, nights, hotel, city }) => ({
      hotel_id,
      nights,
      hotel,
      city,
    })),
  }),
});

export const packages: Store<PackageWithKept, typeof schema> = {
  ...table,
  async create(trx, input) {
    await holdRates(trx);
    await checkReferences(trx, input);
    const { other_service_ids, stays: _, prices, ...row } = input;
    const { rows, hotel_id } = staysToStore({
      ...input,
      duration: input.duration ?? packageDefaults.duration,
    });
    const currency = await currencyOf(trx, input.currency_id);
    const [{ id }] = await trx("packages")
      .insert({ ...withoutUndefined({ ...row, hotel_id }), currency_id: currency.id })
      .returning("id");
    await include(trx, id, other_service_ids);
    await writeStays(trx, id, rows);
    await writePrices(trx, id, prices, currency.code);
    return priced(trx, id);
  },
  /**
   * Computes cost and price again by today's prices and rates, even without a change. Groups that have departed keep the stays that
   * the package had.
   */
  async update(trx, id, change, by) {
    await holdRates(trx);
    await lockRow(trx, "packages", id, by.readAt, () => table.find(trx, id));
    await checkReferences(trx, change);
    const { other_service_ids, stays: _, prices, ...row } = change;
    const present = await table.find(trx, id);
    const { code } = row.currency_id ? await currencyOf(trx, row.currency_id) : present.currency;
    if (code !== present.currency.code && present.prices.length && !prices)
      throw invalid("currency_id", "للباقة أسعار حسب الغرفة والعمر بعملتها: اكتبها بالعملة الجديدة معها");
    const duration = change.duration ?? present.duration;
    const { rows, hotel_id } = staysToStore({ ...change, duration }, present);
    const stays = staysAfter(present, { rows, hotel_id }, duration);
    const sleeping = isSame(stays, present.stays) ? undefined : await askAboutStays(trx, present, stays, by);
    const values = withoutUndefined({ ...row, hotel_id });
    if (Object.keys(values).length) await trx("packages").where({ id }).update(values);
    await include(trx, id, other_service_ids);
    await writeStays(trx, id, rows);
    await writePrices(trx, id, prices, code);
    await sleeping?.ask();
    return { ...(await priced(trx, id)), ...(sleeping?.kept && { kept: { groups: sleeping.kept } }) };
  },
};

type Sent = Partial<z.output<typeof schema>>;

/** Rates and default currency stay as they are until the cost is stored: see setDefaultCurrency. */
const holdRates = (trx: Transaction) => trx("currencies").select("id").orderBy("id").forShare();

async function checkReferences(trx: Transaction, { stays, ...input }: Sent) {
  await requireRows(trx, input, {
    hotel_id: "hotels",
    transportation_id: "transportations",
    catering_id: "catering_services",
    other_service_ids: "other_services",
  });
  await requireHotels(trx, stays);
}

async function include(trx: Transaction, package_id: number, services: number[] | undefined) {
  if (!services) return;
  await trx("package_other_services").where({ package_id }).delete();
  const rows = services.map((other_service_id) => ({ package_id, other_service_id }));
  if (rows.length) await trx("package_other_services").insert(rows);
}

/** Computes and stores the exact cost and the rounded price from the rows (rulings §3). */
async function priced(trx: Transaction, id: number): Promise<Package> {
  const stored: Stored = await packageRows(trx).where("packages.id", id).first();
  const { cost, price } = costAndPrice(stored, stored.components);
  if (cost.gte(tooMuch) || price.gte(tooMuch)) {
    throw new DomainError("invalid", "سعر الباقة أكبر مما يمكن تسجيله، راجع الأسعار والمدة وهامش الربح");
  }
  const total_cost = cost.toFixed();
  await trx("packages")
    .where({ id })
    .update({ total_cost, total_price: roundTo(price, stored.code) });
  return table.find(trx, id);
}

/** The limit of amounts, and of the words for them. */
const tooMuch = "1e12";
