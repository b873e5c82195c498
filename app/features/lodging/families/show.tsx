import { useLoaderData } from "@remix-run/react";
import { db, transact } from "~/db/knex.server";
import { screenPage } from "~/db/list.server";
import { countPhrase } from "~/domain/count-words";
import { conflicting } from "~/domain/domain-error";
import { flag } from "~/domain/input.server";
import { ids } from "~/domain/lists.server";
import { quote } from "~/domain/nouns";
import { group } from "~/features/groups/group";
import { GroupPage, groupMeta } from "~/features/groups/group-page";
import { groups } from "~/features/groups/groups.server";
import { memberCount } from "~/features/groups/member";
import { PersonName } from "~/features/links/person-link";
import { memberVoucherAddress } from "~/features/links/voucher-address";
import { namesOf } from "~/features/travellers/list";
import { memberFields } from "~/features/travellers/member-fields.server";
import { readForm } from "~/http/body.server";
import { redirectWithFlash } from "~/http/flash.server";
import { askBy } from "~/http/questions.server";
import { formScreen, idParam, screen, submitForm } from "~/http/screen.server";
import { CheckboxesField, CheckboxField, TextField } from "~/ui/form/field";
import { OfficeForm, useOfficeForm } from "~/ui/form/form";
import { keepForm } from "~/ui/form/keep-form";
import { Card, Cards } from "~/ui/page/cards";
import { ButtonLink } from "~/ui/page/links";
import { Empty } from "~/ui/page/page";
import { Pagination } from "~/ui/page/pagination";
import { LatinName } from "~/ui/page/table";
import {
  type FamilyProposal,
  familiesOf,
  familyCount,
  mostKin,
  reasonsText,
  relationLabels,
} from "../family";
import { roomsOf } from "../room";
import { familyField } from "../room-members.server";
import { listFamilies, saveFamilies } from "./families.server";
import { nameFamilies, proposedFamilies, readProposals } from "./proposal.server";

export const meta = groupMeta("عائلات المجموعة");

/** A form of 300 fields has room for this many. */
const perPage = "30";

export const loader = screen([group.write], async ({ params, url: { searchParams } }) => {
  const groupRow = await groups.find(db, idParam(params.group));
  const pageParams = new URLSearchParams({ page: searchParams.get("page") ?? "", per_page: perPage });
  const [families, { proposals, common }] = await Promise.all([
    listFamilies(db, groupRow.id),
    readProposals(db, groupRow.id),
  ]);
  return {
    group: groupRow,
    families,
    common,
    ...(await screenPage(async () => proposals, pageParams)),
  };
});

/** Confirms the proposals with at least one ticked member. The id of its first member identifies a proposal. */
export const action = formScreen([group.write], async ({ request, params, user }) => {
  const id = idParam(params.group);
  const form = await readForm(request);
  const { schema, sentOf } = memberFields(form, "members", {
    members: ids(),
    name: familyField,
    joins: flag().optional(),
  });
  return submitForm(
    form,
    schema,
    async (input) => {
      const ticked = sentOf(input).flatMap(({ id, name, joins = false, members = [] }) =>
        members.length ? [{ key: id, name: name ?? "", joins, ids: members, field: `members_${id}` }] : [],
      );
      await transact(user, async (trx) => {
        const offered = new Map(
          (await proposedFamilies(trx, id)).map((proposal) => [proposal.members[0]?.id, proposal]),
        );
        const choices = ticked.map(({ joins, ...choice }) => {
          const { joins: present, shared_name } = offered.get(choice.key) ?? {};
          if (joins && !present)
            throw conflicting(`joins_${choice.key}`, "تغيرت العائلة بعد أن فتحت الصفحة: راجعها ثم أكد");
          if (joins && present) return { ...choice, name: present.name, joins };
          return { ...choice, isTyped: choice.name !== "" && choice.name !== shared_name };
        });
        await saveFamilies(trx, id, await nameFamilies(trx, id, choices), askBy(form));
      });
      const { length } = ticked;
      return redirectWithFlash(
        familiesOf(id).path,
        length ? `أُكدت ${countPhrase(length, familyCount)}` : "لم يتغير شيء: علّم على أفراد كل عائلة أولًا",
        length ? "success" : "info",
      );
    },
    { failure: "فشل تأكيد العائلات" },
  );
});

export const clientAction = keepForm();

