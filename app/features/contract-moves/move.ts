import type { Entity } from "~/domain/entity";
import { formatMoney, type ShownCurrency } from "~/domain/money";
import { contract, stands } from "~/features/contracts/contract";

/** The fields of a move. */
export const moveLabels = {
  contract_ids: "العقود",
  campaign_id: "الحملة الجديدة",
  package_id: "الباقة الجديدة",
  fee: contract.labels.cancellation_fee,
  fee_kind: contract.labels.fee_kind,
  fee_reason: contract.labels.fee_reason,
  keep_discount: contract.labels.discount_amount,
  group_id: "المجموعة في الحملة الجديدة",
  event_date: contract.labels.event_date,
};

export const requiredMove = "اختر الحملة الجديدة وباقة من باقاتها";

/** Why a contract does not move, wherever to; undefined of one that may. */
export const whyFixed = (row: { status: string }) => (stands(row) ? undefined : "العقد ملغي، فلا ينقل");

/** How much more or less the new price is. */
export const differenceText = (amount: number, currency: ShownCurrency) =>
  amount === 0 ? "لا فرق" : `${amount > 0 ? "زيادة" : "نقص"} ${formatMoney(Math.abs(amount), currency)}`;

/** A contract as the form of its move names its fields. */
const { fields: _, ...named } = contract;
export const moving = {
  ...named,
  labels: moveLabels,
  required: requiredMove,
  /** The address of a single contract names it. */
  failures: { create: "لم تنقل العقود", update: "لم ينقل العقد" },
} satisfies Entity;
