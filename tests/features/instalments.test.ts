import { describe, expect, test } from "vitest";
import { day, instalmentsOf, path, thirds, today } from "../support/instalments";
import { useOffice } from "../support/office";

const { office, client } = useOffice({ isBusy: true });
const { ids, sign, find, reschedule, signedAgo, pay } = instalmentsOf(office, client);

describe("what is due", () => {
  test("follows from what is paid, the oldest part first", async () => {
    const id = await signedAgo(60, thirds);
    for (const [paid, due, overdue, next, states] of [
      ["0", 900.25, 400, day(-40), ["overdue", "due", "upcoming"]],
      ["399.99", 500.26, 0.01, day(-40), ["overdue", "due", "upcoming"]],
      ["400", 500.25, 0, day(0), ["paid", "due", "upcoming"]],
      ["1000", 0, 0, day(20), ["paid", "paid", "upcoming"]],
      ["1250.5", 0, 0, null, ["paid", "paid", "paid"]],
    ] as const) {
      await pay(id, paid);
      const row = await find(id);
      expect(row).toMatchObject({ due_amount: due, overdue_amount: overdue, next_due_date: next });
      expect(row.schedule.map(({ status }: { status: string }) => status)).toEqual(states);
      const sum = row.schedule.reduce(
        (sum: number, part: { paid_amount: number }) => sum + part.paid_amount,
        0,
      );
      expect(sum).toBeCloseTo(Number(paid), 9);
    }
  });

  test("without a schedule it is the whole, from the contract's date", async () => {
    const [fresh, old] = [await signedAgo(0), await signedAgo(1)];
    expect(await find(fresh)).toMatchObject({
      schedule: [],
      due_amount: 1250.5,
      overdue_amount: 0,
      next_due_date: today,
    });
    expect(await find(old)).toMatchObject({
      due_amount: 1250.5,
      overdue_amount: 1250.5,
      next_due_date: day(-1),
    });
  });

  test("a cancelled contract has nothing due, and its schedule comes back with it", async () => {
    const id = await signedAgo(60, thirds);
    await client.put(path(id), { status: "cancelled" });
    expect(await find(id)).toMatchObject({ due_amount: 0, overdue_amount: 0, next_due_date: null });
    expect((await reschedule(id, [])).status).toBe(409);
    await client.put(path(id), { status: "active" });
    expect(await find(id)).toMatchObject({ due_amount: 900.25, overdue_amount: 400 });
  });

  test("the list filters by what is overdue, on the screen, by call and in its files", async () => {
    const [late, due, paid] = [await signedAgo(60, thirds), await signedAgo(0), await signedAgo(60, thirds)];
    await pay(paid, "400");
    const listed = async (overdue: string) => {
      const params = `campaign_id=${ids.campaign_id}&overdue=${overdue}`;
      const { body } = await client.get(`/api/contracts?${params}`);
      const sheet = (await client.get(`/contracts/export/csv?${params}`)).body;
      const numbers = body.contracts.map((row: { contract_number: string }) => row.contract_number);
      for (const number of numbers) expect(sheet).toContain(number);
      expect(sheet.trim().split("\n")).toHaveLength(numbers.length + 1);
      return body.contracts.map(({ id }: { id: number }) => id);
    };
    expect(await listed("true")).toEqual([late]);
    expect(await listed("false")).toEqual([paid, due]);
    expect((await client.get("/api/contracts?overdue=perhaps")).status).toBe(422);
    const screen = await client.get(`/contracts?campaign_id=${ids.campaign_id}&overdue=true`);
    expect(screen.body.match(/متأخر السداد<\/span>/g)).toHaveLength(1);
  });
});

describe("a schedule", () => {
  test("is refused where it is not the total, or no schedule", async () => {
    const id = await signedAgo(10);
    for (const [schedule, sentence] of [
      [[{ due_date: day(-10), amount: 1250.49 }], "بقي بلا قسط 0.01 USD"],
      [[{ due_date: day(-11), amount: 1250.5 }], "الموعد لا يسبق تاريخ العقد"],
      [[{ due_date: "2026-02-30", amount: 1250.5 }], "القسط 1: الموعد: التاريخ غير صحيح"],
    ] as const) {
      const { status, body } = await reschedule(id, schedule);
      expect([status, body.fields?.schedule]).toEqual([422, expect.stringContaining(sentence)]);
    }
    expect((await sign({ schedule: [{ due_date: today, amount: 1 }] })).status).toBe(422);
    expect((await find(id)).schedule).toEqual([]);
  });

  test("is stored by due date, echoed without harm, and removed by an empty one", async () => {
    const { body } = await sign({
      schedule: [
        { due_date: day(9), amount: "١٬٠٠٠" },
        { due_date: day(3), amount: 250.5 },
      ],
    });
    const { id, schedule, updated_at } = body.contract;
    expect(schedule).toEqual([
      { due_date: day(3), amount: 250.5, paid_amount: 0, status: "upcoming" },
      { due_date: day(9), amount: 1000, paid_amount: 0, status: "upcoming" },
    ]);
    const echo = await client.put(path(id), { schedule });
    expect(echo.body.contract).toMatchObject({ schedule, updated_at });
    expect((await reschedule(id, [])).body.contract.schedule).toEqual([]);
    const lines = await office
      .knex("audit_log")
      .where({ kind: "contracts", record_id: id, action: "update" });
    expect(lines.map(({ changes }) => changes)).toEqual([
      {
        schedule: [
          [expect.objectContaining({ amount: "250.50" }), expect.objectContaining({ amount: "1000.00" })],
          null,
        ],
      },
    ]);
  });

  test("changes only after its paid parts, which stay first", async () => {
    const id = await signedAgo(60, thirds);
    await pay(id, "400");
    const rest = { due_date: day(30), amount: 850.5 };
    const refused = await reschedule(id, [{ due_date: day(-39), amount: 400 }, rest]);
    expect([refused.status, refused.body.fields?.schedule]).toEqual([
      422,
      expect.stringContaining("القسط 1 مسدد"),
    ]);
    const { body } = await reschedule(id, [{ due_date: day(-40), amount: 400 }, rest]);
    expect(body.contract).toMatchObject({ due_amount: 0, next_due_date: day(30) });
  });

  test("two who change it at the same moment: the later one is told", async () => {
    const id = await signedAgo(1);
    const { updated_at } = await find(id);
    const answers = await Promise.all(
      [1, 2, 3, 4].map((days) =>
        client.put(path(id), { updated_at, schedule: [{ due_date: day(days), amount: 1250.5 }] }),
      ),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409]);
  });

  test("no other column of a total can drift from it", async () => {
    const id = await signedAgo(60, thirds);
    await expect(office.knex("contracts").where({ id }).update({ total_amount: "1300" })).rejects.toThrow(
      "contracts_schedule_is_total",
    );
  });

  test("a closed period lets it change, with what else is no money of the contract", async () => {
    const id = await signedAgo(60, thirds);
    await client.submit("/settings/accounts/closing/close", { closed_until: day(-30) });
    expect((await client.put(path(id), { status: "completed", schedule: [] })).status).toBe(200);
    const { body } = await reschedule(id, [{ due_date: day(5), amount: 1250.5 }]);
    expect(body.contract).toMatchObject({ status: "completed", next_due_date: day(5) });
    expect((await client.delete(path(id))).status).toBe(409);
    await client.submit("/settings/accounts/closing/reopen", { extent: "all", reason: "انتهى الاختبار" });
  });
});
