import { useRef } from "react";
import { formatAmount, type ShownCurrency } from "~/domain/money";
import { rowsOfFlat } from "~/domain/rows";
import { cellText, roomLabels, travellerLabels } from "~/domain/travellers";
import { type Common, Remarks } from "~/ui/form/remarks";
import { useHydrated } from "~/ui/page/hydration";
import { Wide } from "~/ui/page/table";
import { type GridRow, gridColumns, gridRooms, gridTravellers, gridValues } from "./grid";

/** The step of the button that fills the empty cells. */
export const fillStep = "fill_prices";

type Proposal = { room: keyof typeof roomLabels; traveller: keyof typeof travellerLabels; amount: string };

/** The form's values with proposals in the empty cells. */
export function filledPrices(typed: unknown, proposals: Proposal[]) {
  const proposed = gridValues(proposals);
  const values = rowsOf(typed).flatMap((row) => gridColumns.map((name) => row[name]));
  return values.map((value, place) => value || (proposed[place] ?? ""));
}

/** The rows of the form's values, one for each room. */
function rowsOf(typed: unknown): GridRow[] {
  const rows = rowsOfFlat(typed, gridColumns);
  const blank = rowsOfFlat(gridValues([]), gridColumns);
  return gridRooms.map((room, place) => rows.find((row) => row.room === room) ?? (blank[place] as GridRow));
}

/**
 * The prices of a package by room and age: a row a room. An empty cell is not sold, and each says what it would be.
 * @param proposals of the values as they are typed now
 */
export function PricesField({
  field,
  label,
  storedValue,
  typed,
  proposals,
  currency,
  onFill,
}: Omit<Common, "wide" | "hint"> & {
  typed: unknown;
  proposals: Proposal[];
  currency: ShownCurrency | undefined;
  onFill: () => void;
}) {
  const live = useHydrated();
  const table = useRef<HTMLTableElement>(null);
  const proposalOf = (room: string, traveller: string) =>
    proposals.find((one) => one.room === room && one.traveller === traveller)?.amount;
  const fill = () => {
    const inputs = table.current?.querySelectorAll<HTMLInputElement>("input[data-cell]") ?? [];
    for (const input of inputs) {
      const [room = "", traveller = ""] = (input.dataset.cell ?? "").split(" ");
      if (!input.value) input.value = proposalOf(room, traveller) ?? "";
    }
    onFill();
  };
  const isUsed = rowsOf(typed).some((row) => gridTravellers.some((traveller) => row[traveller]));
  return (
    <details className="field wide" open={isUsed || Boolean(field.errors)}>
      <summary>{label}</summary>
      <fieldset className="prices" id={field.id} tabIndex={-1}>
        <legend className="sr-only">{label}</legend>
        <Wide label={label}>
          <table ref={table}>
            <thead>
              <tr>
                <th scope="col">الغرفة</th>
                {gridTravellers.map((traveller) => (
                  <th key={traveller} scope="col">
                    {travellerLabels[traveller]}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rowsOf(typed).map((row, place) => {
                const room = gridRooms[place] as (typeof gridRooms)[number];
                return (
                  <tr key={room}>
                    <th scope="row">
                      {roomLabels[room]}
                      <input type="hidden" name={field.name} value={room} />
                    </th>
                    {gridTravellers.map((traveller) => {
                      const proposal = proposalOf(room, traveller);
                      return (
                        <td key={traveller} data-label={travellerLabels[traveller]}>
                          <input
                            type="text"
                            name={field.name}
                            defaultValue={row[traveller]}
                            data-cell={`${room} ${traveller}`}
                            aria-label={cellText(room, traveller)}
                            dir="ltr"
                            inputMode="decimal"
                            autoComplete="off"
                          />
                          <small>
                            {proposal && currency ? (
                              <>
                                المقترح{" "}
                                <bdi dir="ltr">{formatAmount(Number(proposal), currency.decimals)}</bdi>
                              </>
                            ) : (
                              "لا مقترح"
                            )}
                          </small>
                        </td>
                      );
                    })}
                  </tr>
                );
              })}
            </tbody>
          </table>
        </Wide>
        <button
          className="button"
          type="submit"
          name="intent"
          value={fillStep}
          formNoValidate
          onClick={(event) => {
            if (!live) return;
            event.preventDefault();
            fill();
          }}
        >
          املأ الخانات الفارغة بالمقترح
        </button>
        <Remarks
          field={field}
          storedValue={storedValue}
          hint="بعملة البيع. يختار العقد الغرفة والمسافر فيأخذ سعر خانتهما، والخانة الفارغة لا تباع، وعقد بلا غرفة يأخذ سعر الباقة. المقترح من أسعار الفنادق لتلك الغرفة، وللطفل والرضيع نسبتهما في بيانات الشركة."
        />
      </fieldset>
    </details>
  );
}
