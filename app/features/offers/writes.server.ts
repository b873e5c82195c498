import Big from "big.js";
import type { z } from "zod";
import type { Transaction } from "~/db/knex.server";
import { refuseWhileUsed } from "~/db/references.server";
import { insertNumbered, lockRow, lockRowWithKey, withoutUndefined } from "~/db/rows.server";
import type { By, Store } from "~/db/store.server";
import { later } from "~/domain/dates";
import { conflicting, DomainError, invalid } from "~/domain/domain-error";
import { schemaOf } from "~/domain/fields.server";
import { ids } from "~/domain/lists.server";
import { officeToday } from "~/domain/office-day.server";
import { companionCells, type Party, partiesOf } from "~/features/contracts/cell.server";
import { commissionToStore } from "~/features/contracts/commission.server";
import { mostCompanions } from "~/features/contracts/contract";
import { discountLimit, discountToStore, type SentDiscount } from "~/features/contracts/discount.server";
import { activeCustomers, attachedPackage } from "~/features/contracts/rules.server";
import { asSent, discount_kind, signedColumns } from "~/features/contracts/signing.server";
import { signingTerms, termsFields } from "~/features/contracts/signing-terms.server";
import { lockOpenCampaign } from "~/features/holds/seats.server";
import {
  type Part,
  scheduleField,
  scheduleForTotal,
  scheduleToStore,
} from "~/features/instalments/instalments.server";
import type { Decimal } from "~/features/money/money.server";
import { type Offer, offer } from "./offer";
import { findOffer, type KeptPrice, listOffers, type StoredOffer } from "./offers.server";

const fieldsSchema = schemaOf(offer.fields).extend({ schedule: scheduleField(), discount_kind });

/** What a contract takes, with the last day, and with those who would sign together (each as the form of a contract names them). */
const schema = fieldsSchema.extend({
  companion_ids: ids(mostCompanions),
  companion_cells: companionCells(),
  ...termsFields,
});
type Input = z.output<typeof schema>;

/** What was offered stays: another package, room or customer is another offer. */
const changeSchema = fieldsSchema.omit({
  customer_id: true,
  campaign_id: true,
  package_id: true,
  room: true,
  traveller: true,
});
type Change = Partial<z.output<typeof changeSchema>>;

const series = { table: "offers", column: "offer_number", prefix: "Q" };

/** The longest that an offer holds, in days: a document is of a year's reach at most. */
const longest = 366;

/** @throws DomainError invalid */
function requireLastDay(valid_until: string, offer_date: string) {
  if (valid_until < officeToday()) throw invalid("valid_until", "آخر يوم للعرض لا يكون قبل اليوم");
  if (valid_until > later(offer_date, longest))
    throw invalid("valid_until", "مدة العرض سنة على الأكثر من تاريخه");
}

const oneContract = "جدول السداد لعقد واحد: لعرض العائلة اختر شروط السداد";

/**
 * Makes an offer of today, at the package's present price or that of each one's room and age. It books no seat and no entry.
 * @param parties each customer once; the first is `customer_id`
 * @throws DomainError invalid, forbidden (a discount), conflict if a customer, campaign or package takes no new contract
 */
async function createOffer(trx: Transaction, input: Input, parties: Party[], { user }: By): Promise<Offer> {
  const { companion_ids, companion_cells, valid_until, schedule, ...others } = input;
  const { schedule_terms, down_percent, instalment_count, last_due_date, ...sent } = others;
  const offer_date = officeToday();
  requireLastDay(valid_until, offer_date);
  if (schedule?.length && parties.length > 1) throw invalid("schedule", oneContract);
  const campaign = await lockOpenCampaign(trx, input.campaign_id);
  await activeCustomers(
    trx,
    parties.map(({ id }) => id),
  );
  const ground = { campaign, offer: await attachedPackage(trx, input), contract_date: offer_date };
  const partsOf = schedule
    ? () => schedule
    : signingTerms({ schedule_terms, down_percent, instalment_count, last_due_date });
  const terms = { ...ground, user, package_id: input.package_id, partsOf };
  const [own, ...companions]: PricedColumns[] = await signedColumns(trx, input, terms, parties);
  if (!own) throw invalid("customer_id", "اختر العميل");
  const { contents_id, currency_id } = own;
  const row = {
    ...asSent(sent),
    ...(await commissionToStore(trx, input)),
    ...priceOf(own),
    ...decisionOf(own, user),
    contents_id,
    currency_id,
    offer_date,
    valid_until,
    created_by: user.id,
  };
  const { id } = await insertNumbered(trx, series, offer_date, row);
  if (companions.length)
    await trx("offer_travellers").insert(
      companions.map((one) => ({ ...priceOf(one), offer_id: id, customer_id: one.customer_id })),
    );
  return findOffer(trx, id);
}

type PricedColumns = Awaited<ReturnType<typeof signedColumns>>[number] & {
  discount_amount?: Decimal;
  discount_reason?: string | null;
};
const priceOf = ({
  room,
  traveller,
  supplement_amount,
  discount_amount = "0",
  total_amount,
  schedule,
}: PricedColumns) => ({ room, traveller, supplement_amount, discount_amount, total_amount, schedule });

