import { describe, expect, test } from "vitest";
import { day, decisionsOf, today } from "../support/closing";
import { makeAgent, makeGroup } from "../support/factories";
import { useMoves } from "../support/moves";
import { useOffice } from "../support/office";
import { enterAs } from "../support/users";

/* A contract is moved to another campaign or package (docs/decisions/moved-contracts.md). */

const { office, client } = useOffice({ isFaultless: true });
const { ids, makeCustomer, makeContract, paidContract, receive, change, cancel, cancelled, find, ...on } =
  useMoves(office, client);
const { offer, move, moved, seatsOf, netsOf, amountsOf, refunded } = on;

/** A contract of a new customer, of which something is paid. */
async function contractOf(customer_id: number, total: string, paid: number, currency_id = ids.usd) {
  const id = await makeContract(total, currency_id, customer_id);
  if (paid) await receive({ customer_id, contract_id: id, amount: paid, currency_id: ids.usd });
  return id;
}

describe("what a move does", () => {
  test("the old contract is cancelled with the fee, the new one is signed with what was paid beyond it", async () => {
    const customer_id = await makeCustomer();
    const id = await contractOf(customer_id, "1000", 700);
    const to = await offer("1500");
    const { body } = await move(id, { ...to, fee: 100 });
    const [old, row] = [await find(id), body.contract];
    expect(row).toMatchObject({
      ...to,
      customer_id,
      status: "active",
      contract_date: today,
      total_amount: 1500,
      paid_amount: 600,
      remaining_amount: 900,
      moved_from_id: id,
      moved_from: { id, contract_number: old.contract_number },
      moved_to_id: null,
    });
    expect(old).toMatchObject({
      status: "cancelled",
      cancelled_on: today,
      cancellation_fee: 100,
      cancellation_reason: `نُقل إلى العقد ${row.contract_number}`,
      refundable_amount: 0,
      refunded_amount: 600,
      moved_from_id: null,
      moved_to_id: row.id,
      moved_to: { id: row.id, contract_number: row.contract_number },
    });
    expect(await netsOf(customer_id)).toEqual([["USD", 1000 - 700 - 1000 + 100 + 1500]]);
    expect([await seatsOf(old.campaign_id), await seatsOf(to.campaign_id)]).toEqual([0, 1]);
    const { allocations } = (await client.get(`/api/allocations?contract_id=${row.id}`)).body;
    expect(allocations).toMatchObject([
      { from_contract_id: id, contract_id: row.id, amount: 600, equivalent_amount: 600, date: today },
    ]);
  });

  test("what the new one does not need stays refundable on the old one", async () => {
    const id = await contractOf(await makeCustomer(), "1000", 1000);
    const row = await moved(id, await offer("400.50"));
    expect([row.paid_amount, row.remaining_amount]).toEqual([400.5, 0]);
    expect(await amountsOf(id)).toEqual([1000, 0, 400.5, 599.5]);
    await refunded(id, 599.5, { customer_id: row.customer_id });
    expect((await find(id)).refundable_amount).toBe(0);
  });

  test("currencies of none, two and three decimals: at the stored rates, and the last unit closes the new contract", async () => {
    for (const [from, to, total, price, paid] of [
      [ids.usd, ids.kwd, "1000", "100.125", 1000],
      [ids.kwd, ids.usd, "300.500", "999.99", 900],
      [ids.yer, ids.kwd, "250000.00", "307.692", 900],
      [ids.sar, ids.yer, "3750", "1000000", 1000],
    ] as const) {
      const customer_id = await makeCustomer();
      const id = await contractOf(customer_id, total, paid, from);
      const before = await find(id);
      const row = await moved(id, { ...(await offer(price, to)), fee: 1 });
      const old = await find(id);
      const [allocation] = (await client.get(`/api/allocations?contract_id=${row.id}`)).body.allocations;
      expect(old.refundable_amount).toBeCloseTo(before.paid_amount - 1 - allocation.amount, 4);
      expect(row.paid_amount).toBe(allocation.equivalent_amount);
      if (old.refundable_amount > 0) expect(row.remaining_amount).toBe(0);
    }
    const yen = await office
      .knex("currencies")
      .insert({ name: "ين", code: "JPY", symbol: "¥", exchange_rate: "0.0066" })
      .returning("id");
    const customer_id = await makeCustomer();
    const id = await contractOf(customer_id, "1000", 1000);
    const row = await moved(id, await offer("100001", yen[0].id));
    expect([row.paid_amount, row.remaining_amount, (await find(id)).refundable_amount]).toEqual([
      100001, 0, 339.99,
    ]);
    const back = await moved(row.id, await offer("660.01"));
    expect([back.paid_amount, (await find(row.id)).refundable_amount]).toEqual([660.01, 0]);
  });

  test("agent, rate, notes, visa days and family go along, a discount only where it is asked", async () => {
    const agent_id = await makeAgent(office.knex, { commission_rate: 5 });
    const first = await offer("1000");
    const kept = {
      agent_id,
      commission_rate: 7,
      commission_reason: "اتفاق",
      notes: "يحتاج كرسيًا",
      visa_issue_date: "2026-11-01",
      visa_duration_days: 30,
    };
    const discount = { discount_amount: 100, discount_reason: "عميل قديم" };
    const body = { customer_id: await makeCustomer(), ...first, ...kept, ...discount };
    const { contract } = (await client.post("/api/contracts", body)).body;
    const companion = (await client.post("/api/contracts", { ...body, customer_id: await makeCustomer() }))
      .body;
    await office.knex("contracts").where({ id: companion.contract.id }).update({ signed_with: contract.id });
    const row = await moved(contract.id, await offer("2000"));
    expect(row).toMatchObject({ ...kept, total_amount: 2000, discount_amount: 0, discount_reason: null });
    const other = await moved(companion.contract.id, {
      ...(await offer("500", ids.kwd)),
      keep_discount: true,
    });
    expect(other).toMatchObject({
      total_amount: 469.231,
      discount_amount: 30.769,
      discount_reason: "عميل قديم",
      discounted_on: today,
    });
    const family = (await client.get(`/api/contracts?signed_with=${row.id}&status=standing`)).body.contracts;
    expect(family.map(({ id }: { id: number }) => id)).toEqual([other.id, row.id]);
  });

  test("instalments are proposed anew by the new campaign's terms", async () => {
    const id = await contractOf(await makeCustomer(), "1000", 300);
    const to = await offer("1200", ids.usd, 5, { down_payment_percent: 25, payment_lead_days: 30 });
    const row = await moved(id, to);
    expect(row.schedule[0]).toMatchObject({ due_date: today, amount: 300, paid_amount: 300, status: "paid" });
    expect(row.schedule.at(-1).due_date).toBe("2027-04-01");
    expect(row.schedule.reduce((sum: number, { amount }: { amount: number }) => sum + amount, 0)).toBe(1200);
  });

  test("he leaves the group of the old campaign, and joins the one that was chosen", async () => {
    const id = await contractOf(await makeCustomer(), "1000", 0);
    const { campaign_id, customer_id } = await find(id);
    const group = await makeGroup(office.knex, campaign_id, { name: "الفوج الأول" });
    await client.post(`/api/groups/${group}/members`, { customer_id });
    const to = await offer("1000");
    const group_id = await makeGroup(office.knex, to.campaign_id, { capacity: 1 });
    const { body } = await move(id, { ...to, group_id });
    expect(body.left_group).toEqual({ id: group, name: "الفوج الأول" });
    const members = (await client.get(`/api/groups/${group_id}/members`)).body.members;
    expect(members).toMatchObject([{ id: customer_id, travels: true }]);
    // within the campaign he keeps his place
    const other = await offer("700");
    await office
      .knex("campaign_packages")
      .insert({ campaign_id: to.campaign_id, package_id: other.package_id });
    const row = await moved(body.contract.id, { ...to, package_id: other.package_id });
    expect(row.left_group).toBeUndefined();
    expect((await client.get(`/api/groups/${group_id}/members`)).body.members).toHaveLength(1);
  });

  test("another package of a full campaign needs no seat", async () => {
    const to = await offer("1000", ids.usd, 1);
    const other = await offer("800");
    await office
      .knex("campaign_packages")
      .insert({ campaign_id: to.campaign_id, package_id: other.package_id });
    const body = { customer_id: await makeCustomer(), ...to };
    const { contract } = (await client.post("/api/contracts", body)).body;
    await moved(contract.id, { ...to, package_id: other.package_id });
    expect(await seatsOf(to.campaign_id)).toBe(1);
  });
});

