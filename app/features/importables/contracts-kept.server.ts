import type { Draft, Key } from "./contracts.server";

export type ContractMatch = Key & { id: number; contract_number: string; status: string };

/**
 * Which contract a customer has in a campaign that is not cancelled: the oldest of those that are stored, or that of a line before.
 * @returns what tells it of the contract of a line, as a sentence and by its id
 */
export function presentContracts(rows: ContractMatch[]) {
  const keyOf = ({ customer_id, campaign_id }: Pick<Key, "customer_id" | "campaign_id">) =>
    `${customer_id} ${campaign_id}`;
  const byKey = new Map<string, { id?: number; text: string }>();
  for (const { id, contract_number, status, ...row } of rows)
    if (status !== "cancelled")
      byKey.set(keyOf(row), { id, text: `للعميل عقد قائم في هذه الحملة: ${contract_number}` });
  return (line: number, contract: Draft["contract"]) => {
    if (contract.status === "cancelled") return undefined;
    const present = byKey.get(keyOf(contract));
    if (!present) byKey.set(keyOf(contract), { text: `للعميل عقد آخر في هذه الحملة في السطر ${line}` });
    return present;
  };
}
