import { Fragment, type ReactNode } from "react";
import type { PlaceInGroup } from "~/features/journey/place-in-group.server";
import { Enumeration } from "~/ui/page/enumeration";

/** The group of a contract's customer, and what he has in it: «المجموعة الفوج الأول. له فيها الغرفة 201، الحافلة 1 المقعد 12.» */
export function PlaceText({ place: { id, name, rooms, bus, seat, visa } }: { place: PlaceInGroup }) {
  const parts: ReactNode[] = rooms.map((room) => (
    <Fragment key={room}>
      الغرفة <bdi>{room}</bdi>
    </Fragment>
  ));
  if (bus !== null)
    parts.push(
      <>
        الحافلة <bdi>{bus}</bdi> المقعد <bdi>{seat}</bdi>
      </>,
    );
  if (visa)
    parts.push(
      <a className="underline" href={`/trips/visas/${visa.id}`}>
        {visa.status === "approved" ? "تأشيرة معتمدة" : "تأشيرة بانتظار القرار"}
      </a>,
    );
  return (
    <>
      المجموعة{" "}
      <a className="underline" href={`/trips/groups/${id}/members`}>
        {name}
      </a>
      .{parts.length > 0 && " له فيها "}
      <Enumeration of={parts} />
      {parts.length > 0 && "."}
    </>
  );
}

/** Says that a group has departed with a contract's customer: «غادرت المجموعة الفوج الأول في 2026-11-20: يبقى في كشوفها.» */
export const DepartedNote = ({
  group: { id, name, day },
  unless,
}: {
  group: { id: number; name: string; day: string };
  unless?: string;
}) => (
  <p className="notice info my-2" role="note">
    غادرت المجموعة{" "}
    <a className="underline" href={`/trips/groups/${id}/members`}>
      {name}
    </a>{" "}
    في <bdi dir="ltr">{day}</bdi>: يبقى في كشوفها{unless}.
  </p>
);
