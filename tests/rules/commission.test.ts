import { describe, expect, test } from "vitest";
import {
  type Commission,
  judgeCommission,
  type NamedAgent,
  type SentCommission,
} from "~/features/contracts/commission.server";
import { answerOf, sentences } from "../support/rules";

const five: NamedAgent = { name: "مكتب الهدى", commission_rate: "5.00" };
const seven: NamedAgent = { name: "مكتب النور", commission_rate: "7.25" };
const signed = (commission_rate: string, commission_reason: string | null = null): Commission => ({
  agent_id: 1,
  commission_rate,
  commission_reason,
});
const judge = (sent: SentCommission, agent: NamedAgent | null, more: object = {}) =>
  answerOf(() => judgeCommission(sent, agent, more));

describe("at signing", () => {
  test.each<[SentCommission, NamedAgent | null, object | undefined]>([
    [{}, null, undefined],
    [{ agent_id: null, commission_rate: null, commission_reason: null }, null, undefined],
    [{ agent_id: 1 }, five, signed("5.00")],
    [{ agent_id: 1, commission_rate: "5" }, five, signed("5")],
    [{ agent_id: 1, commission_rate: null }, seven, signed("7.25")],
    [{ agent_id: 1, commission_rate: "9", commission_reason: "اتفاق" }, five, signed("9", "اتفاق")],
    [{ agent_id: 1, commission_rate: "0", commission_reason: "بلا عمولة" }, five, signed("0", "بلا عمولة")],
    [
      { agent_id: 1, commission_rate: "6" },
      five,
      sentences({ commission_reason: "نسبة الوكيل «مكتب الهدى» 5%: اكتب سبب النسبة 6%" }),
    ],
    [
      { agent_id: 1, commission_rate: "0.5" },
      seven,
      sentences({ commission_reason: "نسبة الوكيل «مكتب النور» 7.25%: اكتب سبب النسبة 0.5%" }),
    ],
    [{ commission_rate: "5" }, null, sentences({ agent_id: "اختر الوكيل" })],
    [{ agent_id: null, commission_reason: "سبب" }, null, sentences({ agent_id: "اختر الوكيل" })],
  ])("%o for %o", (sent, agent, answer) => {
    expect(judge(sent, agent)).toEqual(answer);
  });
});

describe("later", () => {
  const why = "اكتب سبب تغيير نسبة العمولة";
  const other = (commission_rate: string, commission_reason: string | null = null) => ({
    ...signed(commission_rate, commission_reason),
    agent_id: 2,
  });
  const none = { agent_id: null, commission_rate: null, commission_reason: null };

  test.each<[SentCommission, NamedAgent | null, Commission, object | undefined]>([
    // The agent's own rate has become another one; that of the contract stays.
    [{}, seven, signed("5.00"), undefined],
    [{ agent_id: 1, commission_rate: "5" }, seven, signed("5.00"), undefined],
    [{ commission_rate: "4" }, five, signed("5.00"), sentences({ commission_reason: why })],
    [{ commission_rate: "4", commission_reason: "اتفاق" }, five, signed("5.00"), signed("4", "اتفاق")],
    // The reason of the present rate says nothing of another one, and is not taken away from it.
    [{ commission_rate: "9" }, five, signed("4", "اتفاق"), sentences({ commission_reason: why })],
    [{ commission_reason: null }, five, signed("4", "اتفاق"), sentences({ commission_reason: why })],
    [{ commission_reason: "غيره" }, five, signed("4", "اتفاق"), signed("4", "غيره")],
    [{ agent_id: 2 }, seven, signed("4", "اتفاق"), other("7.25")],
    [
      { agent_id: 2, commission_rate: "4" },
      seven,
      signed("4", "اتفاق"),
      sentences({ commission_reason: "اكتب سبب النسبة 4%" }),
    ],
    [{ agent_id: null }, null, signed("4", "اتفاق"), none],
    [
      { agent_id: null, commission_rate: "4.00", commission_reason: "اتفاق" },
      null,
      signed("4", "اتفاق"),
      none,
    ],
    [
      { agent_id: null, commission_rate: "3" },
      null,
      signed("4", "اتفاق"),
      sentences({ agent_id: "اختر الوكيل" }),
    ],
  ])("%o for %o after %o", (sent, agent, present, answer) => {
    expect(judge(sent, agent, { present })).toEqual(answer);
  });

  test("the rate that a form shows does not count for another agent, one that was typed does", () => {
    const form = { present: signed("5.00"), isForm: true };
    expect(judge({ agent_id: 2, commission_rate: "5" }, seven, form)).toEqual(other("7.25"));
    expect(judge({ agent_id: 2, commission_rate: "6", commission_reason: "اتفاق" }, seven, form)).toEqual(
      other("6", "اتفاق"),
    );
  });
});
