import { jsonResource } from "~/http/resource.server";
import { receiptLabels } from "./receipt";
import { findReceipt, listReceipts, receiptSchema, receiptUpdateSchema } from "./receipts.server";
import { createReceipt, deleteReceipt, updateReceipt } from "./recording.server";

const receipts = jsonResource({
  key: "receipt_vouchers",
  item: "receipt_voucher",
  write: "manage_financials",
  schema: receiptSchema,
  updateSchema: receiptUpdateSchema,
  labels: receiptLabels,
  list: listReceipts,
  find: findReceipt,
  create: createReceipt,
  update: updateReceipt,
  remove: deleteReceipt,
});

export const loader = receipts.loader;
export const action = receipts.action;
