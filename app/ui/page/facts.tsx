import type { ComponentProps } from "react";
import { Money } from "./money";
import { Fact } from "./page";

/* The facts that most records have. */

export const MoneyFact = ({ label, ...money }: { label: string } & ComponentProps<typeof Money>) => (
  <Fact label={label}>
    <Money {...money} />
  </Fact>
);

/** A number, telephone or date, which is written from left to right. */
export const CodeFact = ({ label, code }: { label: string; code: string }) => (
  <Fact label={label}>
    <bdi dir="ltr">{code}</bdi>
  </Fact>
);
