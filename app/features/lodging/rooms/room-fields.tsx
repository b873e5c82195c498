import { countPhrase } from "~/domain/count-words";
import { PersonName } from "~/features/links/person-link";
import { FieldCell, MemberForm } from "~/features/travellers/member-form";
import { Card } from "~/ui/page/cards";
import { DeleteLink, EditLink } from "~/ui/page/links";
import { Badge } from "~/ui/page/page";
import { FamilyCell } from "../family-cell";
import { bedCount, type Lodger, type Room, roomKindLabels, roomsOf } from "../room";

export type Guest = Pick<Lodger, "id" | "name" | "name_latin">;
export type RoomOfGuests = Room & { guests: Guest[] };

const freeBeds = ({ beds, occupants }: Room) => beds - occupants;

/** A room in a select, under its kind: «101 · شاغر 2» */
const roomText = (room: Room) =>
  [room.name, freeBeds(room) && `شاغر ${freeBeds(room)}`].filter(Boolean).join(" · ");

/** The form of who sleeps where in one place. @param lodging names the place, as the page was drawn */
export function RoomFields({
  groupId,
  lodging,
  rows,
  rooms,
}: {
  groupId: number;
  lodging: string;
  rows: (Lodger & { was: string })[];
  rooms: RoomOfGuests[];
}) {
  const kinds = [...new Set(rooms.map(({ kind }) => kind))];
  return (
    <MemberForm
      id={`rooms-${groupId}`}
      rows={rows}
      fields={["family", "room"]}
      values={({ room_id, family }) => ({ room: room_id, family })}
      words={(field, value) =>
        field === "room" && value ? (rooms.find(({ id }) => id === value)?.name ?? value) : value
      }
      heads={["الجنس", "العائلة", "الغرفة"]}
      row={({ name, gender, is_expected }, field) => {
        const room = field("room");
        return (
          <>
            <td>{gender ?? <Badge tone="bad">غير مسجل</Badge>}</td>
            <FamilyCell family={field("family")} name={name} />
            <FieldCell remarks={room.remarks}>
              <select {...room.control} aria-label={`غرفة ${name}`}>
                <option value="">{is_expected ? "بلا غرفة" : "لا إقامة له هنا"}</option>
                {kinds.map((kind) => (
                  <optgroup key={kind} label={roomKindLabels[kind]}>
                    {rooms
                      .filter((one) => one.kind === kind)
                      .map((one) => (
                        <option key={one.id} value={one.id}>
                          {roomText(one)}
                        </option>
                      ))}
                  </optgroup>
                ))}
              </select>
            </FieldCell>
          </>
        );
      }}
      buttons={
        <>
          <input type="hidden" name="lodging" value={lodging} />
          <button className="button" type="submit" name="intent" value="propose">
            اقترح توزيعًا
          </button>
        </>
      }
    />
  );
}

/** A room with who is in it. */
export function RoomCard({ room }: { room: RoomOfGuests }) {
  const { id, name, kind, beds, layout, guests } = room;
  const entity = roomsOf(room.group_id);
  const free = freeBeds(room);
  return (
    <Card
      name={name}
      lead={[roomKindLabels[kind], countPhrase(beds, bedCount), layout].filter(Boolean).join(" · ")}
      badge={free ? <Badge tone="gold">{`شاغر ${free}`}</Badge> : <Badge tone="good">مكتملة</Badge>}
      actions={
        <>
          <EditLink to={entity} id={id} />
          <DeleteLink to={entity} id={id} by="browser" />
        </>
      }
    >
      <ul className="text-sm">
        {guests.map((guest) => (
          <li key={guest.id}>
            <PersonName {...guest} />
          </li>
        ))}
      </ul>
    </Card>
  );
}