describe("refusals", () => {
  test.each([
    ["a cancelled contract", (id: number) => cancelled(id).then(() => offer("1")), 409, /العقد ملغي/],
    [
      "the same campaign and package",
      (id: number) => find(id).then(({ campaign_id, package_id }) => ({ campaign_id, package_id })),
      422,
      /في هذه الحملة/,
    ],
    ["a full campaign", () => offer("1", ids.usd, 0), 409, /لا توجد مقاعد/],
    ["an inactive campaign", () => offer("1", ids.usd, 5, { status: "completed" }), 409, /غير نشطة/],
    [
      "a package of another campaign",
      async () => ({ ...(await offer("1")), package_id: (await offer("1")).package_id }),
      422,
      /ليست من باقات/,
    ],
    ["a fee above what was paid", async () => ({ ...(await offer("1")), fee: 100.01 }), 409, /100\.00/],
    ["a fee finer than the currency", async () => ({ ...(await offer("1")), fee: 1.001 }), 422, /الرسم/],
    [
      "another version",
      async () => ({ ...(await offer("1")), updated_at: "2026-01-01T00:00:00.000Z" }),
      409,
      /راجع القيم/,
    ],
    [
      "a group of another campaign",
      async () => ({
        ...(await offer("1")),
        group_id: await makeGroup(office.knex, (await offer("1")).campaign_id),
      }),
      422,
      /ليست من مجموعات/,
    ],
    ["nothing", async () => ({}), 422, /اختر الحملة الجديدة/],
    [
      "text",
      async () => ({
        campaign_id: "x",
        package_id: [],
        fee: {},
        keep_discount: "?",
        group_id: -1,
        event_date: "x",
      }),
      422,
      /./,
    ],
  ] as [string, (id: number) => Promise<object>, number, RegExp][])(
    "%s",
    async (_, bodyOf, status, sentence) => {
      const id = await contractOf(await makeCustomer(), "1000", 100);
      const body = await bodyOf(id);
      const before = await find(id);
      const answer = await move(id, body);
      expect([answer.status, answer.body.message]).toEqual([status, expect.stringMatching(sentence)]);
      expect(await find(id)).toEqual(before);
    },
  );

  test("who has departed with his group is not moved, but for a day before it", async () => {
    const id = await contractOf(await makeCustomer(), "1000", 0);
    await office
      .knex("contracts")
      .where({ id })
      .update({ contract_date: day(9) });
    const { campaign_id, customer_id } = await find(id);
    const group = await makeGroup(office.knex, campaign_id, { name: "الفوج الثاني" });
    await client.post(`/api/groups/${group}/members`, { customer_id });
    await office
      .knex("groups")
      .where({ id: group })
      .update({ departure_date: day(3) });
    const to = await offer("1000");
    const { status, body } = await move(id, to);
    expect([status, body.message]).toEqual([409, expect.stringContaining("غادر مع المجموعة «الفوج الثاني»")]);
    expect((await moved(id, { ...to, event_date: day(4) })).contract_date).toBe(day(4));
  });

  test("unknown contracts and other methods", async () => {
    expect((await move(99_999, await offer("1"))).status).toBe(404);
    expect((await client.get("/api/contracts/1/move")).status).toBe(405);
  });
});

