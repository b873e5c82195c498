import type { PlaceInGroup } from "~/features/journey/place-in-group.server";

/** The group with the bed, the seat and the visa that a contract's customer has in it. */
export function PlaceText({ place: { id, name, rooms, bus, seat, visa } }: { place: PlaceInGroup }) {
  const isDecided = visa?.status === "approved";
  return (
    <>
      المجموعة{" "}
      <a className="underline" href={`/trips/groups/${id}/members`}>
        {name}
      </a>
      {rooms.length === 0 && bus === null && !visa && "، بلا سرير ولا مقعد ولا تأشيرة"}
      {rooms.map((room) => (
        <span key={room}>
          ، الغرفة <bdi>{room}</bdi>
        </span>
      ))}
      {bus !== null && (
        <>
          ، الحافلة <bdi>{bus}</bdi> المقعد <bdi>{seat}</bdi>
        </>
      )}
      {visa && (
        <>
          ،{" "}
          <a className="underline" href={`/trips/visas/${visa.id}`}>
            {isDecided ? "تأشيرة معتمدة" : "تأشيرة بانتظار القرار"}
          </a>
        </>
      )}
    </>
  );
}
