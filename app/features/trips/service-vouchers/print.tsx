import { useLoaderData } from "@remix-run/react";
import { db } from "~/db/knex.server";
import { englishDate } from "~/domain/dates";
import { dayOf } from "~/domain/hijri";
import { languageOf, translated } from "~/domain/language";
import { companyHead } from "~/features/company/company.server";
import { screen } from "~/http/screen.server";
import { noteList, turnForPage } from "~/http/whole-lists.server";
import { DayText } from "~/ui/page/day";
import { Pagination } from "~/ui/page/pagination";
import { LanguageLink, PrintBar, PrintLine, PrintSheet } from "~/ui/print-sheet";
import { familiesOf } from "../families/family";
import { membersOf } from "../members/member";
import { groupIn, inLatin, isOfWholeGroup, latinGaps, readVouchers } from "./voucher.server";
import { words as allWords } from "./words";

export const meta = () => [{ title: "قسيمة خدمات" }];
export const handle = translated;

/** Who sells prints it, and who travels along; it names no price. */
export const loader = screen(["manage_contracts", "manage_trips"], async (visit) => {
  const { searchParams } = visit.url;
  const language = languageOf(searchParams);
  if (isOfWholeGroup(searchParams)) await turnForPage(visit);
  const { count, ...read } = await readVouchers(db, searchParams);
  const { vouchers, journey } = read;
  if (isOfWholeGroup(searchParams))
    await noteList(visit, "printed", { of: "customers", title: `قسائم خدمات - ${journey.group}`, count });
  const stays = vouchers.flatMap(({ services }) => services.flatMap(({ stays }) => stays));
  const dates = [journey, ...stays].flatMap((row) =>
    Object.values(row).filter((value) => /^\d{4}-\d\d-\d\d$/.test(String(value))),
  ) as string[];
  return {
    ...read,
    journey: language === "en" ? inLatin(journey) : journey,
    language,
    company: await companyHead(db),
    days: Object.fromEntries(dates.map((date) => [date, dayOf(date)])),
    gaps: language === "en" ? latinGaps(vouchers, journey) : [],
    back: backOf(searchParams, vouchers[0]?.guests[0]?.id),
  };
});

function backOf(params: URLSearchParams, contract: number | undefined) {
  const group = groupIn(params);
  if (!group) return `/contracts/${contract}`;
  return isOfWholeGroup(params) ? membersOf(group).path : familiesOf(group).path;
}

type Loaded = ReturnType<typeof useLoaderData<typeof loader>>;
type Voucher = Loaded["vouchers"][number];

export default function ServiceVouchers() {
  const { vouchers, language, gaps, back, ...page } = useLoaderData<typeof loader>();
  return (
    <main>
      <PrintBar back={back} after={50}>
        <LanguageLink language={language} />
      </PrintBar>
      {gaps.length > 0 && (
        <p className="notice info print-note" lang="ar" dir="rtl">
          لم يكتب هذا باللاتينية بعد، فمكانه فارغ: {gaps.map((name) => `«${name}»`).join("، ")}.
        </p>
      )}
      {vouchers.map((voucher) => (
        <VoucherSheet key={voucher.guests[0]?.id} voucher={voucher} />
      ))}
      {vouchers.length > 1 && (
        // The foot of a page cannot tell whose of several vouchers it is.
        <style
          dangerouslySetInnerHTML={{ __html: '@page{@bottom-right{content:""}@bottom-left{content:""}}' }}
        />
      )}
      {page.total > page.perPage && <Pagination {...page} />}
    </main>
  );
}

function VoucherSheet({ voucher }: { voucher: Voucher }) {
  const { company, journey, language } = useLoaderData<typeof loader>();
  const { guests, services } = voucher;
  const words = allWords[language];
  const numbers = guests.map(({ contract_number }) => contract_number);
  return (
    <PrintSheet
      company={company}
      title={words.title}
      number={numbers.length > 1 ? `${numbers[0]} (+${numbers.length - 1})` : (numbers[0] as string)}
      signatures={words.signatures}
      language={language}
    >
      <div className="voucher">
        <h2>{words.guests}</h2>
        <Guests guests={guests} />
        <h2>{words.journey}</h2>
        <table>
          <tbody>
            {language === "ar" && (
              <PrintLine label={words.campaign}>
                {[journey.campaign, journey.group].filter(Boolean).join("، ")}
              </PrintLine>
            )}
            <PrintLine label={words.period}>
              {words.from} <DayIn date={journey.start_date} /> {words.to} <DayIn date={journey.end_date} />
            </PrintLine>
            {journey.departure_date && (
              <PrintLine label={words.departure}>
                <DayIn date={journey.departure_date} />
              </PrintLine>
            )}
            {journey.flights && (
              <PrintLine label={words.flights}>
                <bdi className="whitespace-pre-line">{journey.flights}</bdi>
              </PrintLine>
            )}
          </tbody>
        </table>
        {services.map((part) => (
          <Services key={part.id} part={part} isOnly={services.length === 1} />
        ))}
        <h2>{words.emergency}</h2>
        <Emergency qr={voucher.qr} />
      </div>
    </PrintSheet>
  );
}

