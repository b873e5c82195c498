import { useLoaderData } from "@remix-run/react";
import { type Asked, askedByValues } from "~/db/choices.server";
import { db } from "~/db/knex.server";
import { valuesOf } from "~/domain/form-values";
import { availabilityLabels } from "~/domain/status";
import { blankFeeLine, feeLineRows, feeLineValues, presentLines } from "~/features/fees/fee-lines";
import { feeCurrencies } from "~/features/fees/fee-lines.server";
import { FeeLinesField, feeLineStep } from "~/features/fees/fee-lines-field";
import { movedText } from "~/features/moving/moved";
import { integratedPackage } from "~/features/services/packages/package";
import { formOf, saveAction } from "~/http/entity-screens.server";
import { rowStep } from "~/http/row-step.server";
import { screen } from "~/http/screen.server";
import { EntityDialog, useEntityForm } from "~/ui/form/entity-form";
import { CheckboxField, NumberField, SelectField, TextAreaField, TextField } from "~/ui/form/field";
import { keepForm } from "~/ui/form/keep-form";
import { OfferBoxesField } from "~/ui/form/offer-field";
import { MissingChoice } from "~/ui/page/empty-choice";
import { Money } from "~/ui/page/money";
import { withChoices } from "~/ui/page/use-typed-offers";
import { type AttachedPackage, type Campaign, campaign } from "./campaign";
import { campaigns, packageOffer } from "./campaigns.server";
import { standingContracts } from "./standing.server";
import { StandingContracts } from "./standing-contracts";

export const loader = screen([campaign.write], async ({ params }) => {
  const loaded = await formOf(campaigns, params);
  const { row } = loaded;
  const standing = row && (await standingContracts(db, [row.id]))[row.id];
  const currencies = await feeCurrencies(db);
  return { ...loaded, standing, currencies, offers: await offersOf(askedByValues(), loaded.row) };
});

const offersOf = async ({ chosen, search }: Asked, row: Campaign | null) => {
  const attached = row?.packages.map(({ id }) => id) ?? [];
  return { package_ids: await packageOffer({ search, chosen: (field) => [...chosen(field), ...attached] }) };
};

export const action = saveAction(campaign, campaigns, {
  offers: offersOf,
  sideStep: async (form) =>
    rowStep(form, feeLineStep, "fee_lines", feeLineRows(valuesOf(form).fee_lines), blankFeeLine),
  message: (row, usual) => usual + movedText(row),
});
export const clientAction = keepForm();

const toValues = (row: Campaign) => ({
  ...row,
  package_ids: row.packages.map(({ id }) => id),
  fee_lines: feeLineValues(row.fee_lines),
});

export default function CampaignForm() {
  const loaded = useLoaderData<typeof loader>();
  const form = useEntityForm(campaign, loaded, { toValues });
  const { field, row, current } = form;
  const { offer, ...packages } = form.offer("package_ids");
  const seats = current ?? row;
  return (
    <EntityDialog form={form}>
      {row && <StandingContracts id={row.id} standing={loaded.standing ?? undefined} />}
      <TextField {...field("name")} wide autoComplete="off" autoFocus />
      <SelectField {...field("type")} empty="اختر النوع" />
      <NumberField {...field("total_seats")} hint={seats && takenText(seats)} />
      <TextField {...field("start_date")} />
      <TextField {...field("end_date")} />
      {row && <SelectField {...field("status")} wide />}
      <NumberField {...field("down_payment_percent")} hint="ما يدفع عند توقيع العقد، والباقي أقساط شهرية." />
      <NumberField
        {...field("payment_lead_days")}
        hint="موعد آخر قسط، محسوبًا من تاريخ البداية. يمكن تغيير الشروط في كل عقد."
      />
      <NumberField
        {...field("free_per")}
        hint="من وكيل واحد أو عائلة واحدة، مثل 20. العقد المجاني يقترح عند توقيعه."
      />
      <FeeLinesField
        {...field("fee_lines")}
        storedValue={presentLines(
          current?.fee_lines,
          field("fee_lines").field.initialValue,
          loaded.currencies,
        )}
        currencies={loaded.currencies}
        hint="بلا مواعيد هنا تسري مواعيد المكتب من بيانات الشركة. يطبع في العقد ما كان يوم توقيعه، وقبل أول موعد لا رسم."
      />
      <CheckboxField {...field("needs_passport_copy")} text="لا يعد أحد جاهزًا للسفر قبل رفع صورة جوازه" />
      <CheckboxField
        {...field("needs_vaccination")}
        text="لا يعد أحد جاهزًا للسفر قبل رفع شهادة تطعيمه السارية"
      />
      <OfferBoxesField
        {...packages}
        offer={withChoices(offer, (row) => ({ ...row, note: <PackageNote {...row} /> }))}
        storedValue={current?.packages}
        hint="يوقع العقد على إحدى هذه الباقات بسعرها يوم توقيعه."
        empty={<MissingChoice of={integratedPackage} />}
      />
      <TextAreaField {...field("description")} rows={2} />
    </EntityDialog>
  );
}

const takenText = ({ booked_seats, held_seats }: Campaign) =>
  `المحجوز منها: ${booked_seats.toLocaleString("en-US")}` +
  (held_seats ? `، والمحجوز مؤقتًا: ${held_seats.toLocaleString("en-US")}` : "");

function PackageNote({ type, total_price, currency, status }: AttachedPackage) {
  return (
    <>
      {type} · <Money amount={total_price} currency={currency} />
      {status === "inactive" && ` · ${availabilityLabels.inactive}`}
    </>
  );
}
