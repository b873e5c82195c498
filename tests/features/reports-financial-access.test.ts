import { expect, test } from "vitest";
import { useOffice } from "../support/office";
import { address } from "../support/reports-financial";
import { enterAs } from "../support/users";

const { office, client } = useOffice({ isBusy: true });

test("what is no report, period or day shows none and says why; by file it is refused", async () => {
  for (const [query, sentence] of Object.entries({
    "report=nonsense": "التقرير: قيمة غير معروفة",
    "report=__proto__": "التقرير: قيمة غير معروفة",
    "period=hourly": "الفترة: قيمة غير معروفة",
    "period=daily&on=2025-02-30": "اليوم: قيمة غير معروفة",
    "period=daily&on=2200-01-01": "تعرض التقارير ما بين",
    "from=1900-01-01&to=2025-01-01": "المدة أطول من عشر سنوات",
    "report=profit&campaign_id=x": "الحملة: قيمة غير معروفة",
    "tab=sample&period=free": "الفترة: قيمة غير معروفة",
  })) {
    const { status, body } = await client.get(`${address}?${query}`);
    expect([query, status, body.includes(sentence)]).toEqual([query, 200, true]);
    expect(body).toContain(`<a href="${address}">اعرض التقرير الافتراضي</a>`);
    if (query.startsWith("tab")) continue;
    expect((await client.get(`${address}/print?${query}`)).body).toContain(sentence);
    expect((await client.get(`${address}/export/xlsx?${query}`)).status).toBe(422);
  }
  expect((await client.get(`${address}/export/pdf`)).status).toBe(404);
});

test("samples are marked as such, for each of their periods", async () => {
  for (const period of ["daily", "weekly", "monthly", "yearly"]) {
    const { status, body } = await client.get(`${address}?tab=sample&period=${period}`);
    expect([status, body.includes("أرقام ثابتة للعرض")]).toEqual([200, true]);
    expect(body).toContain(`href="${address}?tab=sample&amp;period=${period}" aria-current="page"`);
  }
});

test("who may not see lists finds no way to them, and others find no reports", async () => {
  const viewer = await enterAs(office, "viewer", ["view_reports"]);
  const pages = ["cash", "contracts", "balances"].map((report) => viewer.get(`${address}?report=${report}`));
  for (const { status, body } of await Promise.all(pages)) {
    expect(status).toBe(200);
    expect(body).not.toMatch(/href="\/(financial|contracts)/);
  }
  const clerk = await enterAs(office, "clerk", ["manage_financials"]);
  expect((await clerk.get("/")).body).not.toContain(address);
});
