import { type FormMetadata, getFormProps } from "@conform-to/react";
import { Form, useNavigation } from "@remix-run/react";
import { type ReactNode, useEffect, useRef } from "react";
import { Mark } from "~/shell/brand";
import type { Brand } from "~/shell/brand.server";
import { isLastPress } from "~/ui/page/presses";
import { titleWith } from "~/ui/page/title";

/** The layout of the login's screens: the company, the form, and content below it. */
export function LoginPage({
  brand,
  title,
  note,
  form,
  enter,
  entering,
  below,
  children,
}: {
  brand: Brand;
  /** The text below the company's name. */
  title: ReactNode;
  /** What the user must know before the form. */
  note?: string | false;
  // biome-ignore lint/suspicious/noExplicitAny: a form of any schema
  form: FormMetadata<any>;
  /** The label of the button, and its label while the form is sent. */
  enter: string;
  entering: string;
  below?: ReactNode;
  children: ReactNode;
}) {
  const busy = useNavigation().state !== "idle";
  const isRefused = !busy && Boolean(form.errors?.length);
  const fieldset = useRef<HTMLFieldSetElement>(null);
  // The disabled fieldset has lost the focus. The secret, which comes last, is the most likely mistake.
  useEffect(() => {
    if (isRefused) document.title = titleWith(null, document.title, true);
    const secret = isRefused && [...(fieldset.current?.querySelectorAll("input") ?? [])].pop();
    if (!secret || !isLastPress(window.presses.sent)) return;
    secret.focus();
    secret.select();
  }, [isRefused]);
  return (
    <main className="lone">
      <section className="login">
        <h1>
          <Mark logo_url={brand.logo_url} size={52} />
          {brand.name && <strong>{brand.name}</strong>}
          {title}
        </h1>
        {note && (
          <p className="errors" role="alert" id="note">
            {note}
          </p>
        )}
        {isRefused && (
          <p className="errors" role="alert" id="refusal">
            {form.errors?.join(" ")}
          </p>
        )}
        <Form method="post" replace {...getFormProps(form)}>
          {/* One fieldset disables all controls. The form's values have been taken by then. */}
          <fieldset ref={fieldset} className="grid gap-3" disabled={busy}>
            {children}
            <button className="button primary mt-2" type="submit">
              {busy ? entering : enter}
            </button>
          </fieldset>
        </Form>
        {below}
      </section>
    </main>
  );
}
