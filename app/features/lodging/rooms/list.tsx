import { useLoaderData } from "@remix-run/react";
import { db, transact } from "~/db/knex.server";
import { countPhrase } from "~/domain/count-words";
import { inLanguage } from "~/domain/language";
import { group } from "~/features/groups/group";
import { GroupPage } from "~/features/groups/group-page";
import { groups } from "~/features/groups/groups.server";
import { memberCount } from "~/features/groups/member";
import { PersonName } from "~/features/links/person-link";
import { namesOf } from "~/features/travellers/list";
import { memberFields, memberPage, mostMembers } from "~/features/travellers/member-fields.server";
import { FieldCell, MemberForm } from "~/features/travellers/member-form";
import { readForm } from "~/http/body.server";
import { redirectWithFlash } from "~/http/flash.server";
import { askBy } from "~/http/questions.server";
import { formScreen, idParam, screen, submitForm } from "~/http/screen.server";
import { keepForm } from "~/ui/form/keep-form";
import { Card, Cards } from "~/ui/page/cards";
import { ExportLinks } from "~/ui/page/export-links";
import { ButtonLink, DeleteLink, EditLink, NewLink } from "~/ui/page/links";
import { Badge, count, Empty, Figures } from "~/ui/page/page";
import { Pagination } from "~/ui/page/pagination";
import { proposedFamilies } from "../families/proposal.server";
import { familiesOf, proposalCount } from "../family";
import { FamilyCell } from "../family-cell";
import { bedCount, type Lodger, type Room, roomCount, roomKindLabels, roomsOf } from "../room";
import { lodgersOf, roomingFields, saveRooming, wasOf } from "../room-members.server";
import { roomsByName } from "../rooms.server";
import { proposeRooms } from "./proposal.server";

export const meta = () => [{ title: "توزيع الغرف" }];

/** The rooms with free beds that each member's select offers, and the choices of all selects of a page together. */
const mostFree = 150;
const mostChoices = 1000;
/** The fewest members of a page. */
const fewest = 10;

export const loader = screen([group.write], async ({ params, url: { searchParams } }) => {
  const groupRow = await groups.find(db, idParam(params.group));
  const [lodgers, rooms] = await Promise.all([lodgersOf(db, groupRow.id), roomsByName(db, groupRow.id)]);
  const free = rooms.filter(({ beds, occupants }) => occupants < beds).slice(0, mostFree);
  const most = Math.min(mostMembers, Math.max(fewest, Math.floor(mostChoices / (free.length + 1))));
  const page = await memberPage(lodgers, wasOf, searchParams, most);
  const here = new Set(page.rows.map(({ room_id }) => room_id));
  const guests = new Map<number | null, Guest[]>();
  for (const { room_id, id, name, name_latin } of lodgers)
    guests.set(room_id, [...(guests.get(room_id) ?? []), { id, name, name_latin }]);
  // In a large group: the rooms with members of this page, and those with free beds.
  const visible = rooms.filter((room) => here.has(room.id) || free.includes(room));
  return {
    group: { id: groupRow.id },
    ...page,
    rooms: visible.map((room) => ({ ...room, guests: guests.get(room.id) ?? [] })),
    hidden: rooms.length - visible.length,
    beds: rooms.reduce((sum, { beds }) => sum + beds, 0),
    unplaced: guests.get(null)?.length ?? 0,
    unconfirmed: guests.has(null) ? (await proposedFamilies(db, groupRow.id)).length : 0,
  };
});

export const action = formScreen([group.write], async ({ request, params, url, user }) => {
  const id = idParam(params.group);
  const form = await readForm(request);
  const { schema, sentOf } = memberFields(form, "room", roomingFields);
  const isProposal = form.get("intent") === "propose";
  return submitForm(
    form,
    schema,
    async (input) => {
      const message = await transact(user, async (trx) => {
        const changeCount = await saveRooming(trx, id, sentOf(input), askBy(form));
        if (!isProposal)
          return changeCount ? `حفظ توزيع ${countPhrase(changeCount, memberCount)}` : "لم يتغير شيء";
        const unconfirmed = (await proposedFamilies(trx, id)).length;
        return proposalTold({ unconfirmed, ...(await proposeRooms(trx, await groups.find(trx, id))) });
      });
      return redirectWithFlash(roomsOf(id).path + url.search, message, isProposal ? "info" : "success");
    },
    { failure: "فشل حفظ التوزيع" },
  );
});

