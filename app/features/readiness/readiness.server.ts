import type { Knex } from "knex";
import { askedByAddress, offer } from "~/db/choices.server";
import { drawRows } from "~/db/drawing.server";
import { db } from "~/db/knex.server";
import type { List } from "~/db/list";
import { choiceOf, idOf, searchOf } from "~/db/list.server";
import { wherePerson } from "~/db/search.server";
import { dayOf, hijri } from "~/domain/hijri";
import { nouns } from "~/domain/nouns";
import type { Offer } from "~/domain/offer";
import { campaigns } from "~/features/campaigns/campaigns.server";
import { groupStatus, groups } from "~/features/groups/groups.server";
import { daysOfGroup } from "~/features/journey/days.server";
import { type GroupGaps, gapsOfGroups } from "~/features/journey/gaps.server";
import type { ScopeKind } from "~/features/links/readiness-link";
import { type Decimal, shownCurrency } from "~/features/money/money.server";
import { trips } from "~/features/trips/trips.server";
import { idParam } from "~/http/screen.server";
import type { Visit } from "~/http/visit";
import { checkedPilgrims, detailColumns, members, statesOfPilgrims } from "./checks.server";
import { complete } from "./complete.server";
import {
  type Check,
  checks,
  detailOf,
  neededPapers,
  type Pilgrim,
  type PrintedPilgrim,
  type ReadinessFigures,
  type State,
  type WantedState,
  wantedStates,
} from "./readiness";

/**
 * The group, trip or campaign of an address, with its departure and return. Within a trip or campaign a group may leave on
 * another day.
 */
export type Scope = {
  kind: ScopeKind;
  id: number;
  name: string;
  departure: string;
  return: string;
  /** Whether the group, or one of the trip's or campaign's groups, has departed. */
  has_departed: boolean;
  /** Without checks of papers that no campaign of the scope requires. */
  checks: Check[];
  /** For a group. */
  campaign?: { id: number; name: string };
};

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
    const has_departed = group.status === "departed";
    return {
      kind: "group",
      id,
      name,
      has_departed,
      ...(await daysOfGroup(db, id)),
      checks: await checksOf({ id: group.campaign_id }),
      campaign: { id: group.campaign_id, name: group.campaign },
    };
  }
  const kind = params.trip === undefined ? "campaign" : "trip";
  const { find } = kind === "trip" ? trips : campaigns;
  const { id, name, start_date, end_date } = await find(db, idParam(params[kind]));
  const departed = await db("groups")
    .where({ [`${kind}_id`]: id })
    .whereRaw("? = 'departed'", [groupStatus(db)])
    .first("id");
  return {
    kind,
    id,
    name,
    departure: start_date,
    return: end_date,
    has_departed: departed !== undefined,
    checks: await checksOf(
      kind === "campaign" ? { id } : db("groups").where({ trip_id: id }).select("campaign_id"),
    ),
  };
}

/** The groups of which the nights without a bed are named. */
const mostGroups = 10;

/** Nights without a bed of the group, or of the groups of a trip or campaign: the first ones, and how many groups more have some. */
export async function gapsIn({ kind, id }: Scope): Promise<{ gaps: GroupGaps[]; moreGaps: number }> {
  const column = { trip: "trip_id", campaign: "campaign_id" } as const;
  const ids =
    kind === "group"
      ? [id]
      : await db("groups")
          .where({ [column[kind]]: id })
          .pluck("id");
  const all = await gapsOfGroups(db, ids);
  return { gaps: all.slice(0, mostGroups), moreGaps: Math.max(0, all.length - mostGroups) };
}

/** @param of one campaign, or the ids of several */
async function checksOf(of: { id: number } | Knex.QueryBuilder): Promise<Check[]> {
  const campaigns = db("campaigns");
  const asked: Record<string, boolean | null> = await ("id" in of
    ? campaigns.where(of)
    : campaigns.whereIn("id", of)
  ).first(Object.values(neededPapers).map((column) => db.raw("bool_or(??) AS ??", [column, column])));
  return checks.filter((check) => {
    const column = (neededPapers as Partial<Record<Check, string>>)[check];
    return !column || asked[column];
  });
}

type PilgrimRow = Omit<Pilgrim, Check | "stays"> & { [check in Check as `${check}_state`]: State } & {
  [check in Check as `${check}_finding`]: never;
} & {
  passport_number: string | null;
  passport_expiry: string | null;
  name_latin: string | null;
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

function toPilgrim(row: PilgrimRow): Pilgrim {
  const stateOf = (check: Check) => ({ state: row[`${check}_state`], finding: row[`${check}_finding`] });
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
    stays: [],
    has_departed: row.has_departed,
    state: row.state,
    passport: { ...stateOf("passport"), passport_number: row.passport_number, expiry: row.passport_expiry },
    latin_name: { ...stateOf("latin_name"), name_latin: row.name_latin },
    visa: {
      ...stateOf("visa"),
      id: row.visa_id,
      status: row.visa_status,
      passport_number: row.visa_passport,
      last_day: row.visa_last_day,
    },
    balance: {
      ...stateOf("balance"),
      remaining_amount: isSigned ? Number(row.remaining_amount) : null,
      currency: isSigned ? shownCurrency(row.currency_id, row.code, row.symbol) : null,
    },
    photo: stateOf("photo"),
    contract: { ...stateOf("contract"), id: row.contract_id, contract_number: row.contract_number },
    passport_copy: stateOf("passport_copy"),
    vaccination: stateOf("vaccination"),
  };
}

