import { beforeAll, describe, expect, test } from "vitest";
import { startApp } from "../support/app";
import { type Client, hiddenField } from "../support/client";
import { administrator } from "../support/database";
import { makeContract } from "../support/factories";
import { useOffice } from "../support/office";
import { pdf, today, useVisas } from "../support/visas";

const { office, client, browser } = useOffice({ isBusy: true });

const { campaign, makePilgrim, apply, approve, reject, read, stats } = useVisas(office, client);

describe("expiry", () => {
  const daysAgo = (days: number) => {
    const date = new Date(`${today()}T00:00:00Z`);
    date.setUTCDate(date.getUTCDate() - days);
    return date.toISOString().slice(0, 10);
  };

  async function approved(days: number, customer_id: number) {
    const { id } = await apply({ customer_id });
    await approve(id);
    await office
      .knex("visas")
      .where({ id })
      .update({ approval_date: daysAgo(days) });
    return id as number;
  }
  async function sign(customer_id: number, visa_duration_days: number | null, more: object = {}) {
    const [pack] = await office.knex("packages").select("id", "currency_id");
    const parties = {
      customer_id,
      campaign_id: campaign(),
      package_id: pack.id,
      currency_id: pack.currency_id,
    };
    await makeContract(office.knex, parties, "1000", { visa_duration_days, ...more });
  }
  const statusOf = async (id: number) => (await read(id)).status;

  test("comes the day after the days of the latest contract that stands, 90 where none says", async () => {
    const { id } = await makePilgrim("من ينتهي وقته");
    const [valid, over] = [await approved(90, id), await approved(91, id)];
    expect([await statusOf(valid), await statusOf(over)]).toEqual(["approved", "expired"]);
    await sign(id, null);
    expect([await statusOf(valid), await statusOf(over)]).toEqual(["approved", "expired"]);
    await sign(id, 30);
    expect([await statusOf(valid), await statusOf(over)]).toEqual(["expired", "expired"]);
    await sign(id, 120);
    expect([await statusOf(valid), await statusOf(over)]).toEqual(["approved", "approved"]);
    await office
      .knex("contracts")
      .where({ customer_id: id, visa_duration_days: 120 })
      .update({ status: "cancelled" });
    expect([await statusOf(valid), await statusOf(over)]).toEqual(["expired", "expired"]);
  });

  test("is told alike by rows, filters, counts and screens before anything has written it", async () => {
    const { id, name } = await makePilgrim("زمزم المنتهية");
    const over = await approved(200, id);
    expect((await office.knex("visas").where({ id: over }).first()).status).toBe("approved");
    const found = async (status: string) =>
      (await client.get(`/api/visas?status=${status}&customer_name=${encodeURIComponent(name)}`)).body.visas
        .length;
    expect([await found("expired"), await found("approved")]).toEqual([1, 0]);
    const paged = await client.get("/api/visas?status=expired&page=1");
    expect((await stats()).expired).toBe(paged.body.total);
    expect(
      (await client.get(`/trips/visas?status=expired&customer_name=${encodeURIComponent(name)}`)).body,
    ).toContain("منتهية");
    const late = await reject(over);
    expect(late.status).toBe(409);
    const { history, last_day } = await read(over);
    const [written] = await office.knex
      .raw("SELECT (?::date + 1)::timestamp AT TIME ZONE 'Asia/Riyadh' AS at", [last_day])
      .then(({ rows }) => rows);
    expect(history[0]).toEqual({
      id: 0,
      user_name: "النظام",
      status: "expired",
      change_reason: "انتهت مدة التأشيرة",
      changed_at: new Date(written.at).toISOString(),
    });
  });

  test("is written down by the servers that start, once, with a line of its own", async () => {
    const { id } = await makePilgrim("ينتهي وحده");
    const over = await approved(100, id);
    const expired = (await stats()).expired;
    const { database } = office;
    const servers = await Promise.all([startApp({ database }), startApp({ database })]);
    try {
      await expect
        .poll(async () => (await office.knex("visas").where({ id: over }).first()).status)
        .toBe("expired");
      const { history } = await read(over);
      expect(history[0]).toMatchObject({
        user_name: "النظام",
        status: "expired",
        change_reason: "انتهت مدة التأشيرة",
      });
      expect(history.filter(({ status }: { status: string }) => status === "expired")).toHaveLength(1);
      expect((await stats()).expired).toBe(expired);
    } finally {
      await Promise.all(servers.map((server) => server.stop()));
    }
  });
});

