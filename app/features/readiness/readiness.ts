import { formatMoney, type ShownCurrency } from "~/domain/money";
import type { Tone } from "~/domain/states";
import { type AgeGroup, ageLabels, type Traveller, travellerLabels } from "~/domain/travellers";
import type { Campaign } from "~/features/campaigns/campaign";
import { contract } from "~/features/contracts/contract";
import { customer } from "~/features/customers/customer";
import { papersOf } from "~/features/customers/paper";
import { receipt } from "~/features/financial/receipts/receipt";
import type { Bed } from "~/features/journey/beds.server";
import { readinessPath } from "~/features/links/readiness-link";
import { type VisaStatus, visa, visaStatusLabels } from "~/features/visas/visa";

/* Readiness for travel (docs/decisions/readiness.md): the checks of each pilgrim of a group, a trip or a campaign. */

export type State = "red" | "amber" | "green";
const stateLabels: Record<State, string> = {
  red: "لا يسافر بعد",
  amber: "يحتاج إلى متابعة",
  green: "جاهز",
};
/** The words after a departure: pilgrims who have departed cannot be «not ready». */
const departedLabels: Record<State, string> = { ...stateLabels, red: "ينقصه ما يلزم" };
export const labelsOf = ({ has_departed }: { has_departed: boolean }) =>
  has_departed ? departedLabels : stateLabels;
export const stateTones: Record<State, Tone> = { red: "bad", amber: "gold", green: "good" };
/** Marks beside the words: nobody needs the colour to know the state. */
export const stateMarks: Record<State, string> = { red: "✗", amber: "!", green: "✓" };

/** The filters by state; `missing` is every state but green. */
export const wantedStates = ["missing", "red", "amber", "green"] as const;
export type WantedState = (typeof wantedStates)[number];
export const wantedLabelsOf = (of: { has_departed: boolean }): Record<WantedState, string> => ({
  missing: "من ينقصه شيء",
  ...labelsOf(of),
});

export const checks = [
  "passport",
  "latin_name",
  "visa",
  "balance",
  "photo",
  "contract",
  "passport_copy",
  "vaccination",
] as const;
export type Check = (typeof checks)[number];
export const checkLabels: Record<Check, string> = {
  passport: "الجواز",
  latin_name: "الاسم اللاتيني",
  visa: "التأشيرة",
  balance: "السداد",
  photo: "الصورة",
  contract: "عقد الحملة",
  passport_copy: "صورة الجواز",
  vaccination: "شهادة التطعيم",
};

/** The checks of papers, each with the campaign's field that requires the paper. */
export const neededPapers = {
  passport_copy: "needs_passport_copy",
  vaccination: "needs_vaccination",
} as const satisfies Partial<Record<Check, keyof Campaign>>;

/** By check: its possible findings, each with its state and its words. */
export const findings = {
  passport: {
    none: ["red", "لا جواز"],
    expired: ["red", "منتهٍ"],
    short: ["red", "دون ستة أشهر بعد المغادرة"],
    unknown_expiry: ["amber", "لا يعرف تاريخ انتهائه"],
    valid: ["green", "سارٍ"],
  },
  /** Airlines ask for surname and given names apart. */
  latin_name: {
    none: ["amber", "لا اسم باللاتينية"],
    undivided: ["amber", "لا يعرف اسم العائلة فيه"],
    there: ["green", "موجود"],
  },
  visa: {
    none: ["red", "لا تأشيرة"],
    rejected: ["red", visaStatusLabels.rejected],
    expired: ["red", visaStatusLabels.expired],
    not_on_departure: ["red", "لا تشمل يوم المغادرة"],
    ends_before_return: ["red", "تنتهي قبل العودة"],
    other_passport: ["amber", "على جواز آخر"],
    pending: ["amber", visaStatusLabels.pending],
    valid: ["green", visaStatusLabels.approved],
  },
  balance: {
    no_contract: ["red", "لا عقد"],
    unpaid: ["red", "لم يدفع شيئًا"],
    owing: ["amber", "بقي عليه"],
    paid: ["green", "سدد"],
  },
  photo: { none: ["amber", "لا صورة"], there: ["green", "موجودة"] },
  contract: { none: ["red", "لا عقد"], signed: ["green", "موقع"] },
  passport_copy: {
    none: ["amber", "لم ترفع"],
    expired: ["amber", "منتهية"],
    there: ["green", "مرفوعة"],
    not_needed: ["green", "لا تلزم"],
  },
  vaccination: {
    none: ["red", "لم ترفع"],
    expired: ["red", "منتهية"],
    ends_before_return: ["red", "تنتهي قبل العودة"],
    valid: ["green", "سارية"],
    not_needed: ["green", "لا تلزم"],
  },
} as const satisfies Record<Check, Record<string, [State, string]>>;

type Found<Of extends Check, Facts = object> = { state: State; finding: keyof (typeof findings)[Of] } & Facts;

