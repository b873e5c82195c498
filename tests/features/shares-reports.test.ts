import excel from "exceljs";
import { beforeAll, describe, expect, test } from "vitest";
import { inCash, makeCampaign } from "../support/factories";
import { useOffice } from "../support/office";
import { tablesOfFile } from "../support/reports-administrative";
import { useShares, wordsIn } from "../support/shares";
import { enterAs } from "../support/users";

/* What agents have earned, in their statements, their list and the report. */

const { office, client } = useOffice();
const { ids, agent, signed, paid, issued } = useShares(office, client);

describe("what is earned, invoiced and paid", () => {
  let ten: number;
  beforeAll(async () => {
    ten = await agent("10", { name: "وكالة الصفا" });
    const contract = await signed({ agent_id: ten });
    await paid(contract, 400);
    const { id } = await issued(ten); // 150 riyals
    const voucher = await client.post("/api/payment-vouchers", {
      beneficiary_type: "agent",
      agent_id: ten,
      agent_invoice_id: id,
      ...inCash(ids.dollarBox, ids.usd, 16),
    });
    expect(voucher.status, voucher.body.error).toBe(201);
    await paid(contract, "20");
  });
  const told = [
    "العمولة المستحقة",
    "157.50",
    "المفوتر منها",
    "150.00",
    "المسدد من فواتيرها",
    "60.00",
    "لم يفوتر بعد",
    "7.50",
  ];

  test("stands in the statement: on the screen, on paper and in files", async () => {
    const path = `/financial/statements/agents/${ten}`;
    for (const address of [path, `${path}/print`]) {
      const page = wordsIn((await client.get(address)).body);
      for (const word of told) expect([address, page.includes(word)]).toEqual([address, true]);
    }
    const answer = await fetch(`${office.url}${path}/export/xlsx`, { headers: { Cookie: client.cookie } });
    const book = new excel.Workbook();
    await book.xlsx.load(await answer.arrayBuffer());
    const [, sums] = book.worksheets;
    expect(sums?.getSheetValues().slice(2)).toEqual([
      [undefined, "العمولة المستحقة", 157.5],
      [undefined, "المفوتر منها", 150],
      [undefined, "المسدد من فواتيرها", 60],
      [undefined, "لم يفوتر بعد", 7.5],
    ]);
    const csv: string = (await client.get(`${path}/export/csv`)).body;
    expect(csv).not.toContain("المفوتر منها"); // one table, as the spec has it
    const bare = await agent();
    expect(wordsIn((await client.get(`/financial/statements/agents/${bare}`)).body)).not.toContain(
      "العمولة المستحقة",
    );
  });

  test("stands in the list of agents and in the report, with its files and its print", async () => {
    const list = wordsIn((await client.get("/agents?search=الصفا")).body);
    for (const word of ["157.50 لم يفوتر 7.50", "150.00 المسدد 60.00"]) expect(list).toContain(word);
    const address = "/reports/financial?report=commissions";
    const row = ["وكالة الصفا", "157.50", "150.00", "60.00", "7.50"].join(" ");
    for (const page of [address, "/reports/financial/print?report=commissions"])
      expect([page, wordsIn((await client.get(page)).body).includes(row)]).toEqual([page, true]);
    const csv: string = (await client.get("/reports/financial/export/csv?report=commissions")).body;
    const table = tablesOfFile(csv).find(({ title }) => title === "العمولات بحسب الوكيل");
    expect(table?.rows).toContainEqual(["وكالة الصفا", "157.5", "150", "60", "7.5"]);
    const reader = await enterAs(office, "share-reader", ["view_reports"]);
    expect((await reader.get(address)).body).not.toContain("/financial/statements");
  });
});

test("an invoice of commission is a cost of its contracts' campaign, unless they are of several or another one is named", async () => {
  const ten = await agent("10");
  const [first, other] = [await signed({ agent_id: ten }), await makeCampaign(office.knex, 5, [ids.dollars])];
  await paid(first, 100);
  const page = (await client.get(`/agents/${ten}/commission`)).body;
  expect(page).toMatch(new RegExp(`name="campaign_id".*<option value="${ids.campaign}" selected`, "s"));
  expect((await issued(ten)).campaign_id).toBe(ids.campaign);
  const second = await signed({ agent_id: ten, campaign_id: other });
  await paid(second, 100);
  expect((await issued(ten)).campaign_id).toBe(other);
  await paid(first, 50);
  await paid(second, 50);
  const ofBoth = await issued(ten);
  expect(ofBoth.campaign_id).toBeNull();
  await client.delete(`/api/agent-invoices/${ofBoth.id}`);
  expect((await issued(ten, { campaign_id: other })).campaign_id).toBe(other);
});
