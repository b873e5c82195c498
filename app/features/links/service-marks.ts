/** The address of the receipts on account that may be marked as the price of a service. */
export const serviceMarksPath = "/financial/receipts/services";
