import type { ReactNode } from "react";
import { nationalities } from "~/domain/countries";
import { type Field, namesInOrder } from "~/domain/fields";
import { activityLabels } from "~/domain/status";
import { type Customer, customer } from "~/features/customers/customer";
import { Sentence } from "~/ui/page/sentence";

const names = new Map(nationalities);
const fields = namesInOrder(customer.fields);
const codeKinds = new Set<Field["kind"]>(["latinName", "phone", "code", "date", "email"]);

type Side = { record: Customer; counts: { label: string; count: number }[]; refusals: string[] };

/**
 * Two records side by side with the counts of what refers to them. One is chosen to stay.
 * @param same the fields with equal values, even if they are written differently
 */
export function Comparison({
  pair,
  keep,
  same = [],
}: {
  pair: Side[];
  keep: number;
  same?: readonly string[];
}) {
  return (
    <table className="list compact">
      <caption className="sr-only">السجلان جنبًا إلى جنب</caption>
      <thead>
        <tr>
          <td />
          {pair.map(({ record, refusals }) => (
            <th key={record.id} scope="col">
              <label className="tick flex items-baseline gap-1.5">
                <input
                  type="radio"
                  name="keep"
                  value={record.id}
                  defaultChecked={record.id === keep}
                  disabled={refusals.length > 0}
                />
                يبقى هذا السجل
              </label>
              {refusals.map((sentence) => (
                <small key={sentence} className="text-red">
                  <Sentence text={sentence} />
                </small>
              ))}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        <Line label="رقم السجل" values={pair.map(({ record }) => record.id)} />
        {fields.map((field) => (
          <Line
            key={field}
            label={customer.labels[field]}
            values={pair.map(({ record }) => wordsOf(record, field))}
            code={codeKinds.has(customer.fields[field].kind)}
            differs={
              !same.includes(field) &&
              pair.every(({ record }) => record[field]) &&
              pair[0]?.record[field] !== pair[1]?.record[field]
            }
          />
        ))}
        <Line
          label={customer.labels.image}
          values={pair.map(({ record }) =>
            record.image_url ? (
              <img
                key={record.id}
                className="size-20 rounded-lg object-cover"
                src={record.image_url}
                alt={`صورة ${record.name}`}
              />
            ) : null,
          )}
        />
        {pair[0]?.counts.map(({ label }, index) => (
          <Line key={label} label={label} values={pair.map(({ counts }) => counts[index]?.count || null)} />
        ))}
      </tbody>
    </table>
  );
}

function wordsOf(record: Customer, field: (typeof fields)[number]) {
  const value = record[field];
  if (value === null) return null;
  if (field === "status") return activityLabels[record.status];
  return customer.fields[field].kind === "country" ? (names.get(value) ?? value) : value;
}

/** @param differs whether both have a value and the values differ */
function Line({
  label,
  values,
  code,
  differs,
}: {
  label: string;
  values: ReactNode[];
  code?: boolean;
  differs?: boolean;
}) {
  if (!values.some(Boolean)) return null;
  return (
    <tr>
      <th scope="row">
        {label}
        {differs && <small>مختلف</small>}
      </th>
      {values.map((value, index) => (
        <td key={index} className={differs ? "bg-amber wrap-anywhere" : "wrap-anywhere"}>
          {code && value ? (
            <bdi dir="ltr" className="wraps">
              {value}
            </bdi>
          ) : (
            value || "—"
          )}
        </td>
      ))}
    </tr>
  );
}
