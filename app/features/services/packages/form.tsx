import { useLoaderData } from "@remix-run/react";
import { type SyntheticEvent, useState } from "react";
import { askedByValues } from "~/db/choices.server";
import { db } from "~/db/knex.server";
import { valuesOf } from "~/domain/form-values";
import { formatMoney } from "~/domain/money";
import { cellText } from "~/domain/travellers";
import { currency } from "~/features/currencies/currency";
import { formOf, saveAction } from "~/http/entity-screens.server";
import { step } from "~/http/form-steps.server";
import { rowStep } from "~/http/row-step.server";
import { screen } from "~/http/screen.server";
import { EntityDialog, useEntityForm } from "~/ui/form/entity-form";
import { NumberField, SelectField, TextAreaField, TextField } from "~/ui/form/field";
import { keepForm } from "~/ui/form/keep-form";
import { OfferBoxesField, OfferField, OfferSearch } from "~/ui/form/offer-field";
import { StepByHand } from "~/ui/form/step-by-hand";
import { Money } from "~/ui/page/money";
import { withChoices } from "~/ui/page/use-typed-offers";
import { excessOf, figuresOf, type Typed } from "./figures";
import { type Cell, gridValues } from "./grid";
import { type Offers, packageOffers, pricingCurrencies } from "./offers.server";
import { integratedPackage, type Package, packageDefaults, roomChoices } from "./package";
import { packages } from "./packages.server";
import { readShares } from "./prices-by-room.server";
import { filledPrices, fillStep, PricesField } from "./prices-field";
import { noStay, type Stay, stayRowsOf, stayValues } from "./stay";
import { StaysField } from "./stays-field";

const { labels, write } = integratedPackage;

export const loader = screen([write], async ({ params }) => {
  const form = await formOf(packages, params);
  const [currencies, offers, shares] = await Promise.all([
    pricingCurrencies(db),
    packageOffers(askedByValues(form.row)),
    readShares(db),
  ]);
  return { ...form, currencies, offers, shares };
});

export const action = saveAction(integratedPackage, packages, {
  offers: packageOffers,
  sideStep: async (form) =>
    rowStep(form, "stay", "stays", stayRowsOf(valuesOf(form)), noStay) ?? (await fillPrices(form)),
  message: ({ total_price, currency, kept }, usual) =>
    `${usual} بسعر ${formatMoney(total_price, currency)}${kept ? ". ما غادر من المجموعات بقي بإقاماته" : ""}`,
});

/** The step that fills the empty cells with what they would be. */
async function fillPrices(form: FormData) {
  if (form.get("intent") !== fillStep) return undefined;
  const typed = valuesOf(form);
  const [currencies, offers, shares] = await Promise.all([
    pricingCurrencies(db),
    packageOffers(askedByValues(typed)),
    readShares(db),
  ]);
  const figures = figuresOf(typed, offersOf(currencies, offers), shares);
  return step({ ...typed, prices: filledPrices(typed.prices, figures?.proposals ?? []) });
}

export const clientAction = keepForm();

const offersOf = (
  currencies: Offers["currencies"],
  { stays, transportation_id, catering_id, other_service_ids }: Awaited<ReturnType<typeof packageOffers>>,
): Offers => ({
  currencies,
  hotels: stays.choices,
  transportations: transportation_id.choices,
  caterings: catering_id.choices,
  services: other_service_ids.choices,
});

const toValues = (row: Package) => ({
  ...row,
  prices: gridValues(row.prices),
  hotel_id: undefined, // that of the first stay
  stays: stayValues(row),
});

