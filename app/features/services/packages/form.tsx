import { randomUUID } from "node:crypto";
import { getZodConstraint } from "@conform-to/zod/v4";
import { useActionData, useLoaderData, useLocation } from "@remix-run/react";
import { type SyntheticEvent, useState } from "react";
import { db, transact } from "~/db/knex.server";
import { once } from "~/db/once.server";
import { availabilityLabels } from "~/features/status";
import { readForm } from "~/http/body.server";
import { redirectWithFlash } from "~/http/flash.server";
import { idParam, screen, step, submitted } from "~/http/screen.server";
import { typedIn } from "~/http/typed-in";
import { Dialog } from "~/ui/dialog";
import { CheckboxesField, SelectField, TextAreaField, TextField } from "~/ui/field";
import { OfficeForm, SaveByEnter, useOfficeForm } from "~/ui/form";
import { useEarlyInput, useHydrated } from "~/ui/hydrated";
import { keepForm } from "~/ui/keep-form";
import { formatMoney } from "~/ui/money";
import { figuresOf, type Typed } from "./figures";
import { offersFor } from "./offers.server";
import { packageLabels as labels, type Package, packageDefaults, packageTypes, roomChoices } from "./package";
import {
  createPackage,
  findPackage,
  type PackageInput,
  packageSchema,
  updatePackage,
} from "./packages.server";

const constraint = getZodConstraint(packageSchema);
const path = "/services/packages";

export const loader = screen(["manage_services"], async ({ params }) => {
  const stored = params.id ? await findPackage(db, idParam(params.id)) : null;
  const offers = await offersFor(db, stored);
  return {
    stored: stored && {
      updated_at: stored.updated_at,
      /** What it is sold for until it is saved again, where that is another price by now. */
      outdatedPrice: stored.price_out_of_date ? formatMoney(stored.total_price, stored.currency) : undefined,
    },
    offers,
    values: stored ? valuesOf(stored) : { ...packageDefaults, currency_id: offers.currencies[0]?.id },
    constraint,
    oneTimeKey: randomUUID(),
  };
});

/** What the form shows of a stored package. */
function valuesOf(stored: Package) {
  const { name, type, duration, currency_id, hotel_id, transportation_id, catering_id, other_service_ids } =
    stored;
  const { profit_margin, room_occupancy_basis, description, status } = stored;
  return {
    name,
    type,
    duration,
    currency_id,
    hotel_id,
    room_occupancy_basis,
    transportation_id,
    catering_id,
    other_service_ids,
    profit_margin,
    description,
    status,
  };
}

export const action = screen(["manage_services"], async ({ request, params, url, user }) => {
  const form = await readForm(request);
  if (form.get("intent") === "compute") return step(typedIn(form));
  return submitted(
    form,
    packageSchema,
    async (input, { key, readAt }) => {
      const { name, total_price, currency } = await transact((trx) =>
        params.id
          ? updatePackage(trx, idParam(params.id), input, { readAt })
          : once(trx, user.id, key, { package: input }, () => createPackage(trx, input)),
      );
      return redirectWithFlash(
        path + url.search,
        `${params.id ? "تم حفظ الباقة" : "تمت إضافة الباقة"} «${name}» بسعر ${formatMoney(total_price, currency)}`,
      );
    },
    { failure: "حدث خطأ" },
  );
});

export const clientAction = keepForm();

