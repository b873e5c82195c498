import Big from "big.js";
import type { Knex } from "knex";
import { documentOf } from "~/db/document.server";
import { byFields, type Filters, readFilters, within } from "~/db/filters.server";
import { type Db, db } from "~/db/knex.server";
import type { List } from "~/db/list";
import { choiceOf, idOf, searchOf } from "~/db/list.server";
import {
  partnersNamed,
  searchMatches,
  type Way,
  whereNumber,
  wherePerson,
  withBareTelephones,
} from "~/db/search.server";
import { notFound } from "~/domain/domain-error";
import type { StoredOf } from "~/domain/fields";
import { officeToday } from "~/domain/office-day.server";
import type { RoomName, Traveller } from "~/domain/travellers";
import { customersNamed } from "~/features/customers/customers.server";
import type { Part } from "~/features/instalments/instalments.server";
import { type Decimal, shownCurrency } from "~/features/money/money.server";
import { type Companion, type Offer, offer, offerStates } from "./offer";

/** The price of one person as it is kept. */
export type KeptPrice = {
  room: RoomName | null;
  traveller: Traveller | null;
  supplement_amount: Decimal | null;
  discount_amount: Decimal;
  total_amount: Decimal;
  schedule: Part[] | null;
};

/** An offer as its table has it. */
export type StoredOffer = StoredOf<(typeof offer)["fields"]> &
  KeptPrice & { contents_id: number; discounted_by: number | null; created_by: number };

type OfferRow = StoredOffer &
  Pick<Offer, "status" | "contracts" | "username"> & {
    companions: (Pick<Companion, "customer_id" | "name"> & KeptPrice)[];
    sum_amount: Decimal;
  };

/** Whether an offer has become a contract, in SQL. NOT NULL leads many offers to the index of the contracts that have one. */
const isSigned =
  "EXISTS (SELECT FROM contracts WHERE contracts.offer_id = offers.id AND contracts.offer_id IS NOT NULL)";

/** The state of an offer on the office's day, in a query of `offers`. */
export const stateToday = (db: Db) =>
  db.raw(`CASE WHEN ${isSigned} THEN 'signed' WHEN valid_until < ? THEN 'expired' ELSE 'open' END`, [
    officeToday(),
  ]);

const shownPrice = ({ supplement_amount, discount_amount, total_amount, schedule, ...cell }: KeptPrice) => ({
  room: cell.room,
  traveller: cell.traveller,
  supplement_amount: supplement_amount === null ? null : Number(supplement_amount),
  price_amount: Number(Big(total_amount).plus(discount_amount)),
  discount_amount: Number(discount_amount),
  total_amount: Number(total_amount),
  schedule: (schedule ?? []).map(({ due_date, amount }) => ({ due_date, amount: Number(amount) })),
});

const { rows: offerRows, toRow } = documentOf(offer, {
  join: (query) =>
    query.join("users AS makers", "makers.id", "offers.created_by").select({
      username: "makers.username",
      status: stateToday(db),
      sum_amount: db.raw(
        "offers.total_amount + (SELECT coalesce(sum(total_amount), 0) FROM offer_travellers WHERE offer_id = offers.id)",
      ),
      companions: db.raw(
        `(SELECT coalesce(json_agg(json_build_object('customer_id', customer_id, 'name', others.name, 'room', room, 'traveller', traveller,
            'supplement_amount', supplement_amount::text, 'discount_amount', discount_amount::text, 'total_amount', total_amount::text,
            'schedule', schedule) ORDER BY offer_travellers.id), '[]')
          FROM offer_travellers JOIN customers AS others ON others.id = customer_id WHERE offer_id = offers.id)`,
      ),
      contracts: db.raw(
        `(SELECT coalesce(json_agg(json_build_object('id', id, 'contract_number', contract_number) ORDER BY id), '[]')
          FROM contracts WHERE contracts.offer_id = offers.id)`,
      ),
    }),
  more: (
    { companions, status, contracts, username, created_by, sum_amount, ...row }: OfferRow,
    { customer, currency },
  ) => ({
    ...shownPrice(row),
    status,
    sum_amount: Number(sum_amount),
    companions: companions.map(({ customer_id, name, ...price }) => ({
      customer_id,
      name,
      ...shownPrice(price),
    })),
    contracts,
    created_by,
    username,
    customer_name: customer.name,
    currency: shownCurrency(currency.id, currency.code, currency.symbol),
    currency_code: currency.code,
  }),
});
const toOffer: (row: OfferRow) => Offer = toRow;

const filters = {
  ...byFields(offer.fields, ["campaign_id", "agent_id", "room", "traveller"]),
  /** Whether it is signed, or its days are over today. */
  status(params) {
    const status = choiceOf(params, "status", offerStates.names);
    if (!status) return undefined;
    if (status === "signed") return (query) => query.whereRaw(isSigned);
    return (query) =>
      query.where("valid_until", status === "open" ? ">=" : "<", officeToday()).whereRaw(`NOT ${isSigned}`);
  },
  /** The customer, or one of those who would sign with him. */
  customer_id(params) {
    const customer_id = idOf(params, "customer_id", offer.labels);
    if (!customer_id) return undefined;
    return (query) =>
      query.where((one) =>
        one
          .where("offers.customer_id", customer_id)
          .orWhereIn("offers.id", db("offer_travellers").where({ customer_id }).select("offer_id")),
      );
  },
  /** Who made it. */
  user_id(params) {
    const created_by = idOf(params, "user_id");
    return created_by ? (query) => query.where({ created_by }) : undefined;
  },
  period: within("offer_date"),
} satisfies Filters;

/** The ways to an offer by who would sign. Names are kept with it (migration 126), telephones are not. */
function peopleNamed(search: string): Way[] {
  const named = (rows: Knex.QueryBuilder, table: "offers" | "offer_travellers") =>
    withBareTelephones(search) === undefined
      ? wherePerson(rows, `${table}.names`, search)
      : rows.whereIn(`${table}.customer_id`, customersNamed(search));
  const companions = named(db("offer_travellers").select("offer_id"), "offer_travellers");
  return [
    { own: (row) => named(row, "offers") },
    { own: (row) => row.whereIn("offers.id", companions.clone()) },
  ];
}

/** The offers that match a search (number, name of customer, companion or agent) and the filters, newest first. */
export function listOffers(params: URLSearchParams): List<Offer> {
  const search = searchOf(params);
  const selection = readFilters(filters, params);
  const offers = () => selection.narrow(db("offers").select("offers.id"));
  return {
    ...(search
      ? searchMatches(offers, [
          { of: partnersNamed("agents", search), by: "offers.agent_id" },
          ...peopleNamed(search),
          { own: (row) => whereNumber(row, "offer_number", "Q", search) },
        ])
      : { matching: offers() }),
    table: "offers",
    rows: offerRows,
    toRow: toOffer,
  };
}

/** @throws DomainError not_found */
export async function findOffer(db: Db, id: number | Knex.Raw): Promise<Offer> {
  const row: OfferRow | undefined = await offerRows(db).where("offers.id", id).first();
  if (!row) throw notFound("عرض السعر غير موجود");
  return toOffer(row);
}
