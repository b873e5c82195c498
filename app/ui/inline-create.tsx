import { Form, useLocation } from "@remix-run/react";
import type { ReactNode } from "react";
import type { OpenQuestion } from "~/http/questions.server";
import { Dialog } from "./dialog/dialog";
import { Questions } from "./form/questions";
import { Author } from "./page/author";
import { useListSearch } from "./page/page";
import { Refusal } from "./page/sentence";

/*
 * The small dialog over a form that adds a choice for it (docs/decisions/adding-in-passing.md). It is a form of
 * its own that carries the other form's typed values. Its address is the form's with `add=<kind>`.
 */

type Reply = {
  result?: { initialValue?: Record<string, unknown>; error?: Record<string, string[]> };
  refusal?: string;
  added?: { kind: string; id: number };
  asked?: OpenQuestion[];
  draft?: Record<string, string>;
};

/**
 * The state of a form's small dialog, from its address and the action's answer.
 * @param kinds the kinds of choice that the form can add
 */
export function useAdding<Kind extends string>(
  kinds: readonly Kind[],
  { reply, values, idempotencyKey }: { reply: unknown; values: object; idempotencyKey: string },
) {
  const { pathname, search } = useLocation();
  const kindToAdd = new URLSearchParams(search).get("add");
  const ownSearch = useListSearch();
  const { result, refusal, added, asked: questions, draft } = (reply ?? {}) as Reply;
  const {
    lookup,
    adding, // sent again by a form whose connection failed
    lookup_value,
    lookup_key: _,
    confirmed,
    typed,
    ...others
  } = result?.initialValue ?? {};
  const kind = reply ? (lookup ?? adding) : kindToAdd;
  const form = pathname + ownSearch;
  return {
    /** The kind of choice to add; undefined while the dialog is closed. */
    kind: kinds.find((one) => one === kind),
    added,
    /** The id of the new choice, if it is of this kind. */
    addedTo: (kind: Kind) => (added?.kind === kind ? added.id : undefined),
    /** The dialog's typed values, and the questions before it is saved. */
    draft,
    question: { questions, result: { initialValue: { confirmed } } },
    /** The address of the form with its dialog open. */
    addressFor: (kind: Kind) => `${form}${ownSearch ? "&" : "?"}add=${kind}`,
    value: String(lookup_value ?? ""),
    sentence: refusal ?? result?.error?.[""]?.[0],
    typed: typeof typed === "string" ? typed : JSON.stringify(reply ? others : values),
    /** The form's address without the dialog. */
    form,
    /** The form's key, so that a dialog that is sent twice adds once. */
    idempotencyKey,
  };
}

export type Adding<Kind extends string = string> = ReturnType<typeof useAdding<Kind>>;

/** A button beside a choice that opens the dialog to add one. */
export function AddButton<Kind extends string>({
  adding,
  kind,
  title,
}: {
  adding: Pick<Adding<Kind>, "addressFor">;
  kind: Kind;
  title: string;
}) {
  return (
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
  );
}

/** The small dialog. Its first button is hidden and is the one that Enter presses. */
export function AddDialog<Kind extends string>({
  adding: { kind, form, sentence, question, typed, idempotencyKey },
  title,
  children,
}: {
  adding: Omit<Adding<Kind>, "addressFor" | "addedTo">;
  title: string;
  children: ReactNode;
}) {
  return (
    <Dialog
      title={title}
      back={form}
      narrow
      close={
        <>
          <button type="submit" form="lookup" hidden tabIndex={-1} />
          <button type="submit" form="lookup" name="lookup" value="" formNoValidate>
            إغلاق <span aria-hidden="true">✕</span>
          </button>
        </>
      }
    >
      <Form id="lookup" method="post" action={form} replace preventScrollReset>
        <Refusal text={sentence} />
        <Author isTyped />
        <Questions reply={question} />
        <input type="hidden" name="adding" value={kind} />
        <input type="hidden" name="typed" value={typed} />
        <input type="hidden" name="lookup_key" value={`${idempotencyKey} ${kind}`} />
        {children}
        <div className="form-actions">
          <button className="button primary" type="submit">
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
