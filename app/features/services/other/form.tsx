import { randomUUID } from "node:crypto";
import { getZodConstraint } from "@conform-to/zod/v4";
import { useActionData, useLoaderData } from "@remix-run/react";
import { db, transact } from "~/db/knex.server";
import { once } from "~/db/once.server";
import { currencyChoices } from "~/features/settings/accounts/currencies/currencies.server";
import { availabilityLabels } from "~/features/status";
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
import { IconPicker } from "./icon-picker";
import { defaultIcon, otherServiceLabels as labels, type OtherService } from "./other-service";
import {
  createOtherService,
  findOtherService,
  type OtherServiceInput,
  otherServiceSchema,
  updateOtherService,
} from "./other-services.server";

const constraint = getZodConstraint(otherServiceSchema);
const path = "/services/other";

export const loader = screen(["manage_services"], async ({ params }) => {
  const [service, categories, currencies] = await Promise.all([
    params.id ? findOtherService(db, idParam(params.id)) : null,
    lookupChoices(db, "service-categories"),
    currencyChoices(db),
  ]);
  return {
    stored: service && { updated_at: service.updated_at },
    values: service ? valuesOf(service) : { currency_id: currencies[0]?.[0], icon: defaultIcon },
    categories,
    currencies,
    constraint,
    oneTimeKey: randomUUID(),
  };
});

/** What the form shows of a stored service. */
function valuesOf(service: OtherService) {
  const { name, category_id, price, currency_id, currency, description, icon, status, updated_at } = service;
  return {
    name,
    category_id,
    price: formatAmount(price, currency.decimals),
    currency_id,
    description,
    icon,
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
    otherServiceSchema,
    async (input, { key, readAt }) => {
      const { name } = await transact((trx) =>
        params.id
          ? updateOtherService(trx, idParam(params.id), input, { readAt })
          : once(trx, user.id, key, { otherService: input }, () => createOtherService(trx, input)),
      );
      return redirectWithFlash(
        path + url.search,
        params.id ? `تم حفظ الخدمة «${name}»` : `تمت إضافة الخدمة «${name}»`,
      );
    },
    { failure: "فشل حفظ الخدمة" },
  );
});

export const clientAction = keepForm();

export default function OtherServiceForm() {
  const { stored, values, categories, currencies, constraint, oneTimeKey } = useLoaderData<typeof loader>();
  const reply = useActionData<typeof action>();
  const adding = useAdding({ reply, values, oneTimeKey });
  const back = path + adding.search;
  const [form, fields] = useOfficeForm<OtherServiceInput>("other-service", { reply, constraint, values });
  const current = reply?.current as OtherService | undefined;
  const now = current && { ...current, ...valuesOf(current) };
  return (
    <>
      <Dialog title={stored ? "تعديل الخدمة" : "إضافة خدمة"} back={back} inert={Boolean(adding.kind)}>
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
              kind="service-categories"
              adding={adding}
              field={fields.category_id}
              label={labels.category_id}
              now={now?.category.name}
              choices={categories}
              empty="اختر الفئة"
            />
            <SelectField
              field={fields.status}
              label={labels.status}
              now={now && availabilityLabels[now.status]}
              choices={availabilityLabels}
            />
            <TextField
              field={fields.price}
              label={labels.price}
              now={now?.price}
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
            <IconPicker field={fields.icon} label={labels.icon} now={now?.icon} />
            <TextAreaField
              field={fields.description}
              label={labels.description}
              now={now && (now.description ?? "")}
              rows={2}
            />
          </div>
        </OfficeForm>
      </Dialog>
      <LookupDialog adding={adding} />
    </>
  );
}