test("in a closed month it goes through as an event of today", async () => {
  const id = await contractOf(await makeCustomer(), "1000", 100);
  await office
    .knex("contracts")
    .where({ id })
    .update({ contract_date: day(40) });
  const { closeUntil, reopenAll } = decisionsOf(client);
  await closeUntil(day(20));
  const to = await offer("1000");
  expect((await move(id, { ...to, event_date: day(30) })).status).toBe(409);
  expect((await moved(id, { ...to, fee: 10 })).contract_date).toBe(today);
  expect(await find(id)).toMatchObject({ cancelled_on: today, contract_date: day(40) });
  await reopenAll();
});

describe("undoing", () => {
  test("the old contract stands again when the new one does not, which names it no more", async () => {
    const id = await contractOf(await makeCustomer(), "1000", 500);
    const row = await moved(id, await offer("1000"));
    const refused = await change(id, { status: "active" });
    expect([refused.status, refused.body.message]).toEqual([
      409,
      expect.stringContaining(row.contract_number),
    ]);
    const [allocation] = (await client.get(`/api/allocations?contract_id=${row.id}`)).body.allocations;
    expect((await client.delete(`/api/contracts/${row.id}`)).status).toBe(409); // the allocation names it
    expect((await client.post(`/api/allocations/${allocation.id}/cancel`, {})).status).toBe(200);
    await cancel(row.id);
    expect((await change(id, { status: "active" })).body.contract).toMatchObject({
      moved_to_id: null,
      paid_amount: 500,
      refundable_amount: 0,
    });
    expect((await find(row.id)).moved_from_id).toBeNull();
  });

  test("the old one is not deleted while the new one names it; the new one is, and frees it", async () => {
    const id = await contractOf(await makeCustomer(), "1000", 0);
    const row = await moved(id, await offer("1000"));
    const { status, body } = await client.delete(`/api/contracts/${id}`);
    expect([status, body.message]).toEqual([409, expect.stringContaining(row.contract_number)]);
    expect((await client.delete(`/api/contracts/${row.id}`)).status).toBe(200);
    expect((await find(id)).moved_to_id).toBeNull();
    expect((await change(id, { status: "active" })).status).toBe(200);
  });

  test("a moved contract is moved on, and lists find both ways", async () => {
    const id = await contractOf(await makeCustomer(), "1000", 100);
    const second = await moved(id, await offer("900"));
    const third = await moved(second.id, await offer("800"));
    expect(third.paid_amount).toBe(100);
    const idsOf = async (moved: string) =>
      (await client.get(`/api/contracts?moved=${moved}&customer_id=${third.customer_id}`)).body.contracts.map(
        ({ id }: { id: number }) => id,
      );
    expect([await idsOf("to"), await idsOf("from")]).toEqual([
      [second.id, id],
      [third.id, second.id],
    ]);
    expect((await client.get("/api/contracts?moved=x")).status).toBe(422);
  });
});

