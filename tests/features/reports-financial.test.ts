import { expect, test } from "vitest";
import { later } from "~/domain/dates";
import { expectBalanced } from "../support/books";
import { makeAccount } from "../support/factories";
import { useOffice } from "../support/office";
import { address, useFinancialReports } from "../support/reports-financial";

const { office, client } = useOffice({ isBusy: true });

const { ids, contract, sign, take, pay, tables, workbook, expectCounted } = useFinancialReports(
  office,
  client,
);

test("a period has the vouchers of its days, the week from Sunday to Saturday, each in its own worth", async () => {
  const days = [
    "2024-12-31",
    "2025-01-01",
    "2025-02-28",
    "2025-03-01",
    "2025-03-02",
    "2025-03-08",
    "2025-03-09",
  ];
  for (const [index, day] of [...days, "2025-03-31", "2025-12-31", "2026-01-01"].entries()) {
    await take(day, 100 + index);
    await take(day, 10.125 + index, { currency_id: ids.kwd });
    await pay(day, 7 + index);
  }
  const week = await expectCounted("period=weekly&on=2025-03-05", "2025-03-02", "2025-03-08");
  expect(Object.keys(week["يومًا بيوم"] ?? {})).toEqual([
    ...["02", "03", "04", "05", "06", "07", "08"].map((day) => `2025-03-${day}`),
    "المجموع",
  ]);
  // 104 dollars and 14.125 dinars at 3.25; 11 riyals at 0.2666…
  expect(week["يومًا بيوم"]?.["2025-03-02"]).toEqual([149.91, 2.93, 146.98]);
  expect(week["بحسب العملة"]).toMatchObject({
    USD: [304.07, 0, 304.07], // the dinars came into the box of dollars
    SAR: [0, 23, -23],
  });
  await expectCounted("period=daily&on=2025-03-01", "2025-03-01", "2025-03-01");
  await expectCounted("period=monthly&on=2025-03-31", "2025-03-01", "2025-03-31");
  await expectCounted("period=monthly&on=2025-02-10", "2025-02-01", "2025-02-28");
  const year = await expectCounted("period=yearly&on=2025-06-01", "2025-01-01", "2025-12-31");
  expect(Object.keys(year["شهرًا بشهر"] ?? {})).toHaveLength(13);
  await expectCounted("from=2025-03-08&to=2025-03-01", "2025-03-01", "2025-03-08");
  // A week asked for by its Sunday is Sunday to Saturday.
  expect(await tables("period=weekly&on=2025-03-02")).toEqual(week);
  expect(await tables("period=weekly&on=2025-03-08")).toEqual(week);
});

test("edits, cancellations and deletions are in the figures at once", async () => {
  const [from, to] = ["2025-07-01", "2025-07-31"];
  const moved = await take("2025-07-01", 50, { contract_id: contract() });
  const dropped = await take("2025-07-02", 60);
  const cancelled = await take("2025-07-03", 70, { currency_id: ids.sar, cash_box_id: ids.riyals });
  await take("2025-07-31", 80, { contract_id: contract() });
  const category = (await client.post("/api/expense-categories", { name: "إيجار" })).body.category;
  const expense = (await client.post("/api/expenses", { name: "المكتب", category_id: category.id })).body
    .expense;
  const rent = { beneficiary: undefined, expense_id: expense.id };
  await pay("2025-07-10", 300, rent);
  const refunded = await pay("2025-07-11", 90, rent);
  await pay("2025-07-12", 40);
  await expectCounted("period=monthly&on=2025-07-15", from, to);

  const path = (id: number) => `/api/receipt-vouchers/${id}`;
  const change = {
    ...moved,
    payment_method: "bank_transfer",
    amount: 55,
    cash_box_id: null,
    bank_account_id: ids.bank,
  };
  expect((await client.put(path(moved.id), change)).status).toBe(200);
  expect((await client.delete(path(dropped.id))).status).toBe(200);
  expect((await client.put(path(cancelled.id), { ...cancelled, status: "cancelled" })).status).toBe(200);
  expect((await client.delete(`/api/payment-vouchers/${refunded.id}`)).status).toBe(200);
  await expectBalanced(office.knex);
  const report = await expectCounted("period=monthly&on=2025-07-15", from, to);
  // The cancelled one, of 70 riyals, stays in its month, and is taken back today.
  expect(report["بحسب طريقة الدفع"]).toEqual({
    "تحويل بنكي": [55, 0, 55],
    نقدًا: [98.67, 90.67, 8],
    المجموع: [153.67, 90.67, 63],
  });
  expect(report["المقبوضات بحسب الحملة"]).toEqual({
    "حملة رجب": [135],
    "بلا عقد": [18.67],
    المجموع: [153.67],
  });
  const now = await tables("report=cash&period=daily");
  expect(now["بحسب الحساب"]?.["صندوق الريال"]?.slice(-2)).toEqual([-18.67, -18.67]);
  expect(now["السندات الملغاة والمرتجعة والمعادة بيومها"]).toMatchObject({
    [(await office.knex.raw("SELECT office_day(now())::text AS day")).rows[0].day]: [
      "عكس سند قبض",
      cancelled.receipt_number,
      "2025-07-03",
      expect.any(String),
      "صندوق الريال",
      -70,
      "SAR",
    ],
  });
  expect(report["المدفوعات بحسب فئة المصروف"]).toEqual({
    إيجار: [80],
    "دفعات لجهة أخرى": [10.67],
    المجموع: [90.67],
  });
});

