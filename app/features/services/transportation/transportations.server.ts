import { z } from "zod";
import { type Db, db, type Transaction } from "~/db/knex.server";
import { choiceOf, idOf, type List, searchOf, whereSearch } from "~/db/list.server";
import { lockRow, lockRowWithKey, refuseWhileUsed, requireRows, sent } from "~/db/rows.server";
import { type Decimal, shownCurrency } from "~/features/financial/money.server";
import { statuses } from "~/features/status";
import { notFound } from "~/http/domain-error";
import { choice, id, longText, optional, text, wholeNumber } from "~/http/input.server";
import { checkPrices, currencyOf, price } from "../prices.server";
import type { Transportation } from "./transportation";

export const transportationSchema = z.object({
  company_name: text(150),
  bus_type_id: id(),
  capacity: wholeNumber({ min: 1, max: 9999 }),
  price_per_person: price(),
  currency_id: id().optional(),
  route: optional(text(300)),
  features: optional(longText(1000)),
  status: choice(statuses).optional(),
});

export type TransportationInput = z.output<typeof transportationSchema>;

type Stored = Omit<Transportation, "bus_type" | "price_per_person" | "currency"> & {
  price_per_person: Decimal;
  bus_type_name: string;
  code: string;
  symbol: string;
};

const transportationRows = (db: Db) =>
  db("transportations")
    .join("bus_types", "bus_types.id", "bus_type_id")
    .join("currencies", "currencies.id", "currency_id")
    .select("transportations.*", { bus_type_name: "bus_types.name" }, "code", "symbol");

function toTransportation({ bus_type_name, code, symbol, ...stored }: Stored): Transportation {
  const { id, company_name, bus_type_id, capacity, currency_id, route, features, status } = stored;
  return {
    id,
    company_name,
    bus_type_id,
    bus_type: { id: bus_type_id, name: bus_type_name },
    capacity,
    price_per_person: Number(stored.price_per_person),
    currency_id,
    currency: shownCurrency(currency_id, code, symbol),
    route,
    features,
    status,
    created_at: stored.created_at,
    updated_at: stored.updated_at,
  };
}

/** The transportations of a search (company, route), a bus type and a status, newest first. */
export function listTransportations(params: URLSearchParams): List<Transportation> {
  const filters = { bus_type_id: idOf(params, "bus_type_id"), status: choiceOf(params, "status", statuses) };
  const matching = db("transportations").select("id").where(sent(filters));
  return {
    matching: whereSearch(matching, "fold(concat_ws(' ', '', company_name, route))", searchOf(params)),
    table: "transportations",
    rows: transportationRows,
    toRow: toTransportation,
  };
}

/** @throws DomainError not_found */
export async function findTransportation(db: Db, id: number): Promise<Transportation> {
  const row: Stored | undefined = await transportationRows(db).where("transportations.id", id).first();
  if (!row) throw notFound("وسيلة النقل غير موجودة");
  return toTransportation(row);
}

/** @throws DomainError invalid */
export async function createTransportation(
  trx: Transaction,
  input: TransportationInput,
): Promise<Transportation> {
  const [{ id }] = await trx("transportations")
    .insert(await checked(trx, input))
    .returning("id");
  return findTransportation(trx, id);
}

/** @throws DomainError not_found, invalid, conflict when someone else changed the transportation since `readAt` */
export async function updateTransportation(
  trx: Transaction,
  id: number,
  input: Partial<TransportationInput>,
  { readAt }: { readAt?: string } = {},
): Promise<Transportation> {
  const stored = await lockRow<Stored>(trx, "transportations", id, readAt, () => findTransportation(trx, id));
  await trx("transportations")
    .where({ id })
    .update(await checked(trx, input, stored));
  return findTransportation(trx, id);
}

/** What is to be stored, once all that it refers to is there and the price fits the currency. */
async function checked(trx: Transaction, input: Partial<TransportationInput>, stored?: Stored) {
  await requireRows(trx, input, { bus_type_id: "bus_types" });
  const currency = await currencyOf(trx, input.currency_id ?? stored?.currency_id);
  checkPrices({ price_per_person: input.price_per_person ?? stored?.price_per_person }, currency.code);
  return { ...sent(input), currency_id: currency.id };
}

/** @throws DomainError not_found, conflict while packages have the transportation */
export async function deleteTransportation(trx: Transaction, id: number) {
  await lockRowWithKey(trx, "transportations", id);
  await refuseWhileUsed("وسيلة النقل", {
    packages: trx("packages").where({ transportation_id: id }).select("name"),
  });
  await trx("transportations").where({ id }).delete();
}
