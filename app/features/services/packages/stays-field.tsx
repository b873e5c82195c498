import { countPhrase } from "~/domain/count-words";
import { nightCount } from "~/features/journey/nights";
import type { Common } from "~/ui/form/remarks";
import { RowsField } from "~/ui/form/rows-field";
import { mostStays, noStay, type StayRow } from "./stay";

/**
 * The hotels of a package with their nights, a row each.
 * @param nights of all stays together, where all are numbers
 * @param excess why they are too many
 */
export function StaysField({
  hint,
  rows,
  nights,
  excess,
  hotels,
  ...common
}: Omit<Common, "wide"> & {
  rows: StayRow[];
  nights: number | undefined;
  excess: string | undefined;
  hotels: { id: number; name: string }[];
  onRows: () => void;
}) {
  const { name } = common.field;
  const usualHint = (count: number) =>
    nights !== undefined && count > 1
      ? `مجموعها ${countPhrase(nights, nightCount)}، ولا تزيد على مدة الباقة.`
      : "فندق واحد لكل المدة، أو عدة فنادق بالترتيب، لكل منها لياليه.";
  return (
    <RowsField
      {...common}
      of="stay"
      rows={rows}
      blank={noStay}
      most={mostStays}
      isNeeded
      words={{ add: "إضافة إقامة", drop: "حذف الإقامة" }}
      hint={
        excess && !common.field.errors ? (
          <span className="error" role="status">
            {excess}.
          </span>
        ) : (
          (hint ?? usualHint)
        )
      }
    >
      {({ hotel_id, nights }, place, count) => (
        <>
          <label>
            <span>{count === 1 ? "الفندق" : `الفندق ${place + 1}`}</span>
            <select name={name} defaultValue={hotel_id}>
              <option value="">بدون سكن</option>
              {hotels.map(({ id, name }) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
            </select>
          </label>
          <label>
            <span>الليالي</span>
            <input
              type="text"
              name={name}
              defaultValue={nights}
              dir="ltr"
              inputMode="numeric"
              autoComplete="off"
              placeholder={count === 1 ? "كل المدة" : undefined}
            />
          </label>
        </>
      )}
    </RowsField>
  );
}
