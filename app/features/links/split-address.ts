/** Where one payment for several contracts is typed in; below it, by its key, is its sheet. */
export const splitPath = "/financial/receipts/split";

export const splitAddress = (contracts: number[]) =>
  `${splitPath}?${new URLSearchParams({ contracts: contracts.join() })}`;