export default function PackageForm() {
  const { stored, offers, values, constraint, oneTimeKey } = useLoaderData<typeof loader>();
  const reply = useActionData<typeof action>();
  const back = path + useLocation().search;
  const [form, fields] = useOfficeForm<PackageInput>("package", { reply, constraint, values });
  const now = reply?.current as Package | undefined;
  const live = useHydrated();

  // The first drawing, with or without JavaScript, reckons what the server knows; then the figures follow the hand.
  const [typed, setTyped] = useState<Typed>(() =>
    Object.fromEntries(
      Object.keys(labels).map((name) => [name, fields[name as keyof PackageInput]?.initialValue]),
    ),
  );
  useEarlyInput(form.id, setTyped);
  const figures = figuresOf(typed, offers);
  const follow = ({ target }: SyntheticEvent) => {
    const { form } = target as HTMLInputElement;
    if (form) setTyped(typedIn(new FormData(form)));
  };

  return (
    <Dialog title={stored ? "تعديل الباقة" : "إضافة باقة"} back={back}>
      <OfficeForm
        form={form}
        reply={reply}
        labels={labels}
        back={back}
        oneTimeKey={stored ? undefined : oneTimeKey}
        updatedAt={stored?.updated_at}
      >
        <SaveByEnter />
        <div className="fields" onChange={follow}>
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
          />
          <TextField
            field={fields.duration}
            label={labels.duration}
            now={now && String(now.duration)}
            dir="ltr"
            inputMode="numeric"
            autoComplete="off"
          />
          <SelectField
            field={fields.hotel_id}
            label={labels.hotel_id}
            now={now && stillOffered(offers.hotels, now.hotel)}
            choices={offers.hotels.map(({ id, name }): [number, string] => [id, name])}
            empty="بدون سكن"
          />
          <SelectField
            field={fields.room_occupancy_basis}
            label={labels.room_occupancy_basis}
            now={now && roomChoices.find(([sharing]) => sharing === now.room_occupancy_basis)?.[1]}
            choices={roomChoices}
            hint={figures?.roomIsFree && "لا سعر لهذه الغرفة في الفندق المختار، فلن يحسب السكن."}
          />
          <SelectField
            field={fields.transportation_id}
            label={labels.transportation_id}
            now={now && stillOffered(offers.transportations, now.transportation)}
            choices={offers.transportations.map(withNote)}
            empty="بدون نقل"
            wide
          />
          <SelectField
            field={fields.catering_id}
            label={labels.catering_id}
            now={now && stillOffered(offers.caterings, now.catering)}
            choices={offers.caterings.map(withNote)}
            empty="بدون إعاشة"
            wide
          />
          <CheckboxesField
            field={fields.other_service_ids}
            label={labels.other_service_ids}
            now={now?.other_services}
            choices={offers.services}
            empty="لا توجد خدمات أخرى متاحة بعد."
          />
          <SelectField
            field={fields.currency_id}
            label={labels.currency_id}
            now={now?.currency_id}
            choices={offers.currencies.map(({ id, name, code }): [number, string] => [
              id,
              `${name} (${code})`,
            ])}
            hint={offers.currencies.length === 0 && "لا توجد عملات بعد: تضاف من الحسابات المالية."}
          />
          <TextField
            field={fields.profit_margin}
            label={labels.profit_margin}
            now={now && String(now.profit_margin)}
            dir="ltr"
            inputMode="decimal"
            autoComplete="off"
            hint="نسبة من سعر البيع."
          />
          <SelectField
            field={fields.status}
            label={labels.status}
            now={now && availabilityLabels[now.status]}
            choices={availabilityLabels}
          />
          <TextAreaField
            field={fields.description}
            label={labels.description}
            now={now && (now.description ?? "")}
            rows={2}
          />
        </div>
        <div className="reckoning">
          <p>
            {labels.total_cost} <output className="money">{figures?.cost ?? "—"}</output>
          </p>
          <p>
            {labels.total_price} <output className="money">{figures?.price ?? "—"}</output>
          </p>
          {figures?.marginIsIdle && (
            <p className="w-full text-sm">
              هامش الربح خارج المدى من 0 إلى ما دون 100، فسعر البيع هو التكلفة.
            </p>
          )}
          {stored?.outdatedPrice && (
            <p className="w-full text-sm">
              السعر المحفوظ <span className="money">{stored.outdatedPrice}</span> غير محدّث؛ الحفظ يسجل السعر
              أعلاه.
            </p>
          )}
          {!live && (
            <button className="button" type="submit" name="intent" value="compute" formNoValidate>
              احسب التكلفة والسعر
            </button>
          )}
        </div>
      </OfficeForm>
    </Dialog>
  );
}

const withNote = ({ id, name, note }: { id: number; name: string; note: string }): [number, string] => [
  id,
  `${name} · ${note}`,
];

/** What is stored now: a choice of the select, or by its name where that is offered no more. */
function stillOffered(
  choices: { id: number }[],
  now: { id: number; name?: string; company_name?: string } | null,
) {
  if (!now) return "";
  return choices.some(({ id }) => id === now.id) ? now.id : (now.name ?? now.company_name);
}
