import { useActionData } from "@remix-run/react";
import { type ReactNode, useId } from "react";
import { PersonName } from "~/features/links/person-link";
import { OfficeForm, useOfficeForm } from "~/ui/form/form";
import { isOther, Remarks } from "~/ui/form/remarks";
import { cardLabels, Head } from "~/ui/page/table";

type Value = string | number | null;
type Reply = { current?: Record<string, Value> };

/** A field of a member's row. */
export type MemberField = {
  /** The properties of its input or select, except its name. */
  control: {
    id: string;
    name: string;
    defaultValue: string;
    "aria-invalid": true | undefined;
    "aria-describedby": string | undefined;
  };
  /** Its error, and its present value if someone else changed it. */
  remarks: ReactNode;
};

/**
 * A form with the same fields for each member of a group (see member-fields.server). A refused form keeps its typed values.
 * @param values the values of the fields, by member
 * @param words a value's words, if its control shows others
 * @param heads of the columns after name and telephone
 * @param row renders the cells after those
 */
export function MemberForm<
  Row extends { id: number; name: string; name_latin: string | null; phone: string; was: string },
>({
  id,
  rows,
  fields,
  values,
  words = (_, value) => value,
  heads,
  row,
  buttons,
}: {
  id: string;
  rows: Row[];
  fields: readonly string[];
  values: (row: Row) => Record<string, Value>;
  words?: (field: string, value: Value) => Value;
  heads: string[];
  row: (row: Row, field: (name: string) => MemberField) => ReactNode;
  buttons: ReactNode;
}) {
  const reply = useActionData<Reply>();
  const table = useId();
  const columns = ["الاسم", "رقم الهاتف", ...heads].map((label) => ({ label }));
  const initial = Object.fromEntries(
    rows.flatMap((row) =>
      Object.entries({ ...values(row), was: row.was }).map(([name, value]): [string, string] => [
        `${name}_${row.id}`,
        String(value ?? ""),
      ]),
    ),
  );
  const [form, all] = useOfficeForm<Record<string, string>>(id, { values: initial });
  const labels = Object.fromEntries(
    rows.flatMap(({ id, name }) => fields.map((field) => [`${field}_${id}`, name])),
  );
  // JavaScript keeps the rows as they were read. A member who has left the group is not sent again.
  const present = rows.filter(({ id }) => reply?.current?.[`was_${id}`] !== null);
  const fieldOf = (member: Row) => (name: string) => {
    const key = `${name}_${member.id}`;
    const field = all[key] as NonNullable<(typeof all)[string]>;
    const value = String(field.initialValue ?? "");
    const now = reply?.current?.[key];
    const isChanged = now !== undefined && isOther(now, value);
    return {
      control: {
        id: field.id,
        name: key,
        defaultValue: value,
        "aria-invalid": field.errors ? (true as const) : undefined,
        "aria-describedby": field.errors && field.errorId,
      },
      remarks: <Remarks field={field} storedValue={isChanged ? (words(name, now) ?? "") : undefined} />,
    };
  };
  return (
    <OfficeForm form={form} labels={labels} buttons={buttons} page>
      <style dangerouslySetInnerHTML={{ __html: cardLabels(table, columns) }} />
      <table id={table} className="list assigning">
        <Head columns={columns} />
        <tbody>
          {present.map((member) => (
            <tr key={member.id}>
              <th scope="row">
                <PersonName {...member} />
              </th>
              <td className="code">
                <bdi dir="ltr">{member.phone}</bdi>
              </td>
              {row(member, fieldOf(member))}
              <td hidden>
                <input
                  type="hidden"
                  name={`was_${member.id}`}
                  value={reply?.current?.[`was_${member.id}`] ?? fieldOf(member)("was").control.defaultValue}
                />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </OfficeForm>
  );
}

/** The cell of a field. */
export const FieldCell = ({ remarks, children }: Pick<MemberField, "remarks"> & { children: ReactNode }) => (
  <td>
    <div className="field">
      {children}
      {remarks}
    </div>
  </td>
);
