import type { ComponentProps } from "react";
import { DeleteLink, EditLink, useHolds } from "~/ui/page/links";

type To = ComponentProps<typeof DeleteLink>["to"];
type By = ComponentProps<typeof DeleteLink>["by"];

/** The holder of the account, as the address names it. */
export type StatementKind = "customers" | "agents" | "suppliers" | "expenses" | "banks" | "cash-boxes";

export const statementPath = (kind: StatementKind, id: number) => `/financial/statements/${kind}/${id}`;

/** A link from a row to its statement of account, for users who may manage money. */
export function StatementLink({ of, id }: { of: StatementKind; id: number }) {
  if (!useHolds("manage_financials")) return null;
  return <a href={statementPath(of, id)}>كشف حساب</a>;
}

/** The actions of a partner's row. @param by how a deletion is confirmed, see `DeleteLink` */
export const editWithStatement =
  (to: To, of: StatementKind, { by = "browser", mayRemove = true }: { by?: By; mayRemove?: boolean } = {}) =>
  ({ id }: { id: number }) => (
    <>
      <EditLink to={to} id={id} />
      <StatementLink of={of} id={id} />
      {mayRemove && <DeleteLink to={to} id={id} by={by} />}
    </>
  );
