import { useState } from "react";
import { latinDigits } from "~/domain/digits";
import { formatAmount } from "~/domain/money";
import { proposeSchedule, type Terms, termsLabels } from "~/features/instalments/instalment";
import { NumberField, SelectField, TextField } from "~/ui/form/field";
import type { Common } from "~/ui/form/remarks";
import type { Offer } from "./use-offer";

const names = ["schedule_terms", "down_percent", "instalment_count", "last_due_date"] as const;
type Name = (typeof names)[number];

/**
 * When the price of a new contract is paid, and what that gives. Without JavaScript the preview follows at each step of the form.
 * @param usual the chosen campaign's terms
 * @param offer the chosen package
 */
export function TermsFields({
  field,
  usual,
  offer,
  today,
}: {
  field: (name: Name) => Common;
  usual: Terms | undefined;
  offer: Offer["packages"][number] | undefined;
  today: string;
}) {
  const [typed, setTyped] = useState<Record<string, unknown>>(() =>
    Object.fromEntries(names.map((name) => [name, field(name).field.initialValue])),
  );
  const follow = (name: Name) => (event: { target: { value: string } }) =>
    setTyped((all) => ({ ...all, [name]: event.target.value }));
  const isOwn = typed.schedule_terms === "own";
  const terms = isOwn ? ownTerms(typed, today) : typed.schedule_terms === "usual" ? usual : undefined;
  return (
    <>
      <SelectField
        {...field("schedule_terms")}
        wide
        choices={termsLabels}
        hint={offer && <Preview {...{ offer, terms, today }} isUnclear={isOwn && !terms} />}
        onChange={follow("schedule_terms")}
      />
      <details className="field wide" open={isOwn}>
        <summary>شروط أخرى للسداد</summary>
        <div className="fields">
          <NumberField {...field("down_percent")} onChange={follow("down_percent")} />
          <NumberField
            {...field("instalment_count")}
            whole
            placeholder="شهرية"
            onChange={follow("instalment_count")}
          />
          <TextField {...field("last_due_date")} type="date" onChange={follow("last_due_date")} />
        </div>
      </details>
    </>
  );
}

/** The typed terms; undefined while they are incomplete. The server checks them again. */
function ownTerms(typed: Record<string, unknown>, today: string): Terms | undefined {
  const [down, count, last] = (["down_percent", "instalment_count", "last_due_date"] as const).map((name) =>
    latinDigits(String(typed[name] ?? "")).trim(),
  ) as [string, string, string];
  const isWrong =
    !/^(\d{0,2}(\.\d{1,2})?|100(\.0{1,2})?)$/.test(down) ||
    !/^([1-9]|[12]\d|3[0-5])?$/.test(count) ||
    !(last === "" || (/^\d{4}-\d\d-\d\d$/.test(last) && last >= today));
  if (isWrong || !(down || count || last)) return undefined;
  return { down_percent: down || "0", count: count ? Number(count) : null, last_due_date: last || null };
}

function Preview({
  offer: { total_price, currency },
  terms,
  today,
  isUnclear,
}: {
  offer: Offer["packages"][number];
  terms: Terms | undefined;
  today: string;
  isUnclear: boolean;
}) {
  if (isUnclear) return "اكتب الشروط أدناه ليظهر الجدول.";
  const parts = terms ? proposeSchedule(total_price, currency.decimals, today, terms) : [];
  if (parts.length < 2 && (parts[0]?.due_date ?? today) === today) return "كله مستحق عند التوقيع.";
  return (
    <>
      {parts.map(({ due_date, amount }, place) => (
        <span key={place} className="me-3 inline-block">
          <span className="money">{formatAmount(Number(amount), currency.decimals)}</span> في{" "}
          <bdi dir="ltr">{due_date}</bdi>
        </span>
      ))}
    </>
  );
}