describe("finding", () => {
  const passportsOf = ({ body }: Awaited<ReturnType<Client["get"]>>) =>
    body.visas.map(({ passport_number }: { passport_number: string }) => passport_number);

  beforeAll(async () => {
    const [first, second] = [
      await makePilgrim("أروى الإرياني", { phone: "777000111" }),
      await makePilgrim("يحيى الكبسي"),
    ];
    await apply({ customer_id: first.id, passport_number: "YE-555", visa_type: "hajj" });
    await apply({ customer_id: second.id, passport_number: "YE%66", visa_type: "umrah" });
  });

  test.each([
    ["customer_name=اروي", ["YE-555"]],
    ["customer_name=777000111", ["YE-555"]], // every search finds a whole telephone number (docs/decisions/telephones.md)
    ["customer_name=77700", []], // a part of one is no name
    ["passport_number=ye-٥٥", ["YE-555"]],
    ["passport_number=%2566", ["YE%66"]],
    ["passport_number=ye", ["YE%66", "YE-555"]],
    ["passport_number=E-", []], // one or two letters are how it begins
    ["search=-", []],
    ["search=الكبسي", ["YE%66"]],
    ["search=YE-5", ["YE-555"]],
    ["customer_name=يحيى&passport_number=YE-555", []],
    ["passport_number=YE&visa_type=hajj", ["YE-555"]],
    ["passport_number=YE&status=pending&visa_type=umrah", ["YE%66"]],
    ["passport_number=YE&status=rejected", []],
  ])("by %s, by call and on the screen", async (query, passports) => {
    const address = query.replace(
      /=([^&]*)/g,
      (_, value) => `=${value.includes("%") ? value : encodeURIComponent(value)}`,
    );
    expect(passportsOf(await client.get(`/api/visas?${address}`))).toEqual(passports);
    const { body } = await client.get(`/trips/visas?${address}`);
    for (const passport of ["YE-555", "YE%66"])
      expect([passport, body.includes(`<td class="code">${passport}</td>`)]).toEqual([
        passport,
        passports.includes(passport),
      ]);
  });
});

