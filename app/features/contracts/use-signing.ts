import { useFetcher } from "@remix-run/react";
import { useEffect } from "react";
import type { Ages, Signer } from "./cell";
import { contract } from "./contract";
import type { FreePlaces } from "./free-places";

type Signing = { ages: Ages; free: FreePlaces };

/** The ages of who signs and the free places of the campaign: those that the page has, or those of the page for others. */
export function useSigning(campaignId: string, people: Signer[], known: (Partial<Signing> | undefined)[]) {
  const fetcher = useFetcher<Signing>();
  const ids = people.flatMap(({ id }) => id || []);
  const all = [fetcher.data, ...known];
  const ages = all.find((one) => isOf(one?.ages))?.ages;
  const free = all.find((one) => one?.free?.of === campaignId)?.free;
  const signers = ids.join();
  useEffect(() => {
    if (campaignId && !(ages && free))
      fetcher.load(`${contract.path}/new?${new URLSearchParams({ campaign_id: campaignId, signers })}`);
  }, [campaignId, signers]);
  return { ages, free };

  function isOf(ages: Ages | undefined) {
    return ages?.of === campaignId && ids.every((id) => ages.rows.some((row) => row.id === id));
  }
}
