import type { ComponentProps } from "react";
import { Money } from "./money";
import { Fact } from "./page";

/* The facts of a record that most records have. */

export const MoneyFact = ({ label, ...money }: { label: string } & ComponentProps<typeof Money>) => (
  <Fact label={label}>
    <Money {...money} />
  </Fact>
);

/** A number, a telephone or a date, which read from left to right. */
export const CodeFact = ({ label, code }: { label: string; code: string }) => (
  <Fact label={label}>
    <bdi dir="ltr">{code}</bdi>
  </Fact>
);
