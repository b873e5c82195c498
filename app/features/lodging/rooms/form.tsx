import type { ActionFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { db } from "~/db/knex.server";
import { group } from "~/features/groups/group";
import { groups } from "~/features/groups/groups.server";
import { type Place, placeIn, placesOf } from "~/features/journey/lodgings.server";
import { hotels } from "~/features/services/hotels/hotels.server";
import { formOf, saveAction } from "~/http/entity-screens.server";
import { formScreen, idParam, screen } from "~/http/screen.server";
import { EntityDialog, useEntityForm } from "~/ui/form/entity-form";
import { NumberField, SelectField, TextField } from "~/ui/form/field";
import { keepForm } from "~/ui/form/keep-form";
import { type Room, roomsOf } from "../room";
import { rooms } from "../rooms.server";

/** The hotels in which a room may be: those of the group's stays, and its present one; and the most visits to one. */
async function hotelsOf(places: Place[], row: Room | null) {
  const choices = new Map(
    places.flatMap(({ lodging }) => (lodging ? [[lodging.hotel_id, lodging.hotel]] : [])),
  );
  const present = row?.hotel_id;
  if (present && !choices.has(present))
    choices.set(present, `${(await hotels.find(db, present)).name} (ليس من الإقامات)`);
  return {
    choices: [...choices],
    visits: Math.max(row?.visit ?? 1, ...places.map(({ visit }) => visit ?? 1)),
  };
}

export const loader = screen([group.write], async ({ params, url }) => {
  const { id } = await groups.find(db, idParam(params.group));
  const places = await placesOf(db, id);
  const form = await formOf(rooms(id), params);
  const { hotel_id, visit } = placeIn(places, url.searchParams) ?? places[0];
  return { groupId: id, place: { hotel_id, visit }, hotels: await hotelsOf(places, form.row), ...form };
});

export const action = formScreen([group.write], (visit) => {
  const id = idParam(visit.params.group);
  return saveAction(roomsOf(id), rooms(id))(visit as unknown as ActionFunctionArgs);
});

export const clientAction = keepForm();

export default function RoomForm() {
  const { groupId, place, hotels, ...loaded } = useLoaderData<typeof loader>();
  const form = useEntityForm(roomsOf(groupId), loaded, { values: { beds: 4, ...place } });
  const { field } = form;
  return (
    <EntityDialog form={form}>
      <TextField {...field("name")} dir="auto" autoComplete="off" autoFocus />
      <NumberField {...field("beds")} />
      <SelectField {...field("kind")} />
      <TextField {...field("layout")} placeholder="سرير مزدوج وسريران" />
      {hotels.choices.length > 0 && (
        <SelectField
          {...field("hotel_id")}
          choices={hotels.choices}
          empty={form.row && !form.row.hotel_id ? "اختر الفندق" : undefined}
        />
      )}
      {hotels.visits > 1 ? (
        <NumberField {...field("visit")} hint="1 للنزول الأول في الفندق، و2 للثاني" />
      ) : (
        hotels.choices.length > 0 && <input type="hidden" name="visit" value="1" />
      )}
    </EntityDialog>
  );
}