/** A pilgrim with the findings of the checks, as calls show one. */
export type Pilgrim = {
  /** The membership's id; in a campaign, where some are in no group, the customer's. */
  id: number;
  customer_id: number;
  name: string;
  phone: string;
  group_id: number | null;
  group_name: string | null;
  campaign_id: number;
  departure_date: string;
  return_date: string;
  /** Where they sleep with their group, and in which room. */
  stays: Bed[];
  /** Whether their group has departed. */
  has_departed: boolean;
  /** The worst state of the checks. */
  state: State;
  passport: Found<"passport", { passport_number: string | null; expiry: string | null }>;
  latin_name: Found<"latin_name", { name_latin: string | null }>;
  /** The visa that counts, of the campaign's type: one that lasts from the departure to the trip's last day, else a pending one, else the newest. */
  visa: Found<
    "visa",
    { id: number | null; status: VisaStatus | null; passport_number: string | null; last_day: string | null }
  >;
  /** Of the contract that counts: among several, one with something left to pay. */
  balance: Found<"balance", { remaining_amount: number | null; currency: ShownCurrency | null }>;
  photo: Found<"photo">;
  contract: Found<"contract", { id: number | null; contract_number: string | null }>;
  /** The kind of traveller that was sold and the age on departure, where they differ; left out where they do not. */
  age_differs?: { traveller: Traveller; age: AgeGroup | null };
  /** The papers that the campaign requires. */
  passport_copy: Found<"passport_copy">;
  vaccination: Found<"vaccination">;
};

/** The numbers of pilgrims by state, and of those who miss something by check. */
export type ReadinessFigures = Record<"total" | State | Check, number>;

/** A printed list also has room for the Hijri dates of findings. */
export type PrintedPilgrim = Pilgrim & { hijri: Record<Check, string | null> };

/** The finding of a check in words. */
export function wordsOfCheck(pilgrim: Pilgrim, check: Check) {
  const { finding } = pilgrim[check];
  const [, words] = (findings[check] as Record<string, readonly [State, string]>)[finding] as [State, string];
  const { status } = pilgrim.visa;
  return finding === "other_passport" && status ? `${visaStatusLabels[status]} ${words}` : words;
}

/** The date, number or sum beside the words, with a label if it needs one. */
export function detailOf(pilgrim: Pilgrim, check: Check): [label: string, value: string] | null {
  const { passport, visa, balance, contract } = pilgrim;
  if (check === "passport" && passport.finding !== "none" && passport.expiry)
    return [passport.finding === "expired" ? "انتهى في" : "ينتهي في", passport.expiry];
  if (check === "visa" && visa.finding === "other_passport" && visa.passport_number)
    return ["رقمه", visa.passport_number];
  if (check === "visa" && visa.last_day)
    return [visa.finding === "expired" ? "انتهت في" : "آخر أيامها", visa.last_day];
  if (check === "balance" && balance.remaining_amount && balance.currency)
    return [
      balance.finding === "unpaid" ? "المتبقي" : "",
      formatMoney(balance.remaining_amount, balance.currency),
    ];
  if (check === "contract" && contract.contract_number) return [ageText(pilgrim), contract.contract_number];
  return null;
}

/** «بيع له رضيع، وهو طفل يوم المغادرة:» */
function ageText({ age_differs }: Pilgrim) {
  if (!age_differs) return "";
  const { traveller, age } = age_differs;
  const now = age ? `وهو ${ageLabels[age]} يوم المغادرة` : "ولا يعرف تاريخ ميلاده";
  return `وقع على أنه ${travellerLabels[traveller]}، ${now}:`;
}

/** A finding in one line, for a cell of a sheet: «✗ لا جواز». */
export function lineOf(pilgrim: Pilgrim, check: Check) {
  const line = `${stateMarks[pilgrim[check].state]} ${wordsOfCheck(pilgrim, check)}`;
  const detail = detailOf(pilgrim, check);
  return detail ? `${line}، ${detail.join(" ").trim()}` : line;
}

/** What the list's reader may write, beside trips. */
type May = { customers: boolean; contracts: boolean; receipts: boolean };

/** The address where a finding can be corrected; null without a fault, or if only others may correct it. */
export function mendingOf(pilgrim: Pilgrim, check: Check, may: May): string | null {
  const { customer_id, group_id, campaign_id, contract: signed } = pilgrim;
  if (pilgrim[check].state === "green") return null;
  if (check === "visa") {
    const { id, finding } = pilgrim.visa;
    const isOver = finding === "rejected" || finding === "expired";
    return id && !isOver
      ? `${visa.path}/${id}`
      : `${visa.path}/new?customer_id=${customer_id}${group_id ? `&group_id=${group_id}` : ""}`;
  }
  if (check === "passport_copy" || check === "vaccination")
    return may.customers
      ? `${papersOf(customer_id).path}/new?type=${check === "vaccination" ? check : "passport"}`
      : null;
  if (check === "passport" || check === "latin_name" || check === "photo")
    return may.customers
      ? `${customer.path}/${customer_id}/edit${group_id ? `?from=${readinessPath("group", group_id)}` : ""}`
      : null;
  if (!signed.id)
    return may.contracts
      ? `${contract.path}/new?customer_id=${customer_id}&campaign_id=${campaign_id}`
      : null;
  if (may.receipts) return `${receipt.path}/new?contract=${signed.id}`;
  return may.contracts ? `${contract.path}/${signed.id}` : null;
}
