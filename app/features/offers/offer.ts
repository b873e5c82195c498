import type { Entity } from "~/domain/entity";
import { type RowOf, withLabels } from "~/domain/fields";
import type { Hit } from "~/domain/hit";
import { formatMoney, type ShownCurrency } from "~/domain/money";
import { statesOf } from "~/domain/states";
import type { RoomName, Traveller } from "~/domain/travellers";
import { contract, type NamedContract } from "~/features/contracts/contract";
import { offersPath } from "~/features/links/offer-address";

/* What a contract would say, for a customer who has not decided yet (docs/decisions/offers.md). */

export const offerStates = statesOf({
  open: ["سارٍ", "good"],
  expired: ["انتهت مدته", "plain"],
  signed: ["وُقّع", "gold"],
});

/** The price of one person in an offer, in its currency. */
export type OfferedPrice = {
  room: RoomName | null;
  traveller: Traveller | null;
  supplement_amount: number | null;
  /** Before the discount. */
  price_amount: number;
  discount_amount: number;
  total_amount: number;
  /** Empty where all is due at the signing. */
  schedule: { due_date: string; amount: number }[];
};

/** Who would sign with an offer's customer. */
export type Companion = OfferedPrice & { customer_id: number; name: string };

/** An offer as calls show it; `total_amount` is what its customer's own contract would be. */
export type Offer = Omit<RowOf<(typeof offer)["fields"]>, "currency" | keyof OfferedPrice> &
  OfferedPrice & {
    customer_name: string;
    currency: ShownCurrency & { id: number };
    currency_code: string;
    companions: Companion[];
    /** The contracts that it has become. */
    contracts: NamedContract[];
    created_by: number;
    username: string;
  };

const { fields } = contract;

export const offer = withLabels(
  {
    table: "offers",
    path: offersPath,
    write: "manage_contracts",
    fields: {
      offer_number: { label: "رقم العرض", kind: "code", max: 20, computed: true, sheet: { width: 13 } },
      offer_date: { label: "تاريخ العرض", kind: "date", computed: true, sheet: { after: "offer_number" } },
      /** The last day on which its price holds. */
      valid_until: { label: "صالح حتى", kind: "date", sheet: { after: "offer_date" } },
      customer_id: { ...fields.customer_id, sheet: { width: 28, after: "valid_until" } },
      campaign_id: fields.campaign_id,
      package_id: fields.package_id,
      room: fields.room,
      traveller: fields.traveller,
      supplement_amount: fields.supplement_amount,
      discount_amount: fields.discount_amount,
      discount_reason: fields.discount_reason,
      currency_id: fields.currency_id,
      total_amount: fields.total_amount,
      /** Of all who would sign together. */
      sum_amount: {
        label: "مجموع العرض",
        kind: "price",
        computed: true,
        stored: false,
        sheet: { width: 10, after: "total_amount" },
      },
      status: {
        label: "الحالة",
        kind: "choice",
        choices: offerStates.labels,
        computed: true,
        stored: false,
        sheet: { width: 10 },
      },
      visa_issue_date: fields.visa_issue_date,
      visa_duration_days: fields.visa_duration_days,
      agent_id: fields.agent_id,
      commission_rate: fields.commission_rate,
      commission_reason: fields.commission_reason,
      notes: fields.notes,
    },
    required: "الرجاء اختيار العميل والحملة والباقة وآخر يوم للعرض",
    failures: { create: "لم يحفظ عرض السعر", update: "لم يحفظ عرض السعر" },
  },
  {
    companion_ids: contract.labels.companion_ids,
    companion_cells: contract.labels.companion_cells,
    discount_kind: contract.labels.discount_kind,
    schedule: contract.labels.schedule,
    schedule_terms: contract.labels.schedule_terms,
    down_percent: contract.labels.down_percent,
    instalment_count: contract.labels.instalment_count,
    last_due_date: contract.labels.last_due_date,
  },
) satisfies Entity;

/** An offer in search results. */
export const offerHit = (row: Offer): Hit => ({
  title: row.offer_number,
  facts: [row.customer_name],
  amount: formatMoney(row.sum_amount, row.currency),
  state: offerStates.labels[row.status],
  tone: offerStates.tones[row.status],
  href: `${offer.path}/${row.id}`,
});