/** Why there is a discount, and who has given it. */
const decisionOf = ({ discount_reason = null }: { discount_reason?: string | null }, { id }: By["user"]) => ({
  discount_reason,
  discounted_by: discount_reason === null ? null : id,
});

/** Signs as the form says: who has no own room has that of the customer, and who has no kind that of his age. */
async function partiesOfForm(trx: Transaction, input: Input): Promise<Party[]> {
  const { customer_id, companion_ids = [] } = input;
  if (companion_ids.includes(customer_id))
    throw invalid("companion_ids", "صاحب العرض لا يكون من المسافرين معه: أزل العلامة عن اسمه");
  return partiesOf(trx, input, [...new Set([customer_id, ...companion_ids])]);
}

/** @throws DomainError conflict for an offer that is signed, or whose days are over */
export function requireOpen({ status, valid_until, contracts }: Offer) {
  if (status === "signed")
    throw new DomainError("conflict", `العرض وُقّع بالعقد ${contracts[0]?.contract_number}، فلا يتغير`);
  if (status === "expired")
    throw conflicting("valid_until", `انتهى العرض في ${valid_until}: قدّم عرضًا جديدًا بسعر اليوم`);
}

/**
 * Changes an open offer: its last day, its discount and schedule, the agent, the visa's days and the notes. The price before the discount stays.
 * @throws DomainError not_found, invalid, forbidden (a discount), conflict if it is signed or over, or was changed since `readAt`
 */
async function updateOffer(
  trx: Transaction,
  id: number,
  { valid_until, schedule, ...sent }: Change,
  { user, readAt, ask }: By,
): Promise<Offer> {
  const present = await lockRow<StoredOffer>(trx, "offers", id, readAt, () => findOffer(trx, id));
  const shown = await findOffer(trx, id);
  requireOpen(shown);
  if (valid_until !== undefined && valid_until !== present.valid_until)
    requireLastDay(valid_until, present.offer_date);
  if (schedule?.length && shown.companions.length) throw invalid("schedule", oneContract);
  const change = withoutUndefined({
    ...asSent(sent),
    ...(await commissionToStore(trx, sent, { present, isForm: Boolean(ask) })),
    ...(await changedPrice(trx, present, sent, schedule, user)),
    valid_until,
  });
  if (Object.keys(change).length) await trx("offers").where({ id }).update(change);
  return findOffer(trx, id);
}

/** The columns of a changed discount or schedule; those of the companions are written. */
async function changedPrice(
  trx: Transaction,
  present: StoredOffer,
  sent: SentDiscount,
  parts: Part[] | undefined,
  user: By["user"],
) {
  const { id, offer_date: contract_date, currency_id, discount_reason } = present;
  const { code } = await trx("currencies").where({ id: currency_id }).first("code");
  const limit = await discountLimit(trx, user);
  const judged = (price: KeptPrice, own?: Part[]) => {
    const before = Big(price.total_amount).plus(price.discount_amount).toFixed();
    const kept = { discount_amount: price.discount_amount, discount_reason };
    const discount = discountToStore(sent, { price: before, code, present: kept }, user, limit);
    const total_amount = discount?.total_amount ?? price.total_amount;
    if (own)
      return {
        discount,
        columns: { total_amount, schedule: scheduleToStore(own, { contract_date, total_amount, code }) },
      };
    if (!discount) return { discount, columns: {} };
    const uncovered = { schedule: price.schedule, paid_amount: "0", refunded_amount: "0" };
    return { discount, columns: { total_amount, schedule: scheduleForTotal(uncovered, total_amount, code) } };
  };
  const companions: (KeptPrice & { id: number })[] = await trx("offer_travellers")
    .where({ offer_id: id })
    .orderBy("id");
  for (const one of companions) {
    const { discount, columns } = judged(one);
    if (discount)
      await trx("offer_travellers")
        .where({ id: one.id })
        .update({ ...columns, discount_amount: discount.discount_amount });
  }
  const { discount, columns } = judged(present, parts);
  if (!discount) return columns;
  return { ...columns, discount_amount: discount.discount_amount, ...decisionOf(discount, user) };
}

/** Deletes an offer that has become no contract. @throws DomainError not_found, conflict */
async function removeOffer(trx: Transaction, id: number) {
  await lockRowWithKey(trx, "offers", id);
  await refuseWhileUsed(trx, "offers", id);
  await trx("offers").where({ id }).delete();
}

export const offers: Store<Offer, typeof schema> = {
  schema,
  changeSchema,
  list: listOffers,
  find: findOffer,
  /** A call names room and kind of the customer both, as that of a contract does. */
  async create(trx, input, by) {
    const [, ...others] = await partiesOfForm(trx, input);
    const { customer_id: id, room, traveller } = input;
    return createOffer(trx, input, [{ id, room, traveller }, ...others], by);
  },
  update: (trx, id, change: Change, by) => updateOffer(trx, id, change, by),
  remove: removeOffer,
};

/** The store of the form of a new offer. */
export const offerForms: Store<Offer, typeof schema> = {
  ...offers,
  create: async (trx, input, by) => createOffer(trx, input, await partiesOfForm(trx, input), by),
};

/** The store of the form of an offer that was made. */
export const offerEditForms: Store<Offer, typeof schema> = {
  ...offers,
  changeSchema: changeSchema.omit({ schedule: true }),
};
