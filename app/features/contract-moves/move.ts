import type { Entity } from "~/domain/entity";
import { contract } from "~/features/contracts/contract";

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

const failure = "لم ينقل العقد";

/** A contract as the form of its move names its fields. */
const { fields: _, ...named } = contract;
export const moving = {
  ...named,
  labels: moveLabels,
  required: requiredMove,
  failures: { create: failure, update: failure },
} satisfies Entity;
