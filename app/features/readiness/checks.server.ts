import type { Knex } from "knex";
import type { Db } from "~/db/knex.server";
import { officeToday } from "~/domain/office-day.server";
import type { PaperType } from "~/features/customers/paper";
import { photoAddress } from "~/features/customers/papers.server";
import { departedGroup, withJourney } from "~/features/journey/days.server";
import {
  asTheyCount,
  goodOn,
  lastDay,
  onAnotherPassport,
  visaTypeOfCampaign,
} from "~/features/journey/valid-visas.server";
import type { ScopeKind } from "~/features/links/readiness-link";
import { type Check, checks, findings, type State } from "./readiness";

/* The findings of the checks, as SQL (docs/decisions/readiness.md). */

/** Each pilgrim who travels, once. For a campaign they include those who have signed and are in no group yet. */
export const members: Record<ScopeKind | "person", string> = {
  person:
    "SELECT id, customer_id, group_id, campaign_id FROM group_members WHERE customer_id = :id AND travels",
  group: "SELECT id, customer_id, group_id, campaign_id FROM group_members WHERE group_id = :id AND travels",
  trip: `SELECT group_members.id, customer_id, group_id, group_members.campaign_id
         FROM group_members JOIN groups ON groups.id = group_id WHERE trip_id = :id AND travels`,
  campaign: `SELECT people.customer_id AS id, people.customer_id, group_id, :id::integer AS campaign_id
             FROM (SELECT customer_id FROM contracts WHERE campaign_id = :id AND stands(status)
                   UNION SELECT customer_id FROM group_members WHERE campaign_id = :id AND travels) AS people
             LEFT JOIN group_members
               ON group_members.customer_id = people.customer_id AND group_members.campaign_id = :id`,
};

/** The pilgrims with the columns that need no further table: of the customer, the group and the journey. */
const pilgrimRows = (kind: keyof typeof members) => `
  SELECT pilgrims.*, customers.name, customers.phone, customers.search, ${photoAddress} IS NOT NULL AS has_photo, passport_number, passport_expiry,
    surname_latin, given_names_latin, customers.name_latin,
    groups.name AS group_name, journey.departure AS departure_date, journey.return AS return_date, visa_until,
    coalesce(${departedGroup}, false) AS has_departed, needs_passport_copy, needs_vaccination, ${visaTypeOfCampaign} AS visa_type
  FROM (${members[kind]}) AS pilgrims
  JOIN customers ON customers.id = pilgrims.customer_id
  JOIN campaigns ON campaigns.id = pilgrims.campaign_id
  LEFT JOIN groups ON groups.id = pilgrims.group_id
  LEFT JOIN trips ON trips.id = trip_id
  ${withJourney("pilgrims.customer_id")}`;

/** The state of a finding, see `findings`. */
const stateOf = (check: Check) => {
  const states = Object.entries<readonly [State, string]>(findings[check]);
  return `CASE ${check}_finding ${states.map(([name, [state]]) => `WHEN '${name}' THEN '${state}'`).join(" ")} END`;
};

const isOnAnother = onAnotherPassport("pilgrims.passport_number");
/**
 * Whether a visa is valid from a pilgrim's departure to the last day that needs one, and whether it is in another passport, as
 * SQL on both.
 */
const visaOfPilgrim = `${goodOn("pilgrims.departure_date", "pilgrims.visa_until")} AS is_good, ${isOnAnother} AS is_on_another`;

/** By check: the further rows that it reads for a pilgrim, and its finding. */
const visa = `
  LEFT JOIN LATERAL (
    SELECT *, CASE WHEN status = 'approved' AND last_day < :today::date THEN 'expired' ELSE status END AS status_today
    FROM (SELECT visas.*, CASE WHEN approval_date IS NOT NULL THEN ${lastDay} END AS last_day
          FROM (SELECT id, customer_id, passport_number, approval_date, status, ${visaOfPilgrim}
                FROM visas WHERE visas.customer_id = pilgrims.customer_id AND visas.visa_type = pilgrims.visa_type
                ORDER BY ${asTheyCount("pilgrims.departure_date", "pilgrims.visa_until", isOnAnother)} LIMIT 1) AS visas
          OFFSET 0) AS visas) AS visa ON true -- so that its last day is looked up once`;
