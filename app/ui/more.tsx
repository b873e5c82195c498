import { Children, Fragment, isValidElement, type ReactNode } from "react";

/*
 * What does not fit: `<details>`, which opens without JavaScript too; one at a time (`name`). With it, a click elsewhere
 * closes a menu (shell/anchors.ts).
 */

/** Links under one button, or under one link of a row. */
export function More({ label, button, children }: { label: string; button?: boolean; children: ReactNode }) {
  return (
    <details className="more" name="more">
      <summary className={button ? "button" : undefined}>{label}</summary>
      <div>{children}</div>
    </details>
  );
}

/**
 * The actions of a row or card: side by side up to three, else two and a menu of the others. On a phone they, and
 * what the row shows only when it is opened, lie behind «المزيد».
 */
export function RowActions({ children }: { children: ReactNode }) {
  const actions = actionsOf(children);
  if (actions.length > 3)
    return (
      <>
        {actions.slice(0, 2)}
        <More label="المزيد">{actions.slice(2)}</More>
      </>
    );
  return (
    <>
      {actions}
      <details className="opener" name="more">
        <summary>المزيد</summary>
      </details>
    </>
  );
}

/** Actions are given as fragments, some within conditions. */
const actionsOf = (node: ReactNode): ReactNode[] =>
  Children.toArray(node).flatMap((child) =>
    isValidElement<{ children?: ReactNode }>(child) && child.type === Fragment
      ? actionsOf(child.props.children)
      : [child],
  );
