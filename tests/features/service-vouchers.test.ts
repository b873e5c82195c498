import { describe, expect, test } from "vitest";
import { useOffice } from "../support/office";
import { textOf } from "../support/papers-text";
import { flights, vouchersOf } from "../support/service-vouchers";
import { enterAs } from "../support/users";

/* The service voucher names pilgrims, services, places and dates on one page, in Arabic or English. */

const { office, client, browser } = useOffice();
const { people, contracts, made, address } = vouchersOf(office, client);

describe("a service voucher", () => {
  test("says in Arabic who, where, when, how, and whom to call", async () => {
    const { status, body } = await client.get(address(1));
    expect(status).toBe(200);
    const paper = textOf(body);
    for (const words of [
      "قسيمة خدمات",
      contracts[0]?.contract_number,
      "سالم 0 باوزير BAWAZIR SALEM A P1000000",
      "فوج القسائم",
      "أنجم مكة مكة المكرمة 2027-02-26",
      "دار التقوى مكة المكرمة 2027-03-04",
      "6 ليال",
      "رباعية",
      "3 وجبات يوميًا",
      "حافلة",
      "IY 521 JED – SAH 08 MAR 19:00",
      "المكتب +967 1 441250",
      "المشرف سالم المشرف +966 55 410 2210",
    ])
      expect(paper).toContain(words);
    expect(paper).not.toContain("باللاتينية");
    expect(paper).not.toContain("مدة الحملة");
    expect(body).toMatch(/<html lang="ar" dir="rtl"/);
    await client.post("/api/company-info", { emergency_phone: "+966 50 911 0000" });
    expect(textOf((await client.get(address(1))).body)).toContain("المكتب +966 50 911 0000");
  });

  test("in English has Latin names alone, and tells above which are missing", async () => {
    const { body } = await client.get(address(2, "&lang=en"));
    expect(body).toMatch(/<html lang="en" dir="ltr"/);
    const paper = textOf(body);
    for (const words of [
      "Rakb Agency",
      "BAWAZIR SALEM A",
      "Anjum Makkah Makkah 26 FEB 2027 04 MAR 2027 6 nights Quad",
      "— Makkah 04 MAR 2027 08 MAR 2027 4 nights Quad",
      "3 meals a day",
      "Transport Included",
      "Other services 1 named in the Arabic voucher",
      "Supervisor +966 55 410 2210",
    ])
      expect(paper).toContain(words);
    expect(paper).not.toContain("salim +966");
    expect(textOf(body).replace(/ ?([«»]) ?/g, "$1")).toContain(
      "لم يكتب هذا باللاتينية بعد، فمكانه فارغ:«سالم 1 باوزير»،«دار التقوى»،«نقل 3»،«إعاشة 4»،«خدمة 5»،«فوج القسائم».",
    );
    // The only Arabic is marked as such: the pilgrims' own names.
    const unmarked = body
      .slice(body.indexOf('class="print-sheet"'))
      .replace(/<(td|p)[^>]*lang="ar"[\s\S]*?<\/\1>/g, "")
      .replace(/<script[\s\S]*?<\/script>/g, "");
    expect(unmarked.match(/[ء-ي]+/g)).toBeNull();
  });

  test("of a family names each with their contract, and is one page in both languages", async () => {
    const page = await browser.signedIn(address(12), { javaScript: false });
    for (const count of [12, 20])
      for (const language of ["", "&lang=en"]) {
        await page.goto(address(count, language));
        const pdf = await page.pdf({ preferCSSPageSize: true });
        expect(pdf.toString("latin1").match(/\/Type \/Page\b/g)).toHaveLength(1);
        expect(await page.locator(".voucher tbody").first().locator("tr").count()).toBe(count);
      }
    await page.goto(address(21));
    const sheets = page.locator(".print-sheet");
    expect(await sheets.count()).toBe(2);
    expect(await sheets.last().locator("tbody").first().locator("tr").count()).toBe(10);
    await page.goto(address(1));
    expect(await page.locator(".qr svg").count()).toBe(1);
    await page.getByRole("link", { name: "English" }).click();
    await page.getByRole("heading", { name: "Service voucher" }).waitFor();
  });

  test("is found from the group's family, the contract and the contracts signed together", async () => {
    await client.post(`/api/groups/${made.groupId}/families`, {
      name: "باوزير",
      customer_ids: people.slice(0, 3),
    });
    const families = await client.get(`/trips/groups/${made.groupId}/families`);
    const link = `/contracts/voucher?group=${made.groupId}&amp;customers=${people.slice(0, 3).join("%2C")}`;
    expect(families.body).toContain(`href="${link}"`);
    const { body } = await client.get(link.replace("&amp;", "&"));
    for (const { contract_number } of contracts.slice(0, 3)) expect(body).toContain(contract_number);
    expect(body).not.toContain(contracts[3]?.contract_number);
    const [first] = contracts;
    expect((await client.get(`/contracts/${first?.id}`)).body).toContain(
      `/contracts/voucher?contracts=${first?.id}`,
    );
    const together = contracts.slice(0, 2).map(({ id }) => id);
    expect((await client.get(`/contracts/family?contracts=${together}`)).body).toContain(
      `/contracts/voucher?contracts=${together.join("%2C")}`,
    );
  });

  test("of a whole group is one for each family and for everybody else, a page each, and is noted", async () => {
    const page = await browser.signedIn(`/trips/groups/${made.groupId}/members`, {
      javaScript: false,
    });
    await page.getByText("كشوف").first().click();
    await page.getByRole("link", { name: "قسائم الخدمات" }).click();
    expect(await page.locator(".print-sheet").count()).toBe(19); // a family of three, and eighteen
    expect(await page.locator(".print-sheet").first().locator("tbody").first().locator("tr").count()).toBe(3);
    const pdf = await page.pdf({ preferCSSPageSize: true });
    expect(pdf.toString("latin1").match(/\/Type \/Page\b/g)).toHaveLength(19);
    const [line] = await office.knex("audit_log").where({ action: "printed" }).orderBy("id", "desc").limit(1);
    expect([line.record_name, line.changes.rows]).toEqual(["قسائم خدمات - فوج القسائم", 21]);
  });

  test("in English leaves out flights and a supervisor that are typed in Arabic, and says so", async () => {
    const words = { flights: "اليمنية 520 صباحًا" };
    await client.put(`/api/groups/${made.groupId}`, words);
    const english = textOf((await client.get(address(1, "&lang=en"))).body);
    expect(english).not.toContain(words.flights);
    expect(english).toContain("« الرحلات الجوية »");
    expect(textOf((await client.get(address(1))).body)).toContain(words.flights);
    await client.put(`/api/groups/${made.groupId}`, { flights });
  });

  test("is for who sells and for who travels along; a cancelled contract has none", async () => {
    const guide = await enterAs(office, "guide", ["manage_trips"]);
    expect((await guide.get(address(1))).status).toBe(200);
    for (const bad of [
      "",
      "?contracts=x",
      "?contracts=999999",
      "?group=999999",
      `?group=${made.groupId}&customers=999`,
      "?group=x&customers=1",
    ])
      expect((await client.get(`/contracts/voucher${bad}`)).status, bad).toBe(404);
    const last = contracts.at(-1)?.id;
    await client.put(`/api/contracts/${last}`, { status: "cancelled" });
    expect((await client.get(`/contracts/voucher?contracts=${last}`)).status).toBe(409);
    const others = textOf((await client.get(address(12))).body);
    expect(others).not.toContain(contracts.at(-1)?.contract_number);
    expect((await client.get(`/contracts/${last}`)).body).not.toContain("قسيمة الخدمات");
  });
});
