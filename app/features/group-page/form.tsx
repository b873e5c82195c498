import { useLoaderData, useSearchParams } from "@remix-run/react";
import { askedByValues } from "~/db/choices.server";
import { countPhrase, seatCount } from "~/domain/count-words";
import { OpenCampaignField } from "~/features/campaigns/open-campaign-field";
import { type Group, group, groupStatusLabels, isOverBus, membersText } from "~/features/groups/group";
import { groupOffers, groups } from "~/features/groups/groups.server";
import { membersOf } from "~/features/groups/member";
import { movedText } from "~/features/moving/moved";
import { formOf, saveAction } from "~/http/entity-screens.server";
import { screen } from "~/http/screen.server";
import { EntityDialog, useEntityForm } from "~/ui/form/entity-form";
import { NumberField, SelectField, TextAreaField, TextField } from "~/ui/form/field";
import { keepForm } from "~/ui/form/keep-form";
import { LatinField } from "~/ui/form/latin-field";
import { OfferField } from "~/ui/form/offer-field";
import { departingGroups } from "./departure.server";

export const loader = screen([group.write], async ({ params }) => {
  const loaded = await formOf(groups, params);
  return { ...loaded, offers: await groupOffers(askedByValues(loaded.row)) };
});

/** Where the form leads back: to the group's page if it was opened there, else to the list. */
const backOf = ({ id }: { id: number }, params: URLSearchParams) =>
  params.get("from") === "page" ? membersOf(id).path : undefined;

export const action = saveAction(group, departingGroups, {
  to: (row, { url }) => backOf(row, url.searchParams) ?? group.path + url.search,
  offers: groupOffers,
  message: (row, usual) =>
    usual +
    movedText(row) +
    (isOverBus(row)
      ? `. تنبيه: في الحافلة ${countPhrase(row.busCapacity ?? 0, seatCount)}، وسعة المجموعة ${row.capacity}`
      : ""),
});
export const clientAction = keepForm();

/** The choices of the status, of which a user can only set the departure: a group becomes full by itself. */
const departure = { active: "لم تغادر", departed: groupStatusLabels.departed };
const toValues = (row: Group) => ({ ...row, status: row.status === "departed" ? "departed" : "active" });

export default function GroupForm() {
  const form = useEntityForm(group, useLoaderData<typeof loader>(), { toValues });
  const [params] = useSearchParams();
  const { field, offer, row, current } = form;
  const back = (row && backOf(row, params)) ?? form.back;
  const present = current ?? row;
  return (
    <EntityDialog form={{ ...form, back }}>
      <TextField {...field("name")} wide autoComplete="off" autoFocus />
      <LatinField {...field("name_latin")} wide example="Rihab Taibah 1" />
      <OpenCampaignField {...offer("campaign_id")} storedValue={current?.campaign} />
      <NumberField
        {...field("capacity")}
        placeholder="45"
        hint={present?.currentMembers ? `عدد الأعضاء: ${membersText(present)}` : undefined}
      />
      <OfferField
        {...offer("transportation_id")}
        storedValue={current && (current.busNumber ?? "")}
        empty="بدون حافلة"
      />
      <OfferField
        {...offer("supervisor_id")}
        storedValue={current && (current.supervisor ?? "")}
        empty="بدون مشرف"
      />
      <TextField {...field("supervisorPhone")} />
      <TextField {...field("departureDate")} hint="تغادر المجموعة من نفسها في هذا اليوم." />
      <TextAreaField
        {...field("flights")}
        rows={2}
        hint="رقم كل رحلة ومطارها وموعدها، كما تطبع في قسيمة الخدمات."
      />
      {row && <SelectField {...field("status")} label="المغادرة" choices={departure} />}
    </EntityDialog>
  );
}
