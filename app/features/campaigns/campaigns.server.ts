import type { Knex } from "knex";
import type { z } from "zod";
import { type Asked, askedByAddress, mostOffered, offer } from "~/db/choices.server";
import { documentOf } from "~/db/document.server";
import { type Db, db, type Transaction } from "~/db/knex.server";
import type { List } from "~/db/list";
import { choiceOf, periodOf, rowsIn, searchOf } from "~/db/list.server";
import { lockRow, requireRows, withoutUndefined } from "~/db/rows.server";
import { whereSearch } from "~/db/search.server";
import { type Store, tableStore } from "~/db/store.server";
import { checkDates } from "~/domain/date-order";
import { conflicting } from "~/domain/domain-error";
import type { StoredOf } from "~/domain/fields";
import { schemaOf } from "~/domain/fields.server";
import { choice, flag, id } from "~/domain/input.server";
import { namesOf } from "~/domain/states";
import {
  feeLinesField,
  feeLineTexts,
  linesOfCampaign,
  type StoredFeeLine,
  toFeeLines,
  writeFeeLines,
} from "~/features/fees/fee-lines.server";
import { gapsOfGroups } from "~/features/journey/gaps.server";
import { type Decimal, shownCurrency } from "~/features/money/money.server";
import type { WithMoved } from "~/features/moving/moved";
import { lockHanging, moveAlong } from "~/features/moving/moving.server";
import { packageTypeLabels } from "~/features/services/packages/package";
import { cellsOfPackage, inOrder, type StoredCell } from "~/features/services/packages/prices-by-room.server";
import { type AttachedPackage, type Campaign, campaign, campaignStates } from "./campaign";
import { freeSeats, heldSeats, seatsOf, takenSeats } from "./seats.server";

const schema = schemaOf(campaign.fields).extend({ fee_lines: feeLinesField() });
/** A change may have any fields, and the status, which only the edit form changes (spec §4). */
const changeSchema = schema
  .partial()
  .extend({ status: choice(campaignStates.names).optional(), move: flag().optional() });

type PackageRow = Omit<AttachedPackage, "total_price" | "currency" | "prices"> & {
  total_price: Decimal;
  prices: StoredCell[];
  code: string;
  symbol: string;
};
type CampaignRow = StoredOf<(typeof campaign)["fields"]> & {
  booked_seats: number;
  held_seats: number;
  packages: PackageRow[];
  fee_lines: StoredFeeLine[];
};

const packageRows = (db: Db) =>
  db("packages")
    .join("currencies", "currencies.id", "currency_id")
    .select(
      "packages.id",
      "packages.name",
      "type",
      "total_price",
      "currency_id",
      "code",
      "symbol",
      "status",
      {
        prices: db.raw(cellsOfPackage),
      },
    )
    .orderByRaw("type, packages.name COLLATE by_name, packages.id");

const toPackage = ({ code, symbol, prices, ...row }: PackageRow): AttachedPackage => ({
  ...row,
  total_price: Number(row.total_price),
  ...(prices.length && { prices: inOrder(prices) }),
  currency: shownCurrency(row.currency_id, code, symbol),
});

const document = documentOf(campaign, {
  join: (query) =>
    query.select({
      booked_seats: db.raw(takenSeats),
      held_seats: db.raw(heldSeats),
      fee_lines: db.raw(linesOfCampaign),
      packages: db.raw("(SELECT coalesce(json_agg(attached), '[]') FROM (?) attached)", [
        packageRows(db)
          .join("campaign_packages", "package_id", "packages.id")
          .whereRaw("campaign_id = campaigns.id"),
      ]),
    }),
  more: ({ booked_seats, held_seats, packages, fee_lines }: CampaignRow, { total_seats }) => ({
    booked_seats,
    held_seats,
    available_seats: total_seats - booked_seats - held_seats,
    packages: packages.map(toPackage),
    fee_lines: toFeeLines(fee_lines),
  }),
});

