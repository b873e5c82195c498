import { useLoaderData } from "@remix-run/react";
import { db, transact } from "~/db/knex.server";
import { countPhrase, roomCount } from "~/domain/count-words";
import { inLanguage } from "~/domain/language";
import { takesBed } from "~/domain/travellers";
import { group } from "~/features/groups/group";
import { GroupPage, groupMeta } from "~/features/groups/group-page";
import { groups } from "~/features/groups/groups.server";
import { memberCount } from "~/features/groups/member";
import { lodgingOf, placeIn, placesOf } from "~/features/journey/lodgings.server";
import { lockLodgers } from "~/features/journey/strangers.server";
import { namesOf } from "~/features/travellers/list";
import { memberFields, memberPage, mostMembers } from "~/features/travellers/member-fields.server";
import { readForm } from "~/http/body.server";
import { redirectWithFlash } from "~/http/flash.server";
import { askBy } from "~/http/questions.server";
import { formScreen, idParam, screen, submitForm } from "~/http/screen.server";
import { keepForm } from "~/ui/form/keep-form";
import { Cards } from "~/ui/page/cards";
import { ExportLinks } from "~/ui/page/export-links";
import { ButtonLink, NewLink } from "~/ui/page/links";
import { count, Empty, Figures } from "~/ui/page/page";
import { Pagination } from "~/ui/page/pagination";
import { proposedFamilies } from "../families/proposal.server";
import { familiesOf, proposalCount } from "../family";
import { type Lodger, roomsOf } from "../room";
import { lodgersOf, roomingFields, saveRooming, wasOf } from "../room-members.server";
import { roomsByName } from "../room-rows.server";
import { type Copy, copyRooms, moveApart, placeOfForm, roomsApart } from "./copies.server";
import { ApartForm, CopyForm, PlaceTabs } from "./places";
import { tabsOf } from "./places.server";
import { proposeRooms } from "./proposal.server";
import { RoomCard, RoomFields } from "./room-fields";

export const meta = groupMeta("توزيع الغرف");

/** The rooms with free beds that each member's select offers, and the choices of all selects of a page together. */
const mostFree = 150;
const mostChoices = 1000;
/** The fewest members of a page. */
const fewest = 10;

export const loader = screen([group.write], async ({ params, url: { searchParams } }) => {
  const groupRow = await groups.find(db, idParam(params.group));
  const places = await placesOf(db, groupRow.id);
  const apart = await roomsApart(db, groupRow.id, places);
  const isApart = apart.length > 0 && searchParams.get("hotel") === "none";
  const place = placeIn(places, searchParams) ?? places[0];
  const [lodgers, rooms] = await Promise.all([
    lodgersOf(db, groupRow.id, place),
    isApart ? apart : roomsByName(db, groupRow.id, place),
  ]);
  const inOrder = [...lodgers.filter(isLodger), ...lodgers.filter((one) => !isLodger(one))];
  const free = rooms.filter(({ beds, occupants }) => occupants < beds).slice(0, mostFree);
  const most = Math.min(mostMembers, Math.max(fewest, Math.floor(mostChoices / (free.length + 1))));
  const page = await memberPage(inOrder, wasOf, searchParams, most);
  const here = new Set(page.rows.map(({ room_id }) => room_id));
  const people = new Map(lodgers.map(({ id, name, name_latin }) => [id, { id, name, name_latin }]));
  // In a large group: the rooms with members of this page, and those with free beds.
  const visible = isApart ? rooms : rooms.filter((room) => here.has(room.id) || free.includes(room));
  const unplaced = lodgers.filter(isWithoutBed).length;
  const { id } = groupRow;
  return {
    group: { id },
    ...page,
    lodging: isApart ? null : lodgingOf(place),
    places: await tabsOf(id, places),
    apart: apart.length,
    rooms: visible.map((room) => ({
      ...room,
      guests: room.member_ids.flatMap((one) => people.get(one) ?? []),
    })),
    hidden: rooms.length - visible.length,
    lodgers: lodgers.filter(isLodger).length,
    free: rooms.reduce((sum, { beds, occupants }) => sum + beds - occupants, 0),
    unplaced,
    unconfirmed: unplaced ? (await proposedFamilies(db, groupRow.id)).length : 0,
  };
});

const isWithoutBed = ({ room_id, is_expected, traveller }: Lodger) =>
  is_expected && !room_id && takesBed(traveller);

const isLodger = ({ room_id, is_expected }: Lodger) => room_id !== null || is_expected;

