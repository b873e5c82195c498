import {
  type FieldMetadata,
  type FormMetadata,
  getFormProps,
  type SubmissionResult,
  useForm,
} from "@conform-to/react";
import { Form, useActionData, useNavigation } from "@remix-run/react";
import { Fragment, type ReactNode, useEffect, useLayoutEffect, useMemo, useState } from "react";
import { enter } from "~/domain/search-step";
import type { FormReply } from "~/http/screen.server";
import { useHydrated } from "~/ui/page/hydration";
import { useAnswerFocus } from "~/ui/page/presses";
import { Sentence } from "~/ui/page/sentence";
import { titleWith } from "~/ui/page/title";
import { useUnsaved } from "~/ui/page/unsaved";
import { Author } from "../page/author";
import { SearchedContext } from "./focus";
import { fetchScriptsOf } from "./next-scripts";
import { Questions } from "./questions";
import { isOther } from "./remarks";

export type Values = Record<string, string | number | boolean | (string | number)[] | null | undefined>;
export type Constraint = Record<string, { required?: boolean; maxLength?: number }>;

/**
 * Conform's form as the office uses it: the schema stays on the server, and its constraints come with the loader's data. A
 * browser without JavaScript checks the constraints.
 */
export function useOfficeForm<Input extends Values>(
  id: string,
  { constraint = {}, values = {} }: { constraint?: Constraint; values?: Values },
) {
  const result = useActionData<FormReply>()?.result as SubmissionResult | undefined;
  // After a result with a status Conform focuses the first wrong field, whatever the user does meanwhile.
  const lastResult = useMemo(() => result && { ...result, status: undefined }, [result]);
  return useForm<Record<keyof Input & string, string>>({
    id,
    lastResult,
    constraint: constraint as never,
    defaultValue: values as never,
    defaultNoValidate: false,
  }) as unknown as [FormMetadata<Input>, Record<keyof Input & string, FieldMetadata<string>>];
}

/** The form of a deed that is no entity's: `field` gives a control its field and its label. */
export function usePlainForm<Name extends string>(
  id: string,
  labels: Record<Name, string>,
  options: Parameters<typeof useOfficeForm>[1],
) {
  const [form, fields] = useOfficeForm<Record<Name, string>>(id, options);
  return { form, field: (name: Name) => ({ field: fields[name], label: labels[name] }) };
}

/** A form with its error summary, fields and buttons. A form that creates passes `idempotencyKey`, a form that edits `updatedAt`. */
export function OfficeForm({
  form,
  labels,
  idempotencyKey,
  updatedAt,
  present,
  save = "حفظ",
  busyLabel = "جاري الحفظ...",
  back,
  leave = "إلغاء",
  next,
  multipart,
  page,
  children,
  buttons,
}: {
  // biome-ignore lint/suspicious/noExplicitAny: a form of any schema
  form: FormMetadata<any>;
  labels: Record<string, string>;
  idempotencyKey?: string;
  updatedAt?: string;
  /** The present values by field, if someone else changed the row meanwhile and they are not those of the answer's row. */
  present?: Values;
  save?: string;
  busyLabel?: string;
  /** The address of the button `leave`; left out if the form is not a dialog. */
  back?: string;
  leave?: string;
  /** Where saving leads, if neither to `back` nor to this page. */
  next?: string;
  multipart?: boolean;
  /** A page of its own instead of a dialog: the next page is shown from its top, and needs scripts that a dialog's list has. */
  page?: boolean;
  children: ReactNode;
  buttons?: ReactNode;
}) {
  const navigation = useNavigation();
  const saved = next ?? (page ? back : undefined);
  const reply = useActionData();
  useUnsaved(form.id, reply);
  // The first value is kept: a loader that runs again reads a later time than the shown fields have.
  const [firstUpdatedAt] = useState(updatedAt);
  // When React leaves the form, which is before the router scrolls to where Back leads.
  useLayoutEffect(() => () => void (page && scrollTo(0, 0)), [page]);
  const busy = navigation.state !== "idle" && navigation.formMethod === "POST";
  // A refused form keeps the time of its first reading, unless it now shows the present values.
  const { current, result, searched } = (reply ?? {}) as FormReply;
  const fresh = (current as { updated_at?: string } | undefined)?.updated_at;
  const readFirst = (result as SubmissionResult | undefined)?.initialValue?.updated_at as string | undefined;
  return (
    <Form
      method="post"
      encType={multipart ? "multipart/form-data" : undefined}
      preventScrollReset
      onBlur={saved ? () => fetchScriptsOf(saved) : undefined}
      {...getFormProps(form)}
    >
      <EnterButton />
      <ErrorSummary form={form} labels={labels} present={present} />
      <Questions reply={reply} />
      <Author isTyped />
      {idempotencyKey && <input type="hidden" name="idempotency_key" value={idempotencyKey} />}
      {updatedAt && <input type="hidden" name="updated_at" value={fresh ?? readFirst ?? firstUpdatedAt} />}
      <SearchedContext.Provider value={searched ?? (reply ? "" : undefined)}>
        {children}
      </SearchedContext.Provider>
      <div className="form-actions">
        <button className="button primary" type="submit" disabled={busy}>
          {busy ? busyLabel : save}
        </button>
        {buttons}
        {back && (
          <a className="button" href={back} data-stay="">
            {leave}
          </a>
        )}
      </div>
    </Form>
  );
}

