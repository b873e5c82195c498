import type { MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import type { ReactNode } from "react";
import { db } from "~/db/knex.server";
import { englishDate } from "~/domain/dates";
import { notFound } from "~/domain/domain-error";
import { dayOf } from "~/domain/hijri";
import { type Language, languageOf, translated } from "~/domain/language";
import { missingSentence } from "~/domain/nouns";
import { companyHead } from "~/features/company/company.server";
import { supervisorIn } from "~/features/groups/supervisor.server";
import { orderTitle } from "~/features/links/handed-papers";
import { movementsPath } from "~/features/trips/stage";
import { trip } from "~/features/trips/trip";
import { groupsOf } from "~/features/trips/trip-groups.server";
import { idParam, screen } from "~/http/screen.server";
import { noteList } from "~/http/whole-lists.server";
import { DayText } from "~/ui/page/day";
import { ownText, pairOf } from "~/ui/page/pair";
import { LanguageLink, PrintBar, PrintLine, PrintSheet } from "~/ui/print-sheet";
import { printTitle } from "~/ui/print-title";
import type { MovementLine } from "./movement";
import { groupIn, linesIn, readMovements } from "./movements.server";
import { UnnamedPlaces } from "./unnamed-places";

export const meta: MetaFunction<typeof loader> = ({ data }) =>
  printTitle(words[data?.language ?? "ar"].title, data?.movement.name, data?.day.date);
export const handle = translated;

/** The most groups that an order names, so that it stays on one page. */
const mostGroups = 8;

/** The order of one movement for its driver. */
export const loader = screen([trip.write], async (visit) => {
  const language = languageOf(visit.url.searchParams);
  const [movement] = await readMovements([idParam(visit.params.stage)]);
  if (!movement) throw notFound(missingSentence("trip_stages"));
  const groups = await groupsOf(db, movement.trip_id);
  const { lines, unnamed } = await linesIn(language, [movement]);
  await noteList(visit, "printed", {
    of: "trip_stages",
    // With the day: many trips have stages of one name.
    title: `${words.ar.title} - ${movement.name} - ${movement.date}`,
    count: 1,
  });
  return {
    language,
    movement: lines[0] as MovementLine,
    unnamed,
    isCancelled: movement.status === "cancelled",
    day: dayOf(movement.date),
    groups: groups.slice(0, mostGroups).map((group) => ({
      id: group.id,
      name: groupIn(language, group),
      supervisor: supervisorIn(language, {
        name: group.supervisorName,
        name_latin: group.supervisorNameLatin,
      }),
      phone: group.supervisorPhone,
    })),
    moreGroups: Math.max(0, groups.length - mostGroups),
    company: await companyHead(db),
  };
});

const words = {
  ar: {
    title: orderTitle,
    cancelled: "هذه المرحلة ملغاة",
    date: "التاريخ والوقت",
    stage: "المرحلة",
    from: "من",
    to: "إلى",
    vehicle: "المركبة ورقم اللوحة",
    driver: "السائق وهاتفه",
    flight: "رقم الرحلة الجوية",
    operator: "رقم التشغيل",
    booking: "الحجز",
    trip: "الرحلة",
    groups: "المجموعات",
    group: "المجموعة",
    supervisor: "المشرف",
    supervisorPhone: "هاتف المشرف",
    noGroups: "لا مجموعات في الرحلة بعد",
    more: "مجموعات أخرى",
    travellers: "المسافرون",
    adults: "بالغون",
    children: "أطفال (2–11)",
    infants: "رضع (دون 2)",
    notes: "ملاحظات",
    signatures: ["السائق", "المشرف", "اعتماد المكتب"],
  },
  en: {
    title: "Driver's order",
    cancelled: "This movement is cancelled",
    date: "Date and time",
    stage: "Stage",
    from: "From",
    to: "To",
    vehicle: "Vehicle and plate",
    driver: "Driver and telephone",
    flight: "Flight",
    operator: "Operator No.",
    booking: "Booking",
    trip: "Trip",
    groups: "Groups",
    group: "Group",
    supervisor: "Supervisor",
    supervisorPhone: "Supervisor's telephone",
    noGroups: "No groups yet",
    more: "more groups",
    travellers: "Travellers",
    adults: "Adults",
    children: "Children (2–11)",
    infants: "Infants (under 2)",
    notes: "Notes",
    signatures: ["Driver", "Supervisor", "Office stamp"],
  },
} as const satisfies Record<Language, Record<string, string | readonly string[]>>;

export default function DriversOrder() {
  const { language, movement, unnamed, isCancelled, day, company, ...rest } = useLoaderData<typeof loader>();
  const { title, signatures, ...label } = words[language];
  return (
    <main>
      <PrintBar back={`${movementsPath}?on=${day.date}`} after={50}>
        <LanguageLink language={language} />
      </PrintBar>
      <UnnamedPlaces places={unnamed} />
      <PrintSheet
        company={company}
        title={title}
        number={movement.operator_number ?? (language === "en" ? englishDate(day.date) : day)}
        signatures={[...signatures]}
        language={language}
      >
        <div className="voucher">
          {isCancelled && <p className="mb-3 font-semibold">{label.cancelled}</p>}
          <table>
            <tbody>
              <PrintLine label={label.date}>
                {language === "en" ? (
                  <bdi className="whitespace-nowrap">{englishDate(day.date)}</bdi>
                ) : (
                  <DayText {...day} />
                )}
                {" · "}
                <bdi dir="ltr">{movement.time}</bdi>
              </PrintLine>
              <PrintLine label={label.stage}>
                <Cut>
                  {movement.kind && <>{movement.kind} · </>}
                  {ownText(language, movement.name)}
                </Cut>
              </PrintLine>
              <PrintLine label={label.from}>
                <Cut>{ownText(language, movement.from_place)}</Cut>
              </PrintLine>
              <PrintLine label={label.to}>
                <Cut>{ownText(language, movement.to_place)}</Cut>
              </PrintLine>
              <PrintLine label={label.vehicle}>
                <Cut>{pairOf(movement.vehicle, movement.plate, language)}</Cut>
              </PrintLine>
              <PrintLine label={label.driver}>
                <Cut>{pairOf(movement.driver_name, movement.driver_phone, language)}</Cut>
              </PrintLine>
              <PrintLine label={label.flight}>
                <Code>{movement.flight_number}</Code>
              </PrintLine>
              <PrintLine label={label.operator}>
                <Code>{movement.operator_number}</Code>
              </PrintLine>
              <PrintLine label={label.booking}>{movement.booking}</PrintLine>
              <PrintLine label={label.trip}>
                <Cut>{movement.trip}</Cut>
              </PrintLine>
              {movement.description && (
                <PrintLine label={label.notes}>
                  <span className="wrap-anywhere print:line-clamp-3">
                    {ownText(language, movement.description)}
                  </span>
                </PrintLine>
              )}
            </tbody>
          </table>
          <h2>{label.travellers}</h2>
          <table className="handed narrow">
            <thead>
              <tr>
                <th scope="col">{label.adults}</th>
                <th scope="col">{label.children}</th>
                <th scope="col">{label.infants}</th>
              </tr>
            </thead>
            <tbody>
              <tr>
                <td>{movement.adults}</td>
                <td>{movement.children}</td>
                <td>{movement.infants}</td>
              </tr>
            </tbody>
          </table>
          <h2>{label.groups}</h2>
          <Groups label={label} {...rest} />
        </div>
      </PrintSheet>
    </main>
  );
}

/** A text that may be long, in at most two lines: the order is one page. */
const Cut = ({ children }: { children: ReactNode }) => (
  <span className="wrap-anywhere print:line-clamp-2">{children}</span>
);

const Code = ({ children }: { children: ReactNode }) => <bdi dir="ltr">{children}</bdi>;

type Loaded = Awaited<ReturnType<typeof loader>>;

function Groups({
  groups,
  moreGroups,
  label,
}: Pick<Loaded, "groups" | "moreGroups"> & {
  label: Record<"noGroups" | "group" | "supervisor" | "supervisorPhone" | "more", string>;
}) {
  if (!groups.length) return <p>{label.noGroups}</p>;
  return (
    <>
      <table className="handed narrow">
        <thead>
          <tr>
            <th scope="col">{label.group}</th>
            <th scope="col">{label.supervisor}</th>
            <th scope="col">{label.supervisorPhone}</th>
          </tr>
        </thead>
        <tbody>
          {groups.map(({ id, name, supervisor, phone }) => (
            <tr key={id}>
              <td>
                <span className="wrap-anywhere print:line-clamp-1">{name}</span>
              </td>
              <td>
                <span className="wrap-anywhere print:line-clamp-1">{supervisor}</span>
              </td>
              <td>
                <Code>{phone}</Code>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {moreGroups > 0 && (
        <p>
          + <bdi>{moreGroups}</bdi> {label.more}
        </p>
      )}
    </>
  );
}
