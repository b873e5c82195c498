import Big from "big.js";
import { z } from "zod";
import type { Transaction } from "~/db/knex.server";
import { refuseWhileUsed } from "~/db/references.server";
import { lockRow, lockRowWithKey, withoutUndefined } from "~/db/rows.server";
import type { By, Store } from "~/db/store.server";
import { choice, flag, text } from "~/domain/input.server";
import { namesOf } from "~/domain/states";
import {
  type Part,
  scheduleField,
  scheduleForTotal,
  scheduleToStore,
} from "~/features/instalments/instalments.server";
import type { LeftGroup } from "~/features/journey/left-group";
import {
  leaveUntravelling,
  leaveWithoutContract,
  leftGroups,
  lockMembershipsOf,
} from "~/features/journey/membership.server";
import { eventDay, eventFields, lastEntry, type SentEvent } from "~/features/money/event-day.server";
import { feeKinds } from "./cancellation";
import { changeCancellation, requireStanding, type SentCancellation } from "./cancellation.server";
import { commissionToStore, type SentCommission } from "./commission.server";
import { contractStates, type SavedContract, stands } from "./contract";
import { type ContractRow, findContract, listContracts } from "./contracts.server";
import { discountLimit, discountToStore, type SentDiscount } from "./discount.server";
import { allFields, asSent, createContract, discount_kind, schema } from "./signing.server";

/** The fields of a signed contract that can change (spec §5). */
const changeSchema = allFields
  .omit({ customer_id: true, campaign_id: true, package_id: true, room: true, traveller: true })
  .extend({
    status: choice(contractStates.names).optional(),
    leave_group: flag().optional(),
    ...eventFields,
  });

type ContractChange = z.output<typeof changeSchema> &
  SentEvent &
  SentDiscount &
  SentCancellation &
  SentCommission;

/**
 * Changes the status, the visa's dates, the notes, the discount, the schedule, the agent and their rate, or the fee and reason of a
 * cancellation; a cancelled contract needs a free seat to become active again (rulings §4).
 * @throws DomainError not_found, invalid, forbidden (a discount), conflict if the campaign is full, less is paid than a fee, something was given back, or the contract was changed since `readAt`
 */
async function updateContract(
  trx: Transaction,
  id: number,
  { status, schedule, event_date, leave_group, ...sent }: ContractChange,
  { readAt, ask, user }: By,
): Promise<SavedContract> {
  const memberships = status ? await lockMembershipsOf(trx, id) : [];
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
  if (leave_group && stands(present) && status === "cancelled") await leaveUntravelling(trx, memberships);
  const [left_group] = await leftGroups(trx, memberships);
  const row = await findContract(trx, id);
  const waiting = memberships.find(({ travels }) => !travels);
  const again_in = !stands(present) && stands(row) && !left_group ? waiting?.group : undefined;
  return { ...row, left_group, again_in };
}

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

/**
 * Deletes a contract. Its customer leaves the campaign's group, unless another contract of his is there.
 * @throws DomainError not_found, conflict while receipts name the contract
 */
async function removeContract(trx: Transaction, id: number): Promise<{ left_group?: LeftGroup }> {
  const memberships = await lockMembershipsOf(trx, id);
  await lockRowWithKey(trx, "contracts", id);
  await refuseWhileUsed(trx, "contracts", id);
  await trx("contracts").where({ id }).delete();
  await leaveWithoutContract(trx, memberships);
  const [left_group] = await leftGroups(trx, memberships);
  return { left_group };
}

export const contracts: Omit<Store<SavedContract, typeof schema>, "remove"> & {
  remove: typeof removeContract;
} = {
  schema,
  changeSchema,
  list: listContracts,
  find: findContract,
  create: createContract,
  update: (trx, id, change: ContractChange, by) => updateContract(trx, id, change, by),
  remove: removeContract,
};

/** The store of the form of a signed contract. It cancels none: `isToCancel` leads to the page that asks for fee and reason. */
export const contractEditForms: Store<SavedContract & { isToCancel?: boolean }, typeof schema> = {
  ...contracts,
  changeSchema: changeSchema
    .omit({ schedule: true, cancellation_fee: true, cancellation_reason: true, fee_reason: true })
    .extend({ discount_kind }),
  async update(trx, id, { status, ...change }: ContractChange, by) {
    const isCancelling = status === "cancelled";
    const row = await updateContract(trx, id, isCancelling ? change : { status, ...change }, by);
    return { ...row, isToCancel: isCancelling && stands(row) };
  },
};

/** The store of the form that cancels a contract, or changes the fee and the reason of a cancelled one. */
export const cancellationForms: Store<SavedContract, typeof schema> = {
  ...contracts,
  changeSchema: z.object({
    cancellation_reason: text(300),
    cancellation_fee: allFields.shape.cancellation_fee,
    fee_reason: allFields.shape.fee_reason,
    fee_kind: choice(namesOf(feeKinds)).optional(),
    leave_group: flag().optional(),
    ...eventFields,
  }),
  update: (trx, id, change: ContractChange, by) =>
    updateContract(trx, id, { cancellation_fee: "0", ...change, status: "cancelled" }, by),
};

/** The store of the form of a contract's schedule. A form without rows removes it. */
export const scheduleForms: Store<SavedContract, typeof schema> = {
  ...contracts,
  changeSchema: z.object({ schedule: scheduleField() }),
  update: (trx, id, { schedule = [] }, by) => updateContract(trx, id, { schedule }, by),
};
