import { Form, useActionData, useLocation, useParams } from "@remix-run/react";
import type { ComponentProps, ReactNode } from "react";
import { group } from "~/features/groups/group";
import { GroupPage } from "~/features/groups/group-page";
import { Author } from "~/ui/page/author";
import { ButtonLink, useHolds } from "~/ui/page/links";
import { Sentence } from "~/ui/page/sentence";
import { Trial } from "~/ui/page/trial";
import { useManyFiles } from "./files-field";

/** What a refused form sends back. */
type Reply = { refusal?: string; fields?: Record<string, string>; values?: Record<string, string> };

/** The router keeps a page's data after a refusal; here a refusal says that the data have changed. */
export const stayFresh = () => true;

/** What the last refused post said. */
const useReply = () => useActionData<Reply>() ?? {};

/** The screen on which a user brings something for the members of a group. Without any it leads to those who can be added. */
export function UploadPage({
  screen,
  actions,
  tabs,
  ...trial
}: Omit<ComponentProps<typeof Trial>, "refusal"> &
  Pick<ComponentProps<typeof GroupPage>, "screen" | "actions"> & { tabs?: ReactNode }) {
  const members = `${group.path}/${useParams().group}/members`;
  const mayAdd = useHolds(group.write);
  const addition = mayAdd && <ButtonLink href={`${members}/new`}>إضافة عضو</ButtonLink>;
  return (
    <GroupPage screen={screen} actions={trial.all.rows > 0 ? actions : addition}>
      {tabs}
      <Trial {...trial} refusal={useReply().refusal} />
    </GroupPage>
  );
}

/** Carries out all that the page shows as matching, in one go. @param seen the page's seal */
export function CarryOut({
  path,
  deed,
  hint,
  seen,
  idempotencyKey,
  tone = "primary",
  children,
}: {
  path: string;
  /** What the button does: «اعتماد 3 تأشيرات». */
  deed: string;
  hint: string;
  seen: string;
  idempotencyKey: string;
  tone?: "primary" | "danger";
  children?: ReactNode;
}) {
  const { search } = useLocation();
  return (
    <Form
      key={seen}
      method="post"
      encType="multipart/form-data"
      action={path + search}
      className="sheet-card"
    >
      <h2>{deed}</h2>
      <p className="mb-3">{hint}</p>
      <Author />
      <input type="hidden" name="seen" value={seen} />
      <input type="hidden" name="idempotency_key" value={idempotencyKey} />
      {children}
      <div className="form-actions">
        <button className={`button ${tone}`} type="submit">
          {deed}
        </button>
      </div>
    </Form>
  );
}

/**
 * The form that adds to what was brought. Its children stand below its fields and its button, and are a part of it. Its key is `brought`:
 * what has arrived leaves its fields, so that the next press does not send it again.
 * @param isOpen whether there is anybody for whom something can be brought; without it only the children stand
 * @param save what the button says
 * @param mayClear whether there is anything to take out
 * @param mayCarryOut whether the page has a `CarryOut`, whose button is then the first of the page
 */
export function UploadForm({
  isOpen,
  path,
  title,
  save,
  mayClear,
  mayCarryOut,
  fields,
  children,
}: {
  isOpen: boolean;
  path: string;
  title: string;
  save: string;
  mayClear: boolean;
  mayCarryOut: boolean;
  fields: ReactNode;
  children: ReactNode;
}) {
  const { search } = useLocation();
  const { send, waiting } = useManyFiles();
  return (
    <Form
      method="post"
      encType="multipart/form-data"
      action={path + search}
      preventScrollReset
      onSubmit={send}
    >
      <Author isTyped />
      {isOpen && (
        <section className="sheet-card">
          <h2>{title}</h2>
          <div className="fields">{fields}</div>
          <div className="form-actions">
            <button className={`button ${mayCarryOut ? "" : "primary"}`} type="submit" disabled={waiting > 0}>
              {waiting ? `جاري الرفع، بقي ${waiting}...` : save}
            </button>
            {mayClear && (
              <button className="button" type="submit" name="clear" value="1" formNoValidate>
                إفراغ الصفحة
              </button>
            )}
          </div>
        </section>
      )}
      {children}
    </Form>
  );
}

/** A control's name and what was typed into it, and what is wrong with it. */
export function useTyped(name: string, stored?: string, hint?: string) {
  const { fields = {}, values = {} } = useReply();
  const fault = Object.hasOwn(fields, name) ? fields[name] : undefined;
  const described = [fault && `${name}-error`, hint && `${name}-hint`].filter(Boolean).join(" ");
  const control = {
    name,
    defaultValue: Object.hasOwn(values, name) ? values[name] : stored,
    "aria-invalid": fault ? (true as const) : undefined,
    "aria-describedby": described || undefined,
  };
  const remark = fault && (
    <p className="error" id={`${name}-error`}>
      <Sentence text={fault} />
    </p>
  );
  return { control, remark };
}

/** A field with its label, what is wrong with it, and a hint. @param control draws the control with what it takes */
export function UploadField({
  name,
  label,
  hint,
  wide,
  stored,
  control: draw,
}: {
  name: string;
  label: string;
  stored?: string;
  hint?: string;
  wide?: boolean;
  control: (props: { id: string } & ReturnType<typeof useTyped>["control"]) => ReactNode;
}) {
  const { control, remark } = useTyped(name, stored, hint);
  return (
    <div className={wide ? "field wide" : "field"}>
      <label htmlFor={name}>{label}</label>
      {draw({ id: name, ...control })}
      {remark}
      {hint && (
        <p className="hint" id={`${name}-hint`}>
          {hint}
        </p>
      )}
    </div>
  );
}
