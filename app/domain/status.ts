import type { Tone } from "./states";

/** The status of a customer, an account or a service. Their screens use different words for it (spec §4). */
export const statuses = ["active", "inactive"] as const;
export type Status = (typeof statuses)[number];

/** The words for customers, accounts, hotels, transport and catering. */
export const activityLabels: Record<Status, string> = { active: "نشط", inactive: "غير نشط" };
/** The words for other services and packages. */
export const availabilityLabels: Record<Status, string> = { active: "متاح", inactive: "غير متاح" };
export const statusTones: Record<Status, Tone> = { active: "good", inactive: "plain" };

/** The words for agents and suppliers, which have a flag is_active. */
export const activeLabels = { true: activityLabels.active, false: activityLabels.inactive };
