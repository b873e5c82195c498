import type { Db, Transaction } from "~/db/knex.server";
import { visibleRows } from "~/db/rows.server";
import { freeSeats } from "~/features/campaigns/seats.server";
import { lastClosing } from "~/features/closing/closings.server";
import { type cellOf, isCell } from "~/features/contracts/cell.server";
import type { NamedAgent } from "~/features/contracts/commission.server";
import { lockMemberships } from "~/features/journey/membership.server";
import { type LockedAccount, lockAccounts, readAccounts } from "~/features/money/ledger.server";
import { convert, type Decimal, roundTo } from "~/features/money/money.server";
import { type Currency, readCurrencies } from "~/features/money/rates.server";
import { cellCosts } from "~/features/services/packages/cell-costs.server";
import { cellsOfPackage, type StoredCell } from "~/features/services/packages/prices-by-room.server";
import type { Draft } from "./contract-draft";
import type { Verdict } from "./importable.server";
import { finder, firstWord } from "./verdicts.server";

/* The records that imported contracts refer to and are checked against. */

type PackageOffer = {
  id: number;
  name: string;
  currency_id: number;
  total_cost: Decimal;
  total_price: Decimal;
  cells: StoredCell[];
  campaign_id: number;
};

/** Reads all campaigns with their packages, currencies, accounts and agents, inactive ones too. */
export async function readOffers(db: Db) {
  const campaigns: { id: number; name: string }[] = await db("campaigns").select("id", "name");
  const offers: PackageOffer[] = await db("campaign_packages")
    .join("packages", "packages.id", "package_id")
    .select("packages.id", "name", "currency_id", "total_cost", "total_price", "campaign_id", {
      cells: db.raw(cellsOfPackage),
    });
  const withCells = offers.filter(({ cells }) => cells.length).map(({ id }) => id);
  const costs = await cellCosts(db, [...new Set(withCells)]);
  const accounts: { id: number; name: string; account_number: string | null }[] = await db("accounts")
    .whereNull("deleted_at")
    .select("id", "name", "account_number");
  const agents: (NamedAgent & { id: number })[] = await visibleRows(db, "agents").select(
    "id",
    "name",
    "commission_rate",
  );
  const ofCampaign = (id: number) => offers.filter(({ campaign_id }) => campaign_id === id);
  const rates = await readCurrencies(db);
  const finders = new Map<number, ReturnType<typeof finder<PackageOffer>>>();
  return {
    campaign: finder("campaigns", campaigns, ({ name }) => [name]),
    packageOf(campaignId: number, verdict: Verdict, name: string) {
      const find =
        finders.get(campaignId) ?? finder("packages", ofCampaign(campaignId), ({ name }) => [name]);
      finders.set(campaignId, find);
      return find(verdict, "package_id", name, " بين باقات الحملة");
    },
    currency: finder("currencies", [...rates.values()], ({ code, name }) => [code, name], firstWord),
    account: finder("accounts", accounts, ({ name, account_number }) =>
      account_number ? [name, account_number] : [name],
    ),
    /** An amount of a package in another currency, at the stored rates. */
    amountIn(
      amount: Decimal,
      { currency_id }: Pick<PackageOffer, "currency_id">,
      { code, exchange_rate }: Currency,
    ) {
      const { exchange_rate: own } = rates.get(currency_id) as Currency;
      return roundTo(convert(amount, own, exchange_rate), code);
    },
    /** What a pilgrim costs in a package, in the default currency. */
    costIn: ({ id, total_cost }: PackageOffer, cell: ReturnType<typeof cellOf>) =>
      (isCell(cell) && costs.get(id)?.(cell)) || total_cost,
    agent: finder("agents", agents, ({ name }) => [name]),
    rates,
  };
}

export type Offers = Awaited<ReturnType<typeof readOffers>>;

/**
 * The data that all rows are checked against: the campaigns' free seats, the accounts, and the date up to which the books are
 * closed.
 * @param isHeld whether all of it is locked, in the order of docs/decisions/locks.md. Other receipts then wait too, since only an
 * import issues numbers and changes totals of contracts and receipts alternately.
 */
export async function hold(db: Db, drafts: Draft[], isHeld: boolean) {
  const ids = [...new Set(drafts.map(({ contract }) => contract.campaign_id))];
  if (isHeld)
    await lockMemberships(db as Transaction, (members) =>
      members.whereIn("group_members.campaign_id", ids).whereIn(
        "group_members.customer_id",
        drafts.map(({ contract }) => contract.customer_id),
      ),
    );
  const query = db("campaigns").whereIn("id", ids).orderBy("id").select("id", "status");
  const campaigns: { id: number; status: string }[] = await (isHeld ? query.forNoKeyUpdate() : query);
  const payments = drafts.flatMap(({ paid }) => paid ?? []);
  const accounts: Map<number, LockedAccount> = isHeld
    ? await lockAccounts(db as Transaction, payments)
    : await readAccounts(db, payments);
  if (isHeld && accounts.size) await db.raw("LOCK TABLE receipt_vouchers IN SHARE ROW EXCLUSIVE MODE");
  const counts: { id: number; free: number }[] = await db("campaigns")
    .whereIn("id", ids)
    .select("id", { free: db.raw(freeSeats) });
  const seats = new Map(counts.map(({ id, free }) => [id, free]));
  return {
    campaigns: new Map(campaigns.map(({ id, status }) => [id, { free: seats.get(id) ?? 0, status }])),
    accounts,
    closed: (await lastClosing(db))?.closed_until,
  };
}
