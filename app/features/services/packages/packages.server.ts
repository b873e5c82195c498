import { type Db, db } from "~/db/knex.server";
import { type List, searchOf, whereSearch } from "~/db/list.server";
import { type Decimal, minorUnit } from "~/features/financial/money.server";
import { notFound } from "~/http/domain-error";
import { type Package, packageStatuses } from "./package";

type Stored = Omit<
  Package,
  "currency" | "hotel" | "transportation" | "catering" | "profit_margin" | "total_cost" | "total_price"
> & {
  currency_code: string;
  currency_symbol: string;
  hotel_name: string | null;
  transportation_name: string | null;
  catering_name: string | null;
  profit_margin: Decimal;
  total_cost: Decimal;
  total_price: Decimal;
};

const packageRows = (db: Db) =>
  db("packages")
    .join("currencies", "currencies.id", "packages.currency_id")
    .leftJoin("hotels", "hotels.id", "packages.hotel_id")
    .leftJoin("transportations", "transportations.id", "packages.transportation_id")
    .leftJoin("catering_services", "catering_services.id", "packages.catering_id")
    .select("packages.*", {
      currency_code: "currencies.code",
      currency_symbol: "currencies.symbol",
      hotel_name: "hotels.name",
      transportation_name: "transportations.company_name",
      catering_name: "catering_services.name",
      other_services: db.raw(
        `(SELECT coalesce(json_agg(json_build_object('id', id, 'name', name) ORDER BY id), '[]')
          FROM package_other_services JOIN other_services ON id = other_service_id
          WHERE package_id = packages.id)`,
      ),
    });

function toPackage(stored: Stored): Package {
  const { currency_id, currency_code: code, hotel_id, transportation_id, catering_id } = stored;
  return {
    id: stored.id,
    name: stored.name,
    type: stored.type,
    duration: stored.duration,
    currency_id,
    currency: { id: currency_id, code, symbol: stored.currency_symbol, decimals: minorUnit(code) },
    hotel_id,
    hotel: hotel_id ? { id: hotel_id, name: stored.hotel_name ?? "" } : null,
    transportation_id,
    transportation: transportation_id
      ? { id: transportation_id, company_name: stored.transportation_name ?? "" }
      : null,
    catering_id,
    catering: catering_id ? { id: catering_id, name: stored.catering_name ?? "" } : null,
    other_services: stored.other_services,
    profit_margin: Number(stored.profit_margin),
    description: stored.description,
    room_occupancy_basis: stored.room_occupancy_basis,
    total_cost: Number(stored.total_cost),
    total_price: Number(stored.total_price),
    status: stored.status,
    created_at: stored.created_at,
    updated_at: stored.updated_at,
  };
}

/** The packages of a search (name) and a status, newest first. */
export function listPackages(params: URLSearchParams): List<Package> {
  const search = searchOf(params);
  const status = packageStatuses.find((known) => known === params.get("status"));
  const matching = db("packages").select("id");
  if (status) matching.where({ status });
  if (search) whereSearch(matching, "fold(' ' || name)", search);
  return { matching, table: "packages", rows: packageRows, toRow: toPackage };
}

/** @throws DomainError not_found */
export async function findPackage(db: Db, id: number): Promise<Package> {
  const row: Stored | undefined = await packageRows(db).where("packages.id", id).first();
  if (!row) throw notFound("الباقة غير موجودة");
  return toPackage(row);
}
