import { Form, useNavigate } from "@remix-run/react";
import type { ComponentProps, FormEvent } from "react";

type Props = Omit<ComponentProps<typeof Form>, "method" | "action"> & { action: string };

/**
 * A form whose fields become the address, without those that are empty. (Without scripts the browser sends those too, and the shell
 * leads on without them.) An empty one that differs from what the screen would show is kept: it has `data-usual`.
 */
export function GetForm({ action, onSubmit, preventScrollReset, replace, ...form }: Props) {
  const navigate = useNavigate();
  const send = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const query = queryOf(event.currentTarget);
    onSubmit?.(event);
    navigate(query ? `${action}?${query}` : action, { preventScrollReset, replace });
  };
  return <Form action={action} onSubmit={send} {...form} />;
}

function queryOf(form: HTMLFormElement) {
  const query = new URLSearchParams();
  for (const control of form.elements as Iterable<HTMLInputElement | HTMLSelectElement | HTMLButtonElement>)
    if (control.name && (control.value || control.dataset.usual)) query.append(control.name, control.value);
  return String(query);
}