test("the same move twice with one key makes one contract", async () => {
  const id = await contractOf(await makeCustomer(), "1000", 100);
  const to = await offer("1000");
  const key = { "Idempotency-Key": "move-1" };
  const answers = await Promise.all([1, 2, 3].map(() => move(id, to, key)));
  expect(new Set(answers.map(({ status, body }) => `${status} ${body.contract?.id}`)).size).toBe(1);
  expect(answers[0]?.status).toBe(201);
  expect((await move(id, { ...to, fee: 1 }, key)).status).toBe(409);
  expect(await seatsOf(to.campaign_id)).toBe(1);
});

describe("rights", () => {
  test("a discount above the user's limit does not go along, another day and a group need their own right", async () => {
    const sales = await enterAs(office, "sales", ["manage_contracts"]);
    await client.post("/api/company-info", { discount_limit_percent: 5 });
    const first = { customer_id: await makeCustomer(), ...(await offer("1000")) };
    const discount = { discount_amount: 100, discount_reason: "عميل قديم" };
    const { contract } = (await client.post("/api/contracts", { ...first, ...discount })).body;
    const to = await offer("1000");
    const path = `/api/contracts/${contract.id}/move`;
    const group_id = await makeGroup(office.knex, to.campaign_id);
    for (const [more, field] of [
      [{ keep_discount: true }, "keep_discount"],
      [{ event_date: day(1) }, "event_date"],
      [{ group_id }, "group_id"],
    ] as const) {
      const { status, body } = await sales.post(path, { ...to, ...more });
      expect([status, Object.keys(body.fields)]).toEqual([403, [field]]);
    }
    expect((await sales.post(path, to)).status).toBe(201);
    const reader = await enterAs(office, "reader", ["manage_financials"]);
    expect((await reader.post(path, to)).status).toBe(403);
  });
});

describe("several at once", () => {
  const several = (contract_ids: number[], body: object) =>
    client.post("/api/contracts/move", { contract_ids, ...body });

  test("all of them or none, with the number of the one to blame", async () => {
    const family = [
      await contractOf(await makeCustomer(), "1000", 100),
      await contractOf(await makeCustomer(), "1000", 50),
    ];
    const to = await offer("1200");
    const { contract_number } = await find(family[1] as number);
    const refused = await several(family, { ...to, fee: 60 });
    expect([refused.status, refused.body.fields.fee]).toEqual([
      409,
      expect.stringContaining(contract_number),
    ]);
    expect((await find(family[0] as number)).status).toBe("active");
    expect((await several(family, { ...(await offer("1", ids.usd, 1)) })).status).toBe(409);
    const { status, body } = await several(family.toReversed(), { ...to, fee: 10 });
    expect([status, body.contracts.map((one: { moved_from_id: number }) => one.moved_from_id)]).toEqual([
      201,
      family,
    ]);
    expect(body.contracts.map((one: { paid_amount: number }) => one.paid_amount)).toEqual([90, 40]);
    expect(await seatsOf(to.campaign_id)).toBe(2);
  });

  test("a fee in percent is of each contract's total", async () => {
    const two = [
      await contractOf(await makeCustomer(), "1000", 500),
      await contractOf(await makeCustomer(), "2000", 500),
    ];
    const { body } = await several(two, { ...(await offer("1200")), fee: 10, fee_kind: "percent" });
    expect(body.contracts.map((one: { paid_amount: number }) => one.paid_amount)).toEqual([400, 300]);
  });

  test("none, unknown ones and more than twenty are refused", async () => {
    const to = await offer("1");
    expect((await several([], to)).status).toBe(422);
    expect((await several([99_999], to)).status).toBe(404);
    const many = Array.from({ length: 21 }, (_, index) => index + 1);
    expect((await several(many, to)).status).toBe(422);
    expect((await client.post("/api/contracts/move", { ...to, contract_ids: "x" })).status).toBe(422);
  });
});
