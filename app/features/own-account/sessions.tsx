import { Form } from "@remix-run/react";
import type { SessionShown } from "~/auth/sessions.server";
import { Author } from "~/ui/page/author";
import { Badge } from "~/ui/page/page";
import { Table } from "~/ui/page/table";

/**
 * A user's sessions, each with a button that ends it by a post to its address.
 * @param isReadOnly whether the reader may not end them
 */
export function Sessions({ sessions, isReadOnly }: { sessions: SessionShown[]; isReadOnly?: boolean }) {
  return (
    <Table
      caption="الجلسات المفتوحة"
      rows={sessions}
      columns={[
        {
          label: "المتصفح",
          cell: ({ browser, is_own }) => (
            <span>
              {browser} {is_own && <Badge tone="good">هذه الجلسة</Badge>}
            </span>
          ),
        },
        { label: "عنوان الشبكة", kind: "code long", cell: ({ address }) => address ?? "—" },
        { label: "منذ", kind: "code", cell: ({ since }) => since },
        { label: "آخر نشاط", kind: "code", cell: ({ seen }) => seen },
      ]}
      actions={
        isReadOnly ? undefined : ({ id, is_own }) => !is_own && <EndButton which={id}>إنهاء</EndButton>
      }
    />
  );
}

/** @param look as a button, if it is outside of a row */
export function EndButton({
  which,
  look,
  children,
}: {
  which: number | "all" | "others";
  look?: string;
  children: string;
}) {
  return (
    <Form method="post" preventScrollReset>
      <Author />
      <button type="submit" name="end" value={which} className={look ?? "danger"}>
        {children}
      </button>
    </Form>
  );
}