export default function PackageForm() {
  const loaded = useLoaderData<typeof loader>();
  const { currencies, shares } = loaded;
  const form = useEntityForm(integratedPackage, loaded, {
    toValues,
    values: { ...packageDefaults, currency_id: currencies[0]?.id },
  });
  const { field, offer, row, current } = form;
  const { stays, transportation_id, catering_id } = form.offers;
  const offers = offersOf(currencies, form.offers);
  // The first render, with or without JavaScript, shows the server's figures. The browser updates them at each change.
  const [typed, setTyped] = useState<Typed>(() =>
    Object.fromEntries(
      (Object.keys(labels) as (keyof typeof labels)[]).map((name) => [name, field(name).field.initialValue]),
    ),
  );
  const figures = figuresOf(typed, offers, shares);
  const follow = ({ target }: SyntheticEvent) => {
    const { form } = target as HTMLInputElement;
    if (form) setTyped(valuesOf(new FormData(form)));
  };
  const rows = stayRowsOf({
    stays: field("stays").field.initialValue,
    hotel_id: field("hotel_id").field.initialValue,
  });
  const readForm = () => {
    const element = document.getElementById(form.form.id);
    if (element instanceof HTMLFormElement) setTyped(valuesOf(new FormData(element)));
  };
  const initialPrices = field("prices").field.initialValue;
  const hasOtherPrices =
    current && JSON.stringify(gridValues(current.prices)) !== JSON.stringify(initialPrices ?? gridValues([]));
  const hasOtherStays =
    current && JSON.stringify(rows) !== JSON.stringify(stayRowsOf({ stays: stayValues(current) }));

  return (
    <EntityDialog form={form} onChange={follow} below={<Reckoning figures={figures} row={row} />}>
      <TextField {...field("name")} wide autoComplete="off" autoFocus />
      <SelectField {...field("type")} />
      <NumberField {...field("duration")} />
      <StaysField
        {...field("stays")}
        rows={rows}
        nights={figures?.nights}
        excess={excessOf(typed, offers)}
        hotels={offers.hotels}
        storedValue={hasOtherStays ? staysText(current.stays, offers) : undefined}
        onRows={readForm}
      />
      <OfferSearch name="stays" offer={stays} onOffers={form.onOffers} />
      <SelectField
        {...field("room_occupancy_basis")}
        choices={roomChoices}
        hint={figures?.roomIsFree && "لا سعر لهذه الغرفة في الفندق المختار، فلن يحسب السكن فيه."}
      />
      <OfferField
        {...offer("transportation_id")}
        offer={withChoices(transportation_id, withNote)}
        empty="بدون نقل"
        wide
      />
      <OfferField
        {...offer("catering_id")}
        offer={withChoices(catering_id, withNote)}
        empty="بدون إعاشة"
        wide
      />
      <OfferBoxesField
        {...offer("other_service_ids")}
        storedValue={current?.other_services}
        empty="لا توجد خدمات أخرى متاحة بعد."
      />
      <SelectField
        {...field("currency_id")}
        choices={currencies.map(({ id, name, code }): [number, string] => [id, `${name} (${code})`])}
        lacks={currency}
      />
      <NumberField {...field("profit_margin")} hint="نسبة من سعر البيع." />
      <PricesField
        {...field("prices")}
        typed={initialPrices}
        proposals={figures?.proposals ?? []}
        currency={figures?.currency}
        storedValue={hasOtherPrices ? pricesText(current.prices) : undefined}
        onFill={readForm}
      />
      <SelectField {...field("status")} />
      <TextAreaField {...field("description")} rows={2} />
    </EntityDialog>
  );
}

/** Cost and price of the form, and without JavaScript a button to compute them. */
function Reckoning({ figures, row }: { figures: ReturnType<typeof figuresOf>; row: Package | null }) {
  return (
    <div className="reckoning">
      <p>
        {labels.total_cost} <output className="money">{figures?.cost ?? "—"}</output>
      </p>
      <p>
        {labels.total_price} <output className="money">{figures?.price ?? "—"}</output>
      </p>
      {figures?.marginIsIdle && (
        <p className="w-full text-sm">هامش الربح خارج المدى من 0 إلى ما دون 100، فسعر البيع هو التكلفة.</p>
      )}
      {row?.price_out_of_date && (
        <p className="w-full text-sm">
          السعر المحفوظ <Money amount={row.total_price} currency={row.currency} /> غير محدّث؛ الحفظ يسجل السعر
          أعلاه.
        </p>
      )}
      <StepByHand step="compute">احسب التكلفة والسعر</StepByHand>
    </div>
  );
}

const staysText = (stays: Stay[], { hotels }: Offers) =>
  stays
    .map(({ hotel_id, nights }) => `${hotels.find(({ id }) => id === hotel_id)?.name} (${nights})`)
    .join("، ");

const pricesText = (cells: Cell[]) =>
  cells.map(({ room, traveller, amount }) => `${cellText(room, traveller)}: ${amount}`).join("؛ ");

const withNote = ({ id, name, note }: { id: number; name: string; note: string }): [number, string] => [
  id,
  `${name} · ${note}`,
];
