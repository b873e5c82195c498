import { randomUUID } from "node:crypto";
import { getZodConstraint } from "@conform-to/zod/v4";
import { useActionData, useLoaderData, useLocation } from "@remix-run/react";
import { db, transact } from "~/db/knex.server";
import { once } from "~/db/once.server";
import { packageTypes } from "~/features/services/packages/package";
import { availabilityLabels } from "~/features/status";
import { redirectWithFlash } from "~/http/flash.server";
import { idParam, screen, submit } from "~/http/screen.server";
import { Dialog } from "~/ui/dialog";
import { CheckboxesField, SelectField, TextAreaField, TextField } from "~/ui/field";
import { OfficeForm, useOfficeForm } from "~/ui/form";
import { keepForm } from "~/ui/keep-form";
import { Money } from "~/ui/money";
import {
  type AttachedPackage,
  type Campaign,
  campaignStatusLabels,
  campaignLabels as labels,
} from "./campaign";
import {
  type CampaignChange,
  campaignChangeSchema,
  campaignSchema,
  createCampaign,
  findCampaign,
  packageChoices,
  updateCampaign,
} from "./campaigns.server";

const constraint = getZodConstraint(campaignSchema);
const path = "/campaigns";
const failure = "فشل حفظ الحملة";

export const loader = screen(["manage_campaigns"], async ({ params }) => {
  const campaign = params.id ? await findCampaign(db, idParam(params.id)) : null;
  return {
    campaign,
    values: campaign ? valuesOf(campaign) : {},
    packages: await packageChoices(db, campaign),
    constraint,
    oneTimeKey: randomUUID(),
  };
});

/** What the form shows of a stored campaign. */
function valuesOf({
  name,
  type,
  start_date,
  end_date,
  total_seats,
  packages,
  description,
  status,
}: Campaign) {
  return {
    name,
    type,
    start_date,
    end_date,
    total_seats: String(total_seats),
    package_ids: packages.map(({ id }) => id),
    description,
    status,
  };
}

export const action = screen(["manage_campaigns"], ({ request, params, url, user }) =>
  params.id
    ? submit(
        request,
        campaignChangeSchema,
        async (change, { readAt }) => {
          const { name } = await transact((trx) =>
            updateCampaign(trx, idParam(params.id), change, { readAt }),
          );
          return redirectWithFlash(path + url.search, `تم حفظ الحملة «${name}»`);
        },
        { failure },
      )
    : submit(
        request,
        campaignSchema,
        async (input, { key }) => {
          const { name } = await transact((trx) =>
            once(trx, user.id, key, { campaign: input }, () => createCampaign(trx, input)),
          );
          return redirectWithFlash(path + url.search, `تمت إضافة الحملة «${name}»`);
        },
        { failure },
      ),
);

export const clientAction = keepForm();

export default function CampaignForm() {
  const { campaign, values, packages, constraint, oneTimeKey } = useLoaderData<typeof loader>();
  const reply = useActionData<typeof action>();
  const back = path + useLocation().search;
  const [form, fields] = useOfficeForm<CampaignChange>("campaign", { reply, constraint, values });
  const current = reply?.current as Campaign | undefined;
  const now = current && valuesOf(current);
  return (
    <Dialog title={campaign ? "تعديل الحملة" : "إضافة حملة"} back={back}>
      <OfficeForm
        form={form}
        reply={reply}
        labels={labels}
        back={back}
        oneTimeKey={campaign ? undefined : oneTimeKey}
        updatedAt={campaign?.updated_at}
      >
        <div className="fields">
          <TextField
            field={fields.name}
            label={labels.name}
            now={now?.name}
            wide
            autoComplete="off"
            autoFocus
          />
          <SelectField
            field={fields.type}
            label={labels.type}
            now={now?.type}
            choices={Object.fromEntries(packageTypes.map((type) => [type, type]))}
            empty="اختر النوع"
          />
          <TextField
            field={fields.total_seats}
            label={labels.total_seats}
            now={now?.total_seats}
            hint={campaign && `المحجوز منها: ${(current ?? campaign).booked_seats.toLocaleString("en-US")}`}
            dir="ltr"
            inputMode="numeric"
            autoComplete="off"
          />
          <TextField field={fields.start_date} label={labels.start_date} now={now?.start_date} type="date" />
          <TextField field={fields.end_date} label={labels.end_date} now={now?.end_date} type="date" />
          {campaign && (
            <SelectField
              field={fields.status}
              label={labels.status}
              now={now && campaignStatusLabels[now.status]}
              choices={campaignStatusLabels}
              wide
            />
          )}
          <CheckboxesField
            field={fields.package_ids}
            label={labels.package_ids}
            hint="يوقع العقد على إحدى هذه الباقات بسعرها يوم توقيعه."
            now={current?.packages}
            choices={packages.map((one) => ({ id: one.id, name: one.name, note: <PackageNote {...one} /> }))}
            empty="لا توجد باقات متاحة بعد. احفظ الحملة، ثم أضف الباقات من شاشتها، وعد إلى هنا لإرفاقها."
          />
          <TextAreaField
            field={fields.description}
            label={labels.description}
            now={now && (now.description ?? "")}
            rows={2}
          />
        </div>
      </OfficeForm>
    </Dialog>
  );
}

function PackageNote({ type, total_price, currency, status }: AttachedPackage) {
  return (
    <>
      {type} · <Money amount={total_price} currency={currency} />
      {status === "inactive" && ` · ${availabilityLabels.inactive}`}
    </>
  );
}
