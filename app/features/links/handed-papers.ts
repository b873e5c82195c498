import { nouns } from "~/domain/nouns";
import type { ScopeKind } from "./readiness-link";

/* What the papers of a group or a trip are called, on paper, in files and in the audit log. */

/** By list that leaves the office: its title in each language. */
export const listTitles = {
  manifest: { ar: "كشف الركاب", en: "Passenger manifest" },
  passports: { ar: "قائمة الجوازات" },
  rooms: { ar: "كشف الغرف", en: "Rooming list" },
  buses: { ar: "كشف الحافلات" },
  vouchers: { ar: "قسائم خدمات" },
  cards: { ar: "بطاقات تعريف" },
  tags: { ar: "بطاقات أمتعة" },
} as const satisfies Record<string, { ar: string; en?: string }>;

const scopeNouns = { group: nouns.groups, trip: nouns.trips, campaign: nouns.campaigns };

/** «جاهزية المجموعة «النور»» */
export const readinessTitle = ({ kind, name }: { kind: ScopeKind; name: string }) =>
  `جاهزية ${scopeNouns[kind].one} «${name}»`;

/** The sheet of a day's movements. */
export const movementTitles = { ar: "حركة اليوم", en: "Movements of the day" } as const;

/** «حركة اليوم 2027-03-08»; of one trip with its name. */
export const movementsTitle = (language: keyof typeof movementTitles, day: string, trip?: string) =>
  [`${movementTitles[language]} ${day}`, trip].filter(Boolean).join(" - ");

/** A driver's order for a stage, by its name. */
export const orderTitle = "أمر تشغيل";
