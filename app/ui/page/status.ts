import type { Tone } from "./page";

/** Whether a customer, an account or a service is in use. What its screens call that differs (spec §4). */
export const statuses = ["active", "inactive"] as const;
export type Status = (typeof statuses)[number];

/** Of customers, accounts, hotels, transport and catering. */
export const activityLabels: Record<Status, string> = { active: "نشط", inactive: "غير نشط" };
/** Of other services and packages. */
export const availabilityLabels: Record<Status, string> = { active: "متاح", inactive: "غير متاح" };
export const statusTones: Record<Status, Tone> = { active: "good", inactive: "plain" };

/** Of agents and suppliers, whose flag is called is_active. */
export const activeLabels = { true: activityLabels.active, false: activityLabels.inactive };
