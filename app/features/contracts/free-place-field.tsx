import { CheckboxField } from "~/ui/form/field";
import type { Common } from "~/ui/form/remarks";
import { StepByHand } from "~/ui/form/step-by-hand";
import { type FreePlaces, freePlacesDue, freePlacesRule, placesOf } from "./free-places";

/** Whether who signs takes the free places; the form proposes it until its box was seen. */
export const takesFree = (value: unknown) => value === undefined || [value].flat().includes("true");

/** The rule of a campaign for free places, with a box where some are due. */
export function FreePlaceField({
  field,
  places,
  agentId,
  due,
}: {
  field: Common;
  places: FreePlaces | undefined;
  agentId: unknown;
  due: number;
}) {
  if (!places?.per) return null;
  const rule = freePlacesRule(places.per, placesOf(places, agentId));
  return (
    <>
      {due || field.field.errors ? (
        <CheckboxField
          {...field}
          isProposed={due > 0}
          text={due ? freePlacesDue(due) : "لا مقعد مجانيًا مستحقًا الآن"}
          hint={rule}
        />
      ) : (
        <div className="field wide">
          <p className="hint">{rule}</p>
        </div>
      )}
      <StepByHand step="free">حساب المقاعد المجانية</StepByHand>
    </>
  );
}
