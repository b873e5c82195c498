import type { Day } from "~/domain/hijri";
import { PersonLink } from "~/features/links/person-link";
import { DayText } from "~/ui/page/day";
import { CodeFact } from "~/ui/page/facts";
import { Fact } from "~/ui/page/page";
import { Sentence } from "~/ui/page/sentence";
import { StateBadge } from "~/ui/page/status-badge";
import { visa as entity, type Visa, visaStates, visaTypeLabels } from "./visa";

const { labels } = entity;

/** The facts of a visa. */
export function VisaDetails({
  visa,
  days,
}: {
  visa: Omit<Visa, "documents" | "history">;
  days: Record<"submission" | "approval" | "last", Day | null>;
}) {
  const day = (day: Day | null) => (day ? <DayText {...day} /> : "—");
  return (
    <section className="sheet-card">
      <dl className="facts grid-cols-2 sm:grid-cols-3">
        <Fact label={labels.customer_id}>
          <PersonLink id={visa.customer_id}>{visa.customer_name}</PersonLink>
        </Fact>
        <Fact label={labels.group_id}>{visa.group_name ?? "—"}</Fact>
        <Fact label={labels.visa_type}>{visaTypeLabels[visa.visa_type]}</Fact>
        <CodeFact label={labels.passport_number} code={visa.passport_number} />
        <Fact label={labels.submission_date}>{day(days.submission)}</Fact>
        <Fact label={labels.status}>
          <StateBadge of={visaStates} state={visa.status} />
        </Fact>
        <CodeFact label={labels.visa_number} code={visa.visa_number ?? "—"} />
        <Fact label={labels.approval_date}>{day(days.approval)}</Fact>
        <Fact label={labels.last_day}>{day(days.last)}</Fact>
      </dl>
      {visa.notes && (
        <dl className="facts mt-3">
          <Fact label={labels.notes}>
            <span className="whitespace-pre-line">
              <Sentence text={visa.notes} />
            </span>
          </Fact>
        </dl>
      )}
      {!visa.document_path && <p className="mt-4 text-muted">لا يوجد ملف تأشيرة معتمد للتحميل</p>}
    </section>
  );
}
