import { useRouteLoaderData } from "@remix-run/react";
import type { ReactNode } from "react";
import { type Entity, wordsOf } from "~/domain/entity";
import type { Permission } from "~/domain/permissions";
import { useListSearch } from "./page";

/*
 * Links by their purpose (shell/anchors.ts acts on their data attributes). Links that open a dialog over a list keep the
 * scroll position and the list's query.
 */

type To = Pick<Entity, "table" | "noun" | "path">;

/** A link that looks like a button. */
export const ButtonLink = ({ href, children }: { href: string; children: ReactNode }) => (
  <a className="button" href={href}>
    {children}
  </a>
);

/** A link to the form of a new row: «إضافة مورد». */
export function NewLink({ to, children }: { to: To; children?: ReactNode }) {
  const search = useListSearch();
  return (
    <a className="button primary" href={`${to.path}/new${search}`} data-stay="" data-discover="true">
      {children ?? `إضافة ${wordsOf(to).a}`}
    </a>
  );
}

/** A link to the import of rows from a file. */
export const ImportLink = ({ to }: { to: To }) => <ButtonLink href={`${to.path}/import`}>استيراد</ButtonLink>;

export function ShowLink({ to, id }: { to: To; id: number }) {
  const search = useListSearch();
  return (
    <a href={`${to.path}/${id}${search}`} data-stay="">
      تفاصيل
    </a>
  );
}

export function EditLink({ to, id, children = "تعديل" }: { to: To; id: number; children?: string }) {
  const search = useListSearch();
  return (
    <a href={`${to.path}/${id}/edit${search}`} data-stay="">
      {children}
    </a>
  );
}

/** The address of a record's audit log (docs/decisions/audit-log.md), without an id for the only row of a kind. */
export function auditLogOf(table: string, id: number | null) {
  return `/settings/trail?kind=${table}${id === null ? "" : `&record=${id}`}`;
}

/** Whether the user of the page holds a permission, for links that others may not open. */
export function useHolds(permission: Permission) {
  const shell = useRouteLoaderData<{ permissions: Permission[] }>("shell/shell");
  return shell?.permissions.includes(permission) ?? false;
}

/** A link from a record to its audit log, for users who may read it. */
export function AuditLogLink({ of, id }: { of: Pick<Entity, "table">; id: number | null }) {
  if (!useHolds("manage_users")) return null;
  return (
    <a className="audit-log" href={auditLogOf(of.table, id)}>
      سجل التغييرات
    </a>
  );
}

/** A link that asks before it deletes: by toast or by the browser's dialog (spec §2), on a page without JavaScript. */
export function DeleteLink({
  to,
  id,
  by,
  question,
  children = "حذف",
}: {
  to: To;
  id: number;
  by: "toast" | "browser";
  /** The question, if it is not made of the row's name. */
  question?: string;
  children?: string;
}) {
  const search = useListSearch();
  return (
    <a
      className="danger"
      href={`${to.path}/${id}/delete${search}`}
      data-confirm={by}
      data-question={question}
    >
      {children}
    </a>
  );
}

/** The usual actions of a list's row. */
export const editAndDelete =
  (to: To) =>
  ({ id }: { id: number }) => (
    <>
      <EditLink to={to} id={id} />
      <DeleteLink to={to} id={id} by="browser" />
    </>
  );

/** The buttons above a list whose rows can also be imported. */
export const ImportAndNew = ({ of }: { of: To }) => (
  <>
    <ImportLink to={of} />
    <NewLink to={of} />
  </>
);
