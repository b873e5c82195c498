import { describe, expect, test } from "vitest";
import { violationsOn } from "../support/browser";
import { hiddenField, text } from "../support/client";
import { contractsOf, full } from "../support/contracts";
import { makeCampaign, makeCustomer } from "../support/factories";
import { useOffice } from "../support/office";
import { questionsIn } from "../support/questions";
import { wordsIn } from "../support/shares";
import { enterAs } from "../support/users";

/* Pilgrims who already have a contract in the campaign, and contracts for several pilgrims at once. */

const { office, client, browser } = useOffice({ isBusy: true });

const { ids, signed, booked, lastNumber } = contractsOf(office, client, { name: "علي بن ناصر" });

const path = "/contracts/new";
const submit = (more: Record<string, string | string[]> = {}) =>
  client.submit(path, { ...text(ids), ...more });

/** The ids of new customers. They are made one by one, so that they ascend as a form's ids do. */
async function makeFamily(size: number) {
  const family: string[] = [];
  while (family.length < size)
    family.push(String(await makeCustomer(office.knex, { name: `فرد ${family.length + 1}` })));
  return family;
}

describe("a pilgrim with a contract in the campaign", () => {
  test("is asked about with a link to the contract, and signed for when told to", async () => {
    const { id, contract_number } = await signed();
    const { status, body } = await submit();
    const { asked, links, confirmed } = questionsIn(body);
    expect(status).toBe(409);
    expect(asked).toEqual([`للعميل «علي بن ناصر» عقد قائم في هذه الحملة. العقد ${contract_number}`]);
    expect(links).toEqual([`/contracts/${id}`]);
    expect(await booked()).toBe(1);
    expect((await submit({ confirmed })).status).toBe(302);
    expect(await booked()).toBe(2);
    const third = questionsIn((await submit({ confirmed })).body);
    expect(third.asked).toEqual([expect.stringContaining("C-")]); // about the second pilgrim, which has no answer yet
    const other = await makeCampaign(office.knex, 5, [ids.package_id]);
    expect((await submit({ campaign_id: String(other) })).status).toBe(302);
  });

  test("whose contract is cancelled is not asked about, but when it comes back", async () => {
    const { id } = await signed();
    await client.put(`/api/contracts/${id}`, { status: "cancelled" });
    expect((await submit()).status).toBe(302);
    const edit = `/contracts/${id}/edit`;
    const back = { status: "active", visa_issue_date: "", visa_duration_days: "" };
    const { asked, confirmed } = questionsIn((await client.submit(edit, back)).body);
    expect(asked).toHaveLength(1);
    expect((await client.submit(edit, { ...back, confirmed })).status).toBe(302);
  });

  test("by call is signed for as before", async () => {
    await signed();
    await signed();
    expect(await booked()).toBe(2);
  });

  test("sold by six clerks at the same moment has one contract, and five of them are asked", async () => {
    const answers = await Promise.all(Array.from({ length: 6 }, () => submit()));
    expect(answers.map(({ status }) => status).sort()).toEqual([302, ...Array(5).fill(409)]);
    for (const { status, body } of answers)
      if (status === 409) expect(questionsIn(body).asked).toHaveLength(1);
    expect(await booked()).toBe(1);
  });

  test("of a form that is wrong elsewhere is not asked about before that is mended", async () => {
    await signed();
    const campaign_id = String(await makeCampaign(office.knex, 0, [ids.package_id]));
    const { status, body } = await submit({ campaign_id, visa_duration_days: "0" });
    expect([status, questionsIn(body).asked]).toEqual([422, []]);
    expect(questionsIn((await submit({ campaign_id })).body).asked).toEqual([]);
  });
});

