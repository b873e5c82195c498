import sharp from "sharp";
import { beforeAll, describe, expect, test } from "vitest";
import { linesOf } from "../support/audit-log";
import { picture, violationsOn } from "../support/browser";
import { hiddenField } from "../support/client";
import {
  inCash,
  insert,
  makeCampaign,
  makeCurrency,
  makeCustomer,
  makeGroup,
  makePackage,
} from "../support/factories";
import { useOffice } from "../support/office";

const { office, client, browser } = useOffice({ isBusy: true });
let usd: number;
let plan: number;
let box: number;

beforeAll(async () => {
  usd = await makeCurrency(office.knex, "USD", "1", { is_default: true });
  plan = await makePackage(office.knex, usd, "1000");
  box = (await client.post("/api/cash-boxes", { name: "الصندوق", currency_code: "USD", balance: 500 })).body
    .cash_box.id;
});

const address = (one: number, other: number) => `/customers/${one}/join?with=${other}`;
const joinBy = (kept: number, gone: number) =>
  client.post(`/api/customers/${kept}/join`, { customer_id: gone });
const isThere = async (id: number) => (await client.get(`/api/customers/${id}`)).status === 200;

const receive = (customer_id: number, amount: number, contract_id?: number, date = "2026-11-01") =>
  client.post("/api/receipt-vouchers", {
    customer_id,
    contract_id,
    ...inCash(box, usd, amount),
    date,
    description: "دفعة",
  });

/** One with everything that names a customer: contract, receipt, payment, visa, a place in a room and a bus. */
async function makeBusy(more: object = {}) {
  const id = await makeCustomer(office.knex, { name: "سالم باوزير", ...more });
  const campaign_id = await makeCampaign(office.knex, 10, [plan]);
  const signed = await client.post("/api/contracts", { customer_id: id, campaign_id, package_id: plan });
  const contract = signed.body.contract;
  const receipt = (await receive(id, 100, contract.id)).body.receipt_voucher;
  const refund = { beneficiary_type: "customer", customer_id: id, ...inCash(box, usd, 5) };
  const payment = (await client.post("/api/payment-vouchers", refund)).body.payment_voucher;
  const group = await makeGroup(office.knex, campaign_id);
  await client.post(`/api/groups/${group}/members`, { customer_id: id });
  const room = await insert(office.knex, "rooms", { group_id: group, name: "101", kind: "men", beds: 2 });
  await office.knex("room_members").insert({ group_id: group, customer_id: id, room_id: room });
  await office.knex("bus_seats").insert({ group_id: group, customer_id: id, bus: 1, seat: 7 });
  const asked = {
    customer_id: id,
    group_id: group,
    passport_number: `P${id}`,
    submission_date: "2026-10-01",
  };
  const { visa } = (await client.post("/api/visas", asked)).body;
  return { id, campaign_id, group, room, contract, receipt, payment, visa };
}

/** The customers that the rows of a busy one refer to. */
async function ownersOf(busy: Awaited<ReturnType<typeof makeBusy>>) {
  const of = async (table: string, where: object) =>
    (await office.knex(table).where(where).first())?.customer_id;
  return Promise.all([
    of("contracts", { id: busy.contract.id }),
    of("receipt_vouchers", { id: busy.receipt.id }),
    of("payment_vouchers", { id: busy.payment.id }),
    of("visas", { id: busy.visa.id }),
    of("group_members", { group_id: busy.group }),
    of("room_members", { room_id: busy.room }),
    of("bus_seats", { group_id: busy.group, seat: 7 }),
  ]);
}