export const action = formScreen([group.write], async ({ request, params, url, user }) => {
  const id = idParam(params.group);
  const form = await readForm(request);
  const { schema, sentOf } = memberFields(form, "room", roomingFields);
  const intent = form.get("intent");
  return submitForm(
    form,
    schema,
    async (input) => {
      const { text, isDone } = await transact(user, async (trx) => {
        await lockLodgers(trx, id);
        const places = await placesOf(trx, id);
        const place = form.has("lodging")
          ? placeOfForm(places, form.get("lodging"))
          : (placeIn(places, url.searchParams) ?? places[0]);
        if (intent === "move") return copyTold("نقلت", await moveApart(trx, id, places, place));
        if (intent === "copy")
          return copyTold("نسخت", await copyRooms(trx, id, placeOfForm(places, form.get("from")), place));
        const changeCount = await saveRooming(trx, id, place, sentOf(input), askBy(form));
        if (intent !== "propose")
          return changeCount
            ? done(`حفظ توزيع ${countPhrase(changeCount, memberCount, "genitive")}`)
            : unchanged;
        const unconfirmed = (await proposedFamilies(trx, id)).length;
        return proposalTold({ unconfirmed, ...(await proposeRooms(trx, await groups.find(trx, id), place)) });
      });
      return redirectWithFlash(roomsOf(id).path + url.search, text, isDone ? "success" : "info");
    },
    { failure: "فشل حفظ التوزيع" },
  );
});

/** What came of a press, in words, and whether anything was done. */
type Told = { text: string; isDone: boolean };

const done = (text: string): Told => ({ text, isDone: true });
const unchanged: Told = { text: "لم يتغير شيء", isDone: false };

/** The result of a copy in words: «نسخت 10 غرف. رقمها موجود هناك: «201». لا إقامة لهم هناك: «…»» */
function copyTold(verb: string, { copied, left, bedless }: Copy): Told {
  const sentences = [
    copied ? `${verb} ${countPhrase(copied, roomCount)}` : unchanged.text,
    left.length && `بقيت غرف رقمها أو من فيها هناك من قبل: ${namesOf(left, " وغيرها")}`,
    bedless.length && `لا إقامة لهم هناك: ${namesOf(bedless)}`,
  ];
  return { text: sentences.filter(Boolean).join(". "), isDone: copied > 0 };
}

/** The result of a proposal in words: «وزع 38 عضوًا على الغرف، وأضيفت 10 غرف. لم يوزع «…»: جنسه غير مسجل» */
function proposalTold({
  placed,
  added,
  unconfirmed,
  large,
  left,
}: Awaited<ReturnType<typeof proposeRooms>> & { unconfirmed: number }): Told {
  const sentences = [
    placed
      ? `وزع ${countPhrase(placed, memberCount)} على الغرف${added ? `، وأضيفت ${countPhrase(added, roomCount)}` : ""}`
      : "لم يوزع أحد",
    unconfirmed && `بقيت ${countPhrase(unconfirmed, proposalCount)} بلا تأكيد: راجعها في «اقترح عائلات»`,
    large.length &&
      `${large.length > 1 ? "عائلات" : "عائلة"} لا تتسع لها غرفة ففرقت: ${namesOf(large, " وغيرها")}`,
    left.length && `بلا جنس مسجل فلم يوزع: ${namesOf(left)}`,
  ];
  return { text: sentences.filter(Boolean).join(". "), isDone: placed > 0 };
}

export const clientAction = keepForm();

export default function Rooms() {
  const { group: of, rows, rooms, hidden, lodging, ...loaded } = useLoaderData<typeof loader>();
  const { places, apart, lodgers, free, unplaced, unconfirmed, ...page } = loaded;
  const entity = roomsOf(of.id);
  const query = places.find((place) => place.lodging === lodging)?.query ?? "";
  return (
    <GroupPage
      screen="rooms"
      title="توزيع الغرف"
      actions={
        <>
          <NewLink to={entity} />
          <ButtonLink href={`${entity.path}/print${query}`}>طباعة</ButtonLink>
          <a className="button" href={`${entity.path}/print${inLanguage("en", query)}`} lang="en">
            English
          </a>
          {places.length > 1 && <ButtonLink href={`${entity.path}/print`}>طباعة كل الفنادق</ButtonLink>}
          <ExportLinks path={entity.path} search={query} />
          <ButtonLink href={familiesOf(of.id).path}>اقترح عائلات</ButtonLink>
        </>
      }
    >
      <PlaceTabs path={entity.path} places={places} lodging={lodging} apart={apart} />
      <Figures
        figures={[
          { label: "الأعضاء", value: count(lodgers) },
          { label: "بلا غرفة", value: count(unplaced) },
          { label: "الغرف", value: count(rooms.length + hidden) },
          { label: "الأسرة الشاغرة", value: count(free) },
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
      {lodging === null ? (
        <ApartForm places={places} />
      ) : page.total === 0 ? (
        <Empty title="لا أعضاء في المجموعة بعد">
          <p>أضف الأعضاء أولًا، ثم وزعهم على الغرف.</p>
        </Empty>
      ) : (
        <>
          <CopyForm places={places} lodging={lodging} />
          <RoomFields
            key={lodging + JSON.stringify(rows)}
            groupId={of.id}
            lodging={lodging}
            rows={rows}
            rooms={rooms}
          />
        </>
      )}
      {lodging !== null && <Pagination {...page} />}
      {rooms.length > 0 && (
        <section className="mt-6">
          <h2 className="mb-3 text-lg font-semibold text-green">الغرف</h2>
          <Cards of={entity} whole>
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
