import type { ReactNode } from "react";
import {
  faultSentences,
  type Outcome,
  outcomeLabels,
  outcomeTones,
  type QuestionTexts,
} from "~/features/importables/import";
import { Badge } from "~/ui/page/page";
import { Sentence } from "~/ui/page/sentence";
import { Table } from "~/ui/page/table";

/** @property own the kind of its own column, if it has one */
type Field = { field: string; label: string; own?: "words" | "code" };
type Row = {
  line: number;
  outcome: Outcome;
  cells: Record<string, string>;
  faults: Record<string, string>;
  /** The link to the stored record that the row equals or may equal. */
  opened?: string;
  repeats?: number;
  isOther?: boolean;
  numberless?: string[];
  marks?: Record<string, string>;
};

/** The id of the form that imports and says which lines with questions are wanted. */
export const deedForm = "import";

/** A file's rows with their verdicts. Cells with faults are marked. */
export function Rows({
  rows,
  columns,
  labels,
  one,
  asking,
}: {
  rows: Row[];
  columns: Field[];
  /** The labels of all fields, also of those without a column in the file. */
  labels: Record<string, string>;
  one: string;
  asking: QuestionTexts;
}) {
  const others = columns.filter(({ own }) => !own);
  return (
    <Table
      caption="أسطر الملف"
      rows={rows.map((row) => ({ ...row, id: row.line }))}
      columns={[
        { label: "السطر", kind: "code", cell: ({ line }) => line },
        {
          label: "النتيجة",
          cell: ({ line, outcome, opened, repeats, isOther, faults }) => (
            <div>
              <Badge tone={outcomeTones[outcome]}>
                {outcome === "alike" ? asking.outcome : outcomeLabels[outcome]}
              </Badge>
              {opened && (
                <small>
                  <a href={opened}>فتح {one}</a>
                </small>
              )}
              {outcome === "alike" && (
                <button className="button" type="submit" form={deedForm} name="other" value={line}>
                  {asking.add}
                </button>
              )}
              {isOther && outcome === "new" && (
                <button className="button" type="submit" form={deedForm} name="same" value={line}>
                  {asking.leave}
                </button>
              )}
              {repeats && (
                <small>
                  كالسطر <bdi>{repeats}</bdi>
                </small>
              )}
              <Faults faults={faults} labels={labels} tone={toneOf(outcome)} />
            </div>
          ),
        },
        ...columns
          .flatMap(({ field, label, own }) => (own ? [{ field, label, own }] : []))
          .map(({ field, label, own }) => ({
            label,
            kind: own === "words" ? undefined : ("code long" as const),
            cell: (row: Row) => <Cell row={row} field={field} />,
          })),
        ...(others.length
          ? [
              {
                label: "بقية البيانات",
                cell: (row: Row) => (
                  <ul className="import-cells">
                    {others
                      .filter(({ field }) => row.cells[field] || row.faults[field])
                      .map(({ field, label }) => (
                        <li key={field}>
                          {label}: <Cell row={row} field={field} />
                        </li>
                      ))}
                  </ul>
                ),
              },
            ]
          : []),
      ]}
    />
  );
}

/** The tone of an outcome; a question is not a fault. */
const toneOf = (outcome: Outcome) => (outcome === "alike" ? "asked" : "wrong");

function Faults({
  faults,
  labels,
  tone,
}: {
  faults: Row["faults"];
  labels: Record<string, string>;
  tone: ReturnType<typeof toneOf>;
}): ReactNode {
  const all = faultSentences(faults, labels);
  if (!all.length) return null;
  return (
    <ul className={`import-faults ${tone}`}>
      {all.map((sentence) => (
        <li key={sentence}>
          <Sentence text={sentence} />
        </li>
      ))}
    </ul>
  );
}

function Cell({ row, field }: { row: Row; field: string }) {
  const text = row.cells[field];
  if (row.faults[field])
    return <mark className={toneOf(row.outcome)}>{text ? <bdi>{text}</bdi> : "فارغة"}</mark>;
  if (row.numberless?.includes(field))
    return (
      <>
        بلا رقم{" "}
        <Remark>
          كتب فيها: <bdi>{text}</bdi>
        </Remark>
      </>
    );
  if (!text) return "—";
  const mark = row.marks?.[field];
  return (
    <>
      <bdi>
        <Sentence text={text} />
      </bdi>
      {mark && (
        <>
          {" "}
          <Remark>
            <Sentence text={mark} />
          </Remark>
        </>
      )}
    </>
  );
}

/** Words beside a value, which may be a code from left to right. */
const Remark = ({ children }: { children: ReactNode }) => <small dir="rtl">({children})</small>;
