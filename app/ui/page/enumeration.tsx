import { Fragment, type ReactNode } from "react";

/** Its parts with commas between, or with another separator: «الغرفة 201، الحافلة 1» */
export const Enumeration = ({ of, separator = "، " }: { of: ReactNode[]; separator?: string }) =>
  of.map((part, place) => (
    <Fragment key={place}>
      {place > 0 && separator}
      {part}
    </Fragment>
  ));
