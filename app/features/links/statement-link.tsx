import type { StatementKind } from "~/features/financial/statements/statement";
import { useHolds } from "~/ui/links";

export const statementPath = (kind: StatementKind, id: number) => `/financial/statements/${kind}/${id}`;

/** The way from a row to its statement of account, for those who keep the money. */
export function StatementLink({ of, id }: { of: StatementKind; id: number }) {
  if (!useHolds("manage_financials")) return null;
  return <a href={statementPath(of, id)}>كشف حساب</a>;
}
