import { useEffect, useRef } from "react";
import { useFirstDrawn } from "./hydration";

/*
 * Scripts move neither focus, scroll nor a control after the user's last key or press, except to the answer of that press, once, when
 * it is shown (docs/decisions/typed-work.md).
 */

declare global {
  interface Window {
    /** What the user presses, as first-page/boot.js counts it. */
    presses: {
      /** The keys and presses so far. */
      count: number;
      /** The count when a form was sent last. */
      sent?: number;
      /** Ends when the button that was pressed last has been released and clicked. */
      held?: Promise<void>;
    };
  }
}

/** Waits until no button is held: one that moves between press and release is not clicked. */
export async function untilReleased() {
  const { held } = window.presses;
  await held;
  if (held !== window.presses.held) await untilReleased();
}

/**
 * Whether the user has pressed nothing since, so that the answer to that press may have the focus.
 * @param press the count at that press
 */
export const isLastPress = (press?: number) => press === window.presses.count;

/**
 * Focuses the answer to a form when it is shown. The HTML of the server has `autofocus` for that.
 * @param answer what the form was answered
 * @returns the ref of the element that shows the answer, if there is something to show
 */
export function useAnswerFocus(answer: unknown) {
  const element = useRef<HTMLDivElement>(null);
  const shown = useRef(useFirstDrawn() ? undefined : answer);
  useEffect(() => {
    if (!element.current || answer === shown.current) return;
    shown.current = answer;
    if (isLastPress(window.presses.sent)) element.current.focus();
  });
  return element;
}
