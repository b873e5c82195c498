import { describe, expect, test } from "vitest";
import { type Answer, enter, hiddenField } from "../support/client";
import { closingsOf, day, lastWeek, path, today, until } from "../support/closing";
import { useOffice } from "../support/office";
import { createUser, enterAs } from "../support/users";

const { office, client } = useOffice();

const { ids, receive, received, decide, closeUntil, closed, openAll, expectBalanced } = closingsOf(
  office,
  client,
);

describe("closing", () => {
  test("is a manager's: others see what is closed, and are refused what they send", async () => {
    const theirs = await enterAs(office, "clerk", ["manage_financials"]);
    const list = await theirs.get(path);
    expect(list.status).toBe(200);
    expect(list.body).not.toContain(`${path}/close"`);
    expect((await client.get(path)).body).toContain(`${path}/close"`);
    for (const deed of ["close", "reopen"]) {
      expect((await theirs.get(`${path}/${deed}`)).status).toBe(403);
      const sent = { closed_until: lastWeek, reason: "سبب", extent: "all" };
      expect((await theirs.submit(`${path}/${deed}`, sent)).status).toBe(403);
    }
    const admin = await createUser(office.knex, "chief", ["manage_settings"], { user_type: "admin" });
    expect((await (await enter(office, admin)).get(path)).status).toBe(403);
    expect(await office.knex("period_closings")).toEqual([]);
  });

  test.each([
    ["close", {}, "هذا الحقل مطلوب"],
    ["close", { closed_until: day(-1) }, "يقفل حتى أمس على الأكثر"],
    ["close", { closed_until: "2026-02-30" }, "التاريخ غير صحيح"],
    ["close", { closed_until: "infinity" }, "التاريخ غير صحيح"],
    ["close", { closed_until: lastWeek, reason: "س".repeat(501) }, "النص أطول من المسموح"],
    ["reopen", { extent: "all", reason: "سبب" }, "لا توجد فترة مقفلة"],
  ] as ["close" | "reopen", Record<string, string>, string][])(
    "%s with %j is refused at its field",
    async (deed, fields, sentence) => {
      const { status, body } = await decide(deed, fields);
      expect([422, 409]).toContain(status);
      expect(body).toContain(sentence);
      if (fields.reason) expect(body).toContain(fields.reason);
      expect(await closed()).toBeNull();
    },
  );

  test("goes forward; opening again goes back, by another form that asks for the reason", async () => {
    await closeUntil(lastWeek);
    expect(await closed()).toBe(lastWeek);
    for (const date of [lastWeek, day(8)])
      expect((await decide("close", { closed_until: date })).body.replaceAll(/<[^>]*>/g, "")).toContain(
        `${until(lastWeek)}: اختر تاريخًا بعده`,
      );
    for (const [fields, sentence] of [
      [{ extent: "part", closed_until: day(9) }, "هذا الحقل مطلوب"],
      [{ extent: "all", reason: " " }, "هذا الحقل مطلوب"],
      [{ closed_until: day(9), reason: "سبب" }, "هذا الحقل مطلوب"],
      [{ extent: "part", reason: "سبب" }, "هذا الحقل مطلوب"],
      [{ extent: "part", closed_until: day(6), reason: "سبب" }, "اختر تاريخًا قبله"],
      [{ extent: "all", closed_until: day(9), reason: "سبب" }, "اترك التاريخ فارغًا"],
      [{ extent: "none", reason: "سبب" }, "اختر قيمة من القائمة"],
    ] as [Record<string, string>, string][]) {
      const { status, body } = await decide("reopen", fields);
      expect([status, fields]).toEqual([422, fields]);
      expect(body).toContain(sentence);
    }
    expect(await closed()).toBe(lastWeek);
    expect(
      (await decide("reopen", { extent: "part", closed_until: day(9), reason: "سند ناقص" })).status,
    ).toBe(302);
    expect(await closed()).toBe(day(9));
    await openAll();
    expect(await closed()).toBeNull();

    const { body } = await client.get(path);
    for (const text of [lastWeek, day(9), "سند ناقص", "إعادة فتح", "إقفال", "manager"])
      expect(body).toContain(text);
    const trail = await client.get("/settings/trail?kind=period_closings");
    expect(trail.body).toContain("سند ناقص");
    expect(trail.body).toContain(lastWeek);
  });

  test("sent twice is one; what another manager decided meanwhile is told", async () => {
    const form = async (deed: string) => {
      const { body } = await client.get(`${path}/${deed}`);
      return {
        idempotency_key: hiddenField(body, "idempotency_key"),
        updated_at: hiddenField(body, "updated_at"),
      };
    };
    const before = Number((await office.knex("period_closings").count())[0]?.count);
    const fields = { ...(await form("close")), closed_until: day(20) };
    const answers = await Promise.all([1, 2, 3].map(() => client.submit(`${path}/close`, fields)));
    expect(answers.map(({ status }) => status)).toEqual([302, 302, 302]);
    expect(Number((await office.knex("period_closings").count())[0]?.count)).toBe(before + 1);
    const stale = await client.submit(`${path}/close`, {
      ...fields,
      idempotency_key: "another",
      closed_until: day(10),
    });
    expect(stale.status).toBe(409);
    expect(stale.body).toContain("غيّر مدير آخر الإقفال");
    expect(await closed()).toBe(day(20));
    const again = {
      closed_until: day(10),
      idempotency_key: "another",
      updated_at: hiddenField(stale.body, "updated_at"),
    };
    expect((await client.submit(`${path}/close`, again)).status).toBe(302);
    await openAll();
  });

  test("is never changed or deleted", async () => {
    await expect(office.knex("period_closings").update({ closed_until: null })).rejects.toThrow(
      "only added to",
    );
    await expect(office.knex("period_closings").delete()).rejects.toThrow("only added to");
  });
});

