import currencyCodes from "currency-codes";
import { describe, expect, test } from "vitest";
import { useOffice } from "../support/office";
import { queriesOf } from "../support/queries";
import { useShares } from "../support/shares";

/* The shares of agents: who has which rate, and what is earned. */

const { office, client } = useOffice();
const { rows } = queriesOf(office);
const { ids, agent, sign, signed, find, change, paid, takeBack, commission, expectShares } = useShares(
  office,
  client,
);

test("minor_unit(code) of the database is that of ISO 4217", async () => {
  const codes = currencyCodes.data.map(({ code, digits }) => ({ code, digits }));
  const stored = await rows<{ code: string; digits: number }>(
    `SELECT code, minor_unit(code) AS digits FROM unnest('{${codes.map(({ code }) => code)},ZZZ}'::text[]) AS code`,
  );
  expect(stored).toEqual([...codes, { code: "ZZZ", digits: 2 }]);
});

describe("the agent of a contract", () => {
  test("has the rate of the signing; another one needs a reason", async () => {
    const five = await agent("5");
    expect(await signed()).toMatchObject({
      agent_id: null,
      agent: null,
      commission_rate: null,
      commission_reason: null,
      earned_commission: null,
    });
    const contract = await signed({ agent_id: five });
    expect(contract).toMatchObject({
      agent_id: five,
      agent: { id: five },
      commission_rate: 5,
      earned_commission: 0,
    });
    await office.knex("agents").where({ id: five }).update({ commission_rate: "9" });
    expect(await find(contract.id)).toMatchObject({ commission_rate: 5 });
    expect(
      await signed({ agent_id: five, commission_rate: 0, commission_reason: "بلا عمولة" }),
    ).toMatchObject({
      commission_rate: 0,
      commission_reason: "بلا عمولة",
    });
    // The agent's own rate, which has changed since, needs no reason.
    expect(await signed({ agent_id: five, commission_rate: "٩" })).toMatchObject({ commission_rate: 9 });
  });

  test("is refused when he is missing, unknown or inactive, and his rate out of bounds or without its reason", async () => {
    const five = await agent("5", { name: "مكتب الهدى" });
    const idle = await agent("5", { is_active: false });
    for (const [sent, status, field, sentence] of [
      [{ agent_id: 99999 }, 422, "agent_id", "الوكيل غير موجود"],
      [{ agent_id: "x" }, 422, "agent_id", ""],
      [{ agent_id: idle }, 409, "agent_id", "غير نشط"],
      [{ commission_rate: 5 }, 422, "agent_id", "اختر الوكيل"],
      [
        { agent_id: five, commission_rate: 6 },
        422,
        "commission_reason",
        "نسبة الوكيل «مكتب الهدى» 5%: اكتب سبب النسبة 6%",
      ],
      [{ agent_id: five, commission_rate: 6, commission_reason: " " }, 422, "commission_reason", "اكتب سبب"],
      [
        { agent_id: five, commission_rate: 100.01, commission_reason: "س" },
        422,
        "commission_rate",
        "من 0 إلى 100",
      ],
      [
        { agent_id: five, commission_rate: -1, commission_reason: "س" },
        422,
        "commission_rate",
        "من 0 إلى 100",
      ],
      [
        { agent_id: five, commission_rate: 1.005, commission_reason: "س" },
        422,
        "commission_rate",
        "من 0 إلى 100",
      ],
      [{ agent_id: five, commission_rate: "NaN", commission_reason: "س" }, 422, "commission_rate", ""],
    ] as const) {
      const answer = await sign(sent);
      expect([sent, answer.status, answer.body.fields?.[field]]).toEqual([
        sent,
        status,
        expect.stringContaining(sentence),
      ]);
    }
  });

  test("and his rate change later, with a reason", async () => {
    const [five, seven] = [await agent("5"), await agent("7")];
    const { id } = await signed({ agent_id: five });
    expect((await change(id, { commission_rate: 4 })).body.fields.commission_reason).toBe(
      "اكتب سبب تغيير نسبة العمولة",
    );
    expect((await change(id, { commission_rate: 4, commission_reason: "اتفاق" })).status).toBe(200);
    expect((await change(id, { notes: "لا تمس العمولة" })).status).toBe(200);
    expect(await find(id)).toMatchObject({ agent_id: five, commission_rate: 4, commission_reason: "اتفاق" });
    expect((await change(id, { agent_id: seven })).status).toBe(200);
    expect(await find(id)).toMatchObject({ agent_id: seven, commission_rate: 7, commission_reason: null });
    expect((await change(id, { agent_id: null })).status).toBe(200);
    expect(await find(id)).toMatchObject({ agent_id: null, commission_rate: null, earned_commission: null });
  });

  test("filters the list, and cannot be deleted while a contract names him", async () => {
    const five = await agent("5");
    const { id, contract_number } = await signed({ agent_id: five });
    const listed = (await client.get(`/api/contracts?agent_id=${five}`)).body.contracts;
    expect(listed.map(({ id }: { id: number }) => id)).toEqual([id]);
    expect((await client.get("/api/contracts?agent_id=x")).status).toBe(422);
    const { status, body } = await client.delete(`/api/agents/${five}`);
    expect([status, body.error]).toEqual([409, expect.stringContaining(contract_number)]);
  });
});

describe("what is earned", () => {
  test("is the rate of what is paid, rounded half up to the contract's currency", async () => {
    const [five, odd] = [await agent("5"), await agent("2.5")];
    const dollars = await signed({ agent_id: five });
    await paid(dollars, "100.10"); // 5.005
    expect(await find(dollars.id)).toMatchObject({ earned_commission: 5.01 });
    const dinars = await signed({ agent_id: odd, package_id: ids.dinars });
    await paid(dinars, "0.420"); // 0.0105
    expect(await find(dinars.id)).toMatchObject({ earned_commission: 0.011 });
    expect((await commission(odd)).contracts).toEqual([
      expect.objectContaining({ id: dinars.id, paid_amount: 0.42, earned: 0.011, invoiced: 0, due: 0.011 }),
    ]);
    expect((await commission(odd)).commission).toEqual({ earned: 0.13, invoiced: 0, due: 0.13, paid: 0 }); // 0.0358… dollars
    await expectShares();
  });

  test("follows a receipt that is taken back, and is nothing of a cancelled contract", async () => {
    const ten = await agent("10");
    const contract = await signed({ agent_id: ten });
    await paid(contract, 300);
    const second = await paid(contract, 200);
    expect((await commission(ten)).commission.due).toBe(187.5); // 50 dollars
    await takeBack(second);
    expect((await commission(ten)).commission.due).toBe(112.5);
    await change(contract.id, { status: "cancelled", cancellation_fee: 100 });
    expect((await commission(ten)).commission).toEqual({ earned: 0, invoiced: 0, paid: 0, due: 0 });
    expect(await find(contract.id)).toMatchObject({ earned_commission: 0 });
    await change(contract.id, { status: "active" });
    expect((await commission(ten)).commission.due).toBe(112.5);
  });
});
