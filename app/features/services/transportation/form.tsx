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
import { transportationLabels as labels, type Transportation } from "./transportation";
import {
  createTransportation,
  findTransportation,
  type TransportationInput,
  transportationSchema,
  updateTransportation,
} from "./transportations.server";

const constraint = getZodConstraint(transportationSchema);
const path = "/services/transportation";

export const loader = screen(["manage_services"], async ({ params }) => {
  const [transportation, busTypes, currencies] = await Promise.all([
    params.id ? findTransportation(db, idParam(params.id)) : null,
    lookupChoices(db, "bus-types"),
    currencyChoices(db),
  ]);
  return {
    stored: transportation && { updated_at: transportation.updated_at },
    values: transportation ? valuesOf(transportation) : { currency_id: currencies[0]?.[0] },
    busTypes,
    currencies,
    constraint,
    oneTimeKey: randomUUID(),
  };
});

/** What the form shows of a stored transportation. */
function valuesOf(transportation: Transportation) {
  const { company_name, bus_type_id, capacity, currency_id, currency, route, features, status, updated_at } =
    transportation;
  return {
    company_name,
    bus_type_id,
    capacity,
    price_per_person: formatAmount(transportation.price_per_person, currency.decimals),
    currency_id,
    route,
    features,
    status,
    updated_at,
  };
}

export const action = screen(["manage_services"], async ({ request, params, url, user }) => {
  const form = await readForm(request);
  const step = await addToLookup(form, user.id);
  if (step) return step;
  return submitted(
    form,
    transportationSchema,
    async (input, { key, readAt }) => {
      const { company_name } = await transact((trx) =>
        params.id
          ? updateTransportation(trx, idParam(params.id), input, { readAt })
          : once(trx, user.id, key, { transportation: input }, () => createTransportation(trx, input)),
      );
      return redirectWithFlash(
        path + url.search,
        params.id ? `تم حفظ وسيلة النقل «${company_name}»` : `تمت إضافة وسيلة النقل «${company_name}»`,
      );
    },
    { failure: "فشل حفظ البيانات" },
  );
});

export const clientAction = keepForm();

export default function TransportationForm() {
  const { stored, values, busTypes, currencies, constraint, oneTimeKey } = useLoaderData<typeof loader>();
  const reply = useActionData<typeof action>();
  const adding = useAdding(reply, values);
  const back = path + adding.search;
  const [form, fields] = useOfficeForm<TransportationInput>("transportation", { reply, constraint, values });
  const current = reply?.current as Transportation | undefined;
  const now = current && { ...current, ...valuesOf(current) };
  return (
    <>
      <Dialog
        title={stored ? "تعديل وسيلة النقل" : "إضافة وسيلة نقل"}
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
              field={fields.company_name}
              label={labels.company_name}
              now={now?.company_name}
              wide
              autoComplete="off"
              autoFocus={!adding.added}
            />
            <LookupField
              kind="bus-types"
              adding={adding}
              field={fields.bus_type_id}
              label={labels.bus_type_id}
              now={now?.bus_type.name}
              choices={busTypes}
              empty="اختر نوع الحافلة"
            />
            <TextField
              field={fields.capacity}
              label={labels.capacity}
              now={now && String(now.capacity)}
              dir="ltr"
              inputMode="numeric"
              autoComplete="off"
              placeholder="45"
            />
            <TextField
              field={fields.price_per_person}
              label={labels.price_per_person}
              now={now?.price_per_person}
              dir="ltr"
              inputMode="decimal"
              autoComplete="off"
              placeholder="0"
            />
            <SelectField
              field={fields.currency_id}
              label={labels.currency_id}
              now={now?.currency_id}
              choices={currencies}
            />
            <TextField
              field={fields.route}
              label={labels.route}
              now={now && (now.route ?? "")}
              wide
              autoComplete="off"
              hint="المحطات بالترتيب، مثل: مطار جدة – مكة المكرمة – المدينة المنورة."
            />
            <TextAreaField
              field={fields.features}
              label={labels.features}
              now={now && (now.features ?? "")}
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
      <LookupDialog adding={adding} oneTimeKey={oneTimeKey} />
    </>
  );
}