const table = tableStore<Campaign, typeof schema, CampaignRow>({
  table: "campaigns",
  schema,
  ...document,
  /** The search finds the name. A period finds campaigns that overlap it. */
  matching(params) {
    const type = choiceOf(params, "type", namesOf(packageTypeLabels));
    const status = choiceOf(params, "status", campaignStates.names);
    const { from, to } = periodOf(params);
    const query = db("campaigns").select("id").where(withoutUndefined({ type, status }));
    if (from) query.where("end_date", ">=", from);
    if (to) query.where("start_date", "<=", to);
    return whereSearch(query, "fold(' ' || name)", searchOf(params));
  },
});

/** A campaign with its fee lines in words. */
export type CampaignInWords = Campaign & { fees: string[] };

/** The list of campaigns as sheets show them. */
export const campaignsInWords = (params: URLSearchParams) => ({
  ...(table.list(params) as List<Campaign>),
  toRow: (record: CampaignRow): CampaignInWords => ({
    ...document.toRow(record),
    fees: feeLineTexts(record.fee_lines),
  }),
});

export const campaigns: Store<WithMoved<Campaign>, typeof schema> = {
  ...table,
  changeSchema,
  async create(trx, { package_ids, fee_lines, ...row }) {
    checkDates(row, row);
    const [{ id }] = await trx("campaigns").insert(withoutUndefined(row)).returning("id");
    await attach(trx, id, package_ids);
    await writeFeeLines(trx, { campaign_id: id }, fee_lines);
    return table.find(trx, id);
  },
  /** The number of seats cannot fall below those that contracts take (rulings §4) and holds keep. Groups and stays move with the start unless `move` is false. */
  async update(trx, id, sent, by) {
    const { package_ids, fee_lines, move, ...row } = sent as Partial<z.output<typeof changeSchema>>;
    const change = withoutUndefined(row);
    const ids = change.start_date || change.end_date ? await lockHanging(trx, ofCampaign(id)) : [];
    const gapsBefore = by.ask ? await gapsOfGroups(trx, ids) : [];
    const present = await lockRow<CampaignRow>(trx, "campaigns", id, by.readAt, () => table.find(trx, id));
    checkDates({ ...present, ...change }, change);
    if (change.total_seats) {
      const { booked, held } = await seatsOf(trx, id);
      if (change.total_seats < booked + held)
        throw conflicting(
          "total_seats",
          `عدد المقاعد لا يقل عن المحجوز منها: ${booked}${held ? `، والمحجوز مؤقتًا: ${held}` : ""}`,
        );
    }
    // The row is touched even if only its packages change, so that an older version of it is refused.
    await trx("campaigns")
      .where({ id })
      .update({ ...change, updated_at: trx.fn.now() });
    await attach(trx, id, package_ids);
    await writeFeeLines(trx, { campaign_id: id }, fee_lines);
    const after = await table.find(trx, id);
    const days = { before: daysOf(present), after: daysOf(after) };
    const moved = await moveAlong(
      trx,
      { what: "بداية الحملة", ids, gapsBefore, ...days, move, campaignId: id },
      by,
    );
    return { ...after, moved };
  },
};

const daysOf = ({ start_date, end_date }: Pick<CampaignRow, "start_date" | "end_date">) => ({
  start: start_date,
  end: end_date,
});

/** The groups that have a campaign's days: one in a trip has the trip's. */
const ofCampaign = (campaign_id: number) => (groups: Knex.QueryBuilder) =>
  groups.where({ campaign_id }).whereNull("trip_id");

/** The number of active campaigns, and their seats. */
export async function campaignFigures(db: Db, list?: List<Campaign>) {
  const { rows } = await db.raw<{ rows: Record<"count" | "seats" | "booked" | "held", number>[] }>(
    `SELECT count(*), coalesce(sum(total_seats), 0)::bigint AS seats, coalesce(sum(${takenSeats}), 0)::bigint AS booked,
       coalesce(sum(${heldSeats}), 0)::bigint AS held
     FROM campaigns WHERE status = 'active' ${list ? "AND id IN (?)" : ""}`,
    list ? [rowsIn(list).select("id")] : [],
  );
  const { count = 0, seats = 0, booked = 0, held = 0 } = rows[0] ?? {};
  return { count, seats, booked, held, available: seats - booked - held };
}

