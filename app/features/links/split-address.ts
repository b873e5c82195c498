/** The address of the form of one payment for several contracts. The address of its sheet is below it, by its key. */
export const splitPath = "/financial/receipts/split";

export const splitAddress = (contracts: number[]) =>
  `${splitPath}?${new URLSearchParams({ contracts: contracts.join() })}`;
