import { expect, test } from "vitest";
import { expectBalanced } from "../support/books";
import { makeAgent, makeCustomer, makePackage } from "../support/factories";
import { csv, figuresIn, outcomesIn, refusalIn } from "../support/imports";
import { useOffice } from "../support/office";
import { heads, oldYearOf } from "../support/old-year";
import { enterAs } from "../support/users";

/* Contracts of an old year from a file, each with what was paid of it as a receipt. */

const { office, client } = useOffice();

const { kept, uploaded, count, rowOf, passports, books } = oldYearOf(office, client);

test("an old year as offices have it: 200 contracts of two currencies with what was paid of them", async () => {
  const people = await passports(200);
  const rows = people.map((passport, index) =>
    rowOf(passport, index % 4 ? String(1000 + index) : "", {
      "تاريخ التوقيع": index % 2 ? "15/03/2025" : "٢٠٢٤/١١/٠٣",
      الإجمالي: index % 3 ? "٥٬٠٠٠" : "5000.50",
      العملة: index % 2 ? "USD" : "",
      الصندوق: ["", "الصندوق الرئيسي", "SA77", "صندوق الدولار"][index % 4] ?? "",
      "رقم العقد": `${index}/1445`,
    }),
  );
  const trial = await uploaded(
    "contracts",
    csv(["عقود العام الماضي"], [], heads, ...rows, rows[7] as string[]),
  );
  // Dollars into a box of riyals are asked about.
  expect(figuresIn((await client.get(trial)).body)).toMatchObject({
    سيضاف: "150",
    "يحتاج إلى تأكيد": "50",
  });
  const early = await client.submit(trial, {});
  expect([early.status, refusalIn(early.body)]).toEqual([422, expect.stringContaining("تحتاج إلى تأكيدك")]);
  expect((await client.submit(trial, { other: "all" })).status).toBe(302);
  expect(figuresIn((await client.get(trial)).body)).toMatchObject({
    سيضاف: "200",
    "مكرر في الملف": "1",
    "فيه خطأ": "0",
  });
  expect(await count("contracts")).toBe(0);
  expect((await client.submit(trial, {})).status).toBe(302);
  expect(figuresIn((await client.get(trial)).body)).toEqual({
    "ما أضيف": "200",
    "مسجل من قبل": "0",
    "ما لم يستورد": "1",
  });
  await expectBalanced(office.knex);
  const contracts = await office.knex("contracts").orderBy("id");
  expect([contracts[0], contracts[3]]).toMatchObject([
    {
      contract_number: "C-2024-00001",
      contract_date: "2024-11-03",
      total_amount: "5000.5000",
      paid_amount: "0.0000",
      currency_id: kept.sar,
      package_cost: expect.stringMatching(/^4000/),
      status: "active",
      notes: "رقم العقد السابق: 0/1445",
    },
    {
      contract_number: "C-2025-00002",
      total_amount: "5000.5000",
      paid_amount: "1003.0000",
      currency_id: kept.usd,
    },
  ]);
  const receipts = await office.knex("receipt_vouchers").orderBy("id");
  expect(receipts).toHaveLength(150);
  expect(receipts.slice(0, 3)).toMatchObject([
    // 1,001 dollars into a box of riyals
    { receipt_number: "RV-2025-00001", date: "2025-03-15", amount: "1001.0000", account_amount: "3753.7500" },
    { receipt_number: "RV-2024-00001", payment_method: "bank_transfer", account_amount: "1002.0000" },
    {
      receipt_number: "RV-2025-00002",
      payment_method: "cash",
      account_amount: "1003.0000",
      status: "confirmed",
    },
  ]);
  expect(receipts[0].description).toContain("رقم العقد السابق: 1/1445");
  const [{ id }] = contracts;
  expect((await client.get(`/contracts/${id}`)).body).toContain("رقم العقد السابق: 0/1445");
  expect((await client.put(`/api/contracts/${id}`, { notes: "راجعه" })).body.contract.notes).toBe("راجعه");

  const again = await uploaded("contracts", csv(heads, ...rows));
  const page = await client.get(again);
  expect(figuresIn(page.body)).toMatchObject({ سيضاف: "0", "مسجل من قبل": "200" });
  expect(page.body).toMatch(/href="\/contracts\/\d+"/);
});

