import Big from "big.js";
import { z } from "zod";
import type { Transaction } from "~/db/knex.server";
import { lockRow } from "~/db/rows.server";
import type { By } from "~/db/store.server";
import { DomainError } from "~/domain/domain-error";
import type { Party } from "~/features/contracts/cell.server";
import { takenAlong } from "~/features/contracts/contracts.server";
import { packageCosts, signTogether } from "~/features/contracts/signing.server";
import { lockMemberships } from "~/features/journey/membership.server";
import { convert } from "~/features/money/money.server";
import { idParam } from "~/http/screen.server";
import { findOffer, type KeptPrice, type StoredOffer } from "./offers.server";
import { partsOn } from "./parts";
import { requireOpen } from "./writes.server";

/* An offer becomes contracts (docs/decisions/offers.md). */

type Signer = KeptPrice & { customer_id: number };

/**
 * Signs the contracts of an offer today: one with its customer, and one with each who travels with him, each at his price in the offer, which is no discount
 * even where the package has another one now. Seats, second contracts, customers, campaign and package are judged as of any new contract. It costs what the
 * package costs now.
 * @throws DomainError not_found, conflict if it is signed, its days are over, or a contract is not signed any more
 */
export async function signOffer(trx: Transaction, id: number, by: By) {
  const { campaign_id, customer_id, companions } = await findOffer(trx, id);
  const known = [customer_id, ...companions.map((one) => one.customer_id)];
  await lockMemberships(trx, (members) =>
    members.where({ "group_members.campaign_id": campaign_id }).whereIn("group_members.customer_id", known),
  );
  const offer = await lockRow<StoredOffer>(trx, "offers", id, by.readAt, () => findOffer(trx, id));
  requireOpen(await findOffer(trx, id));
  const others: Signer[] = await trx("offer_travellers").where({ offer_id: id }).orderBy("id");
  const signers: Signer[] = [offer, ...others];
  const parties = signers.map(({ customer_id: id, room, traveller }): Party => ({ id, room, traveller }));
  if (new Set(parties.map(({ id }) => id)).size < parties.length)
    throw new DomainError("conflict", "في العرض عميل مرتين بعد دمج سجلين: قدّم عرضًا جديدًا");
  return signTogether(trx, offer, parties, by, async ({ offer: { total_cost }, contract_date }) => {
    const costOf = await packageCosts(trx, offer.package_id, total_cost, parties);
    const { exchange_rate } = await trx("currencies").where({ id: offer.currency_id }).first("exchange_rate");
    return signers.map((signer) => ({
      ...keptOf(offer),
      ...priceOf(signer),
      ...(Big(signer.discount_amount).gt(0) && {
        discount_reason: offer.discount_reason,
        discounted_by: offer.discounted_by,
        discounted_on: contract_date,
      }),
      contract_date,
      package_cost: convert(costOf(signer), "1", exchange_rate).toFixed(),
      schedule: partsOn(signer.schedule, contract_date),
      created_by: by.user.id,
      offer_id: id,
    }));
  });
}

/** What all contracts of an offer have of it. */
const keptOf = ({ campaign_id, package_id, currency_id, contents_id, ...others }: StoredOffer) => ({
  campaign_id,
  package_id,
  currency_id,
  contents_id,
  ...takenAlong(others),
});

const priceOf = ({
  customer_id,
  room,
  traveller,
  supplement_amount,
  discount_amount,
  total_amount,
}: Signer) => ({
  customer_id,
  room,
  traveller,
  supplement_amount,
  discount_amount,
  total_amount,
});

/** The store of the form that signs the offer of an address. */
export const signForms = (param: string | undefined) => ({
  schema: z.object({}),
  create: (trx: Transaction, _: object, by: By) => signOffer(trx, idParam(param), by),
});
