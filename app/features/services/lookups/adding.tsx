import { Form, useLocation, useNavigation } from "@remix-run/react";
import { useRef } from "react";
import type { OpenQuestion } from "~/http/questions.server";
import { Dialog } from "~/ui/dialog";
import { SelectField } from "~/ui/field";
import { useListSearch } from "~/ui/page";
import { type LookupKind, lookupKinds, lookups } from "./lookup";

/*
 * A select with a button that adds to its choices, and the small dialog which that button opens over the form
 * (spec §2). The dialog is a form of its own that carries what was typed in the other one; its address is the form's
 * with `add=<lookup>`. See adding.server.ts for what they post to.
 */

type Reply = {
  result?: { initialValue?: Record<string, unknown>; error?: Record<string, string[]> };
  refusal?: string;
  added?: { kind: AddedKind; id: number };
  asked?: OpenQuestion[];
  draft?: Record<string, string>;
};

/** A customer is added by the same steps; the dialog is another (customers/customer-dialog.tsx). */
type AddedKind = LookupKind | "customers";
const kinds: AddedKind[] = [...lookupKinds, "customers"];

/** The state of a form's small dialog, from its address and what the action answered. */
export function useAdding({
  reply,
  values,
  oneTimeKey,
}: {
  reply: unknown;
  values: object;
  oneTimeKey: string;
}) {
  const { pathname, search } = useLocation();
  const asked = new URLSearchParams(search).get("add");
  const ownSearch = useListSearch();
  const { result, refusal, added, asked: questions, draft } = (reply ?? {}) as Reply;
  const { lookup, lookup_value, lookup_key: _, confirmed, typed, ...others } = result?.initialValue ?? {};
  // What was added stays in sight until the loader has read the choices again; what is sent after it is none of its.
  const settling = useNavigation().formData?.get("lookup") === added?.kind ? added?.kind : undefined;
  const kind = reply ? (lookup ?? settling) : asked;
  const form = pathname + ownSearch;
  return {
    /** The lookup that is being added to; undefined while the dialog is closed. */
    kind: kinds.find((known) => known === kind),
    added,
    /** What was typed of a customer, and what is asked before it is added. */
    draft,
    question: { questions, result: { initialValue: { confirmed } } },
    /** Where the form with the dialog over it is. */
    addressFor: (kind: AddedKind) => `${form}${ownSearch ? "&" : "?"}add=${kind}`,
    value: String(lookup_value ?? ""),
    sentence: refusal ?? result?.error?.[""]?.[0],
    typed: typeof typed === "string" ? typed : JSON.stringify(reply ? others : values),
    /** The form's address, and its query, without the dialog. */
    form,
    search: ownSearch,
    /** The form's, so that a dialog sent twice adds once. */
    oneTimeKey,
  };
}

type Adding = ReturnType<typeof useAdding>;

/** A select whose choices can be added to; what was added is chosen. */
export function LookupField({
  kind,
  adding,
  choices,
  ...select
}: {
  kind: LookupKind;
  adding: Adding;
  choices: [id: number, label: string][];
} & React.ComponentProps<typeof SelectField>) {
  const { title } = lookups[kind];
  // What was added last stays the choice while other fields' dialogs come and go.
  const last = useRef<number>();
  if (adding.added?.kind === kind && choices.some(([id]) => id === adding.added?.id))
    last.current = adding.added.id;
  return (
    <SelectField
      key={last.current}
      {...(last.current && { defaultValue: last.current, autoFocus: true })}
      {...select}
      choices={choices}
      after={
        <button
          className="button"
          type="submit"
          name="lookup"
          value={kind}
          formAction={adding.addressFor(kind)}
          formNoValidate
        >
          {title}
        </button>
      }
    />
  );
}

/** Its first button, which is not seen, is what the Enter key presses. */
export function LookupDialog({ adding }: { adding: Adding }) {
  if (!adding.kind || adding.kind === "customers") return null;
  const { title, label, column } = lookups[adding.kind];
  return (
    <Dialog
      title={title}
      back={adding.form}
      narrow
      close={
        <>
          <button type="submit" form="lookup" name="lookup" value={adding.kind} hidden tabIndex={-1} />
          <button type="submit" form="lookup" name="lookup" value="" formNoValidate aria-label="إغلاق">
            ✕
          </button>
        </>
      }
    >
      <Form id="lookup" method="post" action={adding.form} replace preventScrollReset>
        {adding.sentence && (
          <p className="errors" role="alert">
            {adding.sentence}
          </p>
        )}
        <input type="hidden" name="typed" value={adding.typed} />
        <input type="hidden" name="lookup_key" value={`${adding.oneTimeKey} lookup`} />
        <div className="field">
          <label htmlFor="lookup-value">{label}</label>
          <input
            id="lookup-value"
            name="lookup_value"
            defaultValue={adding.value}
            maxLength={100}
            autoComplete="off"
            autoFocus
            {...(column === "value" && { dir: "ltr", inputMode: "numeric", placeholder: "5" })}
          />
        </div>
        <div className="form-actions">
          <button className="button primary" type="submit" name="lookup" value={adding.kind}>
            إضافة
          </button>
          <button className="button" type="submit" name="lookup" value="" formNoValidate>
            إلغاء
          </button>
        </div>
      </Form>
    </Dialog>
  );
}
