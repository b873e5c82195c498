import type { ReactNode } from "react";
import { useHydrated } from "~/ui/page/hydration";

/**
 * A step of a form that scripts take by themselves, such as a sum. Its button stays where they never start, which is not only
 * where JavaScript is off: `noscript` would hide it from browsers that are too old for the scripts (shell/boot.js).
 */
export function StepByHand({
  step,
  className = "",
  children,
}: {
  step: string;
  className?: string;
  children: ReactNode;
}) {
  if (useHydrated()) return null;
  return (
    <button className={`button ${className}`} type="submit" name="intent" value={step} formNoValidate>
      {children}
    </button>
  );
}