const anId = id();

const newest = [{ column: "campaigns.id", order: "desc" } as const];

/**
 * The choices of a campaign, newest first: the active ones or, with a search, those of any status whose name contains it.
 * @param field that refers to the campaign
 */
export function campaignOffer(asked: Asked, field = "campaign_id") {
  const closed = db("campaigns").whereNot({ status: "active" });
  return offer(asked, field, {
    table: "campaigns",
    order: newest,
    listed: mostOffered,
    ...(!asked.search(field) && { open: active, others: closed }),
  });
}

/** The campaigns for a list's filter. */
export const campaignFilter = async (params: URLSearchParams) => ({
  campaign_id: await campaignOffer(askedByAddress(params)),
});

/** The campaigns of any status, for a document that is spent on one; the bill may come after the journey. */
export const spentOnOffer = (asked: Asked) =>
  offer(asked, "campaign_id", { table: "campaigns", order: newest, listed: mostOffered });

/** The active campaigns for a new contract, with their free seats. */
export const openCampaigns = (asked: Asked) =>
  offer<OpenCampaign>(asked, "campaign_id", {
    table: "campaigns",
    rows: db("campaigns").select("id", "name", "status", { free: db.raw(freeSeats) }),
    open: active,
    order: newest,
    listed: mostOffered,
    toChoice: ({ id, name, status, free }) => {
      const seats = free > 0 ? `المقاعد المتاحة ${free}` : "لا مقاعد متاحة";
      return [id, `${name} · ${status === "active" ? seats : "غير نشطة"}`];
    },
  });

type OpenCampaign = { id: number; name: string; status: string; free: number };

const active = (campaigns: Knex.QueryBuilder) => campaigns.where({ "campaigns.status": "active" });

/** The active packages of an open campaign, for a new contract. */
export async function openPackages(db: Db, value: unknown): Promise<AttachedPackage[]> {
  const { data: campaignId } = anId.safeParse(value);
  if (!campaignId) return [];
  const rows: PackageRow[] = await packageRows(db)
    .join("campaign_packages", "package_id", "packages.id")
    .where({ campaign_id: campaignId, "packages.status": "active" });
  return rows.map(toPackage);
}

/** When a campaign starts, and its usual terms of payment. Undefined for what names no campaign. */
export async function campaignTerms(
  db: Db,
  value: unknown,
): Promise<Pick<CampaignRow, "start_date" | "down_payment_percent" | "payment_lead_days"> | undefined> {
  const { data: id } = anId.safeParse(value);
  if (!id) return undefined;
  return db("campaigns").where({ id }).first("start_date", "down_payment_percent", "payment_lead_days");
}

/** The packages for a campaign's form: the attached ones and the active ones. */
export const packageOffer = (asked: Asked) =>
  offer<PackageRow, AttachedPackage>(asked, "package_ids", {
    table: "packages",
    rows: packageRows(db),
    open: (packages) => packages.where({ status: "active" }),
    order: db.raw("type, packages.name COLLATE by_name, packages.id"),
    toChoice: toPackage,
  });

/** Sets the packages; undefined keeps them. @throws DomainError invalid for an unknown one */
async function attach(trx: Transaction, campaign_id: number, package_ids: number[] | undefined) {
  if (!package_ids) return;
  await requireRows(trx, { package_ids }, { package_ids: "packages" });
  await trx("campaign_packages").where({ campaign_id }).delete();
  const rows = package_ids.map((package_id) => ({ campaign_id, package_id }));
  if (rows.length) await trx("campaign_packages").insert(rows);
}
