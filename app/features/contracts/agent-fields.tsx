import type { ComponentProps } from "react";
import { NumberField, TextField } from "~/ui/form/field";
import { OfferField } from "~/ui/form/offer-field";
import type { Common } from "~/ui/form/remarks";

const names = ["agent_id", "commission_rate", "commission_reason"] as const;

/** The agent of a contract with their commission; nothing in an office without agents. */
export function AgentFields({
  field,
  agent,
  storedAgent,
  hint,
}: {
  field: (name: (typeof names)[number]) => Common;
  agent: Pick<ComponentProps<typeof OfferField>, "field" | "label" | "offer" | "onOffers">;
  /** The present agent's name, if somebody else changed it meanwhile. */
  storedAgent?: string;
  /** What an empty rate means. */
  hint: string;
}) {
  if (!agent.offer.choices.length && !agent.offer.search) return null;
  const isOpen =
    names.some((name) => field(name).field.initialValue || field(name).field.errors) ||
    agent.offer.search?.query;
  return (
    <details className="field wide" open={Boolean(isOpen)}>
      <summary>الوكيل وعمولته</summary>
      <div className="fields">
        <OfferField {...agent} storedValue={storedAgent} empty="بلا وكيل" />
        <NumberField {...field("commission_rate")} hint={hint} />
        <TextField {...field("commission_reason")} wide />
      </div>
    </details>
  );
}
