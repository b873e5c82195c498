import { useLoaderData } from "@remix-run/react";
import { Fragment, type ReactNode } from "react";
import { englishDate } from "~/domain/dates";
import { groupBy } from "~/domain/group-by";
import { takesBed } from "~/domain/travellers";
import { nightsOf } from "~/features/journey/nights";
import { DayText } from "~/ui/page/day";
import { Wide } from "~/ui/page/table";
import { PrintLine, PrintSheet } from "~/ui/print-sheet";
import type { sheetsOf } from "./sheets.server";
import { words as allWords } from "./words";

type Loaded = Awaited<ReturnType<typeof sheetsOf>>;
type Voucher = Loaded["vouchers"][number];
type Guest = Voucher["guests"][number];

/** The data of the page below which a sheet stands. */
export const useSheets = () => useLoaderData() as Loaded;

/** The page of one voucher. */
export function VoucherSheet({ voucher }: { voucher: Voucher }) {
  const { company, journey, language } = useSheets();
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
      <div className={guests.length > 12 ? "voucher crowded" : "voucher"}>
        <h2>{words.guests}</h2>
        <Guests guests={guests} />
        <h2>{words.journey}</h2>
        <table>
          <tbody>
            {language === "ar" && <PrintLine label={words.campaign}>{journey.campaign}</PrintLine>}
            {journey.group && <PrintLine label={words.group}>{journey.group}</PrintLine>}
            {journey.departure && (
              <PrintLine label={words.departure}>
                <DayIn date={journey.departure} />
                {" · "}
                {words.return} <DayIn date={voucher.return} />
              </PrintLine>
            )}
            {!journey.departure && (
              <PrintLine label={words.campaignPeriod}>
                {words.from} <DayIn date={journey.start_date} /> {words.to} <DayIn date={journey.end_date} />
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
  const { language, days } = useSheets();
  if (language === "en") return <bdi className="whitespace-nowrap">{englishDate(date)}</bdi>;
  return <DayText {...(days[date] as Loaded["days"][string])} />;
}

function Guests({ guests }: Pick<Voucher, "guests">) {
  const { language } = useSheets();
  const words = allWords[language];
  return (
    <WideTable label={`${words.guests} ${guests[0]?.contract_number}`}>
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
        {guests.map(({ id, name, name_latin, traveller, passport_number, contract_number }, place) => (
          <tr key={id}>
            <td>{place + 1}</td>
            {language === "en" ? (
              <Latin name={name_latin}>{bedlessText(words, traveller)}</Latin>
            ) : (
              <td>
                {name}
                {bedlessText(words, traveller)}
              </td>
            )}
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
    </WideTable>
  );
}

const WideTable = ({ label, children }: { label: string; children: ReactNode }) => (
  <Wide label={label}>
    <table className="handed">{children}</table>
  </Wide>
);

/** « (رضيع بلا سرير)» behind the name of who takes no bed: the room beside it is that of those he is with. */
const bedlessText = ({ bedless }: (typeof allWords)["ar" | "en"], traveller: Guest["traveller"]) =>
  traveller !== null && !takesBed(traveller) && ` (${bedless[traveller]})`;

const Latin = ({ name, children }: { name: string | null; children?: ReactNode }) => (
  <td lang="en" dir="ltr">
    {name ?? "—"}
    {children}
  </td>
);

/** What the guests of one package get; their contracts are named where there are guests of another. */
function Services({ part, isOnly }: { part: Voucher["services"][number]; isOnly: boolean }) {
  const { language, journey } = useSheets();
  const words = allWords[language];
  const { stays, transportation, catering, other_services } = part;
  const isEnglish = language === "en";
  const bus = journey.bus ?? transportation;
  const unnamed = other_services.filter(({ name_latin }) => !name_latin).length;
  return (
    <section>
      <h2>
        {words.hotels}
        {!isOnly && (
          <small>
            {" "}
            <bdi dir="ltr" className="wraps">
              {part.guests.join(", ")}
            </bdi>
          </small>
        )}
      </h2>
      {stays.length > 0 ? (
        <WideTable label={`${words.hotels} ${part.guests[0]}`}>
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
                <td>{words.nightsIn(nightsOf(stay))}</td>
                <td>
                  {stay.rooms.length
                    ? roomsByWord(stay.rooms, words.roomIn).map(([word, names], index) => (
                        <Fragment key={word}>
                          {index > 0 && words.comma}
                          {word} (
                          <bdi dir="ltr" className="wraps">
                            {names.join(", ")}
                          </bdi>
                          )
                        </Fragment>
                      ))
                    : part.sold_rooms.map(words.roomOf).join(words.comma)}
                </td>
              </tr>
            ))}
          </tbody>
        </WideTable>
      ) : (
        <p>{words.noHotel}</p>
      )}
      <table>
        <tbody>
          <PrintLine label={words.meals}>
            {catering
              ? [isEnglish ? catering.name_latin : catering.name, words.mealsOf(catering.meals_per_day)]
                  .filter(Boolean)
                  .join(words.comma)
              : words.none}
          </PrintLine>
          <PrintLine label={words.transport}>
            {bus
              ? isEnglish
                ? (bus.name_latin ?? "Included")
                : `${bus.company_name}، ${bus.bus_type}`
              : words.none}
          </PrintLine>
          {other_services.length > 0 && (
            <PrintLine label={words.services}>
              {isEnglish
                ? [
                    ...other_services.flatMap(({ name_latin }) => name_latin ?? []),
                    ...(unnamed ? [`${unnamed} named in the Arabic voucher`] : []),
                  ].join("; ")
                : other_services.map(({ name }) => name).join("، ")}
            </PrintLine>
          )}
        </tbody>
      </table>
    </section>
  );
}

/** What kinds of rooms guests have, each with the names of its rooms. */
const roomsByWord = (
  rooms: Voucher["services"][number]["stays"][number]["rooms"],
  wordOf: (typeof allWords)["ar"]["roomIn"],
) =>
  [...groupBy(rooms, ({ kind, beds }) => wordOf(kind, beds))].map(
    ([word, ofKind]) => [word, ofKind.map(({ name }) => name)] as const,
  );

function Emergency({ qr }: Pick<Voucher, "qr">) {
  const { journey, emergency, language } = useSheets();
  const words = allWords[language];
  return (
    <div className="voucher-foot">
      <table>
        <tbody>
          <PrintLine label={words.office}>
            <bdi dir="ltr">{emergency ?? words.none}</bdi>
          </PrintLine>
          {journey.supervisor && (
            <PrintLine label={words.supervisor}>
              {journey.supervisor.name && <bdi>{journey.supervisor.name}</bdi>}{" "}
              <bdi dir="ltr">{journey.supervisor.phone}</bdi>
            </PrintLine>
          )}
        </tbody>
      </table>
      <div className="qr" role="img" aria-label={words.qr} dangerouslySetInnerHTML={{ __html: qr }} />
    </div>
  );
}