describe("while many work", () => {
  /** Every receipt of the period but for its status, and what moved and was entered in it. */
  async function kept(date: string) {
    const rowsOf = (table: string) => office.knex(table).where("date", "<=", date).orderBy("id");
    const receipts = await rowsOf("receipt_vouchers");
    return [
      receipts.map(({ status: _, updated_at: __, ...row }) => row),
      await rowsOf("movements"),
      await rowsOf("entries"),
    ];
  }

  test.each([1, 2, 3])("a closing ends what is under way and lets nothing in after it (%i)", async () => {
    const vouchers = await Promise.all(Array.from({ length: 20 }, () => received({ date: day(9) })));
    const clerks = Array.from({ length: 30 }, (_, turn) => async () => {
      const id = vouchers[turn % vouchers.length];
      const answers: Answer[] = [];
      for (let step = 0; step < 6; step++) {
        const deeds = [
          () => receive({ date: day(8 + (step % 3)), amount: 1 + turn }),
          () => client.put(`/api/receipt-vouchers/${id}`, { amount: 20 + turn + step }),
          () => client.put(`/api/receipt-vouchers/${id}`, { date: step % 2 ? today : day(8) }),
          () => receive({ date: today }),
          () => client.put(`/api/cash-boxes/${ids.box}`, { name: `صندوق ${turn}` }),
          () =>
            turn % 5
              ? client.put(`/api/receipt-vouchers/${id}`, { amount: 30 + turn })
              : client.put(`/api/receipt-vouchers/${id}`, { status: "cancelled" }),
        ];
        answers.push(await (deeds[(turn + step) % deeds.length] as (typeof deeds)[0])());
      }
      return answers;
    });
    let atClosing: unknown;
    const closing = async () => {
      await new Promise((resolve) => setTimeout(resolve, 400));
      let answer: Answer;
      do answer = await decide("close", { closed_until: lastWeek });
      while (answer.status === 503);
      atClosing = await kept(lastWeek);
      return answer.status;
    };
    const [status, ...answers] = await Promise.all([closing(), ...clerks.map((clerk) => clerk())]);
    expect(status).toBe(302);
    const all = answers.flat();
    const refused = all.filter(({ status }) => status === 409);
    const told = refused.map(({ body }) => body.message as string);
    expect(all.filter(({ status }) => ![200, 201, 409].includes(status))).toEqual([]);
    expect(told.filter((message) => !message.includes(until(lastWeek)) && !message.includes("ملغي"))).toEqual(
      [],
    );
    expect(told.filter((message) => message.includes(until(lastWeek))).length).toBeGreaterThan(10);
    expect(all.filter(({ status }) => status !== 409).length).toBeGreaterThan(10);
    expect(await kept(lastWeek)).toEqual(atClosing);
    await expectBalanced();
    await openAll();
  });

  test("closing, opening, adjusting and counting at once waits in no circle", async () => {
    const counts = `/settings/accounts/cash-boxes/${ids.box}/counts/new`;
    const times = (count: number, work: (turn: number) => Promise<Answer>) =>
      Array.from({ length: count }, (_, turn) => async () => work(turn));
    const people = [
      times(6, () => receive({ date: day(8) })),
      times(6, () => receive({ contract_id: null })),
      times(6, (turn) => client.put(`/api/cash-boxes/${ids.box}`, { balance: 100_000 + turn })),
      times(6, (turn) => client.submit(counts, { counted: String(90_000 + turn), reason: "عد" })),
      times(6, () =>
        client.post("/api/contracts", {
          customer_id: ids.customer,
          campaign_id: ids.campaign,
          package_id: ids.plan,
        }),
      ),
      times(6, (turn) =>
        turn % 2
          ? decide("reopen", { extent: "all", reason: "سبب" })
          : decide("close", { closed_until: turn % 4 ? day(1) : lastWeek }),
      ),
    ];
    const answers = await Promise.all(
      people.map(async (steps) => {
        const answered: number[] = [];
        for (const step of steps) answered.push((await step()).status);
        return answered;
      }),
    );
    const wrong = answers.flat().filter((status) => ![200, 201, 302, 409, 422].includes(status));
    expect(wrong).toEqual([]);
    await openAll();
    await expectBalanced();
  });
});

test("nobody waited in a circle", async () => {
  await office.app.stop(); // PostgreSQL reports a session's counts when the session ends
  const { rows } = await office.knex.raw(
    "SELECT deadlocks::int FROM pg_stat_database WHERE datname = current_database()",
  );
  expect(rows).toEqual([{ deadlocks: 0 }]);
});
