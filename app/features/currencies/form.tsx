import { useLoaderData } from "@remix-run/react";
import { db } from "~/db/knex.server";
import { otherOf, readRateShown, showRate, storedRate, writeRateShown } from "~/features/money/rate";
import { RateHint } from "~/features/money/rate-text";
import { formOf, saveAction } from "~/http/entity-screens.server";
import { screen } from "~/http/screen.server";
import { EntityDialog, useEntityForm } from "~/ui/form/entity-form";
import { NumberField, SelectField, TextField } from "~/ui/form/field";
import { keepForm } from "~/ui/form/keep-form";
import { currencyForms, defaultCurrency } from "./currencies.server";
import { type Currency, currency } from "./currency";

export const loader = screen([currency.write], async ({ params }) => ({
  ...(await formOf(currencyForms, params)),
  base: await defaultCurrency(db),
}));

export const action = saveAction(currency, currencyForms);
export const clientAction = keepForm();

/** A row's values; its rate is told as people say it. */
const toValues = (base: Currency | null) => (row: Currency) =>
  base ? { ...row, exchange_rate: shownIn(base, row).rate } : row;

/** @param one of which of the two currencies it tells what one is worth, if not as people say it */
const shownIn = (base: Currency, row: Currency, one?: number) =>
  showRate(storedRate(row, base), row.id, base.id, one);

export default function CurrencyForm() {
  const loaded = useLoaderData<typeof loader>();
  const { base, row } = loaded;
  const isBase = row ? row.is_default : !base;
  const form = useEntityForm(currency, loaded, {
    toValues: toValues(base),
    values: { exchange_rate: isBase ? "1" : "", rate_of: "own" },
  });
  const { field } = form;
  return (
    <EntityDialog form={form}>
      <TextField {...field("name")} autoComplete="off" autoFocus />
      <TextField
        {...field("code")}
        className="uppercase"
        autoCapitalize="characters"
        hint="ثلاثة أحرف لاتينية بحسب ISO 4217، مثل SAR."
      />
      <TextField {...field("symbol")} autoComplete="off" />
      {isBase ? (
        <NumberField {...field("exchange_rate")} readOnly hint="العملة الأساسية قيمتها 1 دائمًا." />
      ) : (
        base && <RateField form={form} base={base} />
      )}
    </EntityDialog>
  );
}

/** The rate of another currency than the base: as people say it, or for a new one in a direction to choose. */
function RateField({
  form: { field, row, current, reply },
  base,
}: {
  form: Pick<
    ReturnType<typeof useEntityForm<Currency, keyof typeof currency.labels>>,
    "field" | "row" | "current" | "reply"
  >;
  base: Currency;
}) {
  const rate = field("exchange_rate");
  const present = current ?? row;
  if (!present)
    return (
      <>
        <NumberField {...rate} />
        <SelectField
          {...field("rate_of")}
          wide
          choices={{
            own: `كم يساوي الواحد منها بعملة ${base.code}`,
            base: `كم يساوي 1 ${base.code} بهذه العملة`,
          }}
        />
      </>
    );
  const sent = readRateShown(field("rate_shown").field.initialValue);
  const isOfPair = sent?.from === present.id && sent.to === base.id;
  const sentOne = sent ? isOfPair && sent.one : reply && present.id; // an older page told what one of the currency is worth
  const shown = shownIn(base, present, sentOne || undefined);
  const [one, other] = [shown.one, otherOf(shown)].map((id) => (id === base.id ? base : present)) as [
    Currency,
    Currency,
  ];
  return (
    <>
      <input type="hidden" name="rate_shown" value={writeRateShown(shown)} />
      <NumberField
        {...rate}
        storedValue={current && shown.rate}
        {...(sent && !isOfPair && { defaultValue: shown.rate })}
        hint={<RateHint one={one} other={other} />}
      />
    </>
  );
}
