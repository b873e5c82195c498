import type { z } from "zod";
import type { Transaction } from "~/db/knex.server";
import { insertNumbered, lastOf } from "~/db/rows.server";
import type { By } from "~/db/store.server";
import { together } from "~/db/together.server";
import { invalid } from "~/domain/domain-error";
import { schemaOf } from "~/domain/fields.server";
import { choice, flag } from "~/domain/input.server";
import { ids } from "~/domain/lists.server";
import { officeToday } from "~/domain/office-day.server";
import { namesOf } from "~/domain/states";
import { seatsNeeded } from "~/domain/travellers";
import { linesToSign } from "~/features/fees/fee-lines.server";
import { type Campaign, lockOpenCampaign, takeSeats } from "~/features/holds/seats.server";
import { type Part, scheduleField, scheduleToStore } from "~/features/instalments/instalments.server";
import type { LeftGroup } from "~/features/journey/left-group";
import { leftGroups, lockMemberships } from "~/features/journey/membership.server";
import { convert, type Decimal } from "~/features/money/money.server";
import { cellCosts } from "~/features/services/packages/cell-costs.server";
import { ageQuestions, cellOf, companionCells, type Party, partiesOf, type SentCell } from "./cell.server";
import { commissionToStore } from "./commission.server";
import { keepContents } from "./contents.server";
import { type Contract, contract, mostCompanions, type SavedContract } from "./contract";
import { findContract } from "./contracts.server";
import { discountKinds } from "./discount";
import { discountLimit, discountToStore, type SentDiscount } from "./discount.server";
import { freeParties, freePlace, isFreePlace } from "./free-places.server";
import { endReserved, lockReserved, type Reserved, reservedFields } from "./reserved.server";
import { activeCustomers, attachedPackage, questionsOf } from "./rules.server";
import { type Signing, signingTerms, termsFields } from "./signing-terms.server";

/* How contracts are signed: with one customer, or with a family at once. */

/** A new contract starts active with the package's price less a discount; a status or total that is sent is ignored. */
export const allFields = schemaOf(contract.fields).extend({ schedule: scheduleField() });
export const schema = allFields.omit({
  cancellation_fee: true,
  cancellation_reason: true,
  fee_reason: true,
});

type ContractInput = Omit<z.output<typeof schema>, "schedule"> & SentDiscount & { free_place?: boolean };
export const series = { table: "contracts", column: "contract_number", prefix: "C" };

/** Signs a contract with one customer. @throws as `signContracts` does */
export async function createContract(
  trx: Transaction,
  { schedule = [], ...input }: z.output<typeof schema>,
  by: By,
): Promise<SavedContract> {
  const { customer_id: id, room, traveller } = input;
  const { contracts, left } = await signContracts(trx, input, [{ id, room, traveller }], by, () => schedule);
  return { ...(contracts[0] as Contract), left_group: left[0] };
}

/**
 * Signs a contract with each of the customers today, at the package's present price, currency and cost (rulings
 * §3, §4), or those of each one's room and age, each with the same discount.
 * @param parties each customer once; the first is `customer_id`, the others are `companion_ids`
 * @param partsOf gives the schedule of each contract
 * @param reserved the hold whose seats they take first, or the line of the waiting list that they end
 * @throws DomainError as `signTogether` does
 */
const signContracts = (
  trx: Transaction,
  input: ContractInput,
  parties: Party[],
  by: By,
  partsOf: (signed: Signing) => Part[],
  reserved: Reserved = {},
) =>
  signTogether(
    trx,
    input,
    parties,
    by,
    async (ground) => {
      const free = {
        parties: await freeParties(trx, ground.campaign, input, parties),
        isWanted: input.free_place,
      };
      const terms = { ...ground, user: by.user, package_id: input.package_id, partsOf, free };
      const signed = await signedColumns(trx, input, terms, parties);
      const commission = await commissionToStore(trx, input);
      return signed.map((columns) => ({ ...asSent(input), ...columns, ...commission }));
    },
    reserved,
  );

/** What contracts are signed by: the package as it is now, the open campaign, and the day. */
export type Ground = {
  offer: Awaited<ReturnType<typeof attachedPackage>>;
  campaign: Campaign;
  contract_date: string;
};

/**
 * Signs a contract with each of the customers today: with all of them or none. Asks before a customer gets a second one in the campaign, or
 * a kind of another age than theirs.
 * @param parties each customer once
 * @param rowsOf gives the columns of each one's contract
 * @param reserved the hold whose seats they take first, or the line of the waiting list that they end
 * @throws DomainError invalid, forbidden (a discount), conflict if too few seats are free or a customer, campaign or package takes no new contract
 */
export async function signTogether(
  trx: Transaction,
  input: { campaign_id: number; package_id: number },
  parties: Party[],
  { ask }: By,
  rowsOf: (ground: Ground) => Promise<Record<string, unknown>[]>,
  reserved: Reserved = {},
): Promise<{ contracts: Contract[]; left: LeftGroup[] }> {
  const customerIds = parties.map(({ id }) => id);
  const kept = await lockReserved(trx, reserved, input.campaign_id);
  const memberships = await lockMemberships(trx, (members) =>
    members
      .where({ "group_members.campaign_id": input.campaign_id })
      .whereIn("group_members.customer_id", customerIds),
  );
  const campaign = await lockOpenCampaign(trx, input.campaign_id);
  const seats = seatsNeeded(parties);
  await takeSeats(trx, campaign, seats, { butHold: kept.hold?.id });
  const customers = await activeCustomers(trx, customerIds);
  const offer = await attachedPackage(trx, input);
  const contract_date = officeToday();
  const rows = await rowsOf({ offer, campaign, contract_date });
  if (ask)
    ask([
      ...(await questionsOf(trx, campaign.id, customers)),
      ...(await ageQuestions(trx, campaign.id, parties, customers)),
    ]);
  const sign = async (ofParties: typeof rows, signed_with?: number) => {
    const answers = await together(
      trx,
      ...ofParties.flatMap((row) => [
        () => insertNumbered(trx, series, contract_date, { ...row, signed_with }),
        () => findContract(trx, lastOf(trx, series).id),
      ]),
    );
    return answers.filter((_, index) => index % 2) as Contract[];
  };
  const first = await sign(rows.slice(0, 1));
  const others = rows.length > 1 ? await sign(rows.slice(1), first[0]?.id) : [];
  await endReserved(trx, kept, seats);
  return { contracts: [...first, ...others], left: await leftGroups(trx, memberships) };
}