const signed = `
  LEFT JOIN LATERAL (
    SELECT contracts.id, contract_number, paid_amount, remaining_amount, currency_id
    FROM contracts
    WHERE customer_id = pilgrims.customer_id AND campaign_id = pilgrims.campaign_id AND stands(contracts.status)
    ORDER BY remaining_amount = 0, paid_amount > 0, contract_date DESC, contracts.id DESC LIMIT 1) AS contract ON true`;
/** The day until which the best paper of a type is valid; null without such a paper, in SQL. */
const paperUntil = (type: PaperType) =>
  `(SELECT max(coalesce(expiry_date, 'infinity')) FROM customer_papers
    WHERE customer_papers.customer_id = pilgrims.customer_id AND type = '${type}')`;
const looksAt: Record<Check, { at: string; finding: string }> = {
  passport: {
    at: "",
    finding: `CASE WHEN pilgrims.passport_number IS NULL THEN 'none'
      WHEN passport_expiry IS NULL THEN 'unknown_expiry'
      WHEN passport_expiry < :today::date THEN 'expired'
      WHEN passport_expiry < greatest(departure_date + interval '6 months', visa_until) THEN 'short'
      ELSE 'valid' END`,
  },
  latin_name: {
    at: "",
    finding: `CASE WHEN coalesce(surname_latin, given_names_latin) IS NOT NULL THEN 'there'
      WHEN name_latin IS NOT NULL THEN 'undivided'
      ELSE 'none' END`,
  },
  visa: {
    at: visa,
    finding: `CASE WHEN visa.id IS NULL THEN 'none'
      WHEN visa.status_today IN ('rejected', 'expired') AND NOT is_good THEN visa.status_today
      WHEN visa.status = 'approved' AND NOT is_good
        THEN CASE WHEN departure_date BETWEEN approval_date AND last_day THEN 'ends_before_return' ELSE 'not_on_departure' END
      WHEN is_on_another THEN 'other_passport'
      WHEN visa.status = 'pending' THEN 'pending'
      ELSE 'valid' END`,
  },
  balance: {
    at: signed,
    finding: `CASE WHEN contract.id IS NULL THEN 'no_contract'
      WHEN remaining_amount = 0 THEN 'paid'
      WHEN paid_amount = 0 THEN 'unpaid'
      ELSE 'owing' END`,
  },
  photo: { at: "", finding: "CASE WHEN has_photo THEN 'there' ELSE 'none' END" },
  contract: { at: signed, finding: "CASE WHEN contract.id IS NULL THEN 'none' ELSE 'signed' END" },
  passport_copy: {
    at: "",
    finding: `CASE WHEN NOT needs_passport_copy THEN 'not_needed'
      WHEN ${paperUntil("passport")} IS NULL THEN 'none'
      WHEN ${paperUntil("passport")} < :today::date THEN 'expired'
      ELSE 'there' END`,
  },
  vaccination: {
    at: "",
    finding: `CASE WHEN NOT needs_vaccination THEN 'not_needed'
      WHEN ${paperUntil("vaccination")} IS NULL THEN 'none'
      WHEN ${paperUntil("vaccination")} < :today::date THEN 'expired'
      WHEN ${paperUntil("vaccination")} < visa_until THEN 'ends_before_return'
      ELSE 'valid' END`,
  },
};

const findingsOf = (wanted: readonly Check[]) =>
  wanted.map((check) => `${looksAt[check].finding} AS ${check}_finding`).join(", ");