function DayIn({ date }: { date: string }) {
  const { language, days } = useLoaderData<typeof loader>();
  if (language === "en") return <bdi>{englishDate(date)}</bdi>;
  return <DayText {...(days[date] as Loaded["days"][string])} />;
}

function Guests({ guests }: Pick<Voucher, "guests">) {
  const { language } = useLoaderData<typeof loader>();
  const words = allWords[language];
  return (
    <Wide label={`${words.guests} ${guests[0]?.contract_number}`}>
      <thead>
        <tr>
          <th scope="col">#</th>
          <th scope="col">{words.guest}</th>
          <th scope="col">{words.otherName}</th>
          <th scope="col">{words.passport}</th>
          <th scope="col">{words.contract}</th>
        </tr>
      </thead>
      <tbody>
        {guests.map(({ id, name, name_latin, passport_number, contract_number }, place) => (
          <tr key={id}>
            <td>{place + 1}</td>
            {language === "en" ? <Latin name={name_latin} /> : <td>{name}</td>}
            {language === "en" ? (
              <td lang="ar" dir="rtl">
                {name}
              </td>
            ) : (
              <Latin name={name_latin} />
            )}
            <td>
              <bdi dir="ltr">{passport_number ?? words.none}</bdi>
            </td>
            <td>
              <bdi dir="ltr">{contract_number}</bdi>
            </td>
          </tr>
        ))}
      </tbody>
    </Wide>
  );
}

/** A table that a phone scrolls. */
const Wide = ({ label, children }: { label: string; children: React.ReactNode }) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: a wide table is scrolled by the keyboard too
  <section className="overflow-x-auto print:overflow-visible" aria-label={label} tabIndex={0}>
    <table className="handed">{children}</table>
  </section>
);

const Latin = ({ name }: { name: string | null }) => (
  <td lang="en" dir="ltr">
    {name ?? "—"}
  </td>
);

/** What the guests of one package get; their contracts are named where there are guests of another. */
function Services({ part, isOnly }: { part: Voucher["services"][number]; isOnly: boolean }) {
  const { language, journey } = useLoaderData<typeof loader>();
  const words = allWords[language];
  const { stays, transportation, catering, other_services } = part;
  const isEnglish = language === "en";
  const transport =
    journey.bus ?? (transportation && `${transportation.company_name}، ${transportation.bus_type}`);
  return (
    <section>
      <h2>
        {words.hotels}
        {!isOnly && (
          <small>
            {" "}
            <bdi dir="ltr">{part.guests.join(", ")}</bdi>
          </small>
        )}
      </h2>
      {stays.length > 0 ? (
        <Wide label={`${words.hotels} ${part.guests[0]}`}>
          <thead>
            <tr>
              {[words.hotel, words.city, words.checkIn, words.checkOut, words.nights, words.room].map(
                (head) => (
                  <th key={head} scope="col">
                    {head}
                  </th>
                ),
              )}
            </tr>
          </thead>
          <tbody>
            {stays.map((stay) => (
              <tr key={stay.place}>
                <td>{(isEnglish ? stay.hotel_latin : stay.hotel) ?? words.none}</td>
                <td>{(isEnglish ? stay.city_latin : stay.city) ?? words.none}</td>
                <td>{stay.check_in ? <DayIn date={stay.check_in} /> : words.none}</td>
                <td>{stay.check_out ? <DayIn date={stay.check_out} /> : words.none}</td>
                <td>{words.nightsIn(stay.nights)}</td>
                <td>{words.roomOf(part.room_occupancy_basis)}</td>
              </tr>
            ))}
          </tbody>
        </Wide>
      ) : (
        <p>{words.noHotel}</p>
      )}
      <table>
        <tbody>
          <PrintLine label={words.meals}>
            {catering
              ? `${isEnglish ? "" : `${catering.name}، `}${words.mealsOf(catering.meals_per_day)}`
              : words.none}
          </PrintLine>
          <PrintLine label={words.transport}>
            {transport ? (isEnglish ? "Included" : transport) : words.none}
          </PrintLine>
          {other_services.length > 0 && (
            <PrintLine label={words.services}>
              {isEnglish
                ? `${other_services.length}, named in the Arabic voucher`
                : other_services.map(({ name }) => name).join("، ")}
            </PrintLine>
          )}
        </tbody>
      </table>
    </section>
  );
}

function Emergency({ qr }: Pick<Voucher, "qr">) {
  const { journey, emergency, language } = useLoaderData<typeof loader>();
  const words = allWords[language];
  return (
    <div className="voucher-foot">
      <table>
        <tbody>
          <PrintLine label={words.office}>
            <bdi dir="ltr">{emergency ?? words.none}</bdi>
          </PrintLine>
          <PrintLine label={words.supervisor}>
            {journey.supervisor || journey.supervisor_phone ? (
              <>
                <bdi>{journey.supervisor}</bdi> <bdi dir="ltr">{journey.supervisor_phone}</bdi>
              </>
            ) : (
              words.none
            )}
          </PrintLine>
        </tbody>
      </table>
      <div className="qr" role="img" aria-label={words.qr} dangerouslySetInnerHTML={{ __html: qr }} />
    </div>
  );
}
