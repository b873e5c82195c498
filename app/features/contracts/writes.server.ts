import Big from "big.js";
import { z } from "zod";
import type { Transaction } from "~/db/knex.server";
import { refuseWhileUsed } from "~/db/references.server";
import { insertNumbered, lastOf, lockRow, lockRowWithKey, withoutUndefined } from "~/db/rows.server";
import type { By, Store } from "~/db/store.server";
import { together } from "~/db/together.server";
import { conflicting } from "~/domain/domain-error";
import { schemaOf } from "~/domain/fields.server";
import { choice, text } from "~/domain/input.server";
import { ids } from "~/domain/lists.server";
import { officeToday } from "~/domain/office-day.server";
import { namesOf } from "~/domain/states";
import {
  type Part,
  scheduleField,
  scheduleForTotal,
  scheduleToStore,
} from "~/features/instalments/instalments.server";
import { eventDay, eventFields, lastEntry, type SentEvent } from "~/features/money/event-day.server";
import { convert } from "~/features/money/money.server";
import { feeKinds } from "./cancellation";
import { changeCancellation, requireStanding, type SentCancellation } from "./cancellation.server";
import { commissionToStore, type SentCommission } from "./commission.server";
import { keepContents } from "./contents.server";
import { type Contract, contract, contractStates, mostCompanions, stands } from "./contract";
import { type ContractRow, findContract, listContracts } from "./contracts.server";
import { discountKinds } from "./discount";
import { discountLimit, discountToStore, type SentDiscount } from "./discount.server";
import { activeCustomers, attachedPackage, lockCampaign, questionsOf, takeSeats } from "./rules.server";
import { type Signing, signingTerms, termsFields } from "./signing-terms.server";

/** A new contract starts active with the package's price less a discount; a status or total that is sent is ignored. */
const allFields = schemaOf(contract.fields).extend({ schedule: scheduleField() });
const schema = allFields.omit({ cancellation_fee: true, cancellation_reason: true });
/** The fields of a signed contract that can change (spec §5). */
const changeSchema = allFields
  .omit({ customer_id: true, campaign_id: true, package_id: true })
  .extend({ status: choice(contractStates.names).optional(), ...eventFields });

type ContractInput = Omit<z.output<typeof schema>, "schedule"> & SentDiscount;
type ContractChange = z.output<typeof changeSchema> &
  SentEvent &
  SentDiscount &
  SentCancellation &
  SentCommission;

export const series = { table: "contracts", column: "contract_number", prefix: "C" };

/** Signs a contract with one customer. @throws as `signContracts` does */
async function createContract(
  trx: Transaction,
  { schedule = [], ...input }: z.output<typeof schema>,
  by: By,
): Promise<Contract> {
  const [contract] = await signContracts(trx, input, [input.customer_id], by, () => schedule);
  return contract as Contract;
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
): Promise<Contract[]> {
  const campaign = await lockCampaign(trx, input.campaign_id);
  if (campaign.status !== "active") throw conflicting("campaign_id", "الحملة غير نشطة ولا تقبل عقودًا جديدة");
  await takeSeats(trx, campaign, customerIds.length);
  const customers = await activeCustomers(trx, customerIds);
  const { contents, ...offer } = await attachedPackage(trx, input);
  const { currency_id, code, total_price, total_cost, exchange_rate } = offer;
  const contract_date = officeToday();
  const discount = discountToStore(input, { price: total_price, code }, user, await discountLimit(trx, user));
  const commission = await commissionToStore(trx, input);
  if (ask) ask(await questionsOf(trx, campaign.id, customers));
  const signed = { contract_date, total_amount: discount?.total_amount ?? total_price, code };
  const row = {
    ...asSent(input),
    contract_date,
    currency_id,
    total_amount: total_price,
    ...discount,
    ...commission,
    package_cost: convert(total_cost, "1", exchange_rate).toFixed(),
    schedule: scheduleToStore(partsOf({ ...signed, campaign }), signed),
    contents_id: await keepContents(trx, contents),
    created_by: user.id,
  };
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
  return [...first, ...others];
}

/**
 * Changes the status, the visa's dates, the notes, the discount, the schedule, the agent and their rate, or the fee and reason of a
 * cancellation; a cancelled contract needs a free seat to become active again (rulings §4).
 * @throws DomainError not_found, invalid, forbidden (a discount), conflict if the campaign is full, less is paid than a fee, something was given back, or the contract was changed since `readAt`
 */
async function updateContract(
  trx: Transaction,
  id: number,
  { status, schedule, event_date, ...sent }: ContractChange,
  { readAt, ask, user }: By,
): Promise<Contract> {
  const present = await lockRow<ContractRow>(trx, "contracts", id, readAt, () => findContract(trx, id));
  const { code } = await trx("currencies").where({ id: present.currency_id }).first("code");
  const event = { user, day: present.contract_date, last: lastEntry(trx, { contract_id: id }) };
  const day = await eventDay(trx, { event_date }, event);
  const discount = await changedDiscount(
    trx,
    { ...present, status: status ?? present.status },
    sent,
    schedule,
    { user, code, day },
  );
  const commission = await commissionToStore(trx, sent, { present, isForm: Boolean(ask) });
  const cancellation = await changeCancellation(trx, present, { status, ...sent }, { code, day }, { ask });
  const change = withoutUndefined({
    ...asSent(sent),
    status,
    ...discount,
    ...cancellation,
    ...commission,
  });
  if (Object.keys(change).length) await trx("contracts").where({ id }).update(change);
  if (schedule && !discount) await changeSchedule(trx, present, schedule, code);
  return findContract(trx, id);
}

