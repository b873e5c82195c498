import type { ComponentProps } from "react";
import { RateHint } from "~/features/money/rate-text";
import type { Exchange } from "~/features/money/use-exchange";
import { TextField } from "~/ui/form/field";
import { Money } from "~/ui/page/money";

/**
 * The fields of an amount in another currency: the rate, which may be typed, and the equivalent.
 * @param id the equivalent's
 * @param equivalent its label
 */
export const RateFields = ({
  exchange: { rate, rateShown, setRate, target, equivalent: worth, ...pair },
  id,
  equivalent,
  ...rateField
}: {
  exchange: Exchange & Pick<ComponentProps<typeof TextField>, "readOnly">;
  id: string;
  equivalent: string;
} & ComponentProps<typeof TextField>) => (
  <>
    <input type="hidden" name="rate_shown" value={rateShown} />
    <TextField
      {...rateField}
      storedValue={undefined}
      hint={<RateHint {...pair} />}
      inputMode="decimal"
      dir="ltr"
      defaultValue={undefined}
      value={rate}
      readOnly={pair.readOnly}
      onChange={(event) => setRate(event.target.value)}
    />
    <div className="field">
      <label htmlFor={id}>{equivalent}</label>
      <output id={id} className="block min-h-9.5 rounded-md bg-sand px-2.5 py-1.5">
        {worth === null ? "—" : <Money amount={worth} currency={target} />}
      </output>
    </div>
  </>
);
