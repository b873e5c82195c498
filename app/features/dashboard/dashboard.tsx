import { useLoaderData } from "@remix-run/react";
import { db } from "~/db/knex.server";
import { holdsAny, type Permission } from "~/domain/permissions";
import { voucherFigures } from "~/features/financial/vouchers/figures.server";
import { screen } from "~/http/screen.server";
import { Money } from "~/ui/money";
import { Figures, Page } from "~/ui/page";

export const meta = () => [{ title: "لوحة التحكم" }];

/** What people come for most often; each sees what they may do. */
const tasks: { label: string; href: string; permission: Permission }[] = [
  { label: "سند قبض جديد", href: "/financial/receipts/new", permission: "manage_financials" },
  { label: "عقد جديد", href: "/contracts/new", permission: "manage_contracts" },
  { label: "إضافة عميل", href: "/customers/new", permission: "manage_customers" },
];

export const loader = screen([], async ({ user }) => {
  const [receipts, [campaigns], [pending]] = await Promise.all([
    voucherFigures(db, "receipt_vouchers_totals"),
    db("campaigns").where({ status: "active" }).count(),
    db("contracts").where({ status: "active" }).where("remaining_amount", ">", 0).count(),
  ]);
  return {
    username: user.username,
    monthlyRevenue: { amount: receipts.month, currency: receipts.currency },
    activeCampaigns: Number(campaigns?.count),
    pendingContracts: Number(pending?.count),
    tasks: tasks.filter(({ permission }) => holdsAny(user, [permission])),
  };
});

export default function Dashboard() {
  const { username, monthlyRevenue, activeCampaigns, pendingContracts, tasks } =
    useLoaderData<typeof loader>();
  return (
    <Page
      title="لوحة التحكم"
      lead={
        <>
          أهلًا <bdi>{username}</bdi>
        </>
      }
    >
      <Figures
        figures={[
          { label: "إيرادات هذا الشهر", value: <Money {...monthlyRevenue} /> },
          { label: "الحملات النشطة", value: <bdi>{activeCampaigns.toLocaleString("en-US")}</bdi> },
          { label: "عقود لم تسدد بعد", value: <bdi>{pendingContracts.toLocaleString("en-US")}</bdi> },
        ]}
      />
      {tasks.length > 0 && (
        <section className="sheet-card">
          <h2>ابدأ من هنا</h2>
          <p className="flex flex-wrap gap-2">
            {tasks.map(({ label, href }) => (
              <a key={href} className="button" href={href} data-discover="true">
                {label}
              </a>
            ))}
          </p>
        </section>
      )}
    </Page>
  );
}
