import type { Common } from "~/ui/form/remarks";
import { RowsField } from "~/ui/form/rows-field";
import { blankFeeLine, feeLineColumns, feeLineKinds, feeLineRows, mostFeeLines } from "./fee-lines";

/** The name of a line in the buttons of the form. */
export const feeLineStep = "fee_line";

/**
 * The fee of a cancelling by the days that are left before the departure, a row a line.
 * @param currencies of sums
 */
export function FeeLinesField({
  hint,
  currencies,
  ...common
}: Omit<Common, "wide"> & { currencies: { id: number; code: string }[] }) {
  const { name, initialValue } = common.field;
  return (
    <>
      {feeLineColumns.map((column) => (
        <input key={column} type="hidden" name={name} value="" />
      ))}
      <RowsField
        {...common}
        of={feeLineStep}
        rows={feeLineRows(initialValue)}
        blank={blankFeeLine}
        most={mostFeeLines}
        words={{ add: "إضافة موعد", drop: "حذف الموعد" }}
        hint={hint}
      >
        {({ days, kind, amount, currency_id }) => (
          <>
            <label>
              <span>من (يومًا قبل المغادرة)</span>
              <input
                type="text"
                name={name}
                defaultValue={days}
                dir="ltr"
                inputMode="numeric"
                autoComplete="off"
              />
            </label>
            <label>
              <span>النوع</span>
              <select name={name} defaultValue={kind}>
                {Object.entries(feeLineKinds).map(([value, label]) => (
                  <option key={value} value={value}>
                    {label}
                  </option>
                ))}
              </select>
            </label>
            <label>
              <span>المقدار</span>
              <input
                type="text"
                name={name}
                defaultValue={amount}
                dir="ltr"
                inputMode="decimal"
                autoComplete="off"
              />
            </label>
            <label>
              <span>عملة المبلغ</span>
              <select name={name} defaultValue={currency_id}>
                <option value="">—</option>
                {currencies.map((one) => (
                  <option key={one.id} value={one.id}>
                    {one.code}
                  </option>
                ))}
              </select>
            </label>
          </>
        )}
      </RowsField>
    </>
  );
}
