import { payment } from "../payments/payment";
import { payments, returnPayment } from "../payments/writes.server";
import { receipt } from "../receipts/receipt";
import { receipts, returnReceipt } from "../receipts/writes.server";
import { receiptReturnSchema, returnSchema } from "../vouchers/cheque.server";

/** The return of a cheque by kind of voucher. A payment has no charge. */
export const kinds = {
  receipt: {
    entity: receipt,
    schema: receiptReturnSchema,
    find: receipts.find,
    shown: receipts.shown,
    giveBack: returnReceipt,
  },
  payment: {
    entity: payment,
    schema: returnSchema,
    find: payments.find,
    shown: payments.shown,
    giveBack: returnPayment,
  },
};
