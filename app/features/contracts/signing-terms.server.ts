import { z } from "zod";
import { invalid } from "~/domain/domain-error";
import { choice, date, decimal, optional, parse, wholeNumber } from "~/domain/input.server";
import { namesOf } from "~/domain/states";
import type { Campaign } from "~/features/holds/seats.server";
import {
  mostInstalments,
  proposeSchedule,
  type Terms,
  termsLabels,
  usualTerms,
} from "~/features/instalments/instalment";
import type { Part } from "~/features/instalments/instalments.server";
import { type Decimal, minorUnit } from "~/features/money/money.server";
import { contract } from "./contract";

const wrongPercent = "نسبة الدفعة المقدمة من 0 إلى 100، بخانتين عشريتين على الأكثر";
const percent = decimal({ decimals: 2, message: wrongPercent, minMessage: wrongPercent });

/** The fields of the signing form that say when the price is paid. */
export const termsFields = {
  schedule_terms: choice(namesOf(termsLabels)).optional(),
  down_percent: optional(percent.refine((value) => Number(value) <= 100, wrongPercent)),
  instalment_count: optional(wholeNumber({ min: 1, max: mostInstalments - 1 })),
  last_due_date: optional(date()),
};

type Typed = {
  schedule_terms?: keyof typeof termsLabels;
  down_percent?: string | null;
  instalment_count?: number | null;
  last_due_date?: string | null;
};

/** A contract that is being signed; the total is in the currency of `code`. */
export type Signing = { contract_date: string; total_amount: Decimal; code: string; campaign: Campaign };

/** The schedule that the typed terms give a contract. A whole that is due at once needs none. */
export const signingTerms =
  ({ schedule_terms, ...own }: Typed) =>
  ({ contract_date, total_amount, code, campaign }: Signing): Part[] => {
    const terms = schedule_terms === "own" ? ownTerms(own, contract_date) : undefined;
    const usual = schedule_terms === "usual" ? usualTerms(campaign) : undefined;
    const parts = proposal(terms ?? usual, { contract_date, total_amount, code });
    return parts.length === 1 && parts[0]?.due_date === contract_date ? [] : parts;
  };

const proposal = (
  terms: Terms | undefined,
  { contract_date, total_amount, code }: Omit<Signing, "campaign">,
) => (terms ? proposeSchedule(total_amount, minorUnit(code), contract_date, terms) : []);

/** The terms that a form proposes a schedule by. @throws DomainError invalid */
export const readTerms = (values: object, today: string): Terms =>
  ownTerms(parse(z.object(termsFields).omit({ schedule_terms: true }), values, contract.labels), today);

/** @throws DomainError invalid */
function ownTerms({ down_percent, instalment_count, last_due_date }: Typed, today: string): Terms {
  if (!down_percent && !instalment_count && !last_due_date)
    throw invalid("down_percent", "اكتب نسبة الدفعة المقدمة أو عدد الأقساط أو موعد آخر قسط");
  if (last_due_date && last_due_date < today)
    throw invalid("last_due_date", "موعد آخر قسط لا يسبق تاريخ العقد");
  return { down_percent: down_percent ?? 0, count: instalment_count, last_due_date };
}
