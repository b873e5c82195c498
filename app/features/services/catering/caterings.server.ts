import { z } from "zod";
import { type Db, db, type Transaction } from "~/db/knex.server";
import { choiceOf, idOf, type List, searchOf, whereSearch } from "~/db/list.server";
import { lockRow, lockRowWithKey, refuseWhileUsed, requireRows, sent } from "~/db/rows.server";
import { type Decimal, shownCurrency } from "~/features/financial/money.server";
import { statuses } from "~/features/status";
import { notFound } from "~/http/domain-error";
import { choice, id, longText, optional, orElse, text, wholeNumber } from "~/http/input.server";
import { checkPrices, currencyOf, price } from "../prices.server";
import { type Catering, defaultMeals } from "./catering";

export const cateringSchema = z.object({
  name: text(150),
  catering_type_id: id(),
  price_per_day: price(),
  currency_id: id().optional(),
  description: optional(longText(1000)),
  meals_per_day: orElse(wholeNumber({ max: 99 }), defaultMeals),
  status: choice(statuses).optional(),
});

export type CateringInput = z.output<typeof cateringSchema>;

type Stored = Omit<Catering, "catering_type" | "price_per_day" | "currency"> & {
  price_per_day: Decimal;
  catering_type_name: string;
  code: string;
  symbol: string;
};

const cateringRows = (db: Db) =>
  db("catering_services")
    .join("catering_types", "catering_types.id", "catering_type_id")
    .join("currencies", "currencies.id", "currency_id")
    .select("catering_services.*", { catering_type_name: "catering_types.name" }, "code", "symbol");

function toCatering({ catering_type_name, code, symbol, ...stored }: Stored): Catering {
  const { id, name, catering_type_id, currency_id, description, meals_per_day, status } = stored;
  return {
    id,
    name,
    catering_type_id,
    catering_type: { id: catering_type_id, name: catering_type_name },
    price_per_day: Number(stored.price_per_day),
    currency_id,
    currency: shownCurrency(currency_id, code, symbol),
    description,
    meals_per_day,
    status,
    created_at: stored.created_at,
    updated_at: stored.updated_at,
  };
}

/** The catering services of a search (name, description), a type and a status, newest first. */
export function listCaterings(params: URLSearchParams): List<Catering> {
  const filters = {
    catering_type_id: idOf(params, "catering_type_id"),
    status: choiceOf(params, "status", statuses),
  };
  const matching = db("catering_services").select("id").where(sent(filters));
  return {
    matching: whereSearch(matching, "fold(concat_ws(' ', '', name, description))", searchOf(params)),
    table: "catering_services",
    rows: cateringRows,
    toRow: toCatering,
  };
}

/** @throws DomainError not_found */
export async function findCatering(db: Db, id: number): Promise<Catering> {
  const row: Stored | undefined = await cateringRows(db).where("catering_services.id", id).first();
  if (!row) throw notFound("خدمة الإعاشة غير موجودة");
  return toCatering(row);
}

/** @throws DomainError invalid */
export async function createCatering(trx: Transaction, input: CateringInput): Promise<Catering> {
  const [{ id }] = await trx("catering_services")
    .insert(await checked(trx, input))
    .returning("id");
  return findCatering(trx, id);
}

/** @throws DomainError not_found, invalid, conflict when someone else changed the service since `readAt` */
export async function updateCatering(
  trx: Transaction,
  id: number,
  input: Partial<CateringInput>,
  { readAt }: { readAt?: string } = {},
): Promise<Catering> {
  const stored = await lockRow<Stored>(trx, "catering_services", id, readAt, () => findCatering(trx, id));
  await trx("catering_services")
    .where({ id })
    .update(await checked(trx, input, stored));
  return findCatering(trx, id);
}

/** What is to be stored, once all that it refers to is there and the price fits the currency. */
async function checked(trx: Transaction, input: Partial<CateringInput>, stored?: Stored) {
  await requireRows(trx, input, { catering_type_id: "catering_types" });
  const currency = await currencyOf(trx, input.currency_id ?? stored?.currency_id);
  checkPrices({ price_per_day: input.price_per_day ?? stored?.price_per_day }, currency.code);
  return { ...sent(input), currency_id: currency.id };
}

/** @throws DomainError not_found, conflict while packages have the service */
export async function deleteCatering(trx: Transaction, id: number) {
  await lockRowWithKey(trx, "catering_services", id);
  await refuseWhileUsed("خدمة الإعاشة", {
    packages: trx("packages").where({ catering_id: id }).select("name"),
  });
  await trx("catering_services").where({ id }).delete();
}
