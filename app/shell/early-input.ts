type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

/**
 * Watches what the user enters before the page's scripts are ready.
 * @returns repeats it, so that the scripts hear of it, and ends the watch
 */
export function watchEarlyInput() {
  const changes = new Map<Control, Repeat>();
  const note = (control: Control) => {
    const change = changeOf(control);
    if (change) changes.set(control, change);
    else changes.delete(control);
  };
  const listen = ({ target }: Event) => isControl(target) && note(target);
  for (const control of document.querySelectorAll<Control>("input, select, textarea")) note(control);
  for (const type of ["input", "change"]) document.addEventListener(type, listen, { capture: true });
  return async () => {
    for (const type of ["input", "change"]) document.removeEventListener(type, listen, { capture: true });
    for (const [control, repeat] of changes) {
      // A change before it may have put another control in its place: a payment's new method, another account field.
      const present = control.isConnected ? control : document.getElementById(control.id);
      if (isControl(present)) repeat(present as never);
      await null; // React draws the page anew before the next one
    }
  };
}

/** Repeats a change on a control. */
type Repeat = (control: never) => void;

const isControl = (target: EventTarget | null): target is Control =>
  target instanceof Element && target.matches("input, select, textarea");

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
