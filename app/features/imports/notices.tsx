import { countPhrase } from "~/domain/count-words";
import { Enumeration } from "~/ui/page/enumeration";
import { hiddenLines, type SheetNotes } from "./sheet-notes";

const Names = ({ names }: { names: string[] }) => (
  <Enumeration
    of={names.map((name, index) => (
      <span key={index}>
        «<bdi>{name}</bdi>»
      </span>
    ))}
  />
);

const Lines = ({ lines }: { lines: number[] }) => (
  <Enumeration of={lines.map((line) => <bdi key={line}>{line}</bdi>)} />
);

/** What is said of a whole file above its rows. @property columns the address where the fields of columns are assigned */
export function FileNotices({
  sheet: { name, others, hidden, hiddenRows, isMerged },
  ignored,
  totals,
  columns,
}: {
  sheet: SheetNotes;
  ignored: string[];
  totals: number[];
  columns: string;
}) {
  return (
    <>
      {others.length > 0 && (
        <p className="notice info">
          قرئت ورقة «<bdi>{name}</bdi>» وحدها.{" "}
          {others.length > 1 ? "أوراق أخرى في الملف لم تقرأ:" : "ورقة أخرى في الملف لم تقرأ:"}{" "}
          <Names names={others} />.
        </p>
      )}
      {hiddenRows > 0 && (
        <p className="notice info">
          في الملف {countPhrase(hiddenRows, hiddenLines)}: <Lines lines={hidden} />
          {hiddenRows > hidden.length ? " وغيرها." : "."}
        </p>
      )}
      {isMerged && <p className="notice info">في الملف خلايا مدموجة فوق عدة أسطر، وقرئت لكل سطر منها.</p>}
      {ignored.length > 0 && (
        <p className="notice info">
          أعمدة في الملف لا تستورد: <Names names={ignored} />. <a href={columns}>تعيين الأعمدة</a>
        </p>
      )}
      {totals.length > 0 && (
        <p className="notice info">
          {totals.length > 1 ? "أسطر مجموع في آخر الملف لا تستورد:" : "سطر مجموع في آخر الملف لا يستورد:"}{" "}
          <Lines lines={totals} />.
        </p>
      )}
    </>
  );
}