/**
 * The columns of contracts that follow from the package, from each party's room and age and from the day of signing: price, discount, cost,
 * schedule and what they say.
 * @param offer the package as it is now
 * @throws DomainError invalid, forbidden (a discount)
 */
export async function signedColumns(
  trx: Transaction,
  sent: SentDiscount,
  {
    user,
    package_id,
    offer: { contents, ...offer },
    campaign,
    contract_date,
    partsOf,
    free,
  }: Ground & {
    user: By["user"];
    package_id: number;
    partsOf: (signed: Signing) => Part[];
    /** Who may sign for nothing, and whether a form wants it; a call says it by the discount. */
    free?: { parties: Party[]; isWanted: boolean | undefined };
  },
  parties: Party[],
) {
  const { code, currency_id } = offer;
  const limit = await discountLimit(trx, user);
  const costOf = await packageCosts(trx, package_id, offer.total_cost, parties);
  const feeLines = await linesToSign(trx, campaign.id, currency_id);
  const contents_id = await keepContents(trx, contents, feeLines);
  return parties.map((party) => {
    const { price, ...cell } = cellOf(offer, party);
    const isFree = free?.parties.includes(party) && (free.isWanted || isFreePlace(sent, price));
    const given = isFree ? ([freePlace(price), "100"] as const) : ([sent, limit] as const);
    const discount = discountToStore(given[0], { price, code, day: contract_date }, user, given[1]);
    const signed = { contract_date, total_amount: discount?.total_amount ?? price, code };
    return {
      ...cell,
      customer_id: party.id,
      contract_date,
      currency_id,
      total_amount: price,
      ...discount,
      package_cost: convert(costOf(cell), "1", offer.exchange_rate).toFixed(),
      schedule: scheduleToStore(partsOf({ ...signed, campaign }), signed),
      contents_id,
      created_by: user.id,
    };
  });
}

/** Gives what a package costs now, in the default currency, with each party's room and kind. */
export async function packageCosts(
  trx: Transaction,
  package_id: number,
  total_cost: Decimal,
  parties: Party[],
) {
  const isByCell = parties.some(({ room }) => room);
  const costOf = (await cellCosts(trx, isByCell ? [package_id] : [])).get(package_id);
  return (cell: SentCell) =>
    cell.room && cell.traveller && costOf
      ? costOf({ room: cell.room, traveller: cell.traveller })
      : total_cost;
}

/** What is stored as it is sent: all but what a discount, a cancellation and a commission consist of. */
export const asSent = ({
  discount_amount,
  discount_reason,
  discount_kind,
  cancellation_fee,
  cancellation_reason,
  fee_reason,
  fee_kind,
  free_place,
  agent_id,
  commission_rate,
  commission_reason,
  ...others
}: Partial<ContractInput> & {
  cancellation_fee?: unknown;
  cancellation_reason?: unknown;
  fee_reason?: unknown;
  fee_kind?: unknown;
}) => others;

/** How the form of a contract gives its discount. */
export const discount_kind = choice(namesOf(discountKinds)).optional();

export const formSchema = schema.omit({ schedule: true }).extend({
  companion_ids: ids(mostCompanions),
  companion_cells: companionCells(),
  discount_kind,
  free_place: flag().optional(),
  ...termsFields,
  ...reservedFields,
});
type FormInput = z.output<typeof formSchema>;

/**
 * Signs with these customers what a form says of their contracts.
 * @param all each customer once; the first is `customer_id`
 */
export async function signByForm(
  trx: Transaction,
  all: number[],
  {
    companion_cells,
    schedule_terms,
    down_percent,
    instalment_count,
    last_due_date,
    hold_id,
    waiting_id,
    end_rest,
    ...input
  }: Omit<FormInput, "companion_ids">,
  by: By,
) {
  const terms = signingTerms({ schedule_terms, down_percent, instalment_count, last_due_date });
  const reserved = { hold_id, waiting_id, end_rest };
  const parties = await partiesOf(trx, { ...input, companion_cells }, all);
  return signContracts(trx, input, parties, by, terms, reserved);
}

/** The store of the form of new contracts: one with the customer, and one with each companion. */
export const contractForms = {
  schema: formSchema,
  find: findContract,
  /**
   * @returns the customer's contract, the ids of all signed ones, and the groups that had no room for who travels again
   * @throws DomainError invalid, where a companion is the customer; and those of `signContracts`
   */
  async create(trx: Transaction, { companion_ids = [], ...input }: FormInput, by: By) {
    if (companion_ids.includes(input.customer_id))
      throw invalid("companion_ids", "صاحب العقد لا يكون من المسافرين معه: أزل العلامة عن اسمه");
    const all = [...new Set([input.customer_id, ...companion_ids])];
    const { contracts, left } = await signByForm(trx, all, input, by);
    return { ...(contracts[0] as Contract), family: contracts.map(({ id }) => id), left };
  },
};
