import type { ReactNode } from "react";
import { type Entity, wordsOf } from "~/domain/entity";
import { useListSearch } from "./page";

/*
 * Links by what they do (shell/anchors.ts acts on their data attributes). Those that open a dialog over a list stay
 * where one has scrolled to, and take the list's query along.
 */

type To = Pick<Entity, "table" | "noun" | "path">;

/** Opens the form of a new row: «إضافة مورد». */
export function NewLink({ to, children }: { to: To; children?: ReactNode }) {
  const search = useListSearch();
  return (
    <a className="button primary" href={`${to.path}/new${search}`} data-stay="" data-discover="true">
      {children ?? `إضافة ${wordsOf(to).a}`}
    </a>
  );
}

export function ShowLink({ to, id }: { to: To; id: number }) {
  const search = useListSearch();
  return (
    <a href={`${to.path}/${id}${search}`} data-stay="">
      تفاصيل
    </a>
  );
}

export function EditLink({ to, id }: { to: To; id: number }) {
  const search = useListSearch();
  return (
    <a href={`${to.path}/${id}/edit${search}`} data-stay="">
      تعديل
    </a>
  );
}

/** Asks before it deletes: by toast or by the browser's own dialog (spec §2), on a page without JavaScript. */
export function DeleteLink({ to, id, by }: { to: To; id: number; by: "toast" | "browser" }) {
  const search = useListSearch();
  return (
    <a className="danger" href={`${to.path}/${id}/delete${search}`} data-confirm={by}>
      حذف
    </a>
  );
}