describe("two records", () => {
  test("become one: all that named the other names the one that stays, and the audit log says so", async () => {
    const busy = await makeBusy({
      national_id: "100200",
      passport_number: "A1",
      passport_expiry: "2030-01-01",
    });
    const kept = await makeCustomer(office.knex, {
      name: "سالم بن باوزير",
      phone: "0510000111",
      email: "s@x.ye",
    });
    const { status, body } = await joinBy(kept, busy.id);
    expect(status).toBe(200);
    expect(body.customer).toMatchObject({
      id: kept,
      name: "سالم بن باوزير",
      phone: "0510000111",
      email: "s@x.ye",
      national_id: "100200",
      passport_number: "A1",
      passport_expiry: "2030-01-01",
    });
    expect(await ownersOf(busy)).toEqual(Array(7).fill(kept));
    expect(await isThere(busy.id)).toBe(false);
    expect((await client.get(`/api/contracts/${busy.contract.id}`)).body.contract).toMatchObject({
      paid_amount: 100,
      remaining_amount: 900,
    });
    expect((await office.knex("groups").where({ id: busy.group }).first()).members).toBe(1);
    expect((await office.knex("rooms").where({ id: busy.room }).first()).occupants).toBe(1);
    const [line] = (await linesOf(office, "customers", kept)).filter(({ action }) => action === "join");
    expect(line?.username).toBe("manager");
    expect(line?.changes.joined[0]).toBe(`سالم باوزير (رقم ${busy.id})`);
    expect(line?.changes.moved[1]).toEqual(
      expect.arrayContaining([
        `العقد ${busy.contract.contract_number}`,
        `سند القبض ${busy.receipt.receipt_number}`,
        `سند الصرف ${busy.payment.payment_number}`,
      ]),
    );
    const trail = (await client.get(`/settings/trail?kind=customers&record=${kept}`)).body;
    expect(trail).toContain("دمج سجلين");
    expect(trail).toContain("السجل المدموج");
    const statement = await client.get(`/financial/statements/customers/${kept}`);
    expect(statement.body).toContain(busy.receipt.receipt_number);
    expect((await client.get(`/trips/visas/${busy.visa.id}`)).body).toContain("انتقلت بدمج سجلين");
  });

  test("with another passport mix nothing of the two; the picture of who has none is taken over", async () => {
    const image = new Blob([
      new Uint8Array(
        await sharp({ create: { width: 9, height: 9, channels: 3, background: "red" } })
          .png()
          .toBuffer(),
      ),
    ]);
    const gone = (
      await client.submit("/customers/new", { name: "مصور", phone: "777", image, passport_number: "" })
    ).headers.get("Location");
    expect(gone).toBe("/customers");
    const { id, image: file } = await office.knex("customers").orderBy("id", "desc").first();
    await office
      .knex("customers")
      .where({ id })
      .update({ passport_number: "B1", passport_expiry: "2031-01-01" });
    const kept = await makeCustomer(office.knex, { passport_number: "B2" });
    const { body } = await joinBy(kept, id);
    expect(body.customer).toMatchObject({ passport_number: "B2", passport_expiry: null });
    expect(body.customer.image_url).toBe(`/uploads/customers/${file}`);
    expect((await client.get(body.customer.image_url)).status).toBe(200);
  });

  test("of one campaign's groups are refused, naming the groups", async () => {
    const [one, other] = [await makeBusy(), await makeCustomer(office.knex, { name: "سالم الثاني" })];
    const second = await makeGroup(office.knex, one.campaign_id, { name: "الفوج الثاني" });
    await client.post(`/api/groups/${second}/members`, { customer_id: other });
    for (const [kept, gone] of [
      [one.id, other],
      [other, one.id],
    ] as const) {
      const { status, body } = await joinBy(kept, gone);
      expect([status, body.message]).toEqual([409, expect.stringContaining("«الفوج الثاني»")]);
    }
    const { body } = await client.get(address(one.id, other));
    expect(body).toContain("لا يمكن دمج هذين السجلين الآن");
    expect(body).not.toContain("دمج السجلين</button>");
    expect((await ownersOf(one))[0]).toBe(one.id);
    await client.delete(`/api/groups/${second}/members/${other}`);
    expect((await joinBy(other, one.id)).status).toBe(200);
  });

  test("are refused where a woman would come into a men's room", async () => {
    const busy = await makeBusy({ gender: "ذكر" });
    const kept = await makeCustomer(office.knex, { gender: "أنثى" });
    const { status, body } = await joinBy(kept, busy.id);
    expect([status, body.message]).toEqual([409, expect.stringContaining("لا يوافق الغرفة «101»")]);
    expect(await ownersOf(busy)).toEqual(Array(7).fill(busy.id));
  });

  test("with documents of a closed period stay; the other may be joined into them", async () => {
    const busy = await makeBusy();
    const other = await makeCustomer(office.knex);
    const closed = { closed_until: "2026-11-05", closed_by: (await office.knex("users").first("id")).id };
    await office.knex("period_closings").insert(closed);
    try {
      const { status, body } = await joinBy(other, busy.id);
      expect([status, body.message]).toEqual([409, expect.stringContaining("فترة مقفلة حتى 2026-11-05")]);
      const page = (await client.get(address(other, busy.id))).body;
      expect(page).toMatch(new RegExp(`checked="" value="${busy.id}"`)); // the only one that can stay
      expect((await joinBy(busy.id, other)).status).toBe(200);
    } finally {
      const opened = { ...closed, closed_until: null, deed: "reopen", reason: "اختبار" };
      await office.knex("period_closings").insert(opened);
    }
  });

  test("are joined once, whoever asks and in whichever direction, while money comes in", async () => {
    const [one, other] = [await makeBusy(), await makeBusy()];
    const paid = Array.from({ length: 6 }, (_, turn) =>
      receive(turn % 2 ? one.id : other.id, 10 + turn, turn % 2 ? one.contract.id : other.contract.id),
    );
    const joins = [
      [one.id, other.id],
      [other.id, one.id],
      [one.id, other.id],
      [other.id, one.id],
    ].map(([kept, gone]) => joinBy(kept as number, gone as number));
    const statuses = (await Promise.all(joins)).map(({ status }) => status);
    expect(statuses.toSorted()).toEqual([200, 404, 404, 404]);
    const posted = await Promise.all(paid);
    for (const { status } of posted) expect([201, 404, 422]).toContain(status);
    const stays = (await isThere(one.id)) ? one.id : other.id;
    expect(await ownersOf(one)).toEqual(Array(7).fill(stays));
    expect(await ownersOf(other)).toEqual(Array(7).fill(stays));
    const receipts = await office.knex("receipt_vouchers").where({ customer_id: stays });
    const made = posted.filter(({ status }) => status === 201).length;
    expect(receipts).toHaveLength(2 + made);
    const [sums] = await office.knex("contracts").where({ customer_id: stays }).sum("paid_amount");
    expect(Number(sums?.sum)).toBe(receipts.reduce((sum, { amount }) => sum + Number(amount), 0));
  });

  test("that are the same, or not there, or not theirs to join, are refused", async () => {
    const one = await makeCustomer(office.knex);
    expect((await joinBy(one, one)).status).toBe(422);
    expect((await joinBy(one, 999_999)).status).toBe(404);
    expect((await client.post(`/api/customers/${one}/join`, {})).status).toBe(422);
    expect((await client.get(address(one, one))).status).toBe(404);
    expect((await client.get(`/customers/${one}/join?with=x`)).status).toBe(404);
  });

  test("changed since they were compared are refused, and nothing moves", async () => {
    const [one, other] = [await makeCustomer(office.knex), await makeCustomer(office.knex)];
    const { body } = await client.get(address(one, other));
    const fields = {
      keep: String(one),
      idempotency_key: hiddenField(body, "idempotency_key"),
      [`seen_${one}`]: hiddenField(body, `seen_${one}`),
      [`seen_${other}`]: hiddenField(body, `seen_${other}`),
    };
    await client.put(`/api/customers/${other}`, { address: "عدن" });
    const late = await client.submit(address(one, other), fields);
    expect([late.status, late.body.includes("بعد أن فتحته")]).toEqual([409, true]);
    expect(await isThere(other)).toBe(true);
    const third = await makeCustomer(office.knex);
    const stranger = await client.submit(address(one, other), { keep: String(third) });
    expect([stranger.status, await isThere(other)]).toEqual([422, true]);
  });
});

