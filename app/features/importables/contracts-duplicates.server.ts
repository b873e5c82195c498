import { stands } from "~/features/contracts/contract";
import type { Draft, Key } from "./contract-draft";

export type ContractMatch = Key & { id: number; contract_number: string; status: string };

/**
 * Finds the contract that a customer already has in a campaign and that is not cancelled: the stored one (the oldest), or that of
 * an earlier line.
 * @returns a function that gives for a line's contract the present one's id and a sentence about it
 */
export function presentContracts(rows: ContractMatch[]) {
  const keyOf = ({ customer_id, campaign_id }: Pick<Key, "customer_id" | "campaign_id">) =>
    `${customer_id} ${campaign_id}`;
  const byKey = new Map<string, { id?: number; text: string }>();
  for (const row of rows.filter(stands))
    byKey.set(keyOf(row), { id: row.id, text: `للعميل عقد قائم في هذه الحملة: ${row.contract_number}` });
  return (line: number, contract: Draft["contract"]) => {
    if (!stands(contract)) return undefined;
    const present = byKey.get(keyOf(contract));
    if (!present) byKey.set(keyOf(contract), { text: `للعميل عقد آخر في هذه الحملة في السطر ${line}` });
    return present;
  };
}
