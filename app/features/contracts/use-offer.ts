import { useEffect, useState } from "react";
import type { AttachedPackage } from "~/features/campaigns/campaign";
import { formatMoney } from "~/ui/money";

/** The packages `of` a campaign that a new contract may take. */
export type Offered = { of: string; packages: ReturnType<typeof offer>[]; hasFailed?: boolean };

export const offer = ({ id, name, total_price, currency }: AttachedPackage) => ({
  id,
  name,
  price: formatMoney(total_price, currency),
});

/** The packages of the chosen campaign: those that came with the page, or those that a call gives, which is asked when another is chosen. */
export function useOffered(campaignId: string, drawn: Offered) {
  const [fetched, setFetched] = useState(drawn);
  const known = [fetched, drawn].find(({ of, hasFailed }) => of === campaignId && !hasFailed);
  useEffect(() => {
    if (!campaignId || known) return;
    const asking = new AbortController();
    fetchOffered(campaignId, asking.signal).then(setFetched, () => {
      if (!asking.signal.aborted) setFetched({ of: campaignId, packages: [], hasFailed: true });
    });
    return () => asking.abort();
  }, [campaignId]);
  const hasFailed = !known && fetched.of === campaignId && fetched.hasFailed;
  return { offered: known?.packages ?? [], isAsking: !known && !hasFailed, hasFailed };
}

async function fetchOffered(of: string, signal: AbortSignal): Promise<Offered> {
  const answer = await fetch(`/api/campaigns/${of}`, { signal });
  const { campaign }: { campaign: { packages: AttachedPackage[] } } = await answer.json();
  return { of, packages: campaign.packages.filter(({ status }) => status === "active").map(offer) };
}
