import { type RoomName, roomLabels, travellerLabels, travellerOf } from "~/domain/travellers";
import type { Cell } from "~/features/services/packages/grid";
import { SelectField } from "~/ui/form/field";
import { type Common, Remarks } from "~/ui/form/remarks";
import type { PricedSigner } from "./cell";

type Choice = [value: string, label: string];

const roomsOf = (cells: Cell[]): Choice[] =>
  [...new Set(cells.map(({ room }) => room))].map((room) => [room, roomLabels[room]]);
const travellersOf = (cells: Cell[], room: RoomName | null): Choice[] =>
  [...new Set(cells.filter((cell) => !room || cell.room === room).map(({ traveller }) => traveller))].map(
    (traveller) => [traveller, travellerLabels[traveller]],
  );

/** «بحسب العمر: طفل بسرير» */
const byAge = ({ age }: PricedSigner) => `بحسب العمر: ${travellerLabels[travellerOf(age?.age ?? null)]}`;

const ageNote = ({ age }: PricedSigner) =>
  age && (
    <>
      {age.age ? travellerLabels[travellerOf(age.age)] : "تاريخ الميلاد غير معروف"} يوم المغادرة{" "}
      <bdi dir="ltr">{age.departure}</bdi>
    </>
  );

/**
 * The room and the kind of traveller of each signer, where the chosen package has prices for them.
 * @param signers the first signs for the others
 */
export function CellFields({
  field,
  cells,
  signers: [first, ...others],
}: {
  field: (name: "room" | "traveller" | "companion_cells") => Common;
  cells: Cell[];
  signers: PricedSigner[];
}) {
  const companions = field("companion_cells");
  return (
    <>
      <SelectField
        {...field("room")}
        empty="بلا غرفة: سعر الباقة"
        choices={roomsOf(cells)}
        hint="يحسب العمر في السعر حين تختار غرفة."
      />
      <SelectField
        {...field("traveller")}
        empty={first ? byAge(first) : "بحسب العمر"}
        choices={travellersOf(cells, null)}
        hint={first && ageNote(first)}
      />
      {others.length > 0 && (
        <fieldset className="field wide rows" id={companions.field.id} tabIndex={-1}>
          <legend>غرف المسافرين معه وأنواعهم</legend>
          <ol>
            {others.map((one) => (
              <li key={one.id}>
                <input type="hidden" name={companions.field.name} value={one.id} />
                <div className="min-w-56 flex-1">
                  <span>
                    {one.name} <small className="text-muted">{ageNote(one)}</small>
                  </span>
                  <CellSelect
                    name={companions.field.name}
                    value={one.typed.room}
                    empty="كغرفة صاحب العقد"
                    choices={roomsOf(cells)}
                    label={`غرفة ${one.name}`}
                  />
                </div>
                <div className="min-w-56 flex-1">
                  <span>المسافر</span>
                  <CellSelect
                    name={companions.field.name}
                    value={one.typed.traveller}
                    empty={byAge(one)}
                    choices={travellersOf(cells, null)}
                    label={`نوع المسافر ${one.name}`}
                  />
                </div>
              </li>
            ))}
          </ol>
          <Remarks field={companions.field} />
        </fieldset>
      )}
    </>
  );
}

const CellSelect = ({
  value,
  empty,
  choices,
  label,
  name,
}: {
  name: string;
  value: string;
  empty: string;
  choices: Choice[];
  label: string;
}) => (
  <select name={name} defaultValue={value} aria-label={label}>
    <option value="">{empty}</option>
    {choices.map(([code, text]) => (
      <option key={code} value={code}>
        {text}
      </option>
    ))}
  </select>
);
