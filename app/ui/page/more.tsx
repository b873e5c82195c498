import { createElement, Fragment, isValidElement, type ReactNode } from "react";

/*
 * Further content in `<details>`, which opens without JavaScript too; only one of a `name` is open at a time. With JavaScript,
 * a click elsewhere closes a menu (shell/anchors.ts).
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
 * The actions of a row or card: up to three side by side, otherwise two and a menu with the others. On a phone the actions, and
 * the details that an opened row shows, lie behind «المزيد».
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

/** Renders actions without keys, as if they were written one after the other. */
const sideBySide = (actions: ReactNode[]) => createElement(Fragment, null, ...actions);

/** The single actions of nested fragments and conditions. `Children.toArray` would copy the actions of every row. */
function actionsOf(node: ReactNode): ReactNode[] {
  if (Array.isArray(node)) return node.flatMap(actionsOf);
  if (isValidElement<{ children?: ReactNode }>(node) && node.type === Fragment)
    return actionsOf(node.props.children);
  return node ? [node] : [];
}
