/** The address of the page that moves a contract to another campaign or package, or several of them. */
export function moveAddress(contracts: number[]) {
  const [first, ...others] = contracts;
  return others.length
    ? `/contracts/move?${new URLSearchParams({ contracts: contracts.join() })}`
    : `/contracts/${first}/move`;
}

/** The page that moves contracts of a group's members. */
export const groupMoveAddress = (group: number) =>
  `/contracts/move?${new URLSearchParams({ group: String(group) })}`;

/** The most contracts that are moved at once. */
export const mostMoved = 20;
