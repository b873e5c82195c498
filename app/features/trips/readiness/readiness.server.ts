import type { Knex } from "knex";
import { type Db, db } from "~/db/knex.server";
import { choiceOf, idOf, type List, searchOf } from "~/db/list.server";
import { whereSearch } from "~/db/search.server";
import { dayOf, hijri } from "~/domain/hijri";
import { officeToday } from "~/domain/office-day.server";
import { campaigns } from "~/features/campaigns/campaigns.server";
import { type Decimal, shownCurrency } from "~/features/financial/money.server";
import { idParam, type Visit } from "~/http/screen.server";
import { groups } from "../groups/groups.server";
import { trips } from "../management/trips.server";
import { goodOn, lastDay, statusToday, visaTypeOfCampaign } from "../visas/expiry.server";
import {
  type Check,
  checks,
  detailOf,
  findings,
  type Pilgrim,
  type PrintedPilgrim,
  type ReadinessFigures,
  type ScopeKind,
  type State,
  wantedStates,
} from "./readiness";

/** Whose pilgrims an address is about, and when these leave and return; in a trip or campaign a group may leave on another day. */
export type Scope = {
  kind: ScopeKind;
  id: number;
  name: string;
  departure: string;
  return: string;
  /** A group's. */
  campaign?: { id: number; name: string };
};

/** When a group's pilgrims leave and return, or those of a campaign who are in none; SQL of groups, trips and campaigns. */
export const departure = "coalesce(groups.departure_date, trips.start_date, campaigns.start_date)";
const returning = "coalesce(trips.end_date, campaigns.end_date)";

export const printedPilgrim = (pilgrim: Pilgrim): PrintedPilgrim => ({
  ...pilgrim,
  hijri: Object.fromEntries(
    checks.map((check) => {
      const [, detail = ""] = detailOf(pilgrim, check) ?? [];
      return [check, /^\d{4}-\d{2}-\d{2}$/.test(detail) ? hijri(detail) : null];
    }),
  ) as PrintedPilgrim["hijri"],
});

/** The days of departure and return as screens show them. */
export const daysOf = (scope: Scope) => ({ departure: dayOf(scope.departure), return: dayOf(scope.return) });

/** The group, trip or campaign that the address names. @throws DomainError not_found */
export async function scopeOf({ params }: Pick<Visit, "params">): Promise<Scope> {
  if (params.group !== undefined) {
    const { id, name, ...group } = await groups.find(db, idParam(params.group));
    const dates = await db("groups")
      .join("campaigns", "campaigns.id", "campaign_id")
      .leftJoin("trips", "trips.id", "trip_id")
      .where({ "groups.id": id })
      .first(db.raw(`${departure} AS departure, ${returning} AS return`));
    return { kind: "group", id, name, ...dates, campaign: { id: group.campaign_id, name: group.campaign } };
  }
  const kind = params.trip === undefined ? "campaign" : "trip";
  const { find } = kind === "trip" ? trips : campaigns;
  const { id, name, start_date, end_date } = await find(db, idParam(params[kind]));
  return { kind, id, name, departure: start_date, return: end_date };
}

/** Each once; of a campaign also those who have signed and are in no group yet. */
const members: Record<ScopeKind, string> = {
  group: "SELECT id, customer_id, group_id, campaign_id FROM group_members WHERE group_id = :id",
  trip: `SELECT group_members.id, customer_id, group_id, group_members.campaign_id
         FROM group_members JOIN groups ON groups.id = group_id WHERE trip_id = :id`,
  campaign: `SELECT people.customer_id AS id, people.customer_id, group_id, :id::integer AS campaign_id
             FROM (SELECT customer_id FROM contracts WHERE campaign_id = :id AND status <> 'cancelled'
                   UNION SELECT customer_id FROM group_members WHERE campaign_id = :id) AS people
             LEFT JOIN group_members
               ON group_members.customer_id = people.customer_id AND group_members.campaign_id = :id`,
};

/** Which state a finding is, see `findings`. */
const stateOf = (check: Check) => {
  const states = Object.entries<readonly [State, string]>(findings[check]);
  return `CASE ${check}_finding ${states.map(([name, [state]]) => `WHEN '${name}' THEN '${state}'`).join(" ")} END`;
};
const statesOfAll = checks.map((check) => `${check}_state`).join(", ");

