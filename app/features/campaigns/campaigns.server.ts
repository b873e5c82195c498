import { type Db, db } from "~/db/knex.server";
import { type List, searchOf, whereSearch } from "~/db/list.server";
import { minorUnit } from "~/features/financial/money.server";
import { notFound } from "~/http/domain-error";
import { type AttachedPackage, type Campaign, campaignStatuses } from "./campaign";

type StoredPackage = Omit<AttachedPackage, "currency"> & { code: string; symbol: string };
type Stored = Omit<Campaign, "available_seats" | "packages"> & { packages: StoredPackage[] };

const campaignRows = (db: Db) =>
  db("campaigns").select("campaigns.*", {
    booked_seats: db.raw(
      "(SELECT count(*) FROM contracts WHERE campaign_id = campaigns.id AND status <> 'cancelled')",
    ),
    packages: db.raw(
      `(SELECT coalesce(json_agg(json_build_object('id', packages.id, 'name', packages.name,
          'total_price', total_price, 'currency_id', currency_id, 'code', code, 'symbol', symbol,
          'status', status) ORDER BY packages.name, packages.id), '[]')
        FROM campaign_packages JOIN packages ON packages.id = package_id
        JOIN currencies ON currencies.id = currency_id WHERE campaign_id = campaigns.id)`,
    ),
  });

function toCampaign(stored: Stored): Campaign {
  const { total_seats, booked_seats } = stored;
  return {
    id: stored.id,
    name: stored.name,
    type: stored.type,
    start_date: stored.start_date,
    end_date: stored.end_date,
    total_seats,
    booked_seats,
    available_seats: total_seats - booked_seats,
    description: stored.description,
    packages: stored.packages.map(({ code, symbol, ...attached }) => ({
      ...attached,
      currency: { id: attached.currency_id, code, symbol, decimals: minorUnit(code) },
    })),
    status: stored.status,
    created_at: stored.created_at,
    updated_at: stored.updated_at,
  };
}

/** The campaigns of a search (name) and a status, newest first. */
export function listCampaigns(params: URLSearchParams): List<Campaign> {
  const search = searchOf(params);
  const status = campaignStatuses.find((known) => known === params.get("status"));
  const matching = db("campaigns").select("id");
  if (status) matching.where({ status });
  if (search) whereSearch(matching, "fold(' ' || name)", search);
  return { matching, table: "campaigns", rows: campaignRows, toRow: toCampaign };
}

/** The active campaigns with their active packages: what a new contract chooses from, newest first. */
export async function openCampaigns(db: Db): Promise<Campaign[]> {
  const rows: Stored[] = await campaignRows(db).where({ status: "active" }).orderBy("id", "desc");
  return rows.map(toCampaign).map((campaign) => ({
    ...campaign,
    packages: campaign.packages.filter(({ status }) => status === "active"),
  }));
}

/** @throws DomainError not_found */
export async function findCampaign(db: Db, id: number): Promise<Campaign> {
  const row: Stored | undefined = await campaignRows(db).where({ id }).first();
  if (!row) throw notFound("الحملة غير موجودة");
  return toCampaign(row);
}