export default function Families() {
  const { group: of, families, common, rows: proposals, ...page } = useLoaderData<typeof loader>();
  return (
    <GroupPage screen="families" actions={<ButtonLink href={roomsOf(of.id).path}>توزيع الغرف</ButtonLink>}>
      <section>
        <h2 className="mb-2 text-lg font-semibold text-green">عائلات مقترحة</h2>
        {page.total > 0 ? (
          <>
            <p className="mb-3 text-muted">لا يعدّ هؤلاء عائلة حتى تؤكدها: علّم على أفراد كل عائلة ثم أكد.</p>
            <Proposals key={JSON.stringify(proposals)} groupId={of.id} proposals={proposals} />
            <Pagination {...page} />
          </>
        ) : (
          <p className="text-muted">
            لا اقتراح: من بقي بلا عائلة لم يكن مع غيره عائلة من قبل، ولا يشاركه عقدًا ولا رقم هاتف ولا لقبًا.
          </p>
        )}
        {common.map(({ surname, count }) => (
          <p key={surname} className="notice info mt-3">
            {`لم يقترح «${surname}» عائلة: يحمل هذا اللقب ${countPhrase(count, memberCount)} بلا عائلة، وما زاد على ${mostKin} قد يكون اسم قبيلة. `}
            <a className="underline" href={roomsOf(of.id).path}>
              اكتب عائلاتهم أمام أسمائهم
            </a>
          </p>
        ))}
      </section>
      <section className="mt-6">
        <div className="mb-3 flex flex-wrap items-center justify-between gap-3">
          <h2 className="text-lg font-semibold text-green">عائلات المجموعة</h2>
          {families.length > 0 && (
            <ButtonLink href={`${familiesOf(of.id).path}/edit`}>تعديل العائلات والصلات</ButtonLink>
          )}
        </div>
        {families.length ? (
          <Cards of={familiesOf(of.id)} whole>
            {families.map(({ name, members }) => (
              <Card key={members[0]?.id} name={name} lead={countPhrase(members.length, memberCount)}>
                <ul className="grid gap-1.5 text-sm">
                  {members.map(({ relation, ...person }) => (
                    <li key={person.id} className="flex justify-between gap-3">
                      <PersonName {...person} />
                      {relation && <span className="text-muted">{relationLabels[relation]}</span>}
                    </li>
                  ))}
                </ul>
                <p className="row-actions">
                  <a
                    href={memberVoucherAddress(
                      of.id,
                      members.slice(0, 20).map(({ id }) => id),
                    )}
                  >
                    قسيمة الخدمات
                  </a>
                </p>
              </Card>
            ))}
          </Cards>
        ) : (
          <Empty title="لا عائلات بعد">
            <p>أكد عائلة مقترحة، أو اكتب اسمها أمام أفرادها في توزيع الغرف.</p>
          </Empty>
        )}
      </section>
    </GroupPage>
  );
}

function Proposals({ groupId, proposals }: { groupId: number; proposals: FamilyProposal[] }) {
  const keyed = proposals.map((proposal) => ({ ...proposal, key: proposal.members[0]?.id }));
  const [form, fields] = useOfficeForm<Record<string, string>>(`families-${groupId}`, {
    values: Object.fromEntries(keyed.map(({ key, shared_name }) => [`name_${key}`, shared_name ?? ""])),
  });
  const field = (name: string) => fields[name] as NonNullable<(typeof fields)[string]>;
  const labels = keyed.flatMap(({ key, name }) => [
    [`name_${key}`, familiesOf(groupId).labels.name],
    [`joins_${key}`, familiesOf(groupId).labels.joins],
    [`members_${key}`, name],
  ]);
  return (
    <OfficeForm form={form} labels={Object.fromEntries(labels)} save="أكد العائلات" page>
      <div className="grid gap-3 lg:grid-cols-2">
        {keyed.map(({ key, reasons, joins, members }) => (
          <div key={key} className="sheet-card grid content-start gap-3">
            <CheckboxesField
              field={field(`members_${key}`)}
              label={reasonsText(reasons)}
              choices={members.map(({ id, name, name_latin, phone, gender, relation }) => ({
                id,
                name,
                note: (
                  <>
                    {name_latin && (
                      <>
                        <LatinName>{name_latin}</LatinName> ·{" "}
                      </>
                    )}
                    {relation && `${relationLabels[relation]} · `}
                    {gender ?? "جنسه غير مسجل"} · <bdi dir="ltr">{phone}</bdi>
                  </>
                ),
              }))}
              empty=""
            />
            {joins && (
              <CheckboxField
                field={field(`joins_${key}`)}
                label={familiesOf(groupId).labels.joins}
                text={`ينضمون إلى عائلة ${quote(joins.name)}: ${namesOf(joins.members)}`}
              />
            )}
            <TextField
              field={field(`name_${key}`)}
              label={familiesOf(groupId).labels.name}
              hint="إن تركته فارغًا أخذ من لقب أول من علّمت عليه."
              autoComplete="off"
            />
          </div>
        ))}
      </div>
    </OfficeForm>
  );
}