describe("a family", () => {
  test("gets a contract each, numbered one behind the other, once however often it is sent", async () => {
    const companion_ids = await makeFamily(4);
    const before = await lastNumber();
    const idempotency_key = hiddenField((await client.get(path)).body, "idempotency_key");
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => submit({ companion_ids, idempotency_key, visa_duration_days: "45" })),
    );
    const [where] = [...new Set(answers.map(({ headers }) => headers.get("Location")))];
    expect(where).toMatch(/^\/contracts\/family\?contracts=\d+(%2C\d+){4}$/);
    expect(await booked()).toBe(5);
    const rows = await office.knex("contracts").where({ campaign_id: ids.campaign_id }).orderBy("id");
    expect(rows.map(({ customer_id }) => String(customer_id))).toEqual([
      String(ids.customer_id),
      ...companion_ids,
    ]);
    expect(rows.map(({ contract_number }) => Number(contract_number.slice(7)))).toEqual(
      [1, 2, 3, 4, 5].map((step) => before + step),
    );
    for (const row of rows)
      expect(row).toMatchObject({ total_amount: "1250.5000", visa_duration_days: 45, status: "active" });
    const page = (await client.get(String(where))).body;
    for (const { id, contract_number } of rows) {
      expect(page).toContain(contract_number);
      expect(page).toContain(`/contracts/${id}/print`);
    }
    expect(page).toContain(`/financial/receipts/split?contracts=${rows.map(({ id }) => id).join("%2C")}`);
    expect(wordsIn(page)).toContain(
      "إجمالي العقود 6,252.50 $ المتبقي منها 6,252.50 $ المستحق اليوم 6,252.50 $",
    );
    const clerk = await enterAs(office, "no cashier", ["manage_contracts"]);
    expect((await clerk.get(String(where))).body).not.toContain("/financial/receipts/split");
  });

  test("is not split over seats: twenty for nineteen seats get none, at the same moment only one family gets its", async () => {
    const companion_ids = await makeFamily(19);
    const short = String(await makeCampaign(office.knex, 19, [ids.package_id]));
    const refused = await submit({ companion_ids, campaign_id: short });
    expect(refused.status).toBe(409);
    expect(refused.body).toContain("المقاعد المتاحة في هذه الحملة 19 والمطلوب 20، فلم يوقع أي عقد");
    expect(await booked(Number(short))).toBe(0);

    const campaign_id = String(await makeCampaign(office.knex, 30, [ids.package_id]));
    const families = await Promise.all(Array.from({ length: 6 }, () => makeFamily(20)));
    const before = await lastNumber();
    const answers = await Promise.all(
      families.map(([customer_id = "", ...companion_ids]) =>
        submit({ customer_id, companion_ids, campaign_id }),
      ),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([302, ...Array(5).fill(409)]);
    expect(await booked(Number(campaign_id))).toBe(20);
    expect(await lastNumber()).toBe(before + 20);
    const alone = await Promise.all(
      (await makeFamily(12)).map((customer_id) => submit({ customer_id, campaign_id })),
    );
    expect(alone.filter(({ status }) => status === 302)).toHaveLength(10);
    expect(alone.find(({ status }) => status === 409)?.body).toContain(full);
  });

  test("of which one cannot be signed for gets nothing, and the form says who", async () => {
    const [idle = "", ...others] = await makeFamily(3);
    await office.knex("customers").where({ id: idle }).update({ status: "inactive" });
    const { status, body } = await submit({ companion_ids: [...others, idle] });
    expect(status).toBe(409);
    expect(body).toContain("العميل «فرد 1» غير نشط");
    expect(body.match(/name="companion_ids"[^>]*checked=""/g)).toHaveLength(3);
    expect((await submit({ companion_ids: "999999" })).status).toBe(422);
    const many = await submit({ companion_ids: await makeFamily(20) });
    expect([many.status, many.body.includes("19 على الأكثر")]).toEqual([422, true]);
    expect(await booked()).toBe(0);
  });

  test("of which some have a contract already is asked about them all at once; nobody is in it twice", async () => {
    const companion_ids = await makeFamily(3);
    await signed({ customer_id: companion_ids[1] });
    await signed();
    const all = { companion_ids: [...companion_ids, companion_ids[0] as string] };
    const { asked, confirmed } = questionsIn((await submit(all)).body);
    expect(asked).toEqual([expect.stringContaining("فرد 2"), expect.stringContaining("علي بن ناصر")]);
    expect((await submit({ ...all, confirmed })).status).toBe(302);
    expect(await booked()).toBe(2 + 4);
  });

  test("has other people than the customer: he is not offered, and refused where he is ticked", async () => {
    const [one = ""] = await makeFamily(1);
    const self = String(ids.customer_id);
    const step = { companion_ids: one, companions_query: "علي بن ناصر", intent: "companions" };
    const { body } = await submit(step);
    expect(body).not.toMatch(new RegExp(`name="companion_ids"[^>]*value="${self}"`));
    const refused = await submit({ companion_ids: [one, self] });
    expect([refused.status, await booked()]).toEqual([422, 0]);
    expect(refused.body).toContain("صاحب العقد لا يكون من المسافرين معه");
    expect(refused.body.match(/name="companion_ids"[^>]*checked=""/g)).toHaveLength(2);
  });

  test("begins where it is signed: the page of those who have signed leads there without them", async () => {
    const { status, headers } = await client.get("/contracts/family");
    expect([status, headers.get("Location")]).toEqual([302, "/contracts/new"]);
    expect((await client.get("/contracts/family?contracts=999999")).status).toBe(404);
  });

  test("is found step by step without JavaScript, and stays as it was ticked", async () => {
    const [one = "", two = ""] = await makeFamily(2);
    await office.knex("customers").where({ id: two }).update({ name: "المرافقة الوحيدة" });
    const found = await submit({ companion_ids: one, companions_query: "المرافقة", intent: "companions" });
    expect(found.status).toBe(200);
    const ticks = [...found.body.matchAll(/<input type="checkbox"[^>]*name="companion_ids"[^>]*>/g)].map(
      ([tick]) => tick,
    );
    expect(ticks.map((tick) => [tick.match(/value="(\d+)"/)?.[1], tick.includes("checked")])).toEqual([
      [one, true],
      [two, false],
    ]);
    expect((await submit({ companion_ids: [one, two] })).status).toBe(302);
    expect(await booked()).toBe(3);
  });

  test("is picked in a browser, by keyboard", async () => {
    const [one = "", two = ""] = await makeFamily(2);
    await office.knex("customers").where({ id: one }).update({ name: "زوجته فاطمة" });
    await office.knex("customers").where({ id: two }).update({ name: "ابنه سالم" });
    const page = await browser.signedIn(path);
    await page.getByRole("combobox", { name: "العميل" }).fill("علي بن ناصر");
    await page.getByRole("option", { name: "علي بن ناصر" }).first().waitFor();
    const offered = await page.getByRole("option").count();
    await page.getByRole("option", { name: "علي بن ناصر" }).first().click();
    await page.getByText("أفراد آخرون").click();
    const box = page.getByRole("combobox", { name: "المسافرون معه" });
    await box.pressSequentially("علي بن ناصر");
    await page
      .getByText(offered > 1 ? "عدد النتائج" : "لا يوجد عملاء نشطون")
      .first()
      .waitFor();
    expect(await page.getByRole("option").count()).toBe(offered - 1);
    await box.fill("");
    for (const name of ["فاطمة", "سالم"]) {
      await box.pressSequentially(name);
      await page.getByRole("option", { name }).waitFor();
      await box.press("Enter");
      expect(await box.inputValue()).toBe("");
    }
    expect(await violationsOn(page)).toEqual([]);
    await page.getByRole("checkbox", { name: "سالم" }).uncheck();
    await page.getByRole("dialog").getByLabel("الحملة").selectOption(String(ids.campaign_id));
    await page.getByRole("dialog").getByLabel("الباقة").selectOption(String(ids.package_id));
    await page.getByRole("button", { name: "توقيع" }).click();
    await page.waitForURL(/\/contracts\/family\?/);
    await expect.poll(() => page.getByRole("dialog").getByRole("row").count()).toBe(3);
    expect(await violationsOn(page)).toEqual([]);
    expect(await booked()).toBe(2);
  });
});
