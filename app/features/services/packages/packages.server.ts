import Big from "big.js";
import { z } from "zod";
import { type Db, db, type Transaction } from "~/db/knex.server";
import { choiceOf, type List, searchOf, whereSearch } from "~/db/list.server";
import { lockRow, lockRowWithKey, refuseWhileUsed, requireRows, sent } from "~/db/rows.server";
import { type Decimal, minorUnit, roundTo, shownCurrency } from "~/features/financial/money.server";
import { statuses } from "~/features/status";
import { DomainError, notFound } from "~/http/domain-error";
import { choice, decimal, id, ids, longText, optional, text, wholeNumber } from "~/http/input.server";
import { currencyOf } from "../prices.server";
import { type Components, costAndPrice } from "./cost";
import { type Package, packageTypes } from "./package";

const marginSentence = "هامش الربح عدد من ثلاث خانات على الأكثر، مثل 15 أو 12.5";

export const packageSchema = z.object({
  name: text(150),
  type: choice(packageTypes).optional(),
  duration: wholeNumber({ min: 1, max: 365 }).optional(),
  currency_id: id().optional(),
  hotel_id: optional(id()),
  room_occupancy_basis: wholeNumber({ min: 1, max: 4, message: "اختر نوع الغرفة من القائمة" }).optional(),
  transportation_id: optional(id()),
  catering_id: optional(id()),
  other_service_ids: ids(),
  profit_margin: decimal({ signed: true, digits: 3, message: marginSentence }).optional(),
  description: optional(longText(1000)),
  status: choice(statuses).optional(),
});

export type PackageInput = z.output<typeof packageSchema>;

type Figures = "profit_margin" | "total_cost" | "total_price";
type Kept = Pick<
  Package,
  | "id"
  | "name"
  | "type"
  | "duration"
  | "currency_id"
  | "hotel_id"
  | "transportation_id"
  | "catering_id"
  | "description"
  | "room_occupancy_basis"
  | "other_services"
  | "status"
  | "created_at"
  | "updated_at"
>;
type Stored = Kept &
  Record<Figures, Decimal> & {
    code: string;
    symbol: string;
    rate: Decimal;
    base_code: string;
    hotel_name: string | null;
    transportation_name: string | null;
    catering_name: string | null;
    components: Components;
  };

/** Exact amounts travel in JSON as text. */
const components = `json_build_object(
  'hotel', CASE WHEN hotels.id IS NOT NULL THEN json_build_object(
    'rooms', json_build_array(single_room_price::text, double_room_price::text, triple_room_price::text,
      quad_room_price::text), 'rate', hotel_currency.exchange_rate::text) END,
  'transportation', CASE WHEN transportations.id IS NOT NULL THEN json_build_object(
    'price', price_per_person::text, 'rate', transportation_currency.exchange_rate::text) END,
  'catering', CASE WHEN catering_services.id IS NOT NULL THEN json_build_object(
    'price', price_per_day::text, 'rate', catering_currency.exchange_rate::text) END,
  'other_services', (
    SELECT coalesce(json_agg(json_build_object('price', price::text, 'rate', exchange_rate::text)), '[]')
    FROM package_other_services JOIN other_services ON other_services.id = other_service_id
    JOIN currencies ON currencies.id = currency_id WHERE package_id = packages.id))`;

const packageRows = (db: Db) =>
  db("packages")
    .join("currencies", "currencies.id", "packages.currency_id")
    .leftJoin("hotels", "hotels.id", "packages.hotel_id")
    .leftJoin("currencies AS hotel_currency", "hotel_currency.id", "hotels.currency_id")
    .leftJoin("transportations", "transportations.id", "packages.transportation_id")
    .leftJoin(
      "currencies AS transportation_currency",
      "transportation_currency.id",
      "transportations.currency_id",
    )
    .leftJoin("catering_services", "catering_services.id", "packages.catering_id")
    .leftJoin("currencies AS catering_currency", "catering_currency.id", "catering_services.currency_id")
    .select("packages.*", {
      code: "currencies.code",
      symbol: "currencies.symbol",
      rate: "currencies.exchange_rate",
      base_code: db.raw("(SELECT code FROM currencies WHERE is_default)"),
      hotel_name: "hotels.name",
      transportation_name: "transportations.company_name",
      catering_name: "catering_services.name",
      other_services: db.raw(
        `(SELECT coalesce(json_agg(json_build_object('id', id, 'name', name, 'icon', icon) ORDER BY id), '[]')
          FROM package_other_services JOIN other_services ON id = other_service_id
          WHERE package_id = packages.id)`,
      ),
      components: db.raw(components),
    });