const detailedPilgrims = (scope: Parameters<typeof checkedPilgrims>[1]) =>
  db
    .from(checkedPilgrims(db, scope, checks, detailColumns))
    .leftJoin("currencies", "currencies.id", "currency_id")
    .select("pilgrims.*", "code", "symbol");

/** What a person needs for the journeys of their groups, the newest membership first. */
export async function readinessOfPerson(id: number, limit: number): Promise<Pilgrim[]> {
  const rows = await detailedPilgrims({ kind: "person", id }).orderBy("pilgrims.id", "desc").limit(limit);
  const pilgrims = drawRows(rows, toPilgrim);
  await complete(pilgrims);
  return pilgrims;
}

/** The filter's value for pilgrims without a group. */
const noGroup = "none";

/** Filters by the address's group and search (name, phone, national id or passport). */
function among(query: Knex.QueryBuilder, params: URLSearchParams): Knex.QueryBuilder {
  if (params.get("group_id") === noGroup) query.whereNull("pilgrims.group_id");
  else {
    const groupId = idOf(params, "group_id", { group_id: nouns.groups.one });
    if (groupId) query.where({ "pilgrims.group_id": groupId });
  }
  return wherePerson(query, "pilgrims.search", searchOf(params));
}

/**
 * The check and the state of an address. With a check, the state is that check's; without one, it is the pilgrim's state
 * over all checks. A check without a state means «not green».
 */
function queryOf(params: URLSearchParams) {
  const check = choiceOf(params, "check", checks);
  const state = choiceOf(params, "state", wantedStates) ?? (check && "missing");
  return { check, state };
}

/**
 * The pilgrims of a scope, the last added first. Only the filtered checks are computed, newest first until a page is full; the
 * total needs the checks of everyone.
 * @param figures the figures of the same address, if they have been read: they give the total of most filters
 */
export function readinessOf(
  scope: Scope,
  params: URLSearchParams,
  figures?: ReadinessFigures,
): List<Pilgrim> {
  const { check, state } = queryOf(params);
  const isWhole = !state && !searchOf(params) && !params.get("group_id");
  // without a filter that needs a check, the members are enough
  const matching = isWhole
    ? db.from(db.raw(`(${members[scope.kind]}) AS pilgrims`, { id: scope.id })).select("id")
    : among(
        db.from(checkedPilgrims(db, scope, check ? [check] : state ? undefined : ["photo"])),
        params,
      ).select("id");
  const column = check ? `${check}_state` : "state";
  if (state === "missing") matching.whereNot(column, "green");
  else if (state) matching.where(column, state);
  return {
    table: "pilgrims",
    matching,
    total: totalOf(figures, check, state) ?? db.from(matching.clone().as("matching")).count(),
    rows: () => detailedPilgrims(scope),
    toRow: toPilgrim,
    complete,
  };
}

/** The number of pilgrims in a state, from the figures. The figures of one check do not separate red from amber. */
function totalOf(figures?: ReadinessFigures, check?: Check, state?: WantedState): number | undefined {
  if (!figures) return undefined;
  if (!state) return figures.total;
  if (!check) return state === "missing" ? figures.total - figures.green : figures[state];
  if (state === "green") return figures.total - figures[check];
  return state === "missing" ? figures[check] : undefined;
}

/** All pilgrims of the search and the group, in any state. */
export function readinessFigures(
  scope: Pick<Scope, "kind" | "id">,
  params: URLSearchParams,
): Promise<ReadinessFigures> {
  queryOf(params); // refuses invalid filters before everyone is checked
  const states: State[] = ["red", "amber", "green"];
  return statesOfPilgrims(db, scope, (query) => among(query, params)).first(
    db.raw(
      [
        "count(*) AS total",
        ...states.map((state) => `count(*) FILTER (WHERE state = '${state}') AS ${state}`),
        ...checks.map((check) => `count(*) FILTER (WHERE ${check}_state <> 'green') AS ${check}`),
      ].join(", "),
    ),
  );
}

/** The groups of a trip or campaign, for the filter. */
export async function groupsIn({ kind, id }: Scope, params: URLSearchParams): Promise<Offer | undefined> {
  if (kind === "group") return undefined;
  const groups = await offer(askedByAddress(params), "group_id", {
    table: "groups",
    open: (groups) => groups.where({ [`${kind}_id`]: id }),
  });
  if (kind === "campaign") groups.choices.push([noGroup, "بلا مجموعة"]);
  return groups;
}
