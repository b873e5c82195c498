import { Fragment, type ReactNode } from "react";

/** Its parts with commas between: «الغرفة 201، الحافلة 1» */
export const Enumeration = ({ of }: { of: ReactNode[] }) =>
  of.map((part, place) => (
    <Fragment key={place}>
      {place > 0 && "، "}
      {part}
    </Fragment>
  ));
