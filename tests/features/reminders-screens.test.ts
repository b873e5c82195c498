import { describe, expect, test } from "vitest";
import { usualReminder } from "~/features/company/reminder-template";
import { longestReminder } from "~/features/financial/debts/reminder";
import type { Answer } from "../support/client";
import { formIn } from "../support/forms";
import { day } from "../support/instalments";
import { useOffice } from "../support/office";
import { debtorsOf, letters, pageOf } from "../support/reminders";
import { enterAs } from "../support/users";

const { office, client, browser } = useOffice({ isBusy: true });
const { debtor, remind, noted, waysOf: ways, settle } = debtorsOf(office, client);

/** Presses a button of a customer's page as it stands, with what is typed in it. */
async function press(id: number, how: string, typed: Record<string, string> = {}, page?: string) {
  const { values } = formIn(page ?? (await client.get(pageOf(id))).body);
  return client.submit(pageOf(id), { ...values, ...typed, how });
}

/** Where a redirect to WhatsApp leads: the digits of the number, and the text. */
function whatsappOf({ status, headers }: Answer) {
  expect(status).toBe(303);
  const address = new URL(headers.get("Location") ?? "");
  expect([address.origin, [...address.searchParams.keys()]]).toEqual(["https://wa.me", ["text"]]);
  return { digits: address.pathname.slice(1), text: address.searchParams.get("text") };
}

const setCompany = (change: object) => client.post("/api/company-info", change);

