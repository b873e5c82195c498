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
import { starsInWords } from "../lookups/lookup";
import { listLookup, lookupChoices } from "../lookups/lookups.server";
import { type Hotel, hotelRequired, hotelLabels as labels, roomPrices } from "./hotel";
import { createHotel, findHotel, type HotelInput, hotelSchema, updateHotel } from "./hotels.server";

const constraint = getZodConstraint(hotelSchema);
const path = "/services/hotels";

export const loader = screen(["manage_services"], async ({ params }) => {
  const [hotel, cities, ratings, currencies] = await Promise.all([
    params.id ? findHotel(db, idParam(params.id)) : null,
    lookupChoices(db, "cities"),
    listLookup(db, "ratings"),
    currencyChoices(db),
  ]);
  return {
    stored: hotel && { updated_at: hotel.updated_at },
    values: hotel ? valuesOf(hotel) : { currency_id: currencies[0]?.[0] },
    cities,
    ratings: ratings.map(({ id, value }): [number, string] => [id, starsInWords(value)]),
    currencies,
    constraint,
    oneTimeKey: randomUUID(),
  };
});

/** What the form shows of a stored hotel. */
function valuesOf(hotel: Hotel) {
  const { name, city_id, address, rating_id, currency_id, currency, description, status, updated_at } = hotel;
  const prices = roomPrices.map((field) => [field, formatAmount(hotel[field], currency.decimals)]);
  return {
    name,
    city_id,
    address,
    rating_id,
    ...(Object.fromEntries(prices) as Record<(typeof roomPrices)[number], string>),
    currency_id,
    description,
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
    hotelSchema,
    async (input, { key, readAt }) => {
      const { name } = await transact((trx) =>
        params.id
          ? updateHotel(trx, idParam(params.id), input, { readAt })
          : once(trx, user.id, key, { hotel: input }, () => createHotel(trx, input)),
      );
      return redirectWithFlash(
        path + url.search,
        params.id ? `تم حفظ الفندق «${name}»` : `تمت إضافة الفندق «${name}»`,
      );
    },
    { requiredSentence: hotelRequired, failure: "فشل حفظ الفندق" },
  );
});

export const clientAction = keepForm();

export default function HotelForm() {
  const { stored, values, cities, ratings, currencies, constraint, oneTimeKey } =
    useLoaderData<typeof loader>();
  const reply = useActionData<typeof action>();
  const adding = useAdding({ reply, values, oneTimeKey });
  const back = path + adding.search;
  const [form, fields] = useOfficeForm<HotelInput>("hotel", { reply, constraint, values });
  const current = reply?.current as Hotel | undefined;
  const now = current && { ...current, ...valuesOf(current) };
  return (
    <>
      <Dialog title={stored ? "تعديل الفندق" : "إضافة فندق"} back={back} inert={Boolean(adding.kind)}>
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
              kind="cities"
              adding={adding}
              field={fields.city_id}
              label={labels.city_id}
              now={now?.city.name}
              choices={cities}
              empty="اختر المدينة"
            />
            <LookupField
              kind="ratings"
              adding={adding}
              field={fields.rating_id}
              label={labels.rating_id}
              now={now && (now.rating ? starsInWords(now.rating.value) : "")}
              choices={ratings}
              empty="بدون تصنيف"
            />
            <TextField
              field={fields.address}
              label={labels.address}
              now={now?.address}
              wide
              hint="الحي والشارع، مثل: أجياد، أبراج البيت."
            />
            {roomPrices.map((field) => (
              <TextField
                key={field}
                field={fields[field]}
                label={`سعر ${labels[field]}`}
                now={now?.[field]}
                dir="ltr"
                inputMode="decimal"
                autoComplete="off"
                placeholder="0"
              />
            ))}
            <SelectField
              field={fields.currency_id}
              label={labels.currency_id}
              now={now?.currency_id}
              choices={currencies}
              hint="الأسعار لليلة والغرفة كاملة."
            />
            <SelectField
              field={fields.status}
              label={labels.status}
              now={now && activityLabels[now.status]}
              choices={activityLabels}
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
      <LookupDialog adding={adding} />
    </>
  );
}