/**
 * The pilgrims of a scope with all that the checks find, as the table `pilgrims`. A passport is to be good for six months after
 * the return; a visa on the day of departure, from its approval on.
 */
const checkedPilgrims = (db: Db, { kind, id }: Pick<Scope, "kind" | "id">) =>
  db.raw(
    `(SELECT pilgrims.*, customers.name, phone, customers.search, groups.name AS group_name, journey.*,
             customers.passport_number, passport_expiry, visa.id AS visa_id, visa.status AS visa_status,
             visa.passport_number AS visa_passport, visa.last_day AS visa_last_day,
             contract.id AS contract_id, contract_number, remaining_amount, currency_id, code, symbol,
             found.*, states.*,
             CASE WHEN 'red' IN (${statesOfAll}) THEN 'red' WHEN 'amber' IN (${statesOfAll}) THEN 'amber' ELSE 'green' END AS state
      FROM (${members[kind]}) AS pilgrims
      JOIN customers ON customers.id = customer_id
      JOIN campaigns ON campaigns.id = campaign_id
      LEFT JOIN groups ON groups.id = group_id
      LEFT JOIN trips ON trips.id = trip_id
      CROSS JOIN LATERAL (SELECT ${departure} AS departure_date, ${returning} AS return_date) AS journey
      LEFT JOIN LATERAL (
        SELECT *,
               coalesce(upper(passport_number) <> upper(customers.passport_number), false) AS is_on_another
        FROM (SELECT id, passport_number, approval_date, :status AS status, ${lastDay} AS last_day,
                ${goodOn("journey.departure_date")} AS is_good
              FROM visas
              WHERE visas.customer_id = pilgrims.customer_id AND visa_type = ${visaTypeOfCampaign}) AS theirs
        ORDER BY is_good DESC, status = 'pending' DESC, is_on_another, id DESC LIMIT 1) AS visa ON true
      LEFT JOIN LATERAL (
        SELECT contracts.id, contract_number, paid_amount, remaining_amount, currency_id, code, symbol
        FROM contracts JOIN currencies ON currencies.id = currency_id
        WHERE customer_id = pilgrims.customer_id AND campaign_id = pilgrims.campaign_id AND contracts.status <> 'cancelled'
        ORDER BY remaining_amount = 0, paid_amount > 0, contract_date DESC, contracts.id DESC LIMIT 1) AS contract ON true
      CROSS JOIN LATERAL (SELECT
        CASE WHEN customers.passport_number IS NULL THEN 'none'
             WHEN passport_expiry IS NULL THEN 'unknown_expiry'
             WHEN passport_expiry < :today::date THEN 'expired'
             WHEN passport_expiry < return_date + interval '6 months' THEN 'short'
             ELSE 'valid' END AS passport_finding,
        CASE WHEN visa.id IS NULL THEN 'none'
             WHEN visa.status IN ('rejected', 'expired') AND NOT is_good THEN visa.status
             WHEN visa.status = 'approved' AND NOT is_good THEN 'not_on_departure'
             WHEN is_on_another THEN 'other_passport'
             WHEN visa.status = 'pending' THEN 'pending'
             ELSE 'valid' END AS visa_finding,
        CASE WHEN contract.id IS NULL THEN 'no_contract'
             WHEN remaining_amount = 0 THEN 'paid'
             WHEN paid_amount = 0 THEN 'unpaid'
             ELSE 'owing' END AS balance_finding,
        CASE WHEN image IS NULL THEN 'none' ELSE 'there' END AS photo_finding,
        CASE WHEN contract.id IS NULL THEN 'none' ELSE 'signed' END AS contract_finding) AS found
      CROSS JOIN LATERAL (SELECT ${checks.map((check) => `${stateOf(check)} AS ${check}_state`).join(", ")}) AS states
     ) AS pilgrims`,
    { id, today: officeToday(), status: statusToday(db) as never },
  );

