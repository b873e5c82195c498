import { nationalities } from "~/domain/countries";
import type { Day } from "~/domain/hijri";
import { type Customer, customer, genderLabels } from "~/features/customers/customer";
import { smallPhoto } from "~/features/customers/paper";
import { DayText } from "~/ui/page/day";
import { CodeFact } from "~/ui/page/facts";
import { Badge, Fact } from "~/ui/page/page";
import { Sentence } from "~/ui/page/sentence";

const { labels } = customer;
const names = new Map(nationalities);

/** Who a person is: the photo, and what the record says. */
export function PersonFacts({
  person,
  photo,
  days,
  today,
}: {
  person: Customer;
  photo: string | null;
  days: Record<"birth" | "issue" | "expiry", Day | null>;
  today: string;
}) {
  const day = (day: Day | null) => (day ? <DayText {...day} /> : "—");
  const { nationality, passport_country, gender, passport_expiry } = person;
  const country = (code: string) => names.get(code) ?? code;
  return (
    <section className="sheet-card person">
      {photo ? (
        <img src={smallPhoto(photo)} alt={`صورة ${person.name}`} width="112" height="140" />
      ) : (
        <span className="no-photo">بلا صورة شخصية</span>
      )}
      <dl className="facts grid-cols-2 sm:grid-cols-3">
        <CodeFact label={labels.phone} code={person.phone} />
        <CodeFact label={labels.national_id} code={person.national_id ?? "—"} />
        <Fact label={labels.nationality}>{nationality ? country(nationality) : "—"}</Fact>
        <CodeFact label={labels.passport_number} code={person.passport_number ?? "—"} />
        {passport_country && <Fact label={labels.passport_country}>{country(passport_country)}</Fact>}
        <Fact label={labels.passport_issue_date}>{day(days.issue)}</Fact>
        <Fact label={labels.passport_expiry}>
          {day(days.expiry)} {passport_expiry && passport_expiry < today && <Badge tone="bad">منتهٍ</Badge>}
        </Fact>
        <Fact label={labels.date_of_birth}>{day(days.birth)}</Fact>
        {person.birth_place && <Fact label={labels.birth_place}>{person.birth_place}</Fact>}
        <Fact label={labels.gender}>{gender ? genderLabels[gender] : "—"}</Fact>
        <CodeFact label={labels.email} code={person.email ?? "—"} />
        {person.address && (
          <Fact label={labels.address}>
            <span className="whitespace-pre-line">
              <Sentence text={person.address} />
            </span>
          </Fact>
        )}
      </dl>
    </section>
  );
}
