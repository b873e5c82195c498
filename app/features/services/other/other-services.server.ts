import { z } from "zod";
import { type Db, db, type Transaction } from "~/db/knex.server";
import { choiceOf, idOf, type List, searchOf, whereSearch } from "~/db/list.server";
import { lockRow, lockRowWithKey, refuseWhileUsed, requireRows, sent } from "~/db/rows.server";
import { type Decimal, shownCurrency } from "~/features/financial/money.server";
import { statuses } from "~/features/status";
import { notFound } from "~/http/domain-error";
import { choice, id, longText, optional, orElse, text } from "~/http/input.server";
import { checkPrices, currencyOf, price } from "../prices.server";
import { defaultIcon, iconNames, type OtherService } from "./other-service";

export const otherServiceSchema = z.object({
  name: text(150),
  category_id: id(),
  price: price(),
  currency_id: id().optional(),
  description: optional(longText(1000)),
  icon: orElse(choice(iconNames), defaultIcon),
  status: choice(statuses).optional(),
});

export type OtherServiceInput = z.output<typeof otherServiceSchema>;

type Stored = Omit<OtherService, "category" | "price" | "currency"> & {
  price: Decimal;
  category_name: string;
  code: string;
  symbol: string;
};

const otherServiceRows = (db: Db) =>
  db("other_services")
    .join("service_categories", "service_categories.id", "category_id")
    .join("currencies", "currencies.id", "currency_id")
    .select("other_services.*", { category_name: "service_categories.name" }, "code", "symbol");

function toOtherService({ category_name, code, symbol, ...stored }: Stored): OtherService {
  const { id, name, category_id, currency_id, description, icon, status } = stored;
  return {
    id,
    name,
    category_id,
    category: { id: category_id, name: category_name },
    price: Number(stored.price),
    currency_id,
    currency: shownCurrency(currency_id, code, symbol),
    description,
    icon,
    status,
    created_at: stored.created_at,
    updated_at: stored.updated_at,
  };
}

/** The other services of a search (name, description), a category and a status, newest first. */
export function listOtherServices(params: URLSearchParams): List<OtherService> {
  const filters = { category_id: idOf(params, "category_id"), status: choiceOf(params, "status", statuses) };
  const matching = db("other_services").select("id").where(sent(filters));
  return {
    matching: whereSearch(matching, "fold(concat_ws(' ', '', name, description))", searchOf(params)),
    table: "other_services",
    rows: otherServiceRows,
    toRow: toOtherService,
  };
}

/** @throws DomainError not_found */
export async function findOtherService(db: Db, id: number): Promise<OtherService> {
  const row: Stored | undefined = await otherServiceRows(db).where("other_services.id", id).first();
  if (!row) throw notFound("الخدمة غير موجودة");
  return toOtherService(row);
}

/** @throws DomainError invalid */
export async function createOtherService(trx: Transaction, input: OtherServiceInput): Promise<OtherService> {
  const [{ id }] = await trx("other_services")
    .insert(await checked(trx, input))
    .returning("id");
  return findOtherService(trx, id);
}

/** @throws DomainError not_found, invalid, conflict when someone else changed the service since `readAt` */
export async function updateOtherService(
  trx: Transaction,
  id: number,
  input: Partial<OtherServiceInput>,
  { readAt }: { readAt?: string } = {},
): Promise<OtherService> {
  const stored = await lockRow<Stored>(trx, "other_services", id, readAt, () => findOtherService(trx, id));
  await trx("other_services")
    .where({ id })
    .update(await checked(trx, input, stored));
  return findOtherService(trx, id);
}

/** What is to be stored, once all that it refers to is there and the price fits the currency. */
async function checked(trx: Transaction, input: Partial<OtherServiceInput>, stored?: Stored) {
  await requireRows(trx, input, { category_id: "service_categories" });
  const currency = await currencyOf(trx, input.currency_id ?? stored?.currency_id);
  checkPrices({ price: input.price ?? stored?.price }, currency.code);
  return { ...sent(input), currency_id: currency.id };
}

/** @throws DomainError not_found, conflict while packages have the service */
export async function deleteOtherService(trx: Transaction, id: number) {
  await lockRowWithKey(trx, "other_services", id);
  const using = trx("package_other_services").where({ other_service_id: id }).select("package_id");
  await refuseWhileUsed("الخدمة", { packages: trx("packages").whereIn("id", using).select("name") });
  await trx("other_services").where({ id }).delete();
}
