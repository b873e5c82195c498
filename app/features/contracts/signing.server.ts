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
import { type Part, scheduleField, scheduleToStore } from "~/features/instalments/instalments.server";
import type { LeftGroup } from "~/features/journey/left-group";
import { leftGroups, lockMemberships } from "~/features/journey/membership.server";
import { convert } from "~/features/money/money.server";
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
export const schema = allFields.omit({ cancellation_fee: true, cancellation_reason: true });

type ContractInput = Omit<z.output<typeof schema>, "schedule"> & SentDiscount;
export const series = { table: "contracts", column: "contract_number", prefix: "C" };

/** Signs a contract with one customer. @throws as `signContracts` does */
export async function createContract(
  trx: Transaction,
  { schedule = [], ...input }: z.output<typeof schema>,
  by: By,
): Promise<SavedContract> {
  const { contracts, left } = await signContracts(trx, input, [input.customer_id], by, () => schedule);
  return { ...(contracts[0] as Contract), left_group: left[0] };
}

/**
 * Signs a contract with each of the customers today, at the package's present price, currency and cost (rulings
 * §3, §4), each with the same discount: with all of them or none. Asks before a customer gets a second one in the campaign.
 * @param customerIds each once; the first is `customer_id`, the others are `companion_ids`
 * @param partsOf gives the schedule of each contract
 * @throws DomainError invalid, forbidden (a discount), conflict if too few seats are free or a customer, campaign or package takes no new contract
 */
async function signContracts(
  trx: Transaction,
  input: ContractInput,
  customerIds: number[],
  { user, ask }: By,
  partsOf: (signed: Signing) => Part[],
): Promise<{ contracts: Contract[]; left: LeftGroup[] }> {
  const memberships = await lockMemberships(trx, (members) =>
    members
      .where({ "group_members.campaign_id": input.campaign_id })
      .whereIn("group_members.customer_id", customerIds),
  );
  const campaign = await lockOpenCampaign(trx, input.campaign_id);
  await takeSeats(trx, campaign, customerIds.length);
  const customers = await activeCustomers(trx, customerIds);
  const offer = await attachedPackage(trx, input);
  const contract_date = officeToday();
  const signed = await signedColumns(trx, input, { user, offer, campaign, contract_date, partsOf });
  const commission = await commissionToStore(trx, input);
  if (ask) ask(await questionsOf(trx, campaign.id, customers));
  const row = { ...asSent(input), ...signed, ...commission };
  const sign = async (parties: { id: number }[], signed_with?: number) => {
    const answers = await together(
      trx,
      ...parties.flatMap(({ id }) => [
        () => insertNumbered(trx, series, contract_date, { ...row, customer_id: id, signed_with }),
        () => findContract(trx, lastOf(trx, series).id),
      ]),
    );
    return answers.filter((_, index) => index % 2) as Contract[];
  };
  const first = await sign(customers.slice(0, 1));
  const others = customers.length > 1 ? await sign(customers.slice(1), first[0]?.id) : [];
  return { contracts: [...first, ...others], left: await leftGroups(trx, memberships) };
}

/**
 * The columns of a contract that follow from the package and the day of its signing: price, discount, cost, schedule and what it says.
 * @param offer the package as it is now
 * @throws DomainError invalid, forbidden (a discount)
 */
export async function signedColumns(
  trx: Transaction,
  sent: SentDiscount,
  {
    user,
    offer: { contents, currency_id, code, total_price, total_cost, exchange_rate },
    campaign,
    contract_date,
    partsOf,
  }: {
    user: By["user"];
    offer: Awaited<ReturnType<typeof attachedPackage>>;
    campaign: Campaign;
    contract_date: string;
    partsOf: (signed: Signing) => Part[];
  },
) {
  const price = { price: total_price, code, day: contract_date };
  const discount = discountToStore(sent, price, user, await discountLimit(trx, user));
  const signed = { contract_date, total_amount: discount?.total_amount ?? total_price, code };
  return {
    contract_date,
    currency_id,
    total_amount: total_price,
    ...discount,
    package_cost: convert(total_cost, "1", exchange_rate).toFixed(),
    schedule: scheduleToStore(partsOf({ ...signed, campaign }), signed),
    contents_id: await keepContents(trx, contents),
    created_by: user.id,
  };
}

/** What is stored as it is sent: all but what a discount, a cancellation and a commission consist of. */
export const asSent = ({
  discount_amount,
  discount_reason,
  discount_kind,
  cancellation_fee,
  cancellation_reason,
  fee_kind,
  agent_id,
  commission_rate,
  commission_reason,
  ...others
}: Partial<ContractInput> & {
  cancellation_fee?: unknown;
  cancellation_reason?: unknown;
  fee_kind?: unknown;
}) => others;

/** How the form of a contract gives its discount. */
export const discount_kind = choice(namesOf(discountKinds)).optional();

const formSchema = schema
  .omit({ schedule: true })
  .extend({ companion_ids: ids(mostCompanions), discount_kind, ...termsFields });
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
    const { contracts, left } = await signContracts(trx, input, all, by, terms);
    return { ...(contracts[0] as Contract), family: contracts.map(({ id }) => id), left };
  },
};