describe("the page of a reminder, without JavaScript", () => {
  test("opens WhatsApp with the office's words for this customer, and notes it", async () => {
    await setCompany({
      name: "ركب الحجاز",
      reminder_template: "{الاسم}\nعليكم {المبلغ} منذ {التاريخ}\n{المكتب}",
    });
    const id = await debtor({ name: "هدى باعشن", phone: "0510000111" }, [
      ["SAR", "1500.50", 20],
      ["KWD", "12.345", 3],
    ]);
    const [year, , date] = day(-20).split("-");
    const { body } = await client.get(pageOf(id));
    const { text = "", ...values } = formIn(body).values;
    expect(text).toMatch(
      new RegExp(
        `^هدى باعشن\nعليكم 1,500.50 ريال سعودي و12.345 دينار كويتي منذ ${Number(date)} \\S+ ${year}\nركب الحجاز$`,
      ),
    );
    expect(values.note).toBe("");
    expect(body).toMatch(
      /<button[^>]*value="whatsapp"[^>]*formTarget="_blank"|<button[^>]*formTarget="_blank"[^>]*value="whatsapp"/i,
    );
    expect(whatsappOf(await press(id, "whatsapp", {}, body))).toEqual({ digits: "966510000111", text });
    expect(await ways(id)).toEqual(["whatsapp"]);
    await setCompany({ reminder_template: null });
  });

  test("says that a reminder opened in WhatsApp is noted, once its page is shown again", async () => {
    const id = await debtor();
    const { values } = formIn((await client.get(pageOf(id))).body);
    const address = office.url + pageOf(id);
    const headers = { Referer: address, Cookie: client.cookie };
    const body = new URLSearchParams({ ...values, how: "whatsapp" } as Record<string, string>);
    const opened = await fetch(address, { method: "POST", redirect: "manual", headers, body });
    const cookies = opened.headers.getSetCookie().map((cookie) => cookie.split(";")[0]);
    const Cookie = [client.cookie, ...cookies].join("; ");
    const fresh = await (await fetch(address, { headers: { Referer: address, Cookie } })).text();
    expect(fresh).toContain("سُجّل التذكير: واتساب");
    const elsewhere = await fetch(`${office.url}/agents`, { headers: { Referer: address, Cookie } });
    expect(await elsewhere.text()).not.toContain("سُجّل التذكير");
  });

  test("may be sent to WhatsApp and where that redirects, in a tab that cannot reach back", async () => {
    const { headers, body } = await client.get(pageOf(await debtor()));
    // Without it, Chromium sends the form and then refuses to follow the redirect.
    expect(headers.get("Content-Security-Policy")).toContain(
      "form-action 'self' https://wa.me https://*.whatsapp.com whatsapp:;",
    );
    expect(body).toMatch(/<form[^>]* rel="noopener"[^>]*>/);
  });

  test("sends any text as it was typed", async () => {
    const id = await debtor();
    for (const text of [
      "سطر\nسطر ثان\n\nبعد فراغ",
      "a&b=c#d?e%20f+g",
      `"اقتباس" 'آخر' <b> \\ /`,
      "🕋 🇾🇪 👍🏽 ١٢٣",
      "ا".repeat(longestReminder),
    ]) {
      const answer = await press(id, "whatsapp", { text: text.replaceAll("\n", "\r\n") });
      expect(whatsappOf(answer).text).toBe(text);
      expect(answer.headers.get("Location")).toMatch(/^https:\/\/wa\.me\/\d+\?text=[\w.~!*'()%-]+$/);
    }
    // A half of a pair of UTF-16 would break the address.
    expect(whatsappOf(await press(id, "whatsapp", { text: "ن\ud83d" })).text).toMatch(/^ن\ufffd?$/);
  });

  test.each([
    ["0510000111", "SA", "966510000111"],
    ["٠٥١٠٠٠٠١١١", "SA", "966510000111"],
    ["+967 777-441-250", "SA", "967777441250"],
    ["00967777441250", "SA", "967777441250"],
    ["777441250", "YE", "967777441250"],
  ])("reads %s in %s as %s", async (phone, country, digits) => {
    await setCompany({ country });
    const id = await debtor({ phone });
    expect(whatsappOf(await press(id, "whatsapp")).digits).toBe(digits);
    await setCompany({ country: "SA" });
  });

  test.each(["123", "777123456", "+999 123 456 789"])(
    "has no button for %s, which is no number, and says where to mend it",
    async (phone) => {
      const id = await debtor({ phone });
      const { body } = await client.get(pageOf(id));
      expect(body).not.toContain('value="whatsapp"');
      expect(body).toContain(`href="/customers/${id}/edit?from=page"`);
      const refused = await press(id, "whatsapp", { text: "نص كتبته" }, body);
      expect(refused.status).toBe(409);
      expect(refused.body).toContain("رقم هاتف العميل ليس رقمًا صحيحًا");
      expect(formIn(refused.body).values.text).toBe("نص كتبته");
      expect(await noted(id)).toEqual([]);
      expect((await press(id, "copy", {}, body)).status).toBe(302);
    },
  );

  test("keeps what was typed when the text is too long, or is missing", async () => {
    const id = await debtor();
    const text = "نص طويل ".repeat(200).trim();
    const long = await press(id, "whatsapp", { text, note: "ملاحظة" });
    expect(long.status).toBe(422);
    expect(long.body).toContain("النص أطول من المسموح");
    expect(formIn(long.body).values).toMatchObject({ text, note: "ملاحظة" });
    const missing = await press(id, "whatsapp", { text: " " });
    expect([missing.status, missing.body.includes("اكتب نص التذكير")]).toEqual([422, true]);
    for (const how of ["sms", "__proto__", ""]) expect((await press(id, how)).status).toBe(422);
    expect(await noted(id)).toEqual([]);
  });

  test("notes once what is pressed many times at once; another way is another reminder", async () => {
    const id = await debtor();
    const { body } = await client.get(pageOf(id));
    const answers = await Promise.all(Array.from({ length: 8 }, () => press(id, "whatsapp", {}, body)));
    for (const answer of answers) expect(whatsappOf(answer).digits).toBe("966510000111");
    expect(await ways(id)).toEqual(["whatsapp"]);
    expect(whatsappOf(await press(id, "whatsapp", { text: "مصحح" }, body)).text).toBe("مصحح");
    expect(await ways(id)).toEqual(["whatsapp"]);
    await press(id, "phone", {}, body);
    await press(id, "whatsapp"); // the page opened again
    expect(await ways(id)).toEqual(["whatsapp", "phone", "whatsapp"]);
  });

  test("shows on all its places what was noted", async () => {
    const id = await debtor({ name: "مدين له تاريخ" });
    const answer = await press(id, "phone", { note: "لا يرد\nوعد غدًا" });
    expect([answer.status, answer.headers.get("Location")]).toEqual([302, pageOf(id)]);
    const search = encodeURIComponent("مدين له تاريخ");
    const list = (await client.get(`/financial/debts/customers?search=${search}`)).body;
    expect(list.replaceAll("<!-- -->", "")).toMatch(/آخر تذكير: اليوم، اتصال هاتفي، <bdi>manager<\/bdi>/);
    expect(list).toContain(`href="${pageOf(id)}"`);
    for (const path of [pageOf(id), `/customers/${id}`]) {
      const { body } = await client.get(path);
      expect(body).toContain("اتصال هاتفي");
      expect(body).toContain("لا يرد\nوعد غدًا");
    }
    const trail = (await client.get("/settings/trail?kind=reminders")).body;
    for (const word of ["إضافة", "اتصال هاتفي", "1500.00 SAR", "مدين له تاريخ"])
      expect(trail).toContain(word);
  });

  test("offers to delete a reminder to who may", async () => {
    const id = await debtor();
    const [{ id: one }] = [(await remind(id, "phone")).body.reminder];
    const cashier = await enterAs(office, "till", ["manage_financials"]);
    expect((await cashier.get(pageOf(id))).body).not.toContain(`${pageOf(id)}/${one}/delete`);
    expect((await cashier.submit(`${pageOf(id)}/${one}/delete`, {})).status).toBe(403);
    expect((await client.get(pageOf(id))).body).toContain(`${pageOf(id)}/${one}/delete`);
    const question = (await client.get(`${pageOf(id)}/${one}/delete`)).body;
    expect(question).toContain("هل أنت متأكد من حذف تذكير");
    const done = await client.submit(`${pageOf(id)}/${one}/delete`, {});
    expect([done.status, done.headers.get("Location")]).toEqual([302, pageOf(id)]);
    expect(await noted(id)).toEqual([]);
    expect((await client.submit(`${pageOf(id)}/${one}/delete`, {})).status).toBe(404);
  });

  test("says so where nothing is owed, and keeps the history", async () => {
    const id = await debtor();
    await remind(id, "letter");
    await settle(id);
    const { status, body } = await client.get(pageOf(id));
    expect([status, body.includes("لا شيء على العميل"), body.includes("<textarea")]).toEqual([
      200,
      true,
      false,
    ]);
    expect(body).toContain("رسالة مطبوعة");
    expect((await client.submit(pageOf(id), { how: "whatsapp", text: "نص" })).status).toBe(409);
    expect((await client.get(`${pageOf(id)}?page=0`)).body).toContain("رقم الصفحة: عدد صحيح");
    for (const odd of ["999999", "0", "x"]) expect((await client.get(pageOf(odd as never))).status).toBe(404);
  });

  test("takes a customer's name for a name", async () => {
    const name = "{المبلغ} <script>alert(1)</script> $& {المكتب}";
    const id = await debtor({ name });
    const { body } = await client.get(pageOf(id));
    expect(body).not.toContain("<script>alert");
    expect(formIn(body).values.text).toContain(`إلى: ${name}\n`);
    const sheet = (await client.get(`${letters}?customer=${id}`)).body;
    expect(sheet).not.toContain("<script>alert");
    expect(sheet).toContain("إلى: {المبلغ} &lt;script&gt;");
  });
});

test("the settings show the usual words, and keep what is typed if it has an unknown placeholder", async () => {
  const settings = "/settings/company";
  const { values } = formIn((await client.get(settings)).body);
  expect(values.reminder_template).toBe(usualReminder);
  const send = (reminder_template: string) => {
    const form = new FormData();
    for (const [name, value] of Object.entries({ ...values, reminder_template })) form.append(name, value);
    return client.send("POST", settings, { body: form });
  };
  const refused = await send("عليكم {الرصيد}");
  expect([refused.status, formIn(refused.body).values.reminder_template]).toEqual([422, "عليكم {الرصيد}"]);
  expect(refused.body).toMatch(
    /لا معنى هنا للرمز «\{الرصيد\}»[^<]*\{الاسم\}، \{المبلغ\}، \{التاريخ\}، \{المكتب\}/,
  );
  expect((await send(usualReminder.replaceAll("\n", "\r\n"))).status).toBe(302);
  expect((await client.get("/api/company-info")).body.reminder_template).toBeNull();
});

describe("with JavaScript", () => {
  test("who comes back from WhatsApp finds the reminder noted", async () => {
    const id = await debtor();
    const page = await browser.signedIn(pageOf(id));
    await remind(id, "whatsapp");
    await page.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
    await page.getByRole("cell", { name: "واتساب" }).waitFor();
  });

  test("the text is copied, and the reminder noted", async () => {
    const id = await debtor({ name: "ناسخ النص" });
    const page = await browser.signedIn(pageOf(id));
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    await page.getByRole("button", { name: "نسخ النص" }).click();
    await page.getByRole("cell", { name: "نص منسوخ" }).waitFor();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toContain("إلى: ناسخ النص");
    expect(await ways(id)).toEqual(["copy"]);
  });
});