const statesOf = (wanted: readonly Check[]) =>
  wanted.map((check) => `${stateOf(check)} AS ${check}_state`).join(", ");

/** The checks that need only the pilgrim. */
const ofPilgrims = checks.filter((check) => !looksAt[check].at);

/** The worst state of these checks. */
const worstOf = (wanted: readonly Check[]) => {
  const states = wanted.map((check) => `${check}_state`).join(", ");
  return `CASE WHEN 'red' IN (${states}) THEN 'red' WHEN 'amber' IN (${states}) THEN 'amber' ELSE 'green' END AS state`;
};

/**
 * The pilgrims of a scope with the findings of these checks, as the table `pilgrims`; with all checks also their state. A
 * passport must be valid for six months after the departure, and until the trip's last day; a visa from the day of departure or
 * before until the trip's last day. They come in the list's order, so that nobody behind a page is checked.
 * @param columns further columns of the rows that the checks read
 */
export const checkedPilgrims = (
  db: Db,
  { kind, id }: { kind: keyof typeof members; id: number },
  wanted: readonly Check[] = checks,
  columns = "",
) => {
  return db.raw(
    `(SELECT pilgrims.*, ${columns} found.*, states.*, ${worstOf(wanted)}
      FROM (${pilgrimRows(kind)} ORDER BY pilgrims.id DESC) AS pilgrims
      ${[...new Set(wanted.map((check) => looksAt[check].at))].join("")}
      CROSS JOIN LATERAL (SELECT ${findingsOf(wanted)}) AS found
      CROSS JOIN LATERAL (SELECT ${statesOf(wanted)}) AS states
     ) AS pilgrims`,
    { id, today: officeToday() },
  );
};

/** The columns of the checks' rows that a list's row shows. */
export const detailColumns = `visa.id AS visa_id, visa.status_today AS visa_status, visa.passport_number AS visa_passport,
  visa.last_day AS visa_last_day, contract.id AS contract_id, contract_number, remaining_amount, currency_id,`;

/**
 * The same states for all pilgrims at once, in less than half the time, without the ids of the visa and contract that count.
 * @param among narrows the query to some pilgrims
 */
export function statesOfPilgrims(
  db: Db,
  { kind, id }: { kind: ScopeKind; id: number },
  among: (query: Knex.QueryBuilder) => Knex.QueryBuilder,
) {
  const withTheirs = db.raw(
    `(${pilgrimRows(kind)}) AS pilgrims
     LEFT JOIN visas ON visas.customer_id = pilgrims.customer_id AND visas.visa_type = pilgrims.visa_type
     LEFT JOIN contracts ON contracts.customer_id = pilgrims.customer_id
       AND contracts.campaign_id = pilgrims.campaign_id AND stands(contracts.status)
     CROSS JOIN LATERAL (SELECT ${visaOfPilgrim}) AS visa
     CROSS JOIN LATERAL (SELECT ${findingsOf(ofPilgrims)}) AS found`,
    { id, today: officeToday() },
  );
  const states = among(db.from(withTheirs))
    .groupBy("pilgrims.id", ...ofPilgrims.map((check) => `${check}_finding`))
    .select(
      db.raw(
        `${statesOf(ofPilgrims)},
         CASE WHEN bool_or(is_good AND NOT is_on_another) THEN 'green'
              WHEN bool_or(is_good OR visas.status = 'pending') THEN 'amber' ELSE 'red' END AS visa_state,
         CASE WHEN count(contracts.id) = 0 OR bool_or(remaining_amount <> 0 AND paid_amount = 0) THEN 'red'
              WHEN bool_or(remaining_amount <> 0) THEN 'amber' ELSE 'green' END AS balance_state,
         CASE count(contracts.id) WHEN 0 THEN 'red' ELSE 'green' END AS contract_state`,
      ),
    );
  return db.from(
    db
      .select("*", db.raw(worstOf(checks)))
      .from(states.as("states"))
      .as("pilgrims"),
  );
}