/** The result of a proposal in words: «وزع 38 عضوًا على الغرف، وأضيفت 10 غرف. لم يوزع «…»: جنسه غير مسجل» */
function proposalTold({
  placed,
  added,
  unconfirmed,
  large,
  left,
}: Awaited<ReturnType<typeof proposeRooms>> & { unconfirmed: number }) {
  const sentences = [
    placed
      ? `وزع ${countPhrase(placed, memberCount)} على الغرف${added ? `، وأضيفت ${countPhrase(added, roomCount)}` : ""}`
      : "لم يوزع أحد",
    unconfirmed && `بقيت ${countPhrase(unconfirmed, proposalCount)} بلا تأكيد: راجعها في «اقترح عائلات»`,
    large.length &&
      `${large.length > 1 ? "عائلات" : "عائلة"} لا تتسع لها غرفة ففرقت: ${namesOf(large, " وغيرها")}`,
    left.length && `بلا جنس مسجل فلم يوزع: ${namesOf(left)}`,
  ];
  return sentences.filter(Boolean).join(". ");
}

export const clientAction = keepForm();

export default function Rooms() {
  const {
    group: of,
    rows,
    rooms,
    hidden,
    beds,
    unplaced,
    unconfirmed,
    ...page
  } = useLoaderData<typeof loader>();
  const entity = roomsOf(of.id);
  return (
    <GroupPage
      screen="rooms"
      title="توزيع الغرف"
      actions={
        <>
          <NewLink to={entity} />
          <ButtonLink href={`${entity.path}/print`}>طباعة</ButtonLink>
          <a className="button" href={`${entity.path}/print${inLanguage("en")}`} lang="en">
            English
          </a>
          <ExportLinks path={entity.path} />
          <ButtonLink href={familiesOf(of.id).path}>اقترح عائلات</ButtonLink>
        </>
      }
    >
      <Figures
        figures={[
          { label: "الأعضاء", value: count(page.total) },
          { label: "بلا غرفة", value: count(unplaced) },
          { label: "الغرف", value: count(rooms.length + hidden) },
          { label: "الأسرة الشاغرة", value: count(beds - page.total + unplaced) },
        ]}
      />
      {unconfirmed > 0 && (
        <p className="notice info">
          {`بقيت ${countPhrase(unconfirmed, proposalCount)} بلا تأكيد، و«اقترح توزيعًا» قد يفرق أفرادها. `}
          <a className="underline" href={familiesOf(of.id).path}>
            راجعها أولًا
          </a>
        </p>
      )}
      {page.total === 0 ? (
        <Empty title="لا أعضاء في المجموعة بعد">
          <p>أضف الأعضاء أولًا، ثم وزعهم على الغرف.</p>
        </Empty>
      ) : (
        <RoomFields key={JSON.stringify(rows)} groupId={of.id} rows={rows} rooms={rooms} />
      )}
      <Pagination {...page} />
      {rooms.length > 0 && (
        <section className="mt-6">
          <h2 className="mb-3 text-lg font-semibold text-green">الغرف</h2>
          <Cards of={entity}>
            {rooms.map((room) => (
              <RoomCard key={room.id} room={room} />
            ))}
          </Cards>
          {hidden > 0 && (
            <p className="mt-3 text-muted">
              و{countPhrase(hidden, roomCount)} مكتملة لأعضاء في الصفحات الأخرى، أو شاغرة تظهر حين تمتلئ هذه.
            </p>
          )}
        </section>
      )}
    </GroupPage>
  );
}

type Guest = Pick<Lodger, "id" | "name" | "name_latin">;
type RoomOfGuests = Room & { guests: Guest[] };

const freeBeds = ({ beds, occupants }: Room) => beds - occupants;

/** A room in a select, under its kind: «101 · شاغر 2» */
const roomText = (room: Room) =>
  [room.name, freeBeds(room) && `شاغر ${freeBeds(room)}`].filter(Boolean).join(" · ");

function RoomFields({
  groupId,
  rows,
  rooms,
}: {
  groupId: number;
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
      row={({ name, gender }, field) => {
        const room = field("room");
        return (
          <>
            <td>{gender ?? <Badge tone="bad">غير مسجل</Badge>}</td>
            <FamilyCell family={field("family")} name={name} />
            <FieldCell remarks={room.remarks}>
              <select {...room.control} aria-label={`غرفة ${name}`}>
                <option value="">بلا غرفة</option>
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
        <button className="button" type="submit" name="intent" value="propose">
          اقترح توزيعًا
        </button>
      }
    />
  );
}

function RoomCard({ room }: { room: RoomOfGuests }) {
  const { id, name, kind, beds, guests } = room;
  const entity = roomsOf(room.group_id);
  const free = freeBeds(room);
  return (
    <Card
      name={name}
      lead={`${roomKindLabels[kind]} · ${countPhrase(beds, bedCount)}`}
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
