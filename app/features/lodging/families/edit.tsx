import { useLoaderData } from "@remix-run/react";
import { db, transact } from "~/db/knex.server";
import { countPhrase } from "~/domain/count-words";
import { group } from "~/features/groups/group";
import { GroupPage, groupMeta } from "~/features/groups/group-page";
import { groups } from "~/features/groups/groups.server";
import { memberCount } from "~/features/groups/member";
import { familiesOf as gather } from "~/features/travellers/families";
import { memberFields, memberPage } from "~/features/travellers/member-fields.server";
import { FieldCell, MemberForm } from "~/features/travellers/member-form";
import { readForm } from "~/http/body.server";
import { redirectWithFlash } from "~/http/flash.server";
import { askBy } from "~/http/questions.server";
import { formScreen, idParam, screen, submitForm } from "~/http/screen.server";
import { keepForm } from "~/ui/form/keep-form";
import { ButtonLink } from "~/ui/page/links";
import { Empty } from "~/ui/page/page";
import { Pagination } from "~/ui/page/pagination";
import { familiesOf, type Relation, relationLabels, relationNames } from "../family";
import { FamilyCell } from "../family-cell";
import type { Relative } from "../room";
import { kinshipFields, relativesOf, saveRooming, wasOf } from "../room-members.server";

export const meta = groupMeta("العائلات والصلات");

/** The members of families, family by family. */
export const loader = screen([group.write], async ({ params, url: { searchParams } }) => {
  const { id } = await groups.find(db, idParam(params.group));
  const relatives = (await relativesOf(db, id)).filter(({ family }) => family);
  return { group: { id }, ...(await memberPage(gather(relatives).flat(), wasOf, searchParams)) };
});

export const action = formScreen([group.write], async ({ request, params, user }) => {
  const id = idParam(params.group);
  const form = await readForm(request);
  const { schema, sentOf } = memberFields(form, "family", kinshipFields);
  return submitForm(
    form,
    schema,
    async (input) => {
      const changed = await transact(user, (trx) => saveRooming(trx, id, null, sentOf(input), askBy(form)));
      const message = changed ? `حفظت صلات ${countPhrase(changed, memberCount, "genitive")}` : "لم يتغير شيء";
      return redirectWithFlash(familiesOf(id).path, message, changed ? "success" : "info");
    },
    { failure: "فشل حفظ العائلات" },
  );
});

export const clientAction = keepForm();

export default function EditFamilies() {
  const { group: of, rows, ...page } = useLoaderData<typeof loader>();
  const { path } = familiesOf(of.id);
  return (
    <GroupPage
      screen="families"
      title="العائلات وصلاتها"
      lead="من تمسح اسم عائلته يخرج منها، ومن تكتب له اسم عائلة أخرى ينتقل إليها."
      actions={<ButtonLink href={path}>العائلات</ButtonLink>}
    >
      {rows.length ? (
        <KinshipFields key={JSON.stringify(rows)} groupId={of.id} rows={rows} />
      ) : (
        <Empty title="لا عائلات بعد">
          <p>أكد عائلة مقترحة أولًا.</p>
        </Empty>
      )}
      <Pagination {...page} />
    </GroupPage>
  );
}

function KinshipFields({ groupId, rows }: { groupId: number; rows: (Relative & { was: string })[] }) {
  return (
    <MemberForm
      id={`families-${groupId}`}
      rows={rows}
      fields={["family", "relation"]}
      values={({ family, relation }) => ({ family, relation })}
      words={(field, value) => (field === "relation" && value ? relationLabels[value as Relation] : value)}
      heads={["الجنس", "العائلة", "الصلة"]}
      row={({ name, gender }, field) => {
        const relation = field("relation");
        return (
          <>
            <td>{gender ?? "غير مسجل"}</td>
            <FamilyCell family={field("family")} name={name} />
            <FieldCell remarks={relation.remarks}>
              <select {...relation.control} aria-label={`صلة ${name}`}>
                <option value="">غير مذكورة</option>
                {relationNames.map((one) => (
                  <option key={one} value={one}>
                    {relationLabels[one]}
                  </option>
                ))}
              </select>
            </FieldCell>
          </>
        );
      }}
      buttons={null}
    />
  );
}