test("a line adds up to the last unit, whatever was rounded", async () => {
  const report = await tables("report=cash&period=yearly&on=2025-01-01");
  for (const title of ["شهرًا بشهر", "بحسب طريقة الدفع", "بحسب الحساب"]) {
    const { المجموع: total = [], ...rows } = report[title] ?? {};
    for (const row of [total, ...Object.values(rows)].filter(({ length }) => length > 1)) {
      const [one, other, net] = row.slice(-3).map(Number) as [number, number, number];
      expect(net.toFixed(2)).toBe((one - other).toFixed(2));
    }
  }
});

test("links between reports keep the period, as do the tabs, and profit has one", async () => {
  const period = "period=weekly&amp;on=2025-03-05";
  const cash: string = (await client.get(`${address}?report=cash&period=weekly&on=2025-03-05`)).body;
  for (const report of ["contracts", "profit", "balances"])
    expect(cash).toContain(`href="${address}?${period}&amp;report=${report}"`);
  expect(cash).toContain(`href="${address}?report=cash&amp;${period}&amp;tab=sample"`);
  const sample = await client.get(`${address}?report=cash&period=weekly&on=2025-03-05&tab=sample`);
  expect(sample.body).toContain(`href="${address}?report=cash&amp;${period}"`);
  const signed = async (query: string) =>
    (await tables(`report=profit&${query}`))["بحسب الحملة"]?.المجموع?.slice(0, 2);
  const all = await signed("");
  expect(await signed("period=daily&on=2001-01-01")).toEqual([0, 0]);
  expect(await signed("from=2020-01-01")).toEqual(all);
  expect((await client.get(`${address}?report=profit`)).body).toContain("كل المدة");
});

test("a contract keeps what its package cost when it was signed, and the profit of a campaign is reckoned with it", async () => {
  const { knex } = office;
  const costs = async () => (await knex("contracts").orderBy("id")).map((row) => Number(row.package_cost));
  expect(await costs()).toEqual([3000.46875]); // 800.125 dollars at 0.2666… for a riyal
  await knex("packages").where({ id: ids.package }).update({ total_cost: "1000" });
  await knex("currencies").where({ id: ids.sar }).update({ exchange_rate: "0.25" });
  const second = await sign();
  const third = await sign();
  await client.put(`/api/contracts/${third}`, { status: "cancelled" });
  expect(await costs()).toEqual([3000.46875, 4000, 4000]);
  const { body } = await client.get(`/api/contracts/${second}`);
  expect(JSON.stringify(body)).not.toContain("cost");

  const row = [3, 1, 3000, -1000, 2000, 1750.12, 249.88, 12.5]; // at the rates of now: 2 × 4000 and 3000.46875 + 4000, at 0.25
  expect((await tables("report=profit"))["بحسب الحملة"]).toEqual({ "حملة رجب": row, المجموع: row });
  const one = await tables(`report=profit&campaign_id=${ids.campaign}`);
  expect(one["بحسب الباقة"]?.الفضية).toEqual(row);
  expect((await tables("report=profit&campaign_id=999"))["بحسب الباقة"]).toEqual({
    المجموع: [0, 0, 0, 0, 0, ""],
  });
  const html = (await client.get(`${address}?report=profit`)).body;
  expect(html).toContain(`href="${address}?report=profit&amp;campaign_id=${ids.campaign}"`);
});

