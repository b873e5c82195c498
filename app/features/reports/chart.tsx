import { type ReactNode, useId } from "react";
import { type ReportTable, valueIn } from "./report";

/*
 * Charts of a report's table, drawn on the server. Lengths across the page are shares of its width, all others are pixels, so
 * that letters keep their size on a phone. What is first stands at the right. Series differ in lightness and outline, which
 * paper and grey keep.
 */

type Drawn = { table: ReportTable; series: number[] };

/** The chart that a table asks for; `describedBy` is the element that says the same figures in a table. */
export function Chart({
  table,
  chart,
  describedBy,
}: {
  table: ReportTable;
  chart: NonNullable<ReportTable["chart"]>;
  describedBy: string;
}) {
  const titleId = useId();
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
        {(height, drawing) => (
          <svg
            role="img"
            aria-labelledby={titleId}
            aria-describedby={describedBy}
            width="100%"
            height={height}
          >
            <title id={titleId}>{`رسم بياني: ${table.title} (${labels.join("، ")})`}</title>
            {drawing}
          </svg>
        )}
      </Plot>
    </figure>
  );
}

type Plot = Drawn & { children: (height: number, drawing: ReactNode) => ReactNode };

const plotHeight = 180;
const top = 16;
/** The share of the width that columns have; the scale stands at the right of them. */
const plotWidth = 88;
const labelsAtMost = 6;

/** Columns side by side, row after row from right to left: for what happened over time. */
function Columns({ table: { columns, rows }, series, children }: Plot) {
  const hasDates = columns[0]?.kind === "date";
  const values = rows.map((row) => series.map((index) => numberOf(row[index])));
  const highest = Math.max(0, ...values.flat());
  const lowest = Math.min(0, ...values.flat());
  const y = (value: number) => top + ((highest - value) / (highest - lowest || 1)) * plotHeight;
  const slot = plotWidth / rows.length;
  const width = (slot * 0.8) / series.length;
  const marks = [...new Set([highest, highest / 2, 0, lowest])];
  const every = Math.ceil(rows.length / labelsAtMost);
  return children(
    top + plotHeight + 24,
    <>
      {marks.map((mark) => (
        <g key={mark}>
          <line x1="0" x2={share(plotWidth)} y1={y(mark)} y2={y(mark)} />
          <text className="number" x="100%" y={y(mark) + 4} textAnchor="end">
            {compact.format(mark)}
          </text>
        </g>
      ))}
      {values.map((row, index) =>
        row.map((value, place) => (
          <rect
            key={`${index} ${place}`}
            className={`series-${place + 1}`}
            x={share(plotWidth - index * slot - slot * 0.1 - (place + 1) * width)}
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
              x={share(plotWidth - (index + 0.5) * slot)}
              y={top + plotHeight + 18}
              textAnchor="middle"
            >
              {hasDates ? String(valueIn(label)).slice("2026-".length) : valueIn(label)}
            </text>
          ),
      )}
    </>,
  );
}

const barsAtMost = 12;
const barHeight = 11;

/** A row below the other, each with its bars from the right: for shares of a whole. What is below the first twelve is in the table alone. */
function Bars({ table: { columns, rows }, series, children }: Plot) {
  const isPercent = series.every((index) => columns[index]?.kind === "percent");
  const drawn = rows.slice(0, barsAtMost).map(([label, ...row]) => ({
    label: valueIn(label),
    values: series.map((index) => numberOf(row[index - 1])),
  }));
  const highest = isPercent ? 100 : Math.max(0, ...drawn.flatMap(({ values }) => values)) || 1;
  const rowHeight = 22 + series.length * (barHeight + 2) + 8;
  return children(
    drawn.length * rowHeight,
    drawn.map(({ label, values }, index) => (
      <g key={index}>
        <text x="100%" y={index * rowHeight + 15} textAnchor="start">
          {label}
        </text>
        <text className="number" x="0" y={index * rowHeight + 15} textAnchor="start">
          {values.map((value) => compact.format(value) + (isPercent ? "%" : "")).join(" / ")}
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

const compact = new Intl.NumberFormat("en-US", { notation: "compact", maximumFractionDigits: 1 });
const share = (percent: number) => `${Number(percent.toFixed(3))}%`;
const numberOf = (cell: Parameters<typeof valueIn>[0]) => Number(valueIn(cell) ?? 0);
