import type { MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import type { CSSProperties } from "react";
import { db } from "~/db/knex.server";
import { choiceOf, pageOf, rowsOrRefusal } from "~/db/list.server";
import { namesOf } from "~/domain/states";
import { findCompany } from "~/features/company/company.server";
import { group } from "~/features/groups/group";
import { scopeOf } from "~/features/travellers/scope.server";
import { trip } from "~/features/trips/trip";
import { DrawnRows } from "~/first-page/drawn-rows";
import { screen } from "~/http/screen.server";
import { turnForPage } from "~/http/turns.server";
import { noteList } from "~/http/whole-lists.server";
import { Empty, RefusedFilter } from "~/ui/page/page";
import { Pagination } from "~/ui/page/pagination";
import { PrintBar } from "~/ui/print-sheet";
import { printTitle } from "~/ui/print-title";
import {
  type Badge,
  type BadgeGroup,
  cutMarks,
  dayAndMonth,
  type Format,
  formats,
  originOf,
  paper,
} from "./badge";
import { badgesOf, chosenMembers } from "./badges.server";

export const meta: MetaFunction<typeof loader> = ({ data }) =>
  printTitle(formats[data?.format ?? "cards"].label, data?.name);

/** As many badges as a page holds, with their pictures: whole sheets of either format. */
const perPage = 120;

export const loader = screen([group.write], async (visit) => {
  const { params, url } = visit;
  const scope = await scopeOf(params);
  const { name, name_latin, phone, emergency_phone, logo_url } = await findCompany(db);
  const office = { name, name_latin, phone: emergency_phone ?? phone, logo_url };
  await turnForPage(visit);
  const printed = await rowsOrRefusal(async () => {
    const format: Format = choiceOf(url.searchParams, "format", namesOf(formats)) ?? "cards";
    const memberships = await chosenMembers(scope, url.searchParams);
    const { page } = pageOf(url.searchParams);
    const ofPage = memberships.subarray((page - 1) * perPage, page * perPage);
    const { badges, groups, hotels } = await badgesOf(ofPage, office);
    const title = `${formats[format].label} - ${scope.name}`;
    await noteList(visit, "printed", { of: "customers", title, count: badges.length });
    return { rows: badges, groups, hotels, format, total: memberships.length, page, perPage };
  });
  const back = `${scope.of === trip ? trip.path : group.path}/${scope.id}/badges`;
  return { format: "cards" as const, groups: {}, hotels: {}, ...printed, name: scope.name, office, back };
});

export default function PrintBadges() {
  const { rows, groups, hotels, format, office, back, refusal, ...page } = useLoaderData<typeof loader>();
  const measures = formats[format];
  const each = measures.columns * measures.rows;
  const sheets = Array.from({ length: Math.ceil(rows.length / each) }, (_, index) =>
    rows.slice(index * each, (index + 1) * each),
  );
  return (
    <main className="badges">
      <PrintBar back={back} after={50}>
        <h1>{measures.label}</h1>
        {page.total > page.perPage && <Pagination {...page} />}
      </PrintBar>
      {refusal ? (
        <RefusedFilter refusal={refusal} />
      ) : rows.length === 0 ? (
        <Empty title="لا أعضاء تطبع بطاقاتهم" />
      ) : (
        sheets.map((badges) => (
          <Sheet key={badges[0]?.id} format={format}>
            <DrawnRows
              rows={badges}
              instead={(words) => <article className={`badge-card ${format}`}>{words}</article>}
            >
              {(badge) => (
                <article className={`badge-card ${format}`}>
                  <Card
                    badge={badge}
                    of={(groups as Record<number, BadgeGroup>)[badge.group_id]}
                    hotels={hotels}
                    office={office}
                    format={format}
                  />
                </article>
              )}
            </DrawnRows>
          </Sheet>
        ))
      )}
    </main>
  );
}

/** One sheet of paper: its pieces in the middle, and marks at the ends of the lines where it is cut. */
function Sheet({ format, children }: { format: Format; children: React.ReactNode }) {
  const measures = formats[format];
  const { left, top } = originOf(measures);
  const grid: CSSProperties = {
    left: `${left}mm`,
    top: `${top}mm`,
    gridTemplateColumns: `repeat(${measures.columns}, ${measures.width}mm)`,
    gridAutoRows: `${measures.height}mm`,
  };
  return (
    <section className="badge-sheet">
      <svg
        className="cut-marks"
        viewBox={`0 0 ${paper.width} ${paper.height}`}
        style={{ width: `${paper.width}mm`, height: `${paper.height}mm` }}
        aria-hidden="true"
      >
        <path d={cutMarks(measures)} stroke="currentColor" strokeWidth="0.2" fill="none" />
      </svg>
      <div className="badge-grid" style={grid}>
        {children}
      </div>
    </section>
  );
}

/** Whether a name takes more than its two lines unless its letters are smaller. */
const isLong = (name: string) => name.length > 36;

type Office = { name: string; name_latin: string | null; phone: string | null; logo_url: string | null };

function Card({
  badge: { name, name_latin, stays, photo, qr },
  of,
  hotels,
  office,
  format,
}: {
  badge: Badge;
  of?: BadgeGroup;
  hotels: Record<number, string | null>;
  office: Office;
  format: Format;
}) {
  const phones = [
    ["المشرف Supervisor", of?.supervisor_phone],
    ["المكتب Office", office.phone],
  ].filter(([, phone]) => phone);
  return (
    <>
      <header>
        {office.logo_url && <img src={office.logo_url} alt="" />}
        <strong data-long={isLong(office.name) || undefined}>{office.name}</strong>
        {office.name_latin && (
          <bdi dir="ltr" lang="en" data-long={isLong(office.name_latin) || undefined}>
            {office.name_latin}
          </bdi>
        )}
      </header>
      {format === "cards" &&
        (photo ? <img className="face" src={photo} alt="" /> : <span className="face" />)}
      <div className="who" data-long={[name, name_latin ?? ""].some(isLong) || undefined}>
        <strong>{name}</strong>
        {name_latin && (
          <b dir="ltr" lang="en">
            {name_latin}
          </b>
        )}
      </div>
      <div
        className="where"
        data-stays={
          stays.length > 2 || stays.some(({ hotel_id }) => isLong(hotels[hotel_id ?? 0] ?? ""))
            ? "many"
            : undefined
        }
      >
        <p>{of?.name}</p>
        {stays.map(({ hotel_id, visit, hotel, room, check_in, check_out }) => (
          <p key={`${hotel_id} ${visit}`}>
            {hotel}
            {room && (
              <>
                {hotel && "، "}
                <span className="whitespace-nowrap">
                  الغرفة <bdi dir="ltr">{room}</bdi>
                </span>
              </>
            )}{" "}
            {hotels[hotel_id ?? 0] && (
              <bdi dir="ltr" lang="en">
                {hotels[hotel_id ?? 0]}
              </bdi>
            )}{" "}
            {check_in && check_out && (
              <bdi
                dir="ltr"
                className="whitespace-nowrap"
              >{`${dayAndMonth(check_in)} – ${dayAndMonth(check_out)}`}</bdi>
            )}
          </p>
        ))}
      </div>
      <svg className="qr" viewBox={`0 0 ${qr.size} ${qr.size}`} role="img" aria-label="رمز QR">
        <path d={qr.path} stroke="#000" strokeWidth="1.02" />
      </svg>
      <footer>
        {phones.map(([label, phone]) => (
          <span key={label}>
            {label} <bdi dir="ltr">{phone}</bdi>
          </span>
        ))}
      </footer>
    </>
  );
}
