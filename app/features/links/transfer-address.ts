/** The list of transfers. */
export const transfersPath = "/financial/transfers";

/** The form of a transfer out of an account. */
export const transferAddress = (from: number) => `${transfersPath}/new?from_account=${from}`;
