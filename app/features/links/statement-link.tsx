import { useHolds } from "~/ui/links";

/** Whose account it is, as its address names it. */
export type StatementKind = "customers" | "agents" | "suppliers" | "expenses" | "banks" | "cash-boxes";

export const statementPath = (kind: StatementKind, id: number) => `/financial/statements/${kind}/${id}`;

/** The way from a row to its statement of account, for those who keep the money. */
export function StatementLink({ of, id }: { of: StatementKind; id: number }) {
  if (!useHolds("manage_financials")) return null;
  return <a href={statementPath(of, id)}>كشف حساب</a>;
}