test("contracts of a period, and how old what is owed was at its end", async () => {
  const { knex } = office;
  const today = (await knex.raw("SELECT (now() AT TIME ZONE 'Asia/Riyadh')::date AS day")).rows[0].day;
  await knex("contracts").update({ contract_date: later(today, -200) }); // two of the test before; the third is cancelled
  const ages = [0, 30, 31, 60, 61, 90, 91];
  for (const age of ages)
    await knex("contracts")
      .where({ id: await sign() })
      .update({ contract_date: later(today, -age) });
  const report = await tables(`report=contracts&from=${later(today, -60)}&to=${today}`);
  // The one that was cancelled is 200 days old by now, and its cancelling is today's, as it was when the cancelling was entered.
  expect(report["بحسب الحملة"]?.["حملة رجب"]).toEqual([4, 1, 4000, -1000, 3000]);
  const [{ owed }] = (
    await knex.raw(
      `SELECT round(sum(remaining_amount * 0.25), 2) AS owed FROM contracts WHERE status <> 'cancelled'`,
    )
  ).rows;
  const rest = (without: number) => Number((Number(owed) - without).toFixed(2));
  const now = report["أعمار المتبقي"] ?? {};
  // Everything is one customer's debt: those signed today are not overdue yet, the others since their date.
  expect(Object.values(now).map(([count, sum]) => [count, sum])).toEqual([
    [1, 1000],
    [1, 1000],
    [1, 2000],
    [1, 2000],
    [1, rest(6000)],
    [1, Number(owed)],
  ]);

  // Thirty days ago the youngest contract was not signed, what was paid or cancelled since was still owed.
  const paid = await take(today, 100, {
    currency_id: ids.sar,
    cash_box_id: ids.riyals,
    contract_id: contract(),
  });
  const then = await tables(`report=contracts&from=${later(today, -31)}&to=${later(today, -30)}`);
  const [{ net }] = (
    await knex.raw(
      "SELECT round(sum(amount * 0.25), 2) AS net FROM entries WHERE customer_id IS NOT NULL AND currency_code = 'SAR' AND date <= ?",
      [later(today, -30)],
    )
  ).rows;
  // of the contracts 0, 1, 30, 31, 60, 61 and 170 days old then
  expect(Object.values(then["أعمار المتبقي"] ?? {}).map(([, sum]) => sum)).toEqual([
    1000,
    2000,
    2000,
    1000,
    Number((Number(net) - 6000).toFixed(2)),
    Number(net),
  ]);
  expect(Number(net)).toBeGreaterThan(Number(owed) - 1000);
  await client.delete(`/api/receipt-vouchers/${paid.id}`);

  const html: string = (await client.get(`${address}?report=contracts&period=yearly`)).body;
  const links = [...html.matchAll(/href="(\/contracts\?from=[^"]+)"[^>]*><bdi[^>]*>(\d+)</g)];
  expect(links).toHaveLength(12); // the months of the year
  for (const [, href = "", count] of links) {
    const list = (await client.get(href.replaceAll("&amp;", "&"))).body;
    if (count !== "0") expect(list).toContain(`الإجمالي <bdi>${count}<`);
  }
});

