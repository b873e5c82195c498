import { useHolds } from "~/ui/page/links";

export const commissionPath = (agent: number) => `/agents/${agent}/commission`;

/** A link from an agent to their commission, for users who may make invoices. */
export function CommissionLink({ of, button }: { of: number; button?: boolean }) {
  if (!useHolds("manage_invoices")) return null;
  return (
    <a className={button ? "button" : undefined} href={commissionPath(of)}>
      العمولة
    </a>
  );
}
