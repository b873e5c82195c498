import { useLoaderData } from "@remix-run/react";
import { db } from "~/db/knex.server";
import { screenPage } from "~/db/list.server";
import type { RowOf } from "~/domain/html-only";
import { AccountsPage } from "~/features/links/accounts-page";
import { listScreen } from "~/http/screen.server";
import { AuditLogLink } from "~/ui/page/links";
import { ListTable } from "~/ui/page/list-table";
import { Badge, Figures } from "~/ui/page/page";
import type { Column } from "~/ui/page/table";
import { closing, closingDeedLabels } from "./closing";
import { lastClosing, listClosings, mayClose } from "./closings.server";

const { labels, path } = closing;

export const meta = () => [{ title: "إقفال الفترات · الحسابات المالية" }];

export const loader = listScreen(["manage_financials"], async ({ url: { searchParams }, user }) => {
  const [page, last] = await Promise.all([screenPage(listClosings, searchParams), lastClosing(db)]);
  return { ...page, closedUntil: last?.closed_until ?? null, mayClose: mayClose(user) };
});

type Row = RowOf<typeof loader>;

const columns: Column<Row>[] = [
  { label: "الوقت", kind: "code", cell: ({ at }) => at },
  {
    label: labels.deed,
    cell: ({ deed }) => <Badge tone={deed === "close" ? "good" : "gold"}>{closingDeedLabels[deed]}</Badge>,
  },
  {
    label: labels.closed_until,
    cell: ({ closed_until }) => (closed_until ? <bdi dir="ltr">{closed_until}</bdi> : "لا شيء مقفل"),
  },
  { label: labels.reason, cell: ({ reason }) => reason ?? "—" },
  { label: "المستخدم", cell: ({ closed_by }) => <bdi>{closed_by}</bdi> },
];

export default function Closings() {
  const { closedUntil, mayClose, ...page } = useLoaderData<typeof loader>();
  return (
    <AccountsPage
      of={closing}
      actions={
        <>
          {mayClose && (
            <a className="button primary" href={`${path}/close`} data-stay="">
              إقفال فترة
            </a>
          )}
          {mayClose && closedUntil && (
            <a className="button" href={`${path}/reopen`} data-stay="">
              إعادة فتح
            </a>
          )}
          <AuditLogLink of={closing} id={null} />
        </>
      }
    >
      <Figures
        figures={[
          {
            label: labels.closed_until,
            value: closedUntil ? <bdi dir="ltr">{closedUntil}</bdi> : "لا شيء مقفل",
          },
        ]}
      />
      <p className="mb-4 text-muted">
        لا يضاف إلى الفترة المقفلة سند أو فاتورة أو عقد أو تسوية، ولا يعدل ما فيها أو يحذف. وما يلغى أو يخصم
        من عقودها وسنداتها فبتاريخ يوم مفتوح، وسندات الأيام المفتوحة تسدد عقودها وفواتيرها.
        {!mayClose && " الإقفال وإعادة الفتح للمدير وحده."}
      </p>
      <ListTable of={closing} page={page} columns={columns}>
        أقفل ما روجع من الأشهر، فلا يتغير بعدها شيء من دفاترها.
      </ListTable>
    </AccountsPage>
  );
}
