import { createElement, Fragment, isValidElement, type ReactNode } from "react";

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
        {sideBySide(actions.slice(0, 2))}
        <More label="المزيد">{sideBySide(actions.slice(2))}</More>
      </>
    );
  return (
    <>
      {children}
      <details className="opener" name="more">
        <summary>المزيد</summary>
      </details>
    </>
  );
}

/** As if they were written one behind the other, without keys. */
const sideBySide = (actions: ReactNode[]) => createElement(Fragment, null, ...actions);

/** Actions are given as fragments, some within conditions. They are not copied (`Children.toArray`), since every row has some. */
function actionsOf(node: ReactNode): ReactNode[] {
  if (Array.isArray(node)) return node.flatMap(actionsOf);
  if (isValidElement<{ children?: ReactNode }>(node) && node.type === Fragment)
    return actionsOf(node.props.children);
  return node ? [node] : [];
}
