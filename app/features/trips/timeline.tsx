import { type ReactNode, useId } from "react";
import { daysBetween } from "~/domain/dates";
import type { Day } from "~/domain/hijri";
import { DayText } from "~/ui/page/day";
import { Enumeration } from "~/ui/page/enumeration";
import { Money } from "~/ui/page/money";
import { Sentence } from "~/ui/page/sentence";
import { StateBadge } from "~/ui/page/status-badge";
import { bookingStates, movementKindLabels, type Stage, stageStates } from "./stage";
import type { Trip } from "./trip";

/** A stage with its Hijri date. */
type DatedStage = Stage & Pick<Day, "hijri">;

/**
 * The stages of a trip day by day, as cards by date and time, with their state. Without actions it stands in a
 * narrow column, where a name has a line of its own.
 */
export function Timeline({
  stages,
  trip,
  actions,
}: {
  stages: DatedStage[];
  trip: Pick<Trip, "start_date">;
  actions?: (stage: Stage) => ReactNode;
}) {
  const days = new Map(stages.map(({ date, hijri }) => [date, hijri]));
  return (
    <ol className="ms-2 border-s-2 border-line" data-item="المرحلة">
      {[...days].map(([date, hijri]) => (
        <DayOfTrip key={date} date={date} hijri={hijri} start={trip.start_date}>
          {stages
            .filter((stage) => stage.date === date)
            .map((stage) => (
              <StageCard key={stage.id} stage={stage} actions={actions} />
            ))}
        </DayOfTrip>
      ))}
    </ol>
  );
}

function DayOfTrip({ date, hijri, start, children }: Day & { start: string; children: ReactNode }) {
  const heading = useId();
  return (
    <li className="relative mb-5 ps-5">
      <span className="absolute -start-[7px] top-1.5 size-3 rounded-full border-2 border-gold bg-card" />
      <h2 id={heading} className="mb-2 flex flex-wrap items-baseline gap-x-3 font-semibold text-green">
        <span>
          اليوم <bdi>{daysBetween(start, date) + 1}</bdi>
        </span>
        <small className="font-normal text-muted">
          <DayText date={date} hijri={hijri} />
        </small>
      </h2>
      <ul className="grid gap-2" aria-labelledby={heading}>
        {children}
      </ul>
    </li>
  );
}

const StageCard = ({ stage, actions }: { stage: Stage; actions?: (stage: Stage) => ReactNode }) => (
  <li
    className={`card border-t-line! ${stage.status === "cancelled" ? "text-muted [&_h3]:line-through" : ""}`}
  >
    <div className="card-head flex-wrap items-baseline">
      <bdi dir="ltr" className="font-semibold text-gold-ink">
        {stage.time}
      </bdi>
      <div className={actions ? undefined : "order-last basis-full!"}>
        <h3 className="font-semibold">{stage.name}</h3>
        <Movement stage={stage} />
        {stage.description && (
          <p className="whitespace-pre-line">
            <Sentence text={stage.description} />
          </p>
        )}
      </div>
      <span className="ms-auto">
        <StateBadge of={stageStates} state={stage.status} />
      </span>
      {actions && <p className="row-actions text-base! max-sm:w-full">{actions(stage)}</p>}
    </div>
  </li>
);

/** What a stage says of its movement: nothing of a stage without any. */
function Movement({ stage }: { stage: Stage }) {
  const { kind, from_place, to_place, vehicle, plate, driver_name, driver_phone, booking } = stage;
  const { flight_number, operator_number, cost_amount, cost_currency } = stage;
  const facts = [
    kind !== "other" && movementKindLabels[kind],
    (from_place || to_place) && `${from_place ?? "…"} ← ${to_place ?? "…"}`,
    vehicle,
    plate && <bdi className="whitespace-nowrap">{plate}</bdi>,
    driver_name && `السائق ${driver_name}`,
    driver_phone && <bdi dir="ltr">{driver_phone}</bdi>,
    flight_number && <bdi dir="ltr">{flight_number}</bdi>,
    operator_number && (
      <>
        رقم التشغيل <bdi dir="ltr">{operator_number}</bdi>
      </>
    ),
    booking !== "none" && bookingStates.labels[booking],
    cost_amount !== null && cost_currency && (
      <>
        التكلفة المتوقعة <Money amount={cost_amount} currency={cost_currency} />
      </>
    ),
  ].filter(Boolean);
  if (!facts.length) return null;
  return (
    <p className="text-sm text-muted">
      <Enumeration of={facts} separator=" · " />
    </p>
  );
}