/**
 * The form's first button, which Enter presses. It saves; if a search within the form was typed and not made, it searches. Without
 * scripts the browser must not first ask for the required fields.
 */
const EnterButton = () => (
  <button
    type="submit"
    name="intent"
    value={enter}
    hidden
    tabIndex={-1}
    formNoValidate={!useHydrated()}
    onClick={(event) => isInSearch() && event.preventDefault()}
  />
);

/** Whether the focus is in a type-ahead with a text for which nothing is chosen yet. It searches by itself. */
function isInSearch() {
  const { activeElement: input } = document;
  return input instanceof HTMLInputElement && input.dataset.search !== undefined && input.value.trim() !== "";
}

/**
 * What is wrong, and where; after a conflict also the fields whose present value is another one than was typed.
 * @param present the present values by field
 */
export function ErrorSummary({
  form,
  labels,
  present,
}: {
  // biome-ignore lint/suspicious/noExplicitAny: a form of any schema
  form: FormMetadata<any>;
  labels: Record<string, string>;
  present?: Values;
}) {
  const reply = useActionData();
  const box = useAnswerFocus(reply);
  const fields = Object.entries(form.allErrors).filter(([name]) => name);
  const { current, result, sent = [] } = (reply ?? {}) as FormReply;
  const now = present ?? ((current ?? {}) as Values);
  const typed = (result as SubmissionResult | undefined)?.initialValue ?? {};
  const others = sent.filter(
    (name) => Object.hasOwn(labels, name) && name in now && isOther(now[name], typed[name]),
  );
  const hasErrors = Boolean(form.errors?.length || fields.length);
  // Conform shows the errors after the page has its title.
  useEffect(() => {
    if (hasErrors) document.title = titleWith(null, document.title, true);
  }, [hasErrors, reply]);
  if (!hasErrors) return null;
  return (
    <div className="errors" role="alert" tabIndex={-1} autoFocus ref={box}>
      {form.errors?.map((sentence) => (
        <p key={sentence}>
          <Sentence text={sentence} />
        </p>
      ))}
      {fields.length > 0 && (
        <ul>
          {fields.map(([name, sentences]) => (
            <li key={name}>
              <a href={`#${form.id}-${name}`}>
                <Sentence text={fieldSentence(labels[name] ?? name, sentences.join(" "))} />
              </a>
            </li>
          ))}
        </ul>
      )}
      {others.length > 0 && (
        <p>
          ما قيمته الآن غير ما كتبت:{" "}
          {others.map((name, place) => (
            <Fragment key={name}>
              {place > 0 && "، "}
              <a href={`#${form.id}-${name}`}>{labels[name]}</a>
            </Fragment>
          ))}
        </p>
      )}
    </div>
  );
}

/** Puts the field's label before a sentence that does not have it. */
const fieldSentence = (label: string, sentence: string) =>
  sentence.includes(label) ? sentence : `${label}: ${sentence}`;
