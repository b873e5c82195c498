/** Whom the free seats of a campaign are offered first. */
export type FirstWaiting = {
  id: number;
  name: string;
  phone: string;
  seats: number;
  campaign_id: number;
  campaign: string;
  free: number;
};
