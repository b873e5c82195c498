import { type ReactNode, useId } from "react";
import { type ReportColumn, type ReportTable, textOf, valueIn } from "./report";

/*
 * Charts of a report's table, drawn on the server. Horizontal lengths are shares of the width and all others are pixels, so
 * that letters keep their size on a phone. The first value stands at the right. Series differ in lightness and outline, so that
 * they can be told apart on paper and in grey.
 */

type ChartData = { table: ReportTable; series: number[] };

/** The chart of a table; its bars have the table's figures beside them. */
export function Chart({ table, chart }: { table: ReportTable; chart: NonNullable<ReportTable["chart"]> }) {
  const [titleId, descriptionId] = [useId(), useId()];
  const labels = chart.of.map((index) => table.columns[index]?.label ?? "");
  const Plot = chart.kind === "columns" ? Columns : Bars;
  return (
    <figure className="chart">
      <figcaption>
        {labels.map((label, index) => (
          <span key={label}>
            <svg aria-hidden="true" width="14" height="14">
              <rect className={`series-${index + 1}`} x="1" y="1" width="12" height="12" />
            </svg>
            {label}
          </span>
        ))}
      </figcaption>
      <Plot table={table} series={chart.of}>
        {(height, drawing, scale) => (
          <div className="flex gap-2">
            {scale}
            <svg
              role="img"
              aria-labelledby={titleId}
              aria-describedby={descriptionId}
              width="100%"
              height={height}
            >
              <title id={titleId}>{`رسم بياني: ${table.title} (${labels.join("، ")})`}</title>
              <desc id={descriptionId}>أرقام الرسم في الجدول الذي يليه.</desc>
              {drawing}
            </svg>
          </div>
        )}
      </Plot>
    </figure>
  );
}

type Plot = ChartData & { children: (height: number, drawing: ReactNode, scale?: ReactNode) => ReactNode };

const plotHeight = 180;
const top = 16;
/** The width of a digit or letter of the scale, in pixels. */
const letter = 7;
const labelsAtMost = 6;

/** Columns side by side from right to left, row by row, for values over time. */
function Columns({ table: { columns, rows }, series, children }: Plot) {
  const hasDates = columns[0]?.kind === "date";
  const values = rows.map((row) => series.map((index) => numberOf(row[index])));
  const marks = ticksOf(Math.min(0, ...values.flat()), Math.max(0, ...values.flat()));
  const [lowest = 0, highest = 0] = [marks[0], marks.at(-1)];
  const y = (value: number) => top + ((highest - value) / (highest - lowest || 1)) * plotHeight;
  const slot = 100 / rows.length;
  const width = (slot * 0.8) / series.length;
  const every = Math.ceil(rows.length / labelsAtMost);
  const height = top + plotHeight + 24;
  const words = marks.map((mark) => inWords(mark, Math.max(highest, -lowest)));
  return children(
    height,
    <>
      {marks.map((mark) => (
        <line key={mark} x1="0" x2="100%" y1={y(mark)} y2={y(mark)} />
      ))}
      {values.map((row, index) =>
        row.map((value, place) => (
          <rect
            key={`${index} ${place}`}
            className={`series-${place + 1}`}
            x={share(100 - index * slot - slot * 0.1 - (place + 1) * width)}
            width={share(width)}
            y={y(Math.max(value, 0))}
            height={y(Math.min(value, 0)) - y(Math.max(value, 0))}
          />
        )),
      )}
      {rows.map(
        ([label], index) =>
          index % every === 0 && (
            <text
              key={index}
              className="number"
              x={share(100 - (index + 0.5) * slot)}
              y={top + plotHeight + 18}
              textAnchor="middle"
            >
              {hasDates ? String(valueIn(label)).slice("2026-".length) : nameOf(valueIn(label))}
            </text>
          ),
      )}
    </>,
    <svg
      className="shrink-0"
      aria-hidden="true"
      width={letter * Math.max(...words.map(({ length }) => length))}
      height={height}
    >
      {marks.map((mark, index) => (
        <text key={mark} x="100%" y={y(mark) + 4} textAnchor="start">
          {words[index]}
        </text>
      ))}
    </svg>,
  );
}

const barsAtMost = 12;
const barHeight = 11;

/** Bars from the right, one row below the other, for shares of a whole. Rows after the twelfth appear in the table only. */
function Bars({ table: { columns, rows }, series, children }: Plot) {
  const isPercent = series.every((index) => columns[index]?.kind === "percent");
  const bars = rows.slice(0, barsAtMost).map(([label, ...row]) => ({
    label: valueIn(label),
    values: series.map((index) => numberOf(row[index - 1])),
    figures: series.map((index) => textOf(row[index - 1], columns[index] as ReportColumn)).join(" / "),
  }));
  const highest = isPercent ? 100 : Math.max(0, ...bars.flatMap(({ values }) => values)) || 1;
  const rowHeight = 22 + series.length * (barHeight + 2) + 8;
  return children(
    bars.length * rowHeight,
    bars.map(({ label, values, figures }, index) => (
      <g key={index}>
        <text x="100%" y={index * rowHeight + 15} textAnchor="start">
          {shorten(`${label ?? ""}`)}
        </text>
        <text className="number" x="0" y={index * rowHeight + 15} textAnchor="start">
          {figures}
        </text>
        {values.map((value, place) => (
          <rect
            key={place}
            className={`series-${place + 1}`}
            x={share(100 - (Math.max(value, 0) / highest) * 100)}
            width={share((Math.max(value, 0) / highest) * 100)}
            y={index * rowHeight + 22 + place * (barHeight + 2)}
            height={barHeight}
          />
        ))}
      </g>
    )),
  );
}

const lettersAtMost = 32;
/** A label that fits beside a bar's figures on a phone. The table has the whole label. */
const shorten = (label: string) =>
  label.length > lettersAtMost ? `${label.slice(0, lettersAtMost - 1).trimEnd()}…` : label;

/** A month's name without its first day: «2026-08» of «2026-08 (من 22)». */
const nameOf = (label: string | number | null) => String(label ?? "").replace(/ \(.*/, "");

/** About four round figures that enclose the lowest and the highest: their step is 1, 2, 2.5 or 5 times a power of ten. */
function ticksOf(lowest: number, highest: number) {
  const rough = (highest - lowest) / 4 || 1;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = power * ([1, 2, 2.5, 5].find((one) => one * power >= rough) ?? 10);
  const [first, last] = [Math.floor(lowest / step), Math.ceil(highest / step)];
  return Array.from({ length: last - first + 1 }, (_, index) => (first + index) * step);
}

const full = new Intl.NumberFormat("en-US", { maximumFractionDigits: 2 });
/**
 * «12.5 ألف», in the unit that suits the greatest number of its scale, so that all of a scale have one. The number is isolated, so that
 * its sign stays before it.
 */
function inWords(value: number, greatest: number) {
  const [unit, word] = greatest >= 1e6 ? [1e6, " مليون"] : greatest >= 1e4 ? [1e3, " ألف"] : [1, ""];
  return value ? `\u2066${full.format(value / unit)}\u2069${word}` : "0";
}

const share = (percent: number) => `${Number(percent.toFixed(3))}%`;
const numberOf = (cell: Parameters<typeof valueIn>[0]) => Number(valueIn(cell) ?? 0);