function toPackage(stored: Stored): Package {
  const { currency_id, code, symbol, base_code, hotel_id, transportation_id, catering_id, other_services } =
    stored;
  const { cost, price } = costAndPrice(stored, stored.components);
  return {
    id: stored.id,
    name: stored.name,
    type: stored.type,
    duration: stored.duration,
    currency_id,
    currency: shownCurrency(currency_id, code, symbol),
    hotel_id,
    hotel: hotel_id ? { id: hotel_id, name: stored.hotel_name ?? "" } : null,
    transportation_id,
    transportation: transportation_id
      ? { id: transportation_id, company_name: stored.transportation_name ?? "" }
      : null,
    catering_id,
    catering: catering_id ? { id: catering_id, name: stored.catering_name ?? "" } : null,
    other_services,
    other_service_ids: other_services.map(({ id }) => id),
    profit_margin: Number(stored.profit_margin),
    description: stored.description,
    room_occupancy_basis: stored.room_occupancy_basis,
    total_cost: Number(roundTo(stored.total_cost, base_code)),
    total_price: Number(stored.total_price),
    current_cost: Number(roundTo(cost, base_code)),
    current_price: Number(roundTo(price, code)),
    price_out_of_date:
      !isRounded(stored.total_cost, cost, base_code) || !isRounded(stored.total_price, price, code),
    status: stored.status,
    created_at: stored.created_at,
    updated_at: stored.updated_at,
  };
}

/**
 * Whether a saved figure is what was reckoned, to the currency's minor unit. The hair is what rates lose on their way
 * through another default currency; it must not turn a half up once and down the next time.
 */
function isRounded(saved: Decimal, reckoned: Big, currencyCode: string) {
  const half = Big(10).pow(-minorUnit(currencyCode)).div(2);
  return reckoned
    .minus(saved)
    .abs()
    .lte(half.plus(reckoned.times("1e-15")));
}

/** The packages of a search (name), a type and a status, newest first. */
export function listPackages(params: URLSearchParams): List<Package> {
  const type = choiceOf(params, "type", packageTypes);
  const matching = db("packages")
    .select("id")
    .where(sent({ type, status: choiceOf(params, "status", statuses) }));
  return {
    matching: whereSearch(matching, "fold(' ' || name)", searchOf(params)),
    table: "packages",
    rows: packageRows,
    toRow: toPackage,
  };
}

/** @throws DomainError not_found */
export async function findPackage(db: Db, id: number): Promise<Package> {
  return toPackage(await storedPackage(db, id));
}

async function storedPackage(db: Db, id: number): Promise<Stored> {
  const row = await packageRows(db).where("packages.id", id).first();
  if (!row) throw notFound("الباقة غير موجودة");
  return row;
}

/** @throws DomainError invalid */
export async function createPackage(trx: Transaction, input: PackageInput): Promise<Package> {
  await holdRates(trx);
  await checkReferences(trx, input);
  const { other_service_ids, ...row } = input;
  const currency = await currencyOf(trx, input.currency_id);
  const [{ id }] = await trx("packages")
    .insert({ ...sent(row), currency_id: currency.id })
    .returning("id");
  await include(trx, id, other_service_ids);
  return priced(trx, id);
}

/**
 * Changes what was sent, and prices the package anew, by today's prices and rates: without any change, too.
 * @throws DomainError not_found, invalid, conflict when someone else changed the package since `readAt`
 */
export async function updatePackage(
  trx: Transaction,
  id: number,
  input: Partial<PackageInput>,
  { readAt }: { readAt?: string } = {},
): Promise<Package> {
  await holdRates(trx);
  await lockRow<Stored>(trx, "packages", id, readAt, () => findPackage(trx, id));
  await checkReferences(trx, input);
  const { other_service_ids, ...row } = input;
  if (row.currency_id) await currencyOf(trx, row.currency_id);
  const change = sent(row);
  if (Object.keys(change).length) await trx("packages").where({ id }).update(change);
  await include(trx, id, other_service_ids);
  return priced(trx, id);
}

/** Rates and default currency stay as they are until the cost is stored: see setDefaultCurrency. */
const holdRates = (trx: Transaction) => trx("currencies").select("id").orderBy("id").forShare();

const checkReferences = (trx: Transaction, input: Partial<PackageInput>) =>
  requireRows(trx, input, {
    hotel_id: "hotels",
    transportation_id: "transportations",
    catering_id: "catering_services",
    other_service_ids: "other_services",
  });

async function include(trx: Transaction, package_id: number, services: number[] | undefined) {
  if (!services) return;
  await trx("package_other_services").where({ package_id }).delete();
  const rows = services.map((other_service_id) => ({ package_id, other_service_id }));
  if (rows.length) await trx("package_other_services").insert(rows);
}

/** Stores the cost as it is and the price as it is sold for, from the rows (rulings §3). */
async function priced(trx: Transaction, id: number): Promise<Package> {
  const stored = await storedPackage(trx, id);
  const { cost, price } = costAndPrice(stored, stored.components);
  if (cost.gte(tooMuch) || price.gte(tooMuch)) {
    throw new DomainError("invalid", "سعر الباقة أكبر مما يمكن تسجيله، راجع الأسعار والمدة وهامش الربح");
  }
  const total_cost = cost.toFixed();
  await trx("packages")
    .where({ id })
    .update({ total_cost, total_price: roundTo(price, stored.code) });
  return findPackage(trx, id);
}

/** More than an amount may have digits, and its words names. */
const tooMuch = "1e12";

/** @throws DomainError not_found, conflict while campaigns or contracts have the package */
export async function deletePackage(trx: Transaction, id: number) {
  await lockRowWithKey(trx, "packages", id);
  await refuseWhileUsed("الباقة", {
    campaigns: trx("campaigns")
      .whereIn("id", trx("campaign_packages").where({ package_id: id }).select("campaign_id"))
      .select("name"),
    contracts: trx("contracts").where({ package_id: id }).select("contract_number"),
  });
  await trx("packages").where({ id }).delete();
}
