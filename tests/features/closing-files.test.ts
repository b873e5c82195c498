import { beforeAll, expect, test } from "vitest";
import { keepBooks } from "../support/books";
import { makeCustomer } from "../support/factories";
import { useOffice } from "../support/office";
import { address, useFinancialReports } from "../support/reports-financial";
import { textOf } from "../support/statements";

/* Files and papers of a closed period name the closing that they are of (books.md, rule 6). */

const { office, client } = useOffice();
keepBooks(office);
const { ids, take, workbook } = useFinancialReports(office, client);

const decide = (deed: "close" | "reopen", closed_until: string | null, created_at: string) =>
  office.knex("period_closings").insert({ deed, closed_until, created_at, closed_by: 1, reason: "سبب" });

let customer = 0;
beforeAll(async () => {
  customer = await makeCustomer(office.knex);
  await take("2025-10-03", 100, { customer_id: customer });
});

const october = "from=2025-10-01&to=2025-10-31";

/** What each file and paper of these days says of a closing: none, or the sentence. */
async function saidOf(days = october) {
  const statements = [`cash-boxes/${ids.dollars}`, `customers/${customer}`].map(
    (of) => `/financial/statements/${of}`,
  );
  const addresses = [
    ...statements.flatMap((path) => [
      `${path}?${days}`,
      `${path}/print?${days}`,
      `${path}/export/csv?${days}`,
    ]),
    ...["cash", "balances"].flatMap((report) =>
      ["", "/print", "/export/csv"].map((way) => `${address}${way}?report=${report}&${days}`),
    ),
  ];
  const said = new Map<string, string | null>();
  for (const path of addresses) {
    const { status, body } = await client.get(path);
    expect([path, status]).toEqual([path, 200]);
    const text = path.includes("csv") ? (body as string) : textOf(body);
    said.set(path, /أُقفلت هذه الفترة.*?\./.exec(text)?.[0] ?? null);
  }
  return said;
}
const every = async (days?: string) => [...new Set((await saidOf(days)).values())];

test("not while a day of its end is open; then the first closing that holds it, in the office's time", async () => {
  expect(await every()).toEqual([null]);
  await decide("close", "2025-10-15", "2025-10-20T08:00:00Z");
  expect(await every()).toEqual([null]);
  await decide("close", "2025-10-31", "2025-11-01T21:30:00Z"); // the 2nd of November in Riyadh
  await decide("close", "2025-11-30", "2025-12-01T08:00:00Z");
  expect(await every()).toEqual(["أُقفلت هذه الفترة في 2025-11-02 00:30، حتى 2025-10-31."]);
  expect(await every("from=2025-10-01&to=2025-10-15")).toEqual([
    "أُقفلت هذه الفترة في 2025-10-20 11:00، حتى 2025-10-15.",
  ]);
  expect(await every("from=2025-11-01&to=2025-12-01")).toEqual([null]);
  const { body } = await client.get(`/financial/statements/cash-boxes/${ids.dollars}`);
  expect(body).not.toContain("أُقفلت");
});

test("in workbooks too: below the lines of a statement, and on the first sheet of a report", async () => {
  const sentence = "أُقفلت هذه الفترة في 2025-11-02 00:30، حتى 2025-10-31.";
  const textIn = async (query: string) => {
    const cells: string[] = [];
    for (const sheet of (await workbook(query)).worksheets)
      sheet.eachRow((row) => row.eachCell(({ value }) => cells.push(String(value))));
    return cells;
  };
  expect(await textIn(`report=cash&${october}`)).toContain(sentence);
  const file = await fetch(
    `${office.url}/financial/statements/customers/${customer}/export/xlsx?${october}`,
    { headers: { Cookie: client.cookie } },
  );
  const { default: excel } = await import("exceljs");
  const book = new excel.Workbook();
  await book.xlsx.load(await file.arrayBuffer());
  expect(book.worksheets[0]?.lastRow?.getCell(1).value).toBe(sentence);
});

test("a period that was reopened names none, and closed again the new one; another file is the same byte for byte", async () => {
  const file = async () =>
    (await client.get(`/financial/statements/customers/${customer}/export/csv?${october}`)).body;
  const before = await file();
  await decide("reopen", "2025-10-15", "2025-12-05T08:00:00Z");
  expect(await every()).toEqual([null]);
  expect(await every("from=2025-10-01&to=2025-10-15")).toEqual([
    "أُقفلت هذه الفترة في 2025-10-20 11:00، حتى 2025-10-15.",
  ]);
  await decide("close", "2025-11-30", "2025-12-06T09:05:00Z");
  expect(await every()).toEqual(["أُقفلت هذه الفترة في 2025-12-06 12:05، حتى 2025-11-30."]);
  expect(await file()).not.toBe(before);
  expect(await file()).toBe(await file());
});
