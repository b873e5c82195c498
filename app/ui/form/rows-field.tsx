import { type ReactNode, type SyntheticEvent, useEffect, useState } from "react";
import { useHydrated } from "~/ui/page/hydration";
import { type Common, Remarks } from "./remarks";

/**
 * A field of several rows, whose inputs all have the field's name. Without JavaScript the buttons are steps of the form
 * (http/row-step.server.ts); with it rows come and go at once.
 * @param of the row's name in the buttons
 * @param rows what the form began with
 * @param fixed how many rows at the top cannot be removed
 * @param most the largest number of rows
 * @param words of the buttons
 * @param onRows called once rows came or went
 * @param children the inputs of a row
 */
export function RowsField<Row extends Record<string, string>>({
  of,
  field,
  label,
  hint,
  storedValue,
  rows,
  blank,
  fixed = 0,
  most,
  isNeeded,
  words,
  onRows,
  children,
}: Omit<Common, "wide" | "hint"> & {
  of: string;
  /** May depend on the number of rows. */
  hint?: ReactNode | ((count: number) => ReactNode);
  rows: Row[];
  blank: Row;
  fixed?: number;
  most: number;
  /** Whether one row always stays. */
  isNeeded?: boolean;
  words: { add: string; drop: string };
  onRows?: () => void;
  children: (row: Row, place: number, count: number) => ReactNode;
}) {
  const live = useHydrated();
  const [shown, setShown] = useState(() => rows.map((row, key) => ({ row, key })));
  useEffect(() => onRows?.(), [shown.length]);
  const add = () =>
    setShown((all) => [...all, { row: blank, key: Math.max(-1, ...all.map(({ key }) => key)) + 1 }]);
  const drop = (key: number) => setShown((all) => all.filter((one) => one.key !== key));
  const instead = (work: () => void) => (event: SyntheticEvent) => {
    if (!live) return;
    event.preventDefault();
    work();
  };
  return (
    <fieldset
      className={`field wide rows ${of}s`}
      id={field.id}
      tabIndex={-1}
      aria-describedby={field.errors ? field.errorId : field.descriptionId}
    >
      <legend>{label}</legend>
      <ol>
        {shown.map(({ row, key }, place) => (
          <li key={key}>
            {children(row, place, shown.length)}
            {place >= fixed && !(isNeeded && shown.length === 1) && (
              <button
                className="button"
                type="submit"
                name="intent"
                value={`drop_${of}_${place}`}
                formNoValidate
                aria-label={`${words.drop} ${place + 1}`}
                onClick={instead(() => drop(key))}
              >
                حذف
              </button>
            )}
          </li>
        ))}
      </ol>
      {shown.length < most && (
        <button
          className="button"
          type="submit"
          name="intent"
          value={`add_${of}`}
          formNoValidate
          onClick={instead(add)}
        >
          {words.add}
        </button>
      )}
      <Remarks
        field={field}
        hint={typeof hint === "function" ? hint(shown.length) : hint}
        storedValue={storedValue}
      />
    </fieldset>
  );
}
