import { contract } from "~/features/contracts/contract";
import { customer } from "~/features/customers/customer";
import { receipt } from "~/features/financial/receipts/receipt";
import { membersOf, travelLabels } from "~/features/groups/member";
import { PersonLink } from "~/features/links/person-link";
import { BedText } from "~/features/lodging/bed-text";
import { relationLabels } from "~/features/lodging/family";
import { CheckCell, Readiness } from "~/features/readiness/check-cell";
import { checkLabels, checks, mendingOf, type Pilgrim } from "~/features/readiness/readiness";
import { trip } from "~/features/trips/trip";
import { useHolds } from "~/ui/page/links";
import { Badge } from "~/ui/page/page";
import { NameCell, Table } from "~/ui/page/table";
import type { Journey, Relative } from "./overview.server";

/** The groups of a person: with whom, where they sleep and sit, and what they still need. */
export function Journeys({
  journeys,
  relatives,
  readiness,
}: {
  journeys: Journey[];
  relatives: Relative[];
  readiness: Pilgrim[];
}) {
  const may = {
    customers: useHolds(customer.write),
    contracts: useHolds(contract.write),
    receipts: useHolds(receipt.write),
  };
  return (
    <section className="sheet-card">
      <h2>المجموعات والرحلات</h2>
      {journeys.length ? (
        <Table
          caption="مجموعات العميل ورحلاته"
          rows={journeys}
          columns={[
            {
              label: "المجموعة",
              cell: ({ id, name, campaign, departure_date }) => (
                <NameCell
                  also={
                    <>
                      {campaign}
                      {departure_date && (
                        <>
                          {" · "}
                          <bdi dir="ltr">{departure_date}</bdi>
                        </>
                      )}
                    </>
                  }
                >
                  <a className="name-link" href={membersOf(id).path}>
                    {name}
                  </a>
                </NameCell>
              ),
            },
            {
              label: "الرحلة",
              cell: (row) => (row.trip_id ? <a href={`${trip.path}/${row.trip_id}`}>{row.trip}</a> : "—"),
            },
            { label: "الغرفة والمقعد", cell: (row) => <Places {...row} /> },
            {
              label: "العائلة",
              cell: (row) => (
                <Family {...row} relatives={relatives.filter(({ group_id }) => group_id === row.id)} />
              ),
            },
            {
              label: "الجاهزية",
              cell: ({ id }) => {
                const pilgrim = readiness.find(({ group_id }) => group_id === id);
                if (!pilgrim) return "—";
                return (
                  <span>
                    <Readiness {...pilgrim} />
                    {checks
                      .filter((check) => pilgrim[check].state !== "green")
                      .map((check) => (
                        <small key={check}>
                          {checkLabels[check]}:{" "}
                          <CheckCell row={pilgrim} check={check} href={mendingOf(pilgrim, check, may)} />
                        </small>
                      ))}
                  </span>
                );
              },
            },
          ]}
        />
      ) : (
        <p className="text-muted">ليس في مجموعة بعد.</p>
      )}
    </section>
  );
}

function Places({ travels, stays, bus, seat }: Journey) {
  if (!travels) return <Badge tone="bad">{travelLabels.false}</Badge>;
  if (!stays.length && !seat) return "—";
  return (
    <span>
      {stays.map((bed) => (
        <span key={`${bed.hotel_id} ${bed.visit}`} className="block">
          <BedText {...bed} />
        </span>
      ))}
      {seat && (
        <small>
          الحافلة <bdi>{bus}</bdi>، المقعد <bdi>{seat}</bdi>
        </small>
      )}
    </span>
  );
}

function Family({ family, relation, relatives }: Journey & { relatives: Relative[] }) {
  if (!family) return "—";
  return (
    <span>
      {family} {relation && `(${relationLabels[relation]})`}
      {relatives.map((one) => (
        <small key={one.id}>
          <PersonLink id={one.id}>{one.name}</PersonLink>{" "}
          {one.relation && `(${relationLabels[one.relation]})`}
        </small>
      ))}
    </span>
  );
}
