import { mostFormFields } from "~/domain/form-values";
import { papersFolder, paperTypeLabels } from "~/features/customers/paper";
import { PersonName } from "~/features/links/person-link";
import { DateInput } from "~/ui/page/date-input";
import { Table } from "~/ui/page/table";
import { type Match, papersOfGroup } from "./group-papers";
import { DropFile, UploadedFile } from "./uploads/files-left";
import { useTyped } from "./uploads/upload-page";

const { labels } = papersOfGroup(0);

/** A file has three fields, and the form some of its own. The others keep what was chosen for all. */
const mostEditable = mostFormFields / 4;

/** The files that match a member, each with the type and dates of the paper that it becomes. A part of the form that saves them. */
export function MatchTable({ matches }: { matches: Match[] }) {
  const editable = new Set(matches.slice(0, mostEditable).map(({ id }) => id));
  return (
    <>
      {/* The form's first button: Enter in a date keeps what was typed, and drops no file. */}
      <button type="submit" name="keep" value="1" hidden tabIndex={-1} />
      <Table
        caption="ملفات طابقت أعضاء"
        rows={matches}
        columns={[
          {
            label: "الملف",
            cell: (file) => <UploadedFile {...file} folder={papersFolder} />,
          },
          {
            label: "العضو",
            cell: ({ customer_id, ...row }) => <PersonName {...row} id={customer_id} />,
          },
          {
            label: labels.type,
            cell: (row) =>
              editable.has(row.id) ? <TypeField {...row} /> : row.type && paperTypeLabels[row.type],
          },
          ...(["issue_date", "expiry_date"] as const).map((name) => ({
            label: labels[name],
            cell: (row: Match) =>
              editable.has(row.id) ? <DateField row={row} name={name} /> : (row[name] ?? "—"),
          })),
          { label: "حذفه", cell: ({ id }) => <DropFile id={id} /> },
        ]}
      />
      <p className="mt-3">
        <button className="button" type="submit" name="keep" value="1">
          حفظ الأنواع والتواريخ ومعاينة
        </button>
      </p>
    </>
  );
}

function TypeField({ id, type, given_name }: Match) {
  const { control, remark } = useTyped(`type_${id}`, type ?? "");
  return (
    <>
      <select {...control} aria-label={`${labels.type} ${given_name}`}>
        {Object.entries(paperTypeLabels).map(([type, label]) => (
          <option key={type} value={type}>
            {label}
          </option>
        ))}
      </select>
      {remark}
    </>
  );
}

function DateField({ row, name }: { row: Match; name: "issue_date" | "expiry_date" }) {
  const { control, remark } = useTyped(`${name}_${row.id}`, row[name] ?? "");
  return (
    <>
      <DateInput {...control} aria-label={`${labels[name]} ${row.given_name}`} />
      {remark}
    </>
  );
}
