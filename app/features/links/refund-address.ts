/** The form of a payment voucher that gives back what a cancelled contract owes its customer. */
export const refundAddress = (contract: number) => `/financial/payments/new?contract=${contract}`;
