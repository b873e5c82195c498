import type { PropsWithChildren } from "react";
import type { AuditLogLine } from "~/features/audit-log/audit-log.server";
import type { FirstWaiting } from "~/features/campaigns/first-waiting";
import { FirstWaitingText } from "~/features/campaigns/first-waiting-text";
import { notesOf } from "~/features/customers/note";
import type { Call } from "~/features/customers/notes.server";
import { PersonLink } from "~/features/links/person-link";
import { DrawnRows, itemOf } from "~/first-page/drawn-rows";
import { auditLogOf } from "~/ui/page/links";
import { Badge, count, Figures } from "~/ui/page/page";
import { Sentence } from "~/ui/page/sentence";
import type { Departure, Duty, WaitingImport } from "./today.server";

type Parts = {
  duties: Duty[] | null;
  calls: Call[] | null;
  departures: Departure[] | null;
  waiting: FirstWaiting[] | null;
  imports: WaitingImport[] | null;
};

/**
 * What waits for the user today; nothing for users who may act on none of it. A part that could not be read is left out.
 * @param children stand between the counts and the lists, so that no list is on the way to them
 */
export function Today({ duties, calls, departures, waiting, imports, children }: PropsWithChildren<Parts>) {
  const pending = duties?.filter(({ count }) => count > 0) ?? [];
  if (!duties?.length && [calls, departures, waiting, imports].every((one) => !one?.length)) return children;
  return (
    <section className="today" aria-labelledby="today">
      <h2 id="today" className="section-title">
        اليوم
      </h2>
      {pending.length > 0 && (
        <Figures
          figures={pending.map(({ label, count: value, isCapped, href }) => ({
            label,
            value: isCapped ? <>أكثر من {count(value)}</> : count(value),
            href,
          }))}
        />
      )}
      {pending.length === 0 && [calls, departures, waiting, imports].every((one) => !one?.length) && (
        <p className="text-muted">لا شيء ينتظرك اليوم.</p>
      )}
      {children}
      {waiting && waiting.length > 0 && (
        <div className="sheet-card">
          <h3>مقاعد شاغرة لمن ينتظرها</h3>
          <ul className="divide-y divide-line">
            {waiting.map((first) => (
              <li key={first.id} className="py-2">
                <bdi>{first.campaign}</bdi>: <FirstWaitingText of={first} />
              </li>
            ))}
          </ul>
        </div>
      )}
      {calls && calls.length > 0 && (
        <div className="sheet-card">
          <h3>اتصالات اليوم</h3>
          <ul className="divide-y divide-line">
            {calls.map((call) => (
              <CallLine key={call.id} {...call} />
            ))}
          </ul>
        </div>
      )}
      {departures && departures.length > 0 && (
        <div className="sheet-card">
          <h3>رحلات تغادر خلال أسبوعين</h3>
          <ul className="divide-y divide-line">
            {departures.map((departure) => (
              <DepartureLine key={departure.id} {...departure} />
            ))}
          </ul>
        </div>
      )}
      {imports && imports.length > 0 && (
        <div className="sheet-card">
          <h3>ملفات رفعتها ولم تستورد بعد</h3>
          <ul className="divide-y divide-line">
            {imports.map(({ id, file_name, href }) => (
              <li key={id} className="py-2">
                <a className="underline" href={href}>
                  <bdi>{file_name}</bdi>
                </a>
              </li>
            ))}
          </ul>
        </div>
      )}
    </section>
  );
}

const CallLine = ({ id, customer_id, name, phone, text, call_on }: Call) => (
  <li className="flex flex-wrap items-start justify-between gap-x-3 gap-y-1 py-2">
    <span className="min-w-0 flex-1">
      <PersonLink id={customer_id}>{name}</PersonLink>{" "}
      <small className="text-muted">
        <bdi dir="ltr">{phone}</bdi> · <bdi dir="ltr">{call_on}</bdi>
      </small>
      <bdi className="block whitespace-pre-line break-words">{text}</bdi>
    </span>
    <a
      className="button"
      href={`${notesOf(customer_id).path}/${id}/done?from=today`}
      data-confirm="browser"
      data-question={`هل تم الاتصال: ${name}؟`}
    >
      تم
    </a>
  </li>
);

const DepartureLine = ({ name, start_date, total, missing, href }: Departure) => (
  <li className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1 py-2">
    <span>
      <a className="underline" href={href}>
        <bdi>{name}</bdi>
      </a>{" "}
      <small className="text-muted">
        <bdi dir="ltr">{start_date}</bdi>
      </small>
    </span>
    {missing > 0 ? (
      <Badge tone="bad">
        غير جاهز: {missing.toLocaleString("en-US")} من {total.toLocaleString("en-US")}
      </Badge>
    ) : (
      <Badge tone={total ? "good" : "plain"}>{total ? "الجميع جاهزون" : "بلا أعضاء"}</Badge>
    )}
  </li>
);

/** The newest lines of the audit log. */
export const Activities = ({ lines }: { lines: AuditLogLine[] }) => (
  <section className="sheet-card">
    <div className="mb-2 flex flex-wrap items-center gap-2">
      <h2 className="mb-0!">آخر العمليات</h2>
      <a className="button ms-auto" href="/settings/trail">
        سجل العمليات
      </a>
    </div>
    <ul className="divide-y divide-line">
      <DrawnRows rows={lines} instead={itemOf}>
        {({ at, username, deed, kind, noun, record }) => (
          <li className="flex flex-wrap justify-between gap-x-3 py-2">
            <span>
              <bdi>{username}</bdi>: {deed} {noun}{" "}
              <a className="underline" href={auditLogOf(kind, record.id)}>
                <bdi>
                  <Sentence text={record.name} />
                </bdi>
              </a>
            </span>
            <small className="text-muted">
              <bdi dir="ltr">{at}</bdi>
            </small>
          </li>
        )}
      </DrawnRows>
    </ul>
  </section>
);
