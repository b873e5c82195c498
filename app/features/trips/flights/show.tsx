import { screen } from "~/http/screen.server";
import { Card } from "~/ui/page/cards";
import { ButtonLink } from "~/ui/page/links";
import { Badge, Page } from "~/ui/page/page";
import { Table } from "~/ui/page/table";
import { trip } from "../trip";
import { type Flight, flightStatusLabels, flightStatusTones, sampleFlights } from "./flights";

const title = "الرحلات الجوية";

export const meta = () => [{ title }];

export const loader = screen([trip.write], async () => null);

export default function Flights() {
  return (
    <Page title={title} actions={<ButtonLink href={trip.path}>رجوع</ButtonLink>}>
      <p className="notice info">بيانات نموذجية: رحلات للعرض وحده، ليست من سجلات المكتب.</p>
      <ul className="cards">
        {sampleFlights.map((flight) => (
          <Card
            key={flight.id}
            name={`${flight.from} ← ${flight.to}`}
            lead={
              <>
                {flight.airline} · <bdi dir="ltr">{flight.number}</bdi>
              </>
            }
            badge={<Status flight={flight} />}
            facts={[
              [
                "الإقلاع",
                <bdi key="departure" dir="ltr">
                  {flight.departure}
                </bdi>,
              ],
              [
                "الوصول",
                <bdi key="arrival" dir="ltr">
                  {flight.arrival}
                </bdi>,
              ],
              ["المقاعد", <bdi key="seats">{flight.seats}</bdi>],
            ]}
          />
        ))}
      </ul>
      <section className="summary">
        <Table
          caption={title}
          rows={sampleFlights}
          columns={[
            { label: "رقم الرحلة", kind: "code", cell: ({ number }) => number },
            { label: "شركة الطيران", cell: ({ airline }) => airline },
            { label: "من", cell: ({ from }) => from },
            { label: "إلى", cell: ({ to }) => to },
            { label: "الإقلاع", kind: "code", cell: ({ departure }) => departure },
            { label: "الوصول", kind: "code", cell: ({ arrival }) => arrival },
            { label: "المقاعد", kind: "n", cell: ({ seats }) => <bdi>{seats}</bdi> },
            { label: "الحالة", cell: (flight) => <Status flight={flight} /> },
          ]}
        />
      </section>
    </Page>
  );
}

const Status = ({ flight: { status } }: { flight: Flight }) => (
  <Badge tone={flightStatusTones[status]}>{flightStatusLabels[status]}</Badge>
);
