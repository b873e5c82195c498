import { countPhrase, seatCount } from "~/domain/count-words";
import { waitingAddress } from "~/features/links/holds-address";
import type { FirstWaiting } from "./first-waiting";

/** To whom the free seats of a campaign are offered first, with the way to the list. */
export const FirstWaitingText = ({ of: { name, phone, seats, free, campaign_id } }: { of: FirstWaiting }) => (
  <>
    المقاعد المتاحة {free.toLocaleString("en-US")}، وأول من تكفيه من المنتظرين{" "}
    <a className="underline" href={waitingAddress(campaign_id)}>
      <bdi>{name}</bdi>
    </a>{" "}
    ({countPhrase(seats, seatCount)}، <bdi dir="ltr">{phone}</bdi>)
  </>
);
