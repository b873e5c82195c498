import { type FormMetadata, getFormProps } from "@conform-to/react";
import { Form, useNavigation } from "@remix-run/react";
import type { ReactNode } from "react";
import { Mark } from "~/shell/brand";
import type { Brand } from "~/shell/brand.server";

/** What the screens of a login look like: the company, the form, and what stands below it. */
export function LoginPage({
  brand,
  title,
  form,
  enter,
  entering,
  below,
  children,
}: {
  brand: Brand;
  /** Below the company's name. */
  title: ReactNode;
  // biome-ignore lint/suspicious/noExplicitAny: a form of any schema
  form: FormMetadata<any>;
  /** What the button says, and what while the form is sent. */
  enter: string;
  entering: string;
  below?: ReactNode;
  children: ReactNode;
}) {
  const busy = useNavigation().state !== "idle";
  return (
    <main className="lone">
      <section className="login">
        <h1>
          <Mark logo_url={brand.logo_url} size={52} />
          {brand.name && <strong>{brand.name}</strong>}
          {title}
        </h1>
        {form.errors?.length && !busy ? (
          <p className="errors" role="alert">
            {form.errors.join(" ")}
          </p>
        ) : null}
        <Form method="post" replace {...getFormProps(form)}>
          {/* One switch for all controls; posting is under way by then, and carries their values. */}
          <fieldset className="grid gap-3" disabled={busy}>
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
