import { contract } from "~/features/contracts/contract";

/** The most contracts that are moved at once. */
export const mostMoved = 20;

/** The fields of a move. */
export const moveLabels = {
  contract_ids: "العقود",
  campaign_id: "الحملة الجديدة",
  package_id: "الباقة الجديدة",
  fee: contract.labels.cancellation_fee,
  fee_kind: contract.labels.fee_kind,
  keep_discount: contract.labels.discount_amount,
  group_id: "المجموعة في الحملة الجديدة",
  event_date: contract.labels.event_date,
};

export const requiredMove = "اختر الحملة الجديدة وباقة من باقاتها";