test("what is wrong is said of its cell, and the right rows alone can be taken", async () => {
  const [a = "", b = ""] = await passports(2);
  await makeCustomer(office.knex, { name: "توأم", phone: "0512345678" });
  await makeCustomer(office.knex, { name: "توأم", phone: "0512345678" });
  await makeCustomer(office.knex, {
    name: "سعد بن علي",
    phone: "+966 51 000 0222",
    phone_e164: "+966510000222",
  });
  await makePackage(office.knex, kept.sar, "1", { name: "باقة أخرى" });
  await office.knex("accounts").where({ name: "بنك البلاد" }).update({ status: "inactive" });
  const rows: [string[], string][] = [
    [rowOf("", "", { "الاسم الكامل": "سعد بن علي", الجوال: "0510000222" }), "سيضاف"],
    [rowOf(a, "5000.01"), "المدفوع أكبر من إجمالي العقد"],
    [rowOf(a, "10", { الصندوق: "" }), "اكتب الصندوق أو الحساب البنكي الذي دخله المدفوع"],
    [rowOf(a, "10", { الصندوق: "صندوق لا وجود له" }), "لا حساب باسم «صندوق لا وجود له»: أضفه أولًا"],
    [rowOf(a, "10", { الصندوق: "SA77" }), "الحساب البنكي غير نشط"],
    [rowOf(a, "10.005"), "لا يقبل أكثر من خانتين عشريتين"],
    [rowOf(a, "0.001", { العملة: "USD" }), "لا يقبل أكثر من خانتين عشريتين"],
    [
      rowOf(a, "", { "اسم الحملة": "حملة لا وجود لها" }),
      "الحملة: لا حملة باسم «حملة لا وجود لها»: أضفها أولًا",
    ],
    [rowOf(a, "", { البرنامج: "باقة أخرى" }), "الباقة: لا باقة باسم «باقة أخرى» بين باقات الحملة"],
    [rowOf(a, "", { "تاريخ التوقيع": "1999-12-31" }), "التاريخ يكون من 2000-01-01"],
    [rowOf(a, "", { "تاريخ التوقيع": "2150-01-01" }), "التاريخ يكون من 2000-01-01"],
    [rowOf(a, "", { الإجمالي: "-5" }), "المبلغ الإجمالي: القيمة لا تكون سالبة"],
    [rowOf("X404"), "رقم الجواز: لا عميل بهذا الرقم: أضفه أولًا"],
    [rowOf(a, "", { "الاسم الكامل": "غيره تماما" }), `رقم الجواز مسجل باسم «معتمر ${a}»`],
    [rowOf("", "", { "الاسم الكامل": "توأم", الجوال: "0512345678" }), "أكثر من عميل بهذا الاسم ورقم الهاتف"],
    [rowOf(b, "5000"), "سيضاف"],
  ];
  const trial = await uploaded("contracts", csv(heads, ...rows.map(([cells]) => cells)));
  const told = outcomesIn((await client.get(trial)).body);
  for (const [index, [, sentence]] of rows.entries()) expect(told[index]).toContain(sentence);
  const before = await books();
  expect((await client.submit(trial, {})).status).toBe(422);
  expect(await books()).toEqual(before);
  expect((await client.submit(trial, { only: "right" })).status).toBe(302);
  expect(await count("contracts")).toBe(before.contracts + 2);
  await expectBalanced(office.knex);
  await office.knex("accounts").where({ name: "بنك البلاد" }).update({ status: "active" });
});

