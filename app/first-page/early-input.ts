import { type Control, isControl, presentOf } from "./same-element";

/**
 * Watches what the user enters, and where, before the page's scripts are ready.
 * @returns `restore` puts values and focus back where React has drawn the page anew, which happens if others have changed it;
 * `repeat` repeats what was entered, so that the scripts hear of it, and ends the watch
 */
export function watchEarlyInput() {
  const changes = new Map<Control, Repeat>();
  const note = (control: Control) => {
    const change = changeOf(control);
    if (change) changes.set(control, change);
    else changes.delete(control);
  };
  let focus = document.activeElement;
  const noteChange = ({ target }: Event) => isControl(target) && note(target);
  const listeners = {
    input: noteChange,
    change: noteChange,
    focusin: ({ target }: Event) => {
      // React focuses the first field of a form that it draws anew.
      if (!focus || focus.isConnected) focus = target as Element;
    },
  };
  for (const control of document.querySelectorAll<Control>("input, select, textarea")) note(control);
  const files = document.querySelectorAll<HTMLInputElement>("input[type=file]");
  for (const [type, listen] of Object.entries(listeners))
    document.addEventListener(type, listen, { capture: true });
  return {
    restore() {
      for (const control of new Set([...changes.keys(), ...files])) {
        if (control.isConnected) continue;
        const present = presentOf(control);
        copyEntry(control, present);
        changes.delete(control);
        if (present) note(present);
      }
      if (focus && !focus.isConnected) moveFocus(focus, presentOf(focus));
      focus = document.activeElement;
    },
    async repeat() {
      for (const [type, listen] of Object.entries(listeners))
        document.removeEventListener(type, listen, { capture: true });
      for (const [control, repeat] of changes) {
        // A change before it may have put another control in its place: a payment's new method, another account field.
        const present = presentOf(control);
        if (present) repeat(present as never);
        await null; // React draws the page anew before the next one
      }
    },
  };
}

/** Gives a control what was entered into another one, also the file for which that one's dialog is still open. */
export function copyEntry(from: Control, to: Control | undefined) {
  if (!to || to === from) return;
  if (from instanceof HTMLInputElement && to instanceof HTMLInputElement) {
    if (from.type === "file") {
      if (from.files?.length) to.files = from.files;
      from.addEventListener("change", () => {
        to.files = from.files;
        tell(to, "change");
      });
      return;
    }
    to.checked = from.checked;
  }
  to.value = from.value;
}

/** Focuses an element in the place of another one, at the same place of its text. */
export function moveFocus(from: Element, to: Element | undefined) {
  (to as HTMLElement | undefined)?.focus({ preventScroll: true });
  if (!to || !isText(from) || !isText(to) || from.selectionStart === null) return;
  to.setSelectionRange(from.selectionStart, from.selectionEnd, from.selectionDirection ?? undefined);
}

const isText = (element: Element): element is HTMLInputElement | HTMLTextAreaElement =>
  element instanceof HTMLTextAreaElement ||
  (element instanceof HTMLInputElement && /^(text|search|tel|url|password)$/.test(element.type));

/** Repeats a change on a control. */
type Repeat = (control: never) => void;

/** How a control's change is repeated; undefined if it has its first value. */
function changeOf(control: Control): Repeat | undefined {
  if (control instanceof HTMLSelectElement) return changeOfSelect(control);
  if (control.type === "hidden") return undefined;
  if (control.type === "file") return control.value ? (file: Control) => tell(file, "change") : undefined;
  return /^(checkbox|radio)$/.test(control.type)
    ? changeOfBox(control as HTMLInputElement)
    : changeOfText(control);
}

function changeOfSelect({ value, options }: HTMLSelectElement) {
  const first = [...options].find(({ defaultSelected }) => defaultSelected) ?? options[0];
  if (first?.selected) return undefined;
  return (select: HTMLSelectElement) => {
    select.value = value;
    tell(select, "change");
  };
}

/** A radio button that lost its mark is changed by the one that took it. */
function changeOfBox({ checked, defaultChecked, type }: HTMLInputElement) {
  if (checked === defaultChecked || (type === "radio" && !checked)) return undefined;
  return (box: HTMLInputElement) => {
    box.checked = defaultChecked;
    box.click();
  };
}

function changeOfText({ value, defaultValue }: HTMLInputElement | HTMLTextAreaElement) {
  if (value === defaultValue) return undefined;
  return (text: HTMLInputElement | HTMLTextAreaElement) => {
    const { selectionStart, selectionEnd } = text;
    // React ignores the value that it knows. It notices this one, but not what the browser's own setter sets.
    text.value = defaultValue;
    Object.getOwnPropertyDescriptor(Object.getPrototypeOf(text), "value")?.set?.call(text, value);
    if (selectionStart !== null && text === document.activeElement)
      text.setSelectionRange(selectionStart, selectionEnd);
    tell(text, "input");
  };
}

const tell = (control: Control, type: string) => control.dispatchEvent(new Event(type, { bubbles: true }));
