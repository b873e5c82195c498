import { randomUUID } from "node:crypto";
import { data } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { askedByValues } from "~/db/choices.server";
import { countNoun, countPhrase } from "~/domain/count-words";
import { valuesOf } from "~/domain/form-values";
import { officeToday } from "~/domain/office-day.server";
import { group } from "~/features/groups/group";
import { readForm } from "~/http/body.server";
import { constraintOf } from "~/http/constraint.server";
import { heldStep, step } from "~/http/form-steps.server";
import { formScreen, screen, submitForm } from "~/http/screen.server";
import { writeOnce } from "~/http/writes.server";
import { Dialog } from "~/ui/dialog/dialog";
import { useOffers } from "~/ui/form/entity-form";
import { SelectField, TextField } from "~/ui/form/field";
import { OfficeForm, usePlainForm } from "~/ui/form/form";
import { keepForm } from "~/ui/form/keep-form";
import { OfferField } from "~/ui/form/offer-field";
import { useListSearch } from "~/ui/page/page";
import { Table } from "~/ui/page/table";
import { type Applied, applicationSchema, applyForGroup } from "./application.server";
import { visa, visaTypeLabels } from "./visa";
import { groupOffer } from "./visas.server";

const { labels } = visa;

export const meta = () => [{ title: "طلب تأشيرات لمجموعة" }];

export const loader = screen([visa.write], async ({ url: { searchParams } }) => ({
  offers: await groupOffer(askedByValues({ group_id: searchParams.get("group_id") })),
  values: { group_id: searchParams.get("group_id") ?? "", submission_date: officeToday() },
  constraint: constraintOf(applicationSchema),
  idempotencyKey: randomUUID(),
}));

/** The result replaces the form, since it names those who were left out. */
export const action = formScreen([visa.write], async ({ request, user }) => {
  const form = await readForm(request);
  const typed = valuesOf(form);
  const offers = typed.intent ? await groupOffer(askedByValues(typed)) : undefined;
  if (typed.intent) return typed.intent === "held" ? heldStep(form, { offers }) : step(typed, { offers });
  return submitForm(
    form,
    applicationSchema,
    async (input, { key }) =>
      data({
        applied: await writeOnce({ user, key }, { application: input }, (trx) =>
          applyForGroup(trx, input, { user }),
        ),
      }),
    { failure: "فشل طلب التأشيرات" },
  );
});

export const clientAction = keepForm();

const requests = countNoun("طلب واحد", "طلبان", "طلبات", "طلبًا", "طلب");

export default function Apply() {
  const { offers: firstOffers, values, constraint, idempotencyKey } = useLoaderData<typeof loader>();
  const reply = useActionData<{ applied?: Applied; offers?: typeof firstOffers }>();
  const { offers, onOffers } = useOffers(firstOffers, reply);
  const back = visa.path + useListSearch();
  const { form, field } = usePlainForm("apply", labels, { constraint, values });
  if (reply?.applied) return <Result {...reply.applied} back={back} />;
  return (
    <Dialog title="طلب تأشيرات لمجموعة" back={back} narrow>
      <OfficeForm
        form={form}
        labels={labels}
        back={back}
        idempotencyKey={idempotencyKey}
        save="تقديم الطلبات"
      >
        <p className="mb-3 text-muted">
          طلب واحد لكل عضو له رقم جواز وليست له تأشيرة من النوع نفسه قيد الانتظار أو معتمدة.
        </p>
        <div className="fields">
          <OfferField
            {...field("group_id")}
            wide
            autoFocus
            empty="اختر المجموعة"
            offer={offers.group_id}
            onOffers={onOffers}
            lacks={group}
          />
          <SelectField {...field("visa_type")} empty="بحسب نوع الحملة" choices={visaTypeLabels} />
          <TextField {...field("submission_date")} type="date" />
        </div>
      </OfficeForm>
    </Dialog>
  );
}

function Result({ group_name, created, skipped, back }: Applied & { back: string }) {
  return (
    <Dialog title={`تأشيرات مجموعة ${group_name}`} back={back}>
      <p role="status" className="mb-3">
        {created.length
          ? `تم تقديم ${countPhrase(created.length, requests, "genitive")}.`
          : "لم يقدم طلب: لا أحد من الأعضاء يحتاج إلى طلب جديد أو يستوفي شروطه."}
      </p>
      {skipped.length > 0 && (
        <>
          <h3 className="mb-2 font-semibold text-green">لم يقدم طلب لهؤلاء</h3>
          <Table
            compact
            caption="أعضاء لم يقدم لهم طلب"
            rows={skipped.map((one) => ({ ...one, id: one.customer_id }))}
            columns={[
              { label: "العضو", cell: ({ customer_name }) => customer_name },
              { label: "السبب", cell: ({ reason }) => reason },
            ]}
          />
        </>
      )}
      <div className="form-actions">
        <a className="button primary" href={back}>
          عرض التأشيرات
        </a>
      </div>
    </Dialog>
  );
}
