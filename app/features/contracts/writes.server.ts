import { z } from "zod";
import type { Transaction } from "~/db/knex.server";
import { refuseWhileUsed } from "~/db/references.server";
import { insertNumbered, lastOf, lockRow, lockRowWithKey, withoutUndefined } from "~/db/rows.server";
import type { By, Store } from "~/db/store.server";
import { together } from "~/db/together.server";
import { conflicting } from "~/domain/domain-error";
import { schemaOf } from "~/domain/fields.server";
import { choice, ids } from "~/domain/input.server";
import { officeToday } from "~/domain/office-day.server";
import { type Part, scheduleField, scheduleToStore } from "~/features/instalments/instalments.server";
import { convert } from "~/features/money/money.server";
import { keepContents } from "./contents.server";
import { type Contract, contract, contractStates, mostCompanions } from "./contract";
import { type ContractRow, findContract, listContracts } from "./contracts.server";
import { activeCustomers, attachedPackage, lockCampaign, questionsOf, takeSeats } from "./rules.server";
import { type Signing, signingTerms, termsFields } from "./signing-terms.server";

/** A new contract starts active with the package's price; a status or total that is sent is ignored. */
const schema = schemaOf(contract.fields).extend({ schedule: scheduleField() });
/** The fields of a signed contract that can change (spec §5). */
const changeSchema = schema
  .pick({ visa_issue_date: true, visa_duration_days: true, notes: true, schedule: true })
  .extend({ status: choice(contractStates.names).optional() });

type ContractInput = Omit<z.output<typeof schema>, "schedule">;
type ContractChange = z.output<typeof changeSchema>;

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
 * §3, §4): with all of them or none. Asks before a customer gets a second one in the campaign.
 * @param customerIds each once; the first is `customer_id`, the others are `companion_ids`
 * @param partsOf gives the schedule of each contract
 * @throws DomainError invalid, conflict if too few seats are free or a customer, campaign or package takes no new contract
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
  if (ask) ask(await questionsOf(trx, campaign.id, customers));

  const contract_date = officeToday();
  const signed = { contract_date, total_amount: total_price, code };
  const row = {
    ...input,
    contract_date,
    currency_id,
    total_amount: total_price,
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
 * Changes the status, the visa's dates, the notes or the schedule; a cancelled contract needs a free seat to become active again (rulings §4).
 * @throws DomainError not_found, conflict if the campaign is full or the contract was changed since `readAt`
 */
async function updateContract(
  trx: Transaction,
  id: number,
  { status, visa_issue_date, visa_duration_days, notes, schedule }: ContractChange,
  { readAt, ask }: By,
): Promise<Contract> {
  const present = await lockRow<ContractRow>(trx, "contracts", id, readAt, () => findContract(trx, id));
  if (present.status === "cancelled" && status && status !== "cancelled") {
    await takeSeats(trx, await lockCampaign(trx, present.campaign_id), 1, "status");
    const { customer_id, customer_name } = await findContract(trx, id);
    if (ask) ask(await questionsOf(trx, present.campaign_id, [{ id: customer_id, name: customer_name }]));
  }
  const change = withoutUndefined({ status, visa_issue_date, visa_duration_days, notes });
  if (Object.keys(change).length) await trx("contracts").where({ id }).update(change);
  if (schedule) await changeSchedule(trx, present, schedule);
  return findContract(trx, id);
}

/** Is a statement of its own: unlike the other changes a closed period does not refuse it (migrations/035_instalments.ts). */
async function changeSchedule(trx: Transaction, present: ContractRow, parts: Part[]) {
  const { code } = await trx("currencies").where({ id: present.currency_id }).first("code");
  const schedule = scheduleToStore(parts, { ...present, code }, present);
  const stored = present.schedule?.map(({ due_date, amount }) => ({ due_date, amount })) ?? null;
  if (schedule === (stored && JSON.stringify(stored))) return;
  if (present.status === "cancelled") throw conflicting("schedule", "العقد ملغي فلا جدول لسداده");
  await trx("contracts").where({ id: present.id }).update({ schedule });
}

/** @throws DomainError not_found, conflict while receipts name the contract */
async function removeContract(trx: Transaction, id: number) {
  await lockRowWithKey(trx, "contracts", id);
  await refuseWhileUsed(trx, "contracts", id);
  await trx("contracts").where({ id }).delete();
}

const formSchema = schema
  .omit({ schedule: true })
  .extend({ companion_ids: ids(mostCompanions), ...termsFields });
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

/** The store of the form of a contract's schedule. A form without rows removes it. */
export const scheduleForms: Store<Contract, typeof schema> = {
  ...contracts,
  changeSchema: z.object({ schedule: scheduleField() }),
  update: (trx, id, { schedule = [] }, by) => updateContract(trx, id, { schedule }, by),
};
