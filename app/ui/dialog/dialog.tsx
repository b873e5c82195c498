import { useActionData, useLocation, useNavigate, useRevalidator } from "@remix-run/react";
import {
  type ComponentProps,
  type FormEvent,
  type ReactNode,
  useEffect,
  useId,
  useRef,
  useState,
} from "react";
import { type Entity, wordsOf } from "~/domain/entity";
import { quote } from "~/domain/nouns";
import { useFirstDrawn } from "~/ui/page/hydration";
import { connectionLost, post } from "~/ui/page/post";
import { Refusal, Sentence } from "~/ui/page/sentence";
import { Author } from "../page/author";

/**
 * A dialog over its list. The server renders it open, and cancel is a link. With JavaScript it becomes modal, and Escape
 * follows the cancel link.
 */
export function Dialog({
  title,
  back,
  narrow,
  inert,
  close,
  children,
}: {
  title: string;
  back: string;
  narrow?: boolean;
  /** Whether another dialog lies over it. */
  inert?: boolean;
  /** The element in its corner that closes it, if that is no link back. */
  close?: ReactNode;
  children: ReactNode;
}) {
  const dialog = useRef<HTMLDialogElement>(null);
  const isOpened = useFirstDrawn();
  const [opener] = useState(() => (typeof document === "undefined" ? null : document.activeElement));
  const heading = useId();
  const navigate = useNavigate();
  useEffect(() => {
    const element = dialog.current;
    if (!element || element.matches(":modal")) return;
    const focusTarget = element.contains(document.activeElement) && (document.activeElement as HTMLElement);
    const first = element.querySelector<HTMLElement>(
      ".dialog-body :is(input:not([type=hidden]), select, textarea)",
    );
    // In the server's HTML the user may have left the fields: no letter goes to one by itself.
    const usual = isOpened || !window.presses.count ? first : element.querySelector("h2");
    const body = element.querySelector(".dialog-body");
    const scrollTop = body?.scrollTop ?? 0;
    element.close(); // the server's `open` is not modal
    element.showModal();
    (focusTarget || usual)?.focus({ preventScroll: true }); // showModal focuses the first element, which is the close button
    if (body) body.scrollTop = scrollTop; // what was scrolled before the scripts started stays so
    return () => {
      openerOf(opener)?.focus({ preventScroll: true });
    };
  }, []);
  return (
    <>
      <div className="backdrop" />
      <dialog
        ref={dialog}
        open
        {...(inert && { inert: "" })}
        className={narrow ? "dialog narrow" : "dialog"}
        aria-labelledby={heading}
        onCancel={(event) => {
          if (event.target !== event.currentTarget) return; // the event comes from a cancelled file picker inside
          event.preventDefault();
          navigate(back, { preventScrollReset: true, replace: true });
        }}
      >
        <div className="dialog-head">
          <h2 id={heading} tabIndex={-1}>
            {title}
          </h2>
          {close ?? (
            <a href={back} data-stay="">
              إغلاق <span aria-hidden="true">✕</span>
            </a>
          )}
        </div>
        <div className="dialog-body">{children}</div>
      </dialog>
    </>
  );
}

/**
 * The element that opened a dialog, or the link to the same address in a row that was drawn again meanwhile. A link that only
 * «المزيد» beside it shows, as on a phone, is shown again.
 */
function openerOf(opener: Element | null) {
  if (opener?.isConnected) return opener as HTMLElement;
  const href = opener?.getAttribute("href");
  const link = href && document.querySelector<HTMLElement>(`a[href="${CSS.escape(href)}"]`);
  if (!link) return undefined;
  const more = link.parentElement?.querySelector<HTMLDetailsElement>(":scope > details");
  if (more && !link.offsetParent) more.open = true;
  return link;
}

/** The page that asks before a deletion, or another step of weight, without JavaScript. It has the same words and a button. */
export function ConfirmDialog({
  title,
  question,
  detail,
  button = "تأكيد الحذف",
  tone = "danger",
  back,
  fields,
  refusal: known,
}: {
  title: string;
  question: string;
  detail?: ReactNode;
  /** What the answer takes along. It can be typed anew after a refusal. */
  fields?: ReactNode;
  button?: string;
  tone?: "danger" | "primary";
  back: string;
  /** The reason why it is not possible, if it is known before the action. */
  refusal?: string;
}) {
  const navigate = useNavigate();
  const { revalidate } = useRevalidator();
  const { pathname, search } = useLocation();
  const answer = useActionData<{ refusal?: string }>();
  const [refusal, setRefusal] = useState(answer?.refusal ?? known);
  const [busy, setBusy] = useState(false);
  const canProceed = !refusal || refusal === connectionLost || Boolean(fields);
  const proceed = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    setBusy(true);
    const newRefusal = await post(pathname + search, form);
    if (!newRefusal) {
      revalidate(); // the navigation loads the list again, which the router would keep
      return navigate(back, { preventScrollReset: true, replace: true });
    }
    setBusy(false);
    setRefusal(newRefusal);
  };
  return (
    <Dialog title={title} back={back} narrow>
      <Refusal text={refusal} />
      {canProceed && (
        <>
          <p>
            <Sentence text={question} />
          </p>
          {detail}
        </>
      )}
      <form method="post" onSubmit={proceed}>
        {fields && <div className="mt-3">{fields}</div>}
        <div className="form-actions">
          <Author />
          {canProceed && (
            <button className={`button ${tone}`} type="submit" disabled={busy}>
              {button}
            </button>
          )}
          <a className="button" href={back} data-stay="">
            إلغاء
          </a>
        </div>
      </form>
    </Dialog>
  );
}

/** The question before a deletion, without JavaScript. */
export function DeleteDialog({
  of,
  row,
  ...rest
}: {
  of: Pick<Entity, "table" | "noun" | "path">;
  row: object;
} & Pick<ComponentProps<typeof ConfirmDialog>, "detail" | "refusal">) {
  const { one, a, name } = wordsOf(of);
  return (
    <ConfirmDialog
      title={`حذف ${a}`}
      question={`هل أنت متأكد من حذف ${one} ${quote(String((row as Record<string, unknown>)[name]))}؟`}
      back={of.path + useLocation().search}
      {...rest}
    />
  );
}
