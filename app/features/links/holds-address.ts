/** The holds of a campaign. */
export const holdsAddress = (campaign: number) => `/holds?campaign_id=${campaign}&status=current`;

/** Who waits for seats of a campaign. */
export const waitingAddress = (campaign: number) => `/waiting-list?campaign_id=${campaign}&status=current`;

/** The form that signs contracts with held seats, or with somebody who waits. */
export const signAddress = (reserved: "hold_id" | "waiting_id", id: number) =>
  `/contracts/new?${reserved}=${id}`;
