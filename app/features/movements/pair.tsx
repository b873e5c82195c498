import type { ReactNode } from "react";

/** Two texts side by side, each in its own direction and unbroken; null where there is neither. */
export function pairOf(first: string | null, second: string | null = null): ReactNode {
  if (!first && !second) return null;
  return (
    <>
      {first && <bdi>{first}</bdi>}
      {first && second && " · "}
      {second && <bdi className="whitespace-nowrap">{second}</bdi>}
    </>
  );
}
