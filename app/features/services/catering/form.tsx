import { randomUUID } from "node:crypto";
import { getZodConstraint } from "@conform-to/zod/v4";
import { useActionData, useLoaderData } from "@remix-run/react";
import { db, transact } from "~/db/knex.server";
import { once } from "~/db/once.server";
import { currencyChoices } from "~/features/settings/accounts/currencies/currencies.server";
import { activityLabels } from "~/features/status";
import { readForm } from "~/http/body.server";
import { redirectWithFlash } from "~/http/flash.server";
import { idParam, screen, submitted } from "~/http/screen.server";
import { Dialog } from "~/ui/dialog";
import { SelectField, TextAreaField, TextField } from "~/ui/field";
import { OfficeForm, SaveByEnter, useOfficeForm } from "~/ui/form";
import { keepForm } from "~/ui/keep-form";
import { formatAmount } from "~/ui/money";
import { LookupDialog, LookupField, useAdding } from "../lookups/adding";
import { addToLookup } from "../lookups/adding.server";
import { lookupChoices } from "../lookups/lookups.server";
import { type Catering, defaultMeals, cateringLabels as labels } from "./catering";
import {
  type CateringInput,
  cateringSchema,
  createCatering,
  findCatering,
  updateCatering,
} from "./caterings.server";

const constraint = getZodConstraint(cateringSchema);
const path = "/services/catering";

export const loader = screen(["manage_services"], async ({ params }) => {
  const [catering, types, currencies] = await Promise.all([
    params.id ? findCatering(db, idParam(params.id)) : null,
    lookupChoices(db, "catering-types"),
    currencyChoices(db),
  ]);
  return {
    stored: catering && { updated_at: catering.updated_at },
    values: catering ? valuesOf(catering) : { currency_id: currencies[0]?.[0], meals_per_day: defaultMeals },
    types,
    currencies,
    constraint,
    oneTimeKey: randomUUID(),
  };
});

/** What the form shows of a stored catering service. */
function valuesOf(catering: Catering) {
  const { name, catering_type_id, currency_id, currency, description, meals_per_day, status, updated_at } =
    catering;
  return {
    name,
    catering_type_id,
    price_per_day: formatAmount(catering.price_per_day, currency.decimals),
    currency_id,
    description,
    meals_per_day,
    status,
    updated_at,
  };
}

export const action = screen(["manage_services"], async ({ request, params, url, user }) => {
  const form = await readForm(request);
  const step = await addToLookup(form, user);
  if (step) return step;
  return submitted(
    form,
    cateringSchema,
    async (input, { key, readAt }) => {
      const { name } = await transact((trx) =>
        params.id
          ? updateCatering(trx, idParam(params.id), input, { readAt })
          : once(trx, user.id, key, { catering: input }, () => createCatering(trx, input)),
      );
      return redirectWithFlash(
        path + url.search,
        params.id ? `تم حفظ خدمة الإعاشة «${name}»` : `تمت إضافة خدمة الإعاشة «${name}»`,
      );
    },
    { failure: "فشل حفظ البيانات" },
  );
});

export const clientAction = keepForm();

export default function CateringForm() {
  const { stored, values, types, currencies, constraint, oneTimeKey } = useLoaderData<typeof loader>();
  const reply = useActionData<typeof action>();
  const adding = useAdding({ reply, values, oneTimeKey });
  const back = path + adding.search;
  const [form, fields] = useOfficeForm<CateringInput>("catering", { reply, constraint, values });
  const current = reply?.current as Catering | undefined;
  const now = current && { ...current, ...valuesOf(current) };
  return (
    <>
      <Dialog
        title={stored ? "تعديل خدمة الإعاشة" : "إضافة خدمة إعاشة"}
        back={back}
        inert={Boolean(adding.kind)}
      >
        <OfficeForm
          form={form}
          reply={reply}
          labels={labels}
          back={back}
          oneTimeKey={stored ? undefined : oneTimeKey}
          updatedAt={stored?.updated_at}
        >
          <SaveByEnter />
          <div className="fields">
            <TextField
              field={fields.name}
              label={labels.name}
              now={now?.name}
              wide
              autoComplete="off"
              autoFocus={!adding.added}
            />
            <LookupField
              kind="catering-types"
              adding={adding}
              field={fields.catering_type_id}
              label={labels.catering_type_id}
              now={now?.catering_type.name}
              choices={types}
              empty="اختر نوع الإعاشة"
            />
            <TextField
              field={fields.meals_per_day}
              label={labels.meals_per_day}
              now={now && String(now.meals_per_day)}
              dir="ltr"
              inputMode="numeric"
              autoComplete="off"
              hint="صفر للوجبات المفتوحة."
            />
            <TextField
              field={fields.price_per_day}
              label={labels.price_per_day}
              now={now?.price_per_day}
              dir="ltr"
              inputMode="decimal"
              autoComplete="off"
              placeholder="0"
              hint="للفرد الواحد."
            />
            <SelectField
              field={fields.currency_id}
              label={labels.currency_id}
              now={now?.currency_id}
              choices={currencies}
            />
            <TextAreaField
              field={fields.description}
              label={labels.description}
              now={now && (now.description ?? "")}
              rows={2}
            />
            <SelectField
              field={fields.status}
              label={labels.status}
              now={now && activityLabels[now.status]}
              choices={activityLabels}
            />
          </div>
        </OfficeForm>
      </Dialog>
      <LookupDialog adding={adding} />
    </>
  );
}
