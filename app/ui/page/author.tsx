import { useActionData, useRouteLoaderData } from "@remix-run/react";
import { useState } from "react";
import type { FormReply } from "~/http/screen.server";

/** The user for whom the page was drawn, as a form names them. */
export const useAuthor = () => useRouteLoaderData<{ author: string }>("shell/shell")?.author;

/**
 * The form's author (http/form-author.server.ts). Every form that posts to a screen has it. If the form came back because another
 * user has logged in, it has a button that saves it in that user's name.
 * @param own the author, on a page without the shell
 * @param isTyped whether the user writes in the form: it stays that user's when the page's data are loaded again
 */
export function Author({ own, isTyped }: { own?: string; isTyped?: boolean }) {
  const reply = useActionData<Partial<FormReply>>();
  const drawn = useAuthor() ?? own;
  const [first] = useState(drawn);
  const { initialValue } = (reply?.result ?? {}) as { initialValue?: { author?: string | string[] } };
  const sent = reply?.foreign?.author ?? [initialValue?.author ?? []].flat().at(-1);
  const author = isTyped ? (sent ?? first) : drawn;
  return (
    <>
      {author && <input type="hidden" name="author" value={author} />}
      {isTyped && reply?.foreign && <InOwnName own={reply.foreign.own} />}
    </>
  );
}

/** The button by which whoever is logged in saves another user's form. Enter in a field does not press it. */
const InOwnName = ({ own }: { own: string }) => (
  <p className="mb-3">
    <button type="submit" hidden tabIndex={-1} />
    <button className="button" type="submit" name="author" value={own}>
      احفظه باسمي
    </button>
  </p>
);
