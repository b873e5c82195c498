type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

/**
 * Watches what the user enters before the page's scripts are ready.
 * @returns repeats it, so that the scripts hear of it, and ends the watch
 */
export function watchEarlyInput() {
  const changes = new Map<Control, () => void>();
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
      if (control.isConnected) repeat();
      await null; // React draws the page anew before the next one
    }
  };
}

const isControl = (target: EventTarget | null): target is Control =>
  target instanceof Element && target.matches("input, select, textarea");

/** Repeats a control's change; undefined if it has its first value. */
function changeOf(control: Control) {
  if (control instanceof HTMLSelectElement) return changeOfSelect(control);
  if (control.type === "hidden") return undefined;
  if (control.type === "file") return control.value ? () => tell(control, "change") : undefined;
  return /^(checkbox|radio)$/.test(control.type)
    ? changeOfBox(control as HTMLInputElement)
    : changeOfText(control);
}

function changeOfSelect(select: HTMLSelectElement) {
  const { value } = select;
  const first = select.querySelector<HTMLOptionElement>("option[selected]") ?? select.options[0];
  if (first?.selected) return undefined;
  return () => {
    select.value = value;
    tell(select, "change");
  };
}

/** A radio button that lost its mark is changed by the one that took it. */
function changeOfBox(box: HTMLInputElement) {
  const { checked, defaultChecked, type } = box;
  if (checked === defaultChecked || (type === "radio" && !checked)) return undefined;
  return () => {
    box.checked = defaultChecked;
    box.click();
  };
}

function changeOfText(text: HTMLInputElement | HTMLTextAreaElement) {
  const { value, defaultValue } = text;
  if (value === defaultValue) return undefined;
  return () => {
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