test("the trial of balances is the sum of the movements, of deleted accounts too", async () => {
  const { knex } = office;
  const gone = { name: "القديم", balance: 0.001, deleted_at: new Date() };
  const old = await makeAccount(knex, ids.kwd, gone);
  const moved = [
    ["2025-02-28T20:59:59.999Z", "10.005", "10.005"], // the last moment of February at the office
    ["2025-02-28T21:00:00.000Z", "-0.003", "10.002"],
    ["2025-03-31T20:59:59.999Z", "5.5", "15.502"],
    ["2025-03-31T21:00:00.000Z", "-15.501", "0.001"],
  ];
  for (const [created_at, amount, balance_after] of moved)
    await knex("movements").insert({
      account_id: old,
      amount,
      balance_after,
      cause: "adjustment",
      created_at,
    });
  const march = await tables("report=balances&period=monthly&on=2025-03-15");
  const dinars = "الحسابات بعملة KWD";
  expect(march[dinars]).toEqual({
    "القديم (محذوف)": ["صندوق", 10.005, 5.5, 0.003, 15.502],
    المجموع: ["", 10.005, 5.5, 0.003, 15.502],
  });
  const today = await tables("report=balances&period=daily");
  const { rows } = await knex.raw(
    `SELECT accounts.name, CASE kind WHEN 'bank' THEN 'بنك' ELSE 'صندوق' END AS kind, code, coalesce(sum(amount) FILTER (WHERE date < now), 0) AS before,
            sum(amount) FILTER (WHERE date = now AND amount > 0) AS came, coalesce(-sum(amount) FILTER (WHERE date = now AND amount < 0), 0) AS went,
            sum(amount) FILTER (WHERE date <= now) AS balance
     FROM movements JOIN accounts ON accounts.id = account_id JOIN currencies ON currencies.id = currency_id, office_day(now()) AS now
     WHERE deleted_at IS NULL AND reverses IS NULL AND NOT EXISTS (SELECT FROM movements AS later WHERE later.reverses = movements.id)
     GROUP BY accounts.id, code`,
  );
  expect(rows).toHaveLength(3);
  for (const { name, kind, code, before, came, went, balance } of rows)
    expect(today[`الحسابات بعملة ${code}`]?.[name]).toEqual([
      kind,
      Number(before),
      Number(came),
      Number(went),
      Number(balance),
    ]);
  expect(today[dinars]?.المجموع).toEqual(["", 0.001, 0, 0, 0.001]);
});

test("screen, paper and files say the same, and charts have their figures in a table", async () => {
  const query = "report=cash&period=yearly&on=2025-01-01";
  const report = await tables(query);
  const [screen, paper]: string[] = await Promise.all(
    ["", "/print"].map(async (end) => (await client.get(`${address}${end}?${query}`)).body),
  );
  for (const html of [screen, paper]) {
    for (const [title, rows] of Object.entries(report)) {
      const caption = `<caption class="sr-only">${title}</caption>`;
      expect(html).toContain(caption);
      const table = html
        ?.split(caption)[1]
        ?.split("</table>")[0]
        ?.replaceAll(/<[^>]+>/g, " ")
        .replaceAll(",", "");
      const numbers = Object.values(rows).flat().map(Number);
      expect([...(table?.matchAll(/(?<=\s)-?\d+\.\d+(?=\s)/g) ?? [])].map(Number)).toEqual(numbers);
    }
    const labels = [...(html ?? "").matchAll(/<text class="number" x="0"[^>]*>([^<]+)</g)].map(
      ([, text]) => text,
    );
    expect(labels.length).toBeGreaterThan(0);
    for (const label of labels) expect(label).toMatch(/^-?[\d,]+\.\d\d$/); // as the tables have it
    const charts = [
      ...(html ?? "").matchAll(/<svg role="img" aria-labelledby="([^"]+)" aria-describedby="([^"]+)"/g),
    ];
    expect(charts).toHaveLength(3);
    for (const [, title, figures] of charts) {
      expect(html).toContain(`<title id="${title}">رسم بياني`);
      expect(html).toContain(`<desc id="${figures}"`);
    }
  }
  expect(paper).not.toContain("<details");
  const book = await workbook(query);
  expect(book.worksheets.map(({ name }) => name)).toEqual(["التقرير", ...Object.keys(report)]);
  expect(book.worksheets[0]?.getColumn(2).values).toContain("المقبوضات والمدفوعات");
  expect(book.getWorksheet("شهرًا بشهر")?.getCell("B4").numFmt).toBe("#,##0.00");
  const march = book.getWorksheet("شهرًا بشهر")?.getRow(4);
  expect(march?.values).toEqual([undefined, "2025-03", ...(report["شهرًا بشهر"]?.["2025-03"] ?? [])]);
  const days = (await workbook("period=weekly&on=2025-03-05")).getWorksheet("يومًا بيوم");
  expect(days?.getColumn(1).values.slice(2, 4)).toEqual([new Date("2025-03-02"), new Date("2025-03-03")]);
  expect(days?.getColumn(1).values.at(-1)).toBe("المجموع");
});
