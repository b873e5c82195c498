import { useLoaderData } from "@remix-run/react";
import { db } from "~/db/knex.server";
import { holdsAny, type Permission } from "~/domain/permissions";
import { readNewestLines } from "~/features/audit-log/audit-log.server";
import { FirstSteps } from "~/features/first-steps/first-steps";
import { groupStats, newestGroups } from "~/features/groups/groups.server";
import { screen } from "~/http/screen.server";
import { log } from "~/log.server";
import { readFirstSteps } from "~/shell/first-steps.server";
import { Money } from "~/ui/page/money";
import { count, Figures, Page } from "~/ui/page/page";
import { GroupFigures, NewestGroups } from "./groups";
import { SampleActivities, SampleTasks } from "./sample-cards";
import { campaignStats, contractStats, monthlyRevenue } from "./stats.server";
import { Activities, Today } from "./today";
import { readCalls, readDepartures, readDuties, readFirstWaiting, readImports } from "./today.server";

export const meta = () => [{ title: "لوحة التحكم" }];

/** Links to the most common tasks, for users with their permission. */
const ways: { label: string; href: string; permission: Permission }[] = [
  { label: "سند قبض جديد", href: "/financial/receipts/new", permission: "manage_financials" },
  { label: "عقد جديد", href: "/contracts/new", permission: "manage_contracts" },
  { label: "إضافة عميل", href: "/customers/new", permission: "manage_customers" },
  { label: "المجموعات", href: "/Trips/groups", permission: "manage_trips" }, // capital T as in spec §2
  { label: "العملاء", href: "/customers", permission: "manage_customers" },
  { label: "الحملات", href: "/campaigns", permission: "manage_campaigns" },
  { label: "العقود", href: "/contracts", permission: "manage_contracts" },
];

export const loader = screen([], async ({ user }) => ({
  username: user.username,
  permissions: user.permissions,
  ...(await loaded({
    revenue: monthlyRevenue(db),
    campaigns: campaignStats(db),
    contracts: contractStats(db),
    groups: groupStats(db),
    newest: newestGroups(db, 5),
    firstSteps: readFirstSteps(db),
    duties: readDuties(user),
    calls: readCalls(user),
    departures: readDepartures(user),
    waiting: readFirstWaiting(user),
    imports: readImports(user),
    activities: readNewestLines(user, 6),
  })),
}));

type Parts = Record<string, Promise<unknown>>;
type Loaded<All extends Parts> = { [Name in keyof All]: Awaited<All[Name]> | null };

/** Loads the parts side by side. A part that fails is null and does not affect the others. */
async function loaded<All extends Parts>(parts: All): Promise<Loaded<All> & { isPartial: boolean }> {
  const names = Object.keys(parts);
  const results = await Promise.allSettled(Object.values(parts));
  for (const result of results)
    if (result.status === "rejected") log.error({ err: result.reason }, "A part of the dashboard failed");
  const values = results.map((result) => (result.status === "fulfilled" ? result.value : null));
  const isPartial = results.some(({ status }) => status === "rejected");
  return { ...(Object.fromEntries(names.map((name, at) => [name, values[at]])) as Loaded<All>), isPartial };
}

const countOrNone = (value: number | undefined) => (value === undefined ? "—" : count(value));

export default function Dashboard() {
  const {
    username,
    permissions,
    isPartial,
    revenue,
    campaigns,
    contracts,
    groups,
    newest,
    firstSteps,
    ...day
  } = useLoaderData<typeof loader>();
  const may = (permission: Permission) => holdsAny({ permissions }, [permission]);
  const wayTo = (permission: Permission, href: string) => (may(permission) ? href : undefined);
  const open = ways.filter(({ permission }) => may(permission));
  return (
    <Page
      title="لوحة التحكم"
      lead={
        <>
          أهلًا <bdi>{username}</bdi>
        </>
      }
    >
      {isPartial && (
        <p className="errors" role="alert">
          فشل في تحميل بيانات لوحة التحكم
        </p>
      )}
      <FirstSteps done={firstSteps} />
      <Today {...day}>
        {open.length > 0 && (
          <nav className="mb-6 flex flex-wrap gap-2" aria-label="ابدأ من هنا">
            {open.map(({ label, href }) => (
              <a key={href} className="button" href={href} data-discover="true">
                {label}
              </a>
            ))}
          </nav>
        )}
      </Today>
      <h2 className="section-title">أرقام المكتب</h2>
      <Figures
        figures={[
          {
            label: "إجمالي المعتمرين والحجاج",
            value: countOrNone(groups?.totalMembers),
            href: wayTo("manage_trips", "/trips/groups/members?travels=true"),
          },
          {
            label: "إيرادات هذا الشهر",
            value: revenue ? <Money amount={revenue.monthly_revenue} currency={revenue.currency} /> : "—",
            href:
              revenue &&
              wayTo(
                "manage_financials",
                `/financial/receipts?status=confirmed&from=${revenue.from}&to=${revenue.to}`,
              ),
          },
          {
            label: "الحملات النشطة",
            value: countOrNone(campaigns?.active_campaigns),
            href: wayTo("manage_campaigns", "/campaigns?status=active"),
          },
          {
            label: "عقود لم تسدد بعد",
            value: countOrNone(contracts?.pending_contracts),
            href: wayTo("manage_contracts", "/contracts?status=active&is_owing=true"),
          },
        ]}
      />
      {groups && <GroupFigures stats={groups} isLinked={may("manage_trips")} />}
      <NewestGroups groups={newest} isLinked={may("manage_trips")} />
      {day.activities && <Activities lines={day.activities} />}
      <div className="grid items-start gap-4 lg:grid-cols-2">
        <SampleActivities />
        <SampleTasks />
      </div>
    </Page>
  );
}
