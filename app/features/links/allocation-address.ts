import type { StatementKind } from "./statement-link";

export const allocationsPath = "/financial/allocations";

export type AllocatingKind = Extract<StatementKind, "customers" | "agents" | "suppliers">;

const parties = { customers: "customer", agents: "agent", suppliers: "supplier" };

/**
 * The form that allocates what a party has on account.
 * @param named the contract that it is taken `from`, and the contract or invoice that gets it
 */
export function allocationAddress(
  kind: AllocatingKind,
  id: number,
  named: { from_contract?: number; to?: number | null } = {},
) {
  const params = new URLSearchParams({ [parties[kind]]: String(id) });
  for (const [name, value] of Object.entries(named)) if (value) params.set(name, String(value));
  return `${allocationsPath}/new?${params}`;
}