test("what the form asks is asked of a row: money into a box of another currency, a pilgrim with a contract in the campaign", async () => {
  const [a = "", b = "", c = ""] = await passports(3);
  const first = await uploaded("contracts", csv(heads, rowOf(a)));
  expect((await client.submit(first, {})).status).toBe(302);
  const { id, contract_number } = await office.knex("contracts").orderBy("id", "desc").first();
  const later = { "تاريخ التوقيع": "16/03/2025" };
  const file = csv(
    heads,
    rowOf(a, "375", { ...later, الصندوق: "صندوق الدولار" }),
    rowOf(b),
    rowOf(b, "", later),
    rowOf(c, "5", { العملة: "USD", الصندوق: "صندوق الدولار" }),
    rowOf(a),
  );
  await office.knex("campaigns").where({ id: kept.campaign.id }).update({ total_seats: 3 });
  const trial = await uploaded("contracts", file);
  const { body } = await client.get(trial);
  const told = outcomesIn(body);
  expect(told).toEqual([
    expect.stringContaining("يحتاج إلى تأكيد"),
    "3 سيضاف",
    expect.stringContaining("للعميل عقد آخر في هذه الحملة في السطر 3"),
    "5 سيضاف",
    expect.stringContaining("مسجل من قبل"),
  ]);
  expect(told[0]).toContain(`للعميل عقد قائم في هذه الحملة: ${contract_number}`);
  expect(told[0]).toMatch(/سيدخل المبلغ الصندوق «صندوق الدولار» بعملته \(دولار أمريكي\): .*100\.00.*375\.00/);
  expect(body).toContain(`href="/contracts/${id}"`);
  expect((await client.submit(trial, {})).status).toBe(422);
  await client.submit(trial, { other: "2" });
  expect(outcomesIn((await client.get(trial)).body)[3]).toContain("لا توجد مقاعد متاحة"); // the seat that was free is asked for
  await client.submit(trial, { same: "2" });
  expect((await client.submit(trial, { only: "right" })).status).toBe(302);
  expect((await client.get(`${trial}/left/csv`)).body.trim().split("\r\n")).toHaveLength(3);
  expect(await office.knex("contracts").where({ campaign_id: kept.campaign.id })).toHaveLength(3);
  await expectBalanced(office.knex);
});

test("seats and closed periods hold: rows beyond them are wrong, and nothing half is taken", async () => {
  const [a = "", b = "", c = "", d = ""] = await passports(4);
  await office.knex("campaigns").where({ id: kept.campaign.id }).update({ total_seats: 2 });
  const file = csv(
    heads,
    rowOf(a, "10"),
    rowOf(b, "10", { "تاريخ التوقيع": "2023-01-01" }),
    rowOf(c, "20"),
    rowOf(d, "30"),
  );
  const trial = await uploaded("contracts", file);
  const [user] = await office.knex("users").limit(1).pluck("id");
  await office.knex("period_closings").insert({ closed_until: "2023-12-31", closed_by: user });
  expect(outcomesIn((await client.get(trial)).body)).toEqual([
    "2 سيضاف",
    "3 فيه خطأتاريخ العقد: الفترة مقفلة حتى 2023-12-31",
    "4 سيضاف",
    "5 فيه خطألا توجد مقاعد متاحة في هذه الحملة",
  ]);
  const before = await books();
  expect((await client.submit(trial, {})).status).toBe(422);
  expect(await books()).toEqual(before);
  const trials = await Promise.all([1, 2, 3].map(() => uploaded("contracts", file)));
  const answers = await Promise.all(trials.map((one) => client.submit(one, { only: "right" })));
  expect(answers.map(({ status }) => status)).toEqual([302, 302, 302]);
  expect(
    await office
      .knex("contracts")
      .where({ campaign_id: kept.campaign.id })
      .orderBy("id")
      .pluck("paid_amount"),
  ).toEqual(["10.0000", "20.0000"]);
  await expectBalanced(office.knex);
});