test.each([
  ["wide", true],
  ["phone", false],
] as const)(
  "two are found, compared and joined on a screen (%s, JavaScript %s)",
  async (screen, javaScript) => {
    const name = `صالح ${screen}`;
    const one = await makeCustomer(office.knex, { name, phone: "777 600 500", national_id: `7${screen}` });
    const busy = await makeBusy({ name: `صالح بن ${screen}`, phone: "777600500", address: "المكلا" });
    const page = await browser.signedIn(`/customers/${one}/edit`, {
      screen,
      javaScript,
    });
    await page.getByText("دمج مع سجل آخر").click();
    await page.waitForURL(`**/customers/${one}/join`);
    await picture(page, `join/choice-${screen}`);
    await page.goto((await page.getByText("مقارنة ودمج").first().getAttribute("href")) as string);
    await picture(page, `join/pair-${screen}`);
    if (javaScript) expect(await violationsOn(page)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(
      0,
    );
    expect(await page.getByRole("radio").nth(1).isChecked()).toBe(true); // the customer with more records
    await page.getByRole("radio").first().check();
    await page.getByRole("button", { name: "دمج السجلين" }).click();
    await page.waitForURL(`**/customers/${one}/edit`);
    await expect.poll(() => page.content()).toContain(`تم دمج السجلين في سجل «${name}»`);
    expect(await page.locator("[name=address]").inputValue()).toBe("المكلا");
    expect(await ownersOf(busy)).toEqual(Array(7).fill(one));
  },
);
