import { type SyntheticEvent, useEffect, useState } from "react";
import { useHydrated } from "~/ui/dialog/hydration";
import { type Common, Remarks } from "~/ui/form/field";
import { countPhrase } from "~/ui/page/count-words";
import { mostStays, nightCount, type StayRow } from "./stay";

/**
 * The hotels of a package with their nights, a row each. Without JavaScript the buttons are steps of the form (`stayStep`); with
 * it rows come and go at once.
 * @param rows what the form began with
 * @param nights of all stays together, where all are numbers
 * @param excess why they are too many
 * @param onRows called once rows came or went
 */
export function StaysField({
  field,
  label,
  hint,
  storedValue,
  rows,
  nights,
  excess,
  hotels,
  onRows,
}: Omit<Common, "wide"> & {
  rows: StayRow[];
  nights: number | undefined;
  excess: string | undefined;
  hotels: { id: number; name: string }[];
  onRows: () => void;
}) {
  const live = useHydrated();
  const [stays, setStays] = useState(() => rows.map((row, key) => ({ ...row, key })));
  useEffect(onRows, [stays.length]);
  const add = () =>
    setStays((all) => [
      ...all,
      { hotel_id: "", nights: "", key: Math.max(-1, ...all.map(({ key }) => key)) + 1 },
    ]);
  const drop = (key: number) => setStays((all) => all.filter((row) => row.key !== key));
  const instead = (work: () => void) => (event: SyntheticEvent) => {
    if (!live) return;
    event.preventDefault();
    work();
  };
  const isOne = stays.length === 1;
  return (
    <fieldset
      className="field wide stays"
      id={field.id}
      tabIndex={-1}
      aria-describedby={field.errors ? field.errorId : field.descriptionId}
    >
      <legend>{label}</legend>
      <ol>
        {stays.map(({ key, hotel_id, nights }, place) => (
          <li key={key}>
            <label>
              <span>{isOne ? "الفندق" : `الفندق ${place + 1}`}</span>
              <select name={field.name} defaultValue={hotel_id}>
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
                name={field.name}
                defaultValue={nights}
                dir="ltr"
                inputMode="numeric"
                autoComplete="off"
                placeholder={isOne ? "كل المدة" : undefined}
              />
            </label>
            {!isOne && (
              <button
                className="button"
                type="submit"
                name="intent"
                value={`drop_stay_${place}`}
                formNoValidate
                aria-label={`حذف الإقامة ${place + 1}`}
                onClick={instead(() => drop(key))}
              >
                حذف
              </button>
            )}
          </li>
        ))}
      </ol>
      {stays.length < mostStays && (
        <button
          className="button"
          type="submit"
          name="intent"
          value="add_stay"
          formNoValidate
          onClick={instead(add)}
        >
          إضافة إقامة
        </button>
      )}
      {excess && !field.errors && (
        <p className="error" role="status">
          {excess}.
        </p>
      )}
      <Remarks
        field={field}
        hint={
          hint ??
          (!isOne && nights !== undefined
            ? `مجموعها ${countPhrase(nights, nightCount)}، ولا تزيد على مدة الباقة.`
            : "فندق واحد لكل المدة، أو عدة فنادق بالترتيب، لكل منها لياليه.")
        }
        storedValue={storedValue}
      />
    </fieldset>
  );
}
