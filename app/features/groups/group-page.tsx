import { type MetaFunction, useRouteLoaderData } from "@remix-run/react";
import type { ReactNode } from "react";
import type { Day } from "~/domain/hijri";
import type { Tone } from "~/domain/states";
import { readinessPath } from "~/features/links/readiness-link";
import { DayText } from "~/ui/page/day";
import { ButtonLink, useHolds } from "~/ui/page/links";
import { Page } from "~/ui/page/page";
import { printTitle } from "~/ui/print-title";
import { type Group, group } from "./group";
import { GroupBadge } from "./group-badge";
import { OthersNotice, OthersOutLink } from "./others-notice";

/** The screens of a group in the order of their tabs. The names end their addresses. */
export const groupScreens = {
  members: "الأعضاء",
  readiness: "الجاهزية",
  visas: "التأشيرات",
  papers: "الأوراق",
  families: "العائلات",
  stays: "الإقامات",
  rooms: "الغرف",
  buses: "الحافلات",
  badges: "البطاقات",
  lists: "الكشوف",
} as const;
export type GroupScreen = keyof typeof groupScreens;

/** How far a group is in one respect. */
export type GroupState = {
  /** «15 من 20»، «3 بلا سرير» */
  text: string;
  /** Completes the text for screen readers: «لهم تأشيرة». */
  rest?: string;
  tone: Tone;
};

/** What all screens of a group show (features/group-page/frame.tsx). */
export type GroupFrame = {
  group: Group;
  days: { departure: Day; return: Day };
  trip: { name: string; href: string } | null;
  /** The screens that the user may open. */
  tabs: { screen: GroupScreen; state: GroupState | null }[];
  /** The members who do not travel. */
  others: { id: number; name: string }[];
};

export const groupFrame = "features/group-page/frame";

/** The title of a screen of a group: what it is, and the group's name, so that tabs and PDFs are told apart. */
export const groupMeta =
  (title: string): MetaFunction =>
  ({ matches }) => {
    const frame = matches.find(({ id }) => id === groupFrame)?.data as GroupFrame | undefined;
    return printTitle(title, frame?.group.name);
  };

/**
 * A screen of a group: the group's head and tabs, then the screen's own title and actions.
 * @param title what the screen shows, if its tab does not say it
 */
export function GroupPage({
  screen,
  title = groupScreens[screen],
  lead,
  actions,
  children,
}: {
  screen: GroupScreen;
  title?: string;
  lead?: ReactNode;
  actions?: ReactNode;
  children: ReactNode;
}) {
  const { group: of, others, ...head } = useRouteLoaderData<GroupFrame>(groupFrame) as GroupFrame;
  const mayEdit = useHolds(group.write);
  return (
    <Page
      title={of.name}
      badge={<GroupBadge status={of.status} />}
      lead={<Head of={of} {...head} />}
      actions={
        mayEdit && (
          <>
            <ButtonLink href={`${group.path}/${of.id}/edit?from=page`}>تعديل المجموعة</ButtonLink>
            <ButtonLink href={group.path}>المجموعات</ButtonLink>
          </>
        )
      }
    >
      <nav className="tabs states" aria-label="أقسام المجموعة">
        {head.tabs.map(({ screen: name, state }) => (
          <a
            key={name}
            href={`${group.path}/${of.id}/${name}`}
            aria-current={name === screen ? "page" : undefined}
          >
            {groupScreens[name]} {state && <State {...state} />}
          </a>
        ))}
      </nav>
      <div className="page-head">
        <h2>{title}</h2>
        {lead && <p>{lead}</p>}
        {actions && <div className="actions">{actions}</div>}
      </div>
      {screen === "members" ? (
        <OthersOutLink groupId={of.id} others={others} />
      ) : (
        <OthersNotice groupId={of.id} others={others} />
      )}
      {children}
    </Page>
  );
}

const State = ({ text, rest, tone }: GroupState) => (
  <small className={tone}>
    {text}
    {rest && <span className="sr-only"> {rest}</span>}
  </small>
);

/** Where the group belongs, when it travels and who leads it. */
function Head({ of, trip, days }: { of: Group } & Pick<GroupFrame, "trip" | "days">) {
  const mayOpen = useHolds(group.write);
  const { campaign, campaign_id, supervisor, supervisorName, supervisorPhone } = of;
  return (
    <>
      <span>{mayOpen ? <a href={readinessPath("campaign", campaign_id)}>{campaign}</a> : campaign}</span>{" "}
      {trip && <span>{mayOpen ? <a href={trip.href}>{trip.name}</a> : trip.name}</span>}{" "}
      <span>
        المغادرة <DayText {...days.departure} />
      </span>{" "}
      <span>
        العودة <DayText {...days.return} />
      </span>{" "}
      {supervisor ? (
        <span>
          المشرف <bdi>{supervisorName ?? supervisor}</bdi>{" "}
          {supervisorPhone && <bdi dir="ltr">{supervisorPhone}</bdi>}
        </span>
      ) : (
        <span>بلا مشرف</span>
      )}
    </>
  );
}
