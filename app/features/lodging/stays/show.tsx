import { useActionData, useLoaderData } from "@remix-run/react";
import { z } from "zod";
import { db, transact } from "~/db/knex.server";
import { countPhrase } from "~/domain/count-words";
import { date, optional } from "~/domain/input.server";
import { GapsNotice } from "~/features/groups/gaps-notice";
import { GroupPage, groupMeta } from "~/features/groups/group-page";
import { groups } from "~/features/groups/groups.server";
import { nightCount, nightsOf } from "~/features/journey/nights";
import { type DatedStay, staysOfGroup } from "~/features/journey/stay-dates.server";
import { readForm } from "~/http/body.server";
import { redirectWithFlash } from "~/http/flash.server";
import { askBy } from "~/http/questions.server";
import { formScreen, idParam, screen, submitForm } from "~/http/screen.server";
import { TextField } from "~/ui/form/field";
import { OfficeForm, useOfficeForm } from "~/ui/form/form";
import { keepForm } from "~/ui/form/keep-form";
import { Badge, Empty } from "~/ui/page/page";
import { groupStay, stayField, staysOf } from "./group-stay";
import { judgedStays, saveGroupStays } from "./group-stays.server";

const { labels, noun, write } = groupStay;

export const meta = groupMeta(noun.many);

export const loader = screen([write], async ({ params }) => {
  const groupRow = await groups.find(db, idParam(params.group));
  return { group: groupRow, ...(await judgedStays(db, groupRow)) };
});

export const action = formScreen([write], async ({ request, params, user }) => {
  const id = idParam(params.group);
  const form = await readForm(request);
  const stays = await staysOfGroup(db, id);
  const fields = stays.flatMap((stay) => [stayField("check_in", stay), stayField("check_out", stay)]);
  const schema = z.object(Object.fromEntries(fields.map((name) => [name, optional(date())])));
  return submitForm(
    form,
    schema,
    async (input, { readAt }) => {
      const choices = stays.map(({ package_id, place }) => {
        const dateOf = (date: "check_in" | "check_out") => input[stayField(date, { package_id, place })];
        return { package_id, place, check_in: dateOf("check_in"), check_out: dateOf("check_out") };
      });
      await transact(user, (trx) => saveGroupStays(trx, id, choices, { readAt, ask: askBy(form) }));
      return redirectWithFlash(staysOf(id).path, "تم حفظ مواعيد الإقامات");
    },
    { failure: "فشل حفظ مواعيد الإقامات" },
  );
});

export const clientAction = keepForm();

export default function GroupStays() {
  const { group: of, gaps, ...dated } = useLoaderData<typeof loader>();
  return (
    <GroupPage screen="stays" title={noun.many}>
      {gaps && <GapsNotice groups={[gaps]} />}
      {dated.packages.length ? (
        <Dates key={of.updated_at} of={of} {...dated} />
      ) : (
        <Empty title="لا إقامات بعد">
          <p>تظهر هنا فنادق الباقات التي تعاقد عليها أعضاء المجموعة في حملتها.</p>
        </Empty>
      )}
    </GroupPage>
  );
}

type Loaded = ReturnType<typeof useLoaderData<typeof loader>>;

function Dates({
  of,
  departure,
  packages,
  faults,
  late,
  lastDay,
}: { of: Loaded["group"] } & Omit<Loaded, "group" | "gaps">) {
  const typedOf = (all: DatedStay[]) =>
    all.flatMap((stay) => [
      [stayField("check_in", stay), stay.is_shifted ? stay.check_in : ""],
      [stayField("check_out", stay), stay.is_shifted ? stay.check_out : ""],
    ]);
  const [form, fields] = useOfficeForm<Record<string, string>>(`stays-${of.id}`, {
    values: Object.fromEntries([...typedOf(packages.flat()), ["updated_at", of.updated_at]]),
  });
  const { current } = useActionData<{ current?: { stays: DatedStay[] } }>() ?? {};
  const names = packages
    .flat()
    .flatMap((stay) =>
      (["check_in", "check_out"] as const).map((date) => [
        stayField(date, stay),
        `${labels[date]} (${stay.hotel})`,
      ]),
    );
  const now = current && Object.fromEntries(typedOf(current.stays));
  const dateField = (date: "check_in" | "check_out", stay: DatedStay) => {
    const name = stayField(date, stay);
    return (
      <TextField
        field={fields[name] as NonNullable<(typeof fields)[string]>}
        label={labels[date]}
        type="date"
        storedValue={now && (now[name] ?? "")}
      />
    );
  };
  return (
    <OfficeForm form={form} labels={Object.fromEntries(names)} updatedAt={of.updated_at} page>
      <p className="mb-3 text-muted">
        {departure
          ? "تحسب المواعيد من تاريخ المغادرة بالترتيب. اكتب تاريخًا لتزيح إقامة وما بعدها، واتركه فارغًا ليحسب."
          : "لا تاريخ مغادرة للمجموعة بعد: حدده لتحسب المواعيد، أو اكتبها هنا."}
      </p>
      <div className="grid gap-3 lg:grid-cols-2">
        {packages.map((stays) => (
          <section key={stays[0]?.package_id} className="sheet-card">
            <h2>{stays[0]?.package}</h2>
            <ol className="grid gap-4">
              {stays.map((stay) => (
                <li key={stay.place}>
                  <p className="mb-1">
                    <strong>{stay.hotel}</strong> · {stay.city} · {countPhrase(nightsOf(stay), nightCount)}
                    {nightsOf(stay) !== stay.nights && ` (في الباقة ${stay.nights})`}
                  </p>
                  <p className="mb-1 text-sm">
                    {stay.check_in && stay.check_out ? (
                      <>
                        من <bdi dir="ltr">{stay.check_in}</bdi> إلى <bdi dir="ltr">{stay.check_out}</bdi>{" "}
                        {stay.is_shifted && <Badge tone="gold">كتبها الموظف</Badge>}{" "}
                        {(faults[stayField("check_in", stay)] || faults[stayField("check_out", stay)]) && (
                          <Badge tone="bad">تتعارض مع ما قبلها</Badge>
                        )}
                        {late.includes(stayField("check_out", stay)) && (
                          <Badge tone="bad">
                            تنتهي بعد عودة الرحلة في <bdi dir="ltr">{lastDay}</bdi>
                          </Badge>
                        )}
                      </>
                    ) : (
                      <span className="text-muted">بلا موعد</span>
                    )}
                  </p>
                  <div className="fields">
                    {dateField("check_in", stay)}
                    {dateField("check_out", stay)}
                  </div>
                </li>
              ))}
            </ol>
          </section>
        ))}
      </div>
    </OfficeForm>
  );
}
