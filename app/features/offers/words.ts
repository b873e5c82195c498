import { countPhrase, travellerCount } from "~/domain/count-words";

/** «ومعه مسافران»; nothing for who travels alone. */
export const peopleText = (companions: number) =>
  companions ? `ومعه ${countPhrase(companions, travellerCount)}` : "";