type Stored = Omit<Pilgrim, Check> & { [check in Check as `${check}_state`]: State } & {
  [check in Check as `${check}_finding`]: never;
} & {
  passport_number: string | null;
  passport_expiry: string | null;
  visa_id: number | null;
  visa_status: Pilgrim["visa"]["status"];
  visa_passport: string | null;
  visa_last_day: string | null;
  contract_id: number | null;
  contract_number: string | null;
  remaining_amount: Decimal | null;
  currency_id: number;
  code: string;
  symbol: string;
};

function toPilgrim(row: Stored): Pilgrim {
  const found = (check: Check) => ({ state: row[`${check}_state`], finding: row[`${check}_finding`] });
  const isSigned = row.contract_id !== null;
  return {
    id: row.id,
    customer_id: row.customer_id,
    name: row.name,
    phone: row.phone,
    group_id: row.group_id,
    group_name: row.group_name,
    campaign_id: row.campaign_id,
    departure_date: row.departure_date,
    return_date: row.return_date,
    state: row.state,
    passport: { ...found("passport"), passport_number: row.passport_number, expiry: row.passport_expiry },
    visa: {
      ...found("visa"),
      id: row.visa_id,
      status: row.visa_status,
      passport_number: row.visa_passport,
      last_day: row.visa_last_day,
    },
    balance: {
      ...found("balance"),
      remaining_amount: isSigned ? Number(row.remaining_amount) : null,
      currency: isSigned ? shownCurrency(row.currency_id, row.code, row.symbol) : null,
    },
    photo: found("photo"),
    contract: { ...found("contract"), id: row.contract_id, contract_number: row.contract_number },
  };
}

/** In place of a group's number in a filter: those who are in none. */
export const noGroup = "none";

/** Whom the search and the group of an address let through: by name, phone, national id or passport. */
function among(scope: Scope, params: URLSearchParams): Knex.QueryBuilder {
  const query = db.from(checkedPilgrims(db, scope));
  if (params.get("group_id") === noGroup) query.whereNull("group_id");
  else {
    const groupId = idOf(params, "group_id");
    if (groupId) query.where({ group_id: groupId });
  }
  return whereSearch(query, "search", searchOf(params));
}

/**
 * The pilgrims of a scope, the last who joined first. `state` is asked of the `check` that is named, or else of all; a
 * check alone lets through whom it finds something missing of.
 */
export function readinessOf(scope: Scope, params: URLSearchParams): List<Pilgrim> {
  const check = choiceOf(params, "check", checks);
  const state = choiceOf(params, "state", wantedStates) ?? (check && "missing");
  const isWhole = !state && !searchOf(params) && !params.get("group_id");
  // nothing is asked that needs a check: who is there is enough
  const matching = isWhole
    ? db.from(db.raw(`(${members[scope.kind]}) AS pilgrims`, { id: scope.id })).select("id")
    : among(scope, params).select("id");
  const asked = check ? `${check}_state` : "state";
  if (state === "missing") matching.whereNot(asked, "green");
  else if (state) matching.where(asked, state);
  return {
    table: "pilgrims",
    matching,
    rows: (db) => db.from(checkedPilgrims(db, scope)).select("pilgrims.*"),
    toRow: toPilgrim,
  };
}

/** Of all whom the search and the group let through, whatever their state. */
export function readinessFigures(scope: Scope, params: URLSearchParams): Promise<ReadinessFigures> {
  const states: State[] = ["red", "amber", "green"];
  return among(scope, params).first(
    db.raw(
      [
        "count(*) AS total",
        ...states.map((state) => `count(*) FILTER (WHERE state = '${state}') AS ${state}`),
        ...checks.map((check) => `count(*) FILTER (WHERE ${check}_state <> 'green') AS ${check}`),
      ].join(", "),
    ),
  ) as never;
}

/** The groups of a trip or campaign, which its filter offers. */
export async function groupsIn({ kind, id }: Scope): Promise<[string | number, string][]> {
  if (kind === "group") return [];
  const rows: { id: number; name: string }[] = await db("groups")
    .where({ [`${kind}_id`]: id })
    .orderBy(["name", "id"])
    .select("id", "name");
  const choices = rows.map(({ id, name }): [number, string] => [id, name]);
  return kind === "campaign" ? [...choices, [noGroup, "بلا مجموعة"]] : choices;
}
