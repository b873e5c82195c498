import { Form, useNavigate } from "@remix-run/react";
import { type ComponentProps, type FormEvent, useEffect, useRef } from "react";

type Props = Omit<ComponentProps<typeof Form>, "method" | "action"> & {
  action: string;
  /** The key of the address that its fields have: for another one the form is drawn anew. */
  address?: string;
};

/**
 * A form whose fields become the address, without those that are empty. (Without scripts the browser sends those too, and the shell
 * leads on without them.) An empty one that differs from what the screen would show is kept: it has `data-usual`. The control that had the focus when the form was sent
 * has it again when the form is drawn anew.
 */
export function GetForm({ action, address, onSubmit, preventScrollReset, replace, ...form }: Props) {
  const navigate = useNavigate();
  const element = useRef<HTMLFormElement>(null);
  const place = useRef(-1);
  useEffect(() => {
    const control = address && element.current?.elements[place.current];
    place.current = -1;
    if (!(control instanceof HTMLElement) || document.activeElement !== document.body) return;
    control.focus({ preventScroll: true });
    if (control instanceof HTMLInputElement && control.type === "search")
      control.setSelectionRange(control.value.length, control.value.length);
  }, [address]);
  const send = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const query = queryOf(event.currentTarget);
    place.current = [...event.currentTarget.elements].indexOf(document.activeElement as Element);
    onSubmit?.(event);
    navigate(query ? `${action}?${query}` : action, { preventScrollReset, replace });
  };
  return <Form action={action} onSubmit={send} {...form} key={address} ref={element} />;
}

function queryOf(form: HTMLFormElement) {
  const query = new URLSearchParams();
  for (const control of form.elements as Iterable<HTMLInputElement | HTMLSelectElement | HTMLButtonElement>)
    if (control.name && (control.value || control.dataset.usual)) query.append(control.name, control.value);
  return String(query);
}
