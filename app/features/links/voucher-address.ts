const path = "/contracts/voucher";

/** The service voucher of one contract, or of a family's together. */
export const voucherAddress = (contracts: number[]) =>
  `${path}?${new URLSearchParams({ contracts: contracts.join() })}`;

/** Those of a whole group: each family together, everybody else alone. */
export const groupVoucherAddress = (group: number) =>
  `${path}?${new URLSearchParams({ group: String(group) })}`;

/** The same of members of a group, by their customers' ids: of their contracts in its campaign. */
export const memberVoucherAddress = (group: number, customers: number[]) =>
  `${path}?${new URLSearchParams({ group: String(group), customers: customers.join() })}`;
