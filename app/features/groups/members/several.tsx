import { randomUUID } from "node:crypto";
import { data } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { db } from "~/db/knex.server";
import { countPhrase } from "~/domain/count-words";
import { invalid } from "~/domain/domain-error";
import { quote } from "~/domain/nouns";
import { constraintOf } from "~/http/constraint.server";
import { redirectWithFlash } from "~/http/flash.server";
import { formScreen, idParam, screen, submit } from "~/http/screen.server";
import { writeOnce } from "~/http/writes.server";
import { EntityDialog, useEntityForm } from "~/ui/form/entity-form";
import { CheckboxesField } from "~/ui/form/field";
import { keepForm } from "~/ui/form/keep-form";
import { useListSearch } from "~/ui/page/page";
import { group, takenSeatsOf } from "../group";
import { groupMeta } from "../group-page";
import { groups } from "../groups.server";
import { memberCount, membersOf } from "../member";
import { ClosedGroup } from "./closed-group";
import { addSeveral, closedText, contractCandidates, severalSchema } from "./members.server";

export const meta = groupMeta("إضافة من عقود الحملة");

export const loader = screen([group.write], async ({ params }) => {
  const groupRow = await groups.find(db, idParam(params.group));
  const closed = closedText(groupRow);
  const { id, campaign, capacity } = groupRow;
  const loaded = {
    groupId: id,
    campaign,
    closed,
    seats: capacity - takenSeatsOf(groupRow),
    candidates: await contractCandidates(db, groupRow),
    row: null,
    constraint: constraintOf(severalSchema),
    idempotencyKey: randomUUID(),
  };
  return data(loaded, { status: closed ? 409 : 200 });
});

export const action = formScreen([group.write], ({ request, params, url, user }) =>
  submit(
    request,
    severalSchema,
    async ({ customer_ids = [] }, { key }) => {
      const groupId = idParam(params.group);
      if (!customer_ids.length) throw invalid("customer_ids", "اختر عميلًا واحدًا على الأقل");
      const { added, refusal } = await writeOnce({ user, key }, { group: groupId, customer_ids }, (trx) =>
        addSeveral(trx, groupId, customer_ids, { user }),
      );
      const message = [`تمت إضافة ${countPhrase(added, memberCount, "genitive")}`, refusal]
        .filter(Boolean)
        .join(". ");
      return redirectWithFlash(membersOf(groupId).path + url.search, message, refusal ? "info" : "success");
    },
    { failure: "فشل إضافة الأعضاء" },
  ),
);

export const clientAction = keepForm();

export default function AddFromContracts() {
  const { groupId, campaign, closed, seats, candidates, ...loaded } = useLoaderData<typeof loader>();
  const members = membersOf(groupId);
  const form = useEntityForm(members, loaded, {
    values: { customer_ids: candidates.slice(0, seats).map(({ id }) => id) },
  });
  const back = members.path + useListSearch();
  const title = "إضافة من عقود الحملة";
  if (closed && !form.reply) return <ClosedGroup title={title} text={closed} back={back} />;
  const none = `كل من له عقد غير ملغي في الحملة ${quote(campaign)} في مجموعة من مجموعاتها`;
  if (!candidates.length) return <ClosedGroup title={title} text={none} back={back} />;
  return (
    <EntityDialog form={form} title={title} save="إضافة المختارين">
      <CheckboxesField
        {...form.field("customer_ids")}
        storedValue={undefined}
        choices={candidates.map(({ contract_number, phone, ...row }) => ({
          ...row,
          note: (
            <>
              <bdi dir="ltr">{contract_number}</bdi> · <bdi dir="ltr">{phone}</bdi>
            </>
          ),
        }))}
        hint={
          candidates.length > seats
            ? `المقاعد الشاغرة ${seats} والمتعاقدون ${candidates.length}: اختير من وقّع أولًا.`
            : undefined
        }
        empty=""
      />
    </EntityDialog>
  );
}
