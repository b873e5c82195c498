import type { ReactNode } from "react";

/** Opens a visa's paper in a new tab (spec §7, Downloads). */
export function VisaFileLink({
  path,
  button,
  children,
}: {
  path: string;
  button?: boolean;
  children: ReactNode;
}) {
  return (
    <a href={path} target="_blank" rel="noreferrer" className={button ? "button" : undefined}>
      {children}
    </a>
  );
}