/** What is stored as it is sent: all but what a discount, a cancellation and a commission consist of. */
const asSent = ({
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
}: Partial<ContractInput> & Omit<ContractChange, "status" | "schedule">) => others;

/**
 * The columns of a changed discount: the total changes, and the schedule with it.
 * @param parts the schedule that was sent with it, whose sum is the new total
 */
async function changedDiscount(
  trx: Transaction,
  present: ContractRow,
  sent: SentDiscount,
  parts: Part[] | undefined,
  { user, code, day }: { user: By["user"]; code: string; day: string },
) {
  if (sent.discount_amount === undefined && sent.discount_reason === undefined) return undefined;
  const price = Big(present.total_amount).plus(present.discount_amount).toFixed();
  const limit = await discountLimit(trx, user);
  const discount = discountToStore(sent, { price, code, present, day }, user, limit);
  if (!discount) return undefined;
  const { total_amount } = discount;
  requireStanding(present, "discount_amount", "فلا يتغير خصمه");
  const schedule = parts
    ? scheduleToStore(parts, { ...present, total_amount, code }, present)
    : scheduleForTotal(present, total_amount, code);
  return { ...discount, schedule };
}

/** Is a statement of its own: unlike the other changes a closed period does not refuse it (migrations/035_instalments.ts). */
async function changeSchedule(trx: Transaction, present: ContractRow, parts: Part[], code: string) {
  const schedule = scheduleToStore(parts, { ...present, code }, present);
  const stored = present.schedule?.map(({ due_date, amount }) => ({ due_date, amount })) ?? null;
  if (schedule === (stored && JSON.stringify(stored))) return;
  requireStanding(present, "schedule", "فلا جدول لسداده");
  await trx("contracts").where({ id: present.id }).update({ schedule });
}

/** @throws DomainError not_found, conflict while receipts name the contract */
async function removeContract(trx: Transaction, id: number) {
  await lockRowWithKey(trx, "contracts", id);
  await refuseWhileUsed(trx, "contracts", id);
  await trx("contracts").where({ id }).delete();
}

/** How the form of a contract gives its discount. */
const discount_kind = choice(namesOf(discountKinds)).optional();

const formSchema = schema
  .omit({ schedule: true })
  .extend({ companion_ids: ids(mostCompanions), discount_kind, ...termsFields });
type FormInput = z.output<typeof formSchema>;

/** The store of the form of new contracts: one with the customer, and one with each companion. */
export const contractForms = {
  schema: formSchema,
  find: findContract,
  /** @returns the customer's contract, and the ids of all signed ones */
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
    const all = [...new Set([input.customer_id, ...companion_ids])];
    const terms = signingTerms({ schedule_terms, down_percent, instalment_count, last_due_date });
    const family = await signContracts(trx, input, all, by, terms);
    return { ...(family[0] as Contract), family: family.map(({ id }) => id) };
  },
};

export const contracts: Store<Contract, typeof schema> = {
  schema,
  changeSchema,
  list: listContracts,
  find: findContract,
  create: createContract,
  update: (trx, id, change: ContractChange, by) => updateContract(trx, id, change, by),
  remove: removeContract,
};

/** The store of the form of a signed contract. It cancels none: `isToCancel` leads to the page that asks for fee and reason. */
export const contractEditForms: Store<Contract & { isToCancel?: boolean }, typeof schema> = {
  ...contracts,
  changeSchema: changeSchema
    .omit({ schedule: true, cancellation_fee: true, cancellation_reason: true })
    .extend({ discount_kind }),
  async update(trx, id, { status, ...change }: ContractChange, by) {
    const isCancelling = status === "cancelled";
    const row = await updateContract(trx, id, isCancelling ? change : { status, ...change }, by);
    return { ...row, isToCancel: isCancelling && stands(row) };
  },
};

/** The store of the form that cancels a contract, or changes the fee and the reason of a cancelled one. */
export const cancellationForms: Store<Contract, typeof schema> = {
  ...contracts,
  changeSchema: z.object({
    cancellation_reason: text(300),
    cancellation_fee: allFields.shape.cancellation_fee,
    fee_kind: choice(namesOf(feeKinds)).optional(),
    ...eventFields,
  }),
  update: (trx, id, change: ContractChange, by) =>
    updateContract(trx, id, { cancellation_fee: "0", ...change, status: "cancelled" }, by),
};

/** The store of the form of a contract's schedule. A form without rows removes it. */
export const scheduleForms: Store<Contract, typeof schema> = {
  ...contracts,
  changeSchema: z.object({ schedule: scheduleField() }),
  update: (trx, id, { schedule = [] }, by) => updateContract(trx, id, { schedule }, by),
};
