import type { ReactNode } from "react";
import { useFirstDrawn, useHydrated } from "~/ui/page/hydration";

/**
 * A step of a form that scripts take by themselves, such as a sum. Its button stays where they never start, which is not only
 * where JavaScript is off: `noscript` would hide it from browsers that are too old for the scripts (first-page/boot.js). Its place stays, so
 * that nothing moves when they start.
 */
export function StepByHand({ step, children }: { step: string; children: ReactNode }) {
  const isNeedless = useHydrated();
  if (useFirstDrawn()) return null;
  return (
    <button
      className={`button step-by-hand ${isNeedless ? "invisible" : ""}`}
      type="submit"
      name="intent"
      value={step}
      formNoValidate
    >
      {children}
    </button>
  );
}
