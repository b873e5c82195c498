import type { z } from "zod";
import type { Transaction } from "~/db/knex.server";
import { insertNumbered, lastOf } from "~/db/rows.server";
import type { By } from "~/db/store.server";
import { together } from "~/db/together.server";
import { invalid } from "~/domain/domain-error";
import { schemaOf } from "~/domain/fields.server";
import { choice } from "~/domain/input.server";
import { ids } from "~/domain/lists.server";
import { officeToday } from "~/domain/office-day.server";
import { namesOf } from "~/domain/states";
import { takesSeat } from "~/domain/travellers";
import { linesToSign } from "~/features/fees/fee-lines.server";
import { type Part, scheduleField, scheduleToStore } from "~/features/instalments/instalments.server";
import type { LeftGroup } from "~/features/journey/left-group";
import { leftGroups, lockMemberships } from "~/features/journey/membership.server";
import { convert } from "~/features/money/money.server";
import { cellCosts } from "~/features/services/packages/cell-costs.server";
import { cellOf, companionCells, isCell, type Party, partiesOf } from "./cell.server";
import { commissionToStore } from "./commission.server";
import { keepContents } from "./contents.server";
import { type Contract, contract, mostCompanions, type SavedContract } from "./contract";
import { findContract } from "./contracts.server";
import { discountKinds } from "./discount";
import { discountLimit, discountToStore, type SentDiscount } from "./discount.server";
import {
  activeCustomers,
  attachedPackage,
  type Campaign,
  lockOpenCampaign,
  questionsOf,
  takeSeats,
} from "./rules.server";
import { type Signing, signingTerms, termsFields } from "./signing-terms.server";

/* How contracts are signed: with one customer, or with a family at once. */

/** A new contract starts active with the package's price less a discount; a status or total that is sent is ignored. */
export const allFields = schemaOf(contract.fields).extend({ schedule: scheduleField() });
export const schema = allFields.omit({
  cancellation_fee: true,
  cancellation_reason: true,
  fee_reason: true,
});

type ContractInput = Omit<z.output<typeof schema>, "schedule"> & SentDiscount;
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
 * §3, §4), or those of each one's room and age, each with the same discount: with all of them or none. Asks before a customer gets a second one in
 * the campaign.
 * @param parties each customer once; the first is `customer_id`, the others are `companion_ids`
 * @param partsOf gives the schedule of each contract
 * @throws DomainError invalid, forbidden (a discount), conflict if too few seats are free or a customer, campaign or package takes no new contract
 */
async function signContracts(
  trx: Transaction,
  input: ContractInput,
  parties: Party[],
  { user, ask }: By,
  partsOf: (signed: Signing) => Part[],
): Promise<{ contracts: Contract[]; left: LeftGroup[] }> {
  const customerIds = parties.map(({ id }) => id);
  const memberships = await lockMemberships(trx, (members) =>
    members
      .where({ "group_members.campaign_id": input.campaign_id })
      .whereIn("group_members.customer_id", customerIds),
  );
  const campaign = await lockOpenCampaign(trx, input.campaign_id);
  await takeSeats(trx, campaign, parties.filter(({ traveller }) => takesSeat(traveller)).length);
  const customers = await activeCustomers(trx, customerIds);
  const offer = await attachedPackage(trx, input);
  const contract_date = officeToday();
  const terms = { ...input, user, offer, campaign, contract_date, partsOf };
  const signed = await signedColumns(trx, input, terms, parties);
  const commission = await commissionToStore(trx, input);
  if (ask) ask(await questionsOf(trx, campaign.id, customers));
  const rows = signed.map((columns) => ({ ...asSent(input), ...columns, ...commission }));
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
  }: {
    user: By["user"];
    package_id: number;
    offer: Awaited<ReturnType<typeof attachedPackage>>;
    campaign: Campaign;
    contract_date: string;
    partsOf: (signed: Signing) => Part[];
  },
  parties: Party[],
) {
  const { code, currency_id } = offer;
  const limit = await discountLimit(trx, user);
  const isByCell = parties.some(({ room }) => room);
  const costOf = (await cellCosts(trx, isByCell ? [package_id] : [])).get(package_id);
  const feeLines = await linesToSign(trx, campaign.id, currency_id);
  const contents_id = await keepContents(trx, contents, feeLines);
  return parties.map((party) => {
    const { price, ...cell } = cellOf(offer, party);
    const discount = discountToStore(sent, { price, code, day: contract_date }, user, limit);
    const signed = { contract_date, total_amount: discount?.total_amount ?? price, code };
    const cost = isCell(cell) && costOf ? costOf(cell) : offer.total_cost;
    return {
      ...cell,
      customer_id: party.id,
      contract_date,
      currency_id,
      total_amount: price,
      ...discount,
      package_cost: convert(cost, "1", offer.exchange_rate).toFixed(),
      schedule: scheduleToStore(partsOf({ ...signed, campaign }), signed),
      contents_id,
      created_by: user.id,
    };
  });
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

const formSchema = schema.omit({ schedule: true }).extend({
  companion_ids: ids(mostCompanions),
  companion_cells: companionCells(),
  discount_kind,
  ...termsFields,
});
type FormInput = z.output<typeof formSchema>;

/** The store of the form of new contracts: one with the customer, and one with each companion. */
export const contractForms = {
  schema: formSchema,
  find: findContract,
  /**
   * @returns the customer's contract, the ids of all signed ones, and the groups that had no room for who travels again
   * @throws DomainError invalid, where a companion is the customer; and those of `signContracts`
   */
  async create(
    trx: Transaction,
    {
      companion_ids = [],
      companion_cells,
      schedule_terms,
      down_percent,
      instalment_count,
      last_due_date,
      ...input
    }: FormInput,
    by: By,
  ) {
    if (companion_ids.includes(input.customer_id))
      throw invalid("companion_ids", "صاحب العقد لا يكون من المسافرين معه: أزل العلامة عن اسمه");
    const all = [...new Set([input.customer_id, ...companion_ids])];
    const terms = signingTerms({ schedule_terms, down_percent, instalment_count, last_due_date });
    const parties = await partiesOf(trx, { ...input, companion_cells }, all);
    const { contracts, left } = await signContracts(trx, input, parties, by, terms);
    return { ...(contracts[0] as Contract), family: contracts.map(({ id }) => id), left };
  },
};
