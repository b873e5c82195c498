import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { Chart } from "~/features/reports/chart";

/** The labels of the scale of columns with these values, from the lowest to the highest, without marks of direction. */
function scaleOf(...values: number[]) {
  const table = {
    title: "يومًا بيوم",
    columns: [{ label: "اليوم", kind: "date" as const }, { label: "المقبوضات" }],
    rows: values.map((value, index) => [`2026-11-0${index + 1}`, value]),
  };
  const html = renderToStaticMarkup(createElement(Chart, { table, chart: { kind: "columns", of: [1] } }));
  const labels = [...html.matchAll(/<text x="100%"[^>]*>([^<]+)</g)];
  return labels.map(([, text = ""]) => text.replace(/[\u2066\u2069]/g, ""));
}

test.each([
  [[8_000], ["0", "2,000", "4,000", "6,000", "8,000"]],
  [
    [10_000, 40],
    ["0", "2.5 ألف", "5 ألف", "7.5 ألف", "10 ألف"],
  ],
  [[1_900_000], ["0", "0.5 مليون", "1 مليون", "1.5 مليون", "2 مليون"]],
  [
    [300, -30_000],
    ["-30 ألف", "-20 ألف", "-10 ألف", "0", "10 ألف"],
  ],
])("the scale of %j has one unit: %j", (values, labels) => {
  expect(scaleOf(...values)).toEqual(labels);
});
