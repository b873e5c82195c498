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
    <bdi dir="ltr">
      {/^[a-z]{0,3}\d{7,}$/i.test(code)
        ? code.split(groupEnd).map((group, place) => <span key={`${place}-${group}`}>{group}</span>)
        : code}
    </bdi>
  </Fact>
);

/** Where a long number is read as another group: after its letters, and before each three digits from its end. What is copied has no spaces. */
const groupEnd = /(?<=[a-z])(?=\d)|(?<=\d)(?=(?:\d{3})+$)/i;
