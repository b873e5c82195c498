import { countPhrase, days as dayCount } from "~/domain/count-words";
import type { Day } from "~/domain/hijri";
import { roomLabels, takesBed, travellerLabels } from "~/domain/travellers";
import { nightCount } from "~/features/journey/nights";
import { mealsInWords } from "~/features/services/catering/catering";
import { roomInWords } from "~/features/services/packages/package";
import { DayText } from "~/ui/page/day";
import { PrintLine } from "~/ui/print-sheet";
import type { ContractContents } from "./contents.server";
import { type Contract, contract as entity } from "./contract";

const { labels } = entity;

/** What is sold: where pilgrims sleep, how they travel, what they eat, and when. */
export function Services({
  contract,
  contents,
  stays,
  days,
  isInGroup,
  rooms,
}: {
  contract: Pick<Contract, "campaign" | "traveller" | "visa_duration_days">;
  contents: Omit<ContractContents, "terms" | "stays">;
  stays: {
    place: number;
    hotel: string;
    city: string;
    nights: number;
    days: { in: Day; out: Day } | null;
  }[];
  days: { start: Day; end: Day; visa: Day | null };
  /** Whether the days are those of a group. */
  isInGroup: boolean;
  /** The rooms that were sold, each once; null is the package's own. */
  rooms: Contract["room"][];
}) {
  const { transportation, catering, other_services } = contents;
  return (
    <table>
      <tbody>
        <PrintLine label={labels.campaign_id}>
          {contract.campaign.name}
          {isInGroup ? "، المغادرة " : "، من "}
          <DayText {...days.start} />
          {isInGroup ? " والعودة " : " إلى "}
          <DayText {...days.end} />
        </PrintLine>
        <PrintLine label={labels.package_id}>
          {contents.package} ({contents.type})، المدة {countPhrase(contents.duration, dayCount)}
        </PrintLine>
        <PrintLine label="السكن">
          {stays.length === 0 && "بدون سكن"}
          {stays.map(({ place, hotel, city, nights, days }) => (
            <span key={place} className="block">
              {hotel}، {city}: {countPhrase(nights, nightCount)}
              {days && (
                <>
                  ، الدخول <DayText {...days.in} /> والخروج <DayText {...days.out} />
                </>
              )}
            </span>
          ))}
          {stays.length > 0 &&
            `في ${rooms.map((room) => (room ? `غرفة ${roomLabels[room]}` : roomInWords(contents.room_occupancy_basis))).join(" و")}${takesBed(contract.traveller) ? "" : "، بلا سرير"}`}
        </PrintLine>
        {contract.traveller && (
          <PrintLine label={labels.traveller}>{travellerLabels[contract.traveller]}</PrintLine>
        )}
        <PrintLine label="النقل">
          {transportation ? `${transportation.company_name}، ${transportation.bus_type}` : "بدون نقل"}
        </PrintLine>
        <PrintLine label="الإعاشة">
          {catering ? `${catering.name}، ${mealsInWords(catering.meals_per_day)}` : "بدون إعاشة"}
        </PrintLine>
        {other_services.length > 0 && <PrintLine label="خدمات أخرى">{other_services.join("، ")}</PrintLine>}
        {days.visa && (
          <PrintLine label={labels.visa_issue_date}>
            <DayText {...days.visa} />
          </PrintLine>
        )}
        {contract.visa_duration_days && (
          <PrintLine label={labels.visa_duration_days}>{contract.visa_duration_days}</PrintLine>
        )}
      </tbody>
    </table>
  );
}
