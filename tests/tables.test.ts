import { createElement } from "react";
import { renderToString } from "react-dom/server";
import { expect, test } from "vitest";
import { Table } from "~/ui/page/table";
import { useBrowser } from "./support/browser";

const browser = useBrowser();

test("each of two tables on a page labels its own cards on a phone", async () => {
  const table = (caption: string, labels: string[]) =>
    createElement(Table<{ id: number }>, {
      key: caption,
      caption,
      rows: [{ id: 1 }],
      columns: labels.map((label) => ({ label, cell: () => "قيمة" })),
    });
  const html = renderToString([table("الأول", ["الاسم", "الهاتف"]), table("الثاني", ["الرقم", "المبلغ"])]);
  const page = await browser.open({ screen: "phone" });
  await page.setContent(
    `<!doctype html><html dir="rtl"><meta name="viewport" content="width=device-width">${html}`,
  );
  const labels = await page
    .locator("tbody tr > *")
    .evaluateAll((cells) => cells.map((cell) => getComputedStyle(cell, "::before").content));
  expect(labels).toEqual(['"الاسم"', '"الهاتف"', '"الرقم"', '"المبلغ"']);
});