describe("screens", () => {
  test("a visa is applied for, changed, approved and deleted by forms as they stand", async () => {
    const { id: customer_id, name } = await makePilgrim("سعاد الشامي", { passport_number: "S1234567" });
    const form = (await client.get(`/trips/visas/new?customer_id=${customer_id}`)).body;
    for (const part of ['value="S1234567"', `value="${today()}"`, name]) expect(form).toContain(part);
    const fields = {
      idempotency_key: hiddenField(form, "idempotency_key"),
      customer_id: String(customer_id),
      visa_type: "umrah",
      submission_date: today(),
    };
    const refused = await client.submit("/trips/visas/new", { ...fields, passport_number: "" });
    expect([refused.status, refused.body.includes("العميل ورقم الجواز وتاريخ التقديم حقول مطلوبة")]).toEqual([
      422,
      true,
    ]);
    const found = await client.submit("/trips/visas/new", {
      customer_query: "سعاد",
      intent: "lookup",
      notes: "ما كتبته",
    });
    for (const part of [`value="${customer_id}"`, "ما كتبته"]) expect(found.body).toContain(part);
    const added = await client.submit("/trips/visas/new?status=pending", {
      ...fields,
      passport_number: "S1234567",
    });
    expect([added.status, added.headers.get("Location")]).toEqual([302, "/trips/visas?status=pending"]);
    const [{ id }] = (await client.get("/api/visas?passport_number=S1234567")).body.visas;

    const page = (await client.get(`/trips/visas/${id}?status=pending`)).body;
    for (const part of [
      "لا يوجد ملف تأشيرة معتمد للتحميل",
      `href="/trips/visas/${id}/status?status=pending"`,
      `href="/trips/visas/${id}?status=pending&amp;tab=history"`,
      'href="/trips/visas?status=pending"',
    ])
      expect(page).toContain(part);

    const decision = `/trips/visas/${id}/status`;
    const updated_at = hiddenField((await client.get(decision)).body, "updated_at");
    const half = await client.submit(decision, {
      updated_at,
      status: "approved",
      visa_number: "V-1",
      change_reason: "سبب",
    });
    expect(half.status).toBe(422);
    for (const part of ["عند الاعتماد", 'value="V-1"', ">سبب<", 'href="#decision-file"'])
      expect(half.body).toContain(part);
    expect((await client.submit(decision, { updated_at, status: "" })).body).toContain(
      'href="#decision-status"',
    );
    const done = await client.submit(decision, {
      updated_at,
      status: "approved",
      visa_number: "V-1",
      change_reason: "سبب",
      file: new Blob([pdf]),
    });
    expect([done.status, done.headers.get("Location")]).toEqual([302, `/trips/visas/${id}`]);
    const closed = await client.get(decision);
    expect([closed.status, closed.body.includes("لا تتغير إلا حالة تأشيرة قيد الانتظار")]).toEqual([
      409,
      true,
    ]);
    const after = (await client.get(`/trips/visas/${id}`)).body;
    expect(after).not.toContain(`${id}/status`);
    expect(after).toContain((await read(id)).document_path);
    const history = (await client.get(`/trips/visas/${id}?tab=history`)).body;
    for (const part of ["سبب", administrator.username, "معتمدة", "تقديم الطلب"])
      expect(history).toContain(part);

    const edit = (await client.get(`/trips/visas/${id}/edit`)).body;
    const saved = await client.submit(`/trips/visas/${id}/edit`, {
      ...fields,
      updated_at: hiddenField(edit, "updated_at"),
      passport_number: "S7654321",
    });
    expect(saved.status).toBe(302);
    expect((await read(id)).passport_number).toBe("S7654321");
    const question = await client.get(`/trips/visas/${id}/delete`);
    expect(question.body).toContain(name);
    expect((await client.submit(`/trips/visas/${id}/delete`, {})).status).toBe(302);
    expect((await client.get(`/trips/visas/${id}`)).status).toBe(404);
  });

  test("a choice of customer brings the passport along, and a decision its fields", async () => {
    await makePilgrim("فاطمة البيتي", { passport_number: "B7788990" });
    const page = await browser.signedIn("/trips/visas/new");
    await page.getByRole("dialog").getByRole("combobox").first().fill("فاطمة");
    await page.getByRole("dialog").getByRole("listbox").getByRole("option").first().click();
    expect(await page.getByRole("dialog").getByLabel("رقم الجواز").inputValue()).toBe("B7788990");
    await page.getByRole("button", { name: "حفظ" }).click();
    await page.getByText("تمت إضافة طلب تأشيرة «فاطمة البيتي»").waitFor();
    await page
      .getByRole("row", { name: /فاطمة البيتي/ })
      .getByRole("link", { name: "تفاصيل" })
      .click();
    await page.getByRole("link", { name: "تغيير الحالة" }).click();
    await page.getByLabel("القرار").selectOption("rejected");
    expect(await page.getByRole("dialog").getByLabel("رقم التأشيرة").count()).toBe(0);
    await page.getByRole("button", { name: "حفظ" }).click();
    await page.getByText("تم رفض التأشيرة").waitFor();
    await page.getByRole("link", { name: "سجل الحالة" }).click();
    await page.getByRole("cell", { name: "مرفوضة" }).waitFor();
  });
});