test("a discount of the file is the contract's, by who imports it and within their limit", async () => {
  const [a = "", b = "", c = ""] = await passports(3);
  const seller = await enterAs(office, "discounts", ["manage_contracts"]);
  const file = csv(
    [...heads, "الخصم", "سبب الخصم"],
    [...rowOf(a), "", ""],
    [...rowOf(b), "250.5", "عميل دائم"],
    [...rowOf(c), "10", ""],
  );
  const told = outcomesIn((await seller.get(await uploaded("contracts", file, seller))).body);
  expect(told[1]).toContain("الخصم لا يمنحه ولا يغيره إلا من يملك");
  const trial = await uploaded("contracts", file);
  expect(outcomesIn((await client.get(trial)).body)).toEqual([
    "2 سيضاف",
    "3 سيضاف",
    "4 فيه خطأاكتب سبب الخصم",
  ]);
  expect((await client.submit(trial, { only: "right" })).status).toBe(302);
  const [plain, less] = await office.knex("contracts").where({ campaign_id: kept.campaign.id }).orderBy("id");
  expect(plain).toMatchObject({ total_amount: "5000.0000", discount_amount: "0.0000", discounted_by: null });
  expect(less).toMatchObject({
    total_amount: "5000.0000",
    discount_amount: "250.5000",
    discount_reason: "عميل دائم",
    discounted_on: less.contract_date,
  });
  const again = outcomesIn((await seller.get(await uploaded("contracts", file, seller))).body);
  expect(again[1]).toContain("مسجل من قبل");
});

test("who holds no finances imports contracts, and nothing that was paid", async () => {
  const [a = "", b = ""] = await passports(2);
  const seller = await enterAs(office, "seller", ["manage_contracts"]);
  const trial = await uploaded("contracts", csv(heads, rowOf(a), rowOf(b, "5")), seller);
  expect(outcomesIn((await seller.get(trial)).body)).toEqual([
    "2 سيضاف",
    "3 فيه خطأالمدفوع يسجل سند قبض، ويلزمه صلاحية «العمليات المالية»",
  ]);
  const refused = await seller.submit(trial, {});
  expect([refused.status, refusalIn(refused.body)]).toEqual([
    422,
    expect.stringContaining("أسطر فيها أخطاء"),
  ]);
  expect((await seller.submit(trial, { only: "right" })).status).toBe(302);
  expect((await seller.get("/contracts")).body).toContain('href="/contracts/import"');
});

test("an agent of the file is the contract's, at their own rate or another one with its reason", async () => {
  const [a = "", b = "", c = "", d = "", e = ""] = await passports(5);
  const agent = await makeAgent(office.knex, { name: "مكتب الهدى", commission_rate: "4", is_active: false });
  const file = csv(
    [...heads, "اسم الوكيل", "العمولة", "سبب نسبة العمولة"],
    [...rowOf(a), "", "", ""],
    [...rowOf(b), "مكتب الهدى", "", ""],
    [...rowOf(c), "مكتب الهدى", "٢٫٥%", "اتفاق قديم"],
    [...rowOf(d), "مكتب الهدى", "3", ""],
    [...rowOf(e), "لا أحد", "3", ""],
  );
  const trial = await uploaded("contracts", file);
  const told = outcomesIn((await client.get(trial)).body);
  expect(told.slice(0, 3)).toEqual(["2 سيضاف", "3 سيضاف", "4 سيضاف"]);
  expect(told[3]).toContain("نسبة الوكيل «مكتب الهدى» 4%: اكتب سبب النسبة 3%");
  expect(told[4]).toContain("لا وكيل باسم «لا أحد»");
  expect((await client.submit(trial, { only: "right" })).status).toBe(302);
  const stored = await office.knex("contracts").where({ campaign_id: kept.campaign.id }).orderBy("id");
  const none = { agent_id: null, commission_rate: null, commission_reason: null };
  expect(stored).toMatchObject([
    none,
    { ...none, agent_id: agent, commission_rate: "4.00" },
    { agent_id: agent, commission_rate: "2.50", commission_reason: "اتفاق قديم" },
  ]);
});
