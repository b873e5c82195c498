import { describe, expect, test } from "vitest";
import type { SessionUser } from "~/domain/permissions";
import { discountedTotal } from "~/features/contracts/discount";
import { discountToStore, mostDiscount } from "~/features/contracts/discount.server";
import { isPercent, plainAmount, shareOf } from "~/features/money/share";
import { answerOf, sentences } from "../support/rules";

const user = { id: 7 } as SessionUser;
const day = "2026-03-01";
const present = { discount_amount: "250.5000", discount_reason: "عميل دائم" };
const reason = "صديق";

type Sent = Parameters<typeof discountToStore>[0];
type Price = [price: string, code: string];

const dollars: Price = ["1250.5", "USD"];
const dinars: Price = ["300.125", "KWD"];
const yen: Price = ["99999", "JPY"];

const store = (sent: Sent, [price, code]: Price, more: object = {}, limit = "100") =>
  answerOf(() => discountToStore(sent, { price, code, day, ...more }, user, limit));
const decision = { discounted_on: day, discounted_by: 7 };
const none = { discount_reason: null, discounted_on: null, discounted_by: null };

describe("a new contract's discount", () => {
  test.each<[Sent, Price, string, string]>([
    [{ discount_amount: "250.5" }, dollars, "250.50", "1000.00"],
    [{ discount_amount: "1250.50" }, dollars, "1250.50", "0.00"],
    [{ discount_amount: "0.125" }, dinars, "0.125", "300.000"],
    [{ discount_amount: "1" }, yen, "1", "99998"],
    [{ discount_amount: "7.5", discount_kind: "percent" }, dollars, "93.79", "1156.71"], // 93.7875
    [{ discount_amount: "0.01", discount_kind: "percent" }, dollars, "0.13", "1250.37"], // 0.12505
    [{ discount_amount: "12.34", discount_kind: "percent" }, dinars, "37.035", "263.090"], // 37.035425
    [{ discount_amount: "50", discount_kind: "percent" }, yen, "50000", "49999"], // 49999.5
    [{ discount_amount: "100", discount_kind: "percent" }, yen, "99999", "0"],
  ])("%o of %o is %s, and leaves %s", (sent, price, discount_amount, total_amount) => {
    const stored = { discount_amount, total_amount, discount_reason: reason, ...decision };
    expect(store({ ...sent, discount_reason: reason }, price)).toEqual(stored);
  });

  test.each<[Sent, Price, Record<string, string>]>([
    [{ discount_amount: "1250.51" }, dollars, { discount_amount: "لا يتجاوز سعر الباقة 1,250.50 USD" }],
    [{ discount_amount: "300.126" }, dinars, { discount_amount: "لا يتجاوز سعر الباقة 300.125 KWD" }],
    [{ discount_amount: "0.005" }, dollars, { discount_amount: "أكثر من خانتين" }],
    [{ discount_amount: "0.0005" }, dinars, { discount_amount: "KWD" }],
    [{ discount_amount: "0.5" }, yen, { discount_amount: "JPY" }],
    [{ discount_amount: "5", discount_reason: null }, dollars, { discount_reason: "اكتب سبب الخصم" }],
    [{ discount_amount: "0" }, dollars, { discount_amount: "اكتب مبلغه" }],
    [{}, dollars, { discount_amount: "اكتب مبلغه" }],
    [{ discount_amount: "100.01", discount_kind: "percent" }, dollars, { discount_amount: "من 0 إلى 100" }],
    [{ discount_amount: "0.001", discount_kind: "percent" }, yen, { discount_amount: "من 0 إلى 100" }],
  ])("%o of %o is refused", (sent, price, refusal) => {
    expect(store({ discount_reason: reason, ...sent }, price)).toEqual(sentences(refusal));
  });

  test.each<Sent>([{}, { discount_amount: "0" }, { discount_amount: "0.00", discount_reason: null }])(
    "%o is none",
    (sent) => {
      expect(store(sent, dollars)).toBeUndefined();
    },
  );
});

describe("a present discount", () => {
  test.each<[Sent, object | undefined]>([
    [{}, undefined],
    [{ discount_amount: "250.50" }, undefined],
    [{ discount_amount: "250.5", discount_reason: "عميل دائم" }, undefined],
    [
      { discount_reason: reason },
      { discount_amount: "250.50", total_amount: "1000.00", discount_reason: reason, ...decision },
    ],
    [
      { discount_amount: "10" },
      { discount_amount: "10.00", total_amount: "1240.50", ...decision, discount_reason: "عميل دائم" },
    ],
    [{ discount_amount: "0" }, { discount_amount: "0.00", total_amount: "1250.50", ...none }],
    [
      { discount_amount: "0", discount_reason: reason },
      { discount_amount: "0.00", total_amount: "1250.50", ...none },
    ],
    [{ discount_reason: null }, sentences({ discount_reason: "اكتب سبب الخصم" })],
    [{ discount_amount: "1250.51" }, sentences({ discount_amount: "لا يتجاوز" })],
  ])("and %o", (sent, answer) => {
    expect(store(sent, dollars, { present })).toEqual(answer);
  });
});

describe("the limit of a user", () => {
  const holder = "لا يمنحه ولا يغيره إلا من يملك صلاحية «العمليات المالية»";

  test.each<[limit: string, Price, most: string, above: string, words: string]>([
    ["5", dollars, "62.53", "62.54", "خصم يزيد على 5% من السعر (62.53 USD)"], // 62.525
    ["2.5", dinars, "7.503", "7.504", "خصم يزيد على 2.5% من السعر (7.503 KWD)"], // 7.503125
    ["33.33", yen, "33330", "33331", "خصم يزيد على 33.33% من السعر (33,330 JPY)"], // 33329.6667
    ["0", dollars, "0", "0.01", "الخصم"],
  ])("of %s% in %o is %s", (limit, price, most, above, words) => {
    expect(Number(mostDiscount(...price, limit))).toBe(Number(most));
    const within = store(
      { discount_amount: most, discount_reason: most === "0" ? null : reason },
      price,
      {},
      limit,
    );
    expect(within).toEqual(most === "0" ? undefined : expect.objectContaining({ discounted_by: 7 }));
    expect(store({ discount_amount: above, discount_reason: reason }, price, {}, limit)).toEqual({
      discount_amount: `${words} ${holder}`,
    });
  });

  test.each<Sent>([
    { discount_amount: "10" },
    { discount_amount: "0" },
    { discount_reason: "غيره" },
    { discount_amount: "251" },
  ])("leaves a larger present one alone: %o", (sent) => {
    expect(store(sent, dollars, { present }, "5")).toEqual(sentences({ discount_amount: holder }));
    expect(store(present, dollars, { present }, "5")).toBeUndefined();
  });
});

test.each([
  ["100", "10", "amount", "10"],
  ["1250.5", "7.5", "percent", "93.79"],
  ["0.01", "50", "percent", "0.01"],
  ["0.01", "49.99", "percent", "0"],
] as const)("of %s, %s as %s is %s", (whole, typed, kind, share) => {
  expect(shareOf(whole, 2, typed, kind).toFixed()).toBe(share);
});

test.each([
  ["0", true],
  ["100", true],
  ["99.99", true],
  ["100.01", false],
  ["1.005", false],
  ["1.", false],
])("%s as a percentage: %s", (typed, is) => {
  expect(isPercent(typed)).toBe(is);
});

test.each([
  ["", "0"],
  [undefined, "0"],
  ["٧٫٥", "7.5"],
  ["1,000.25", "1000.25"],
  [" 12 ", "12"],
  ["12.", "12."],
  ["-1", undefined],
  ["1e5", undefined],
  ["عشرة", undefined],
])("«%s» as it is typed is %s", (typed, plain) => {
  expect(plainAmount(typed)).toBe(plain);
});

test.each([
  [{ discount_amount: "٧٫٥", discount_kind: "percent" }, "93.79", "1156.71"],
  [{ discount_amount: "1250.5", discount_kind: "amount" }, "1250.5", "0"],
  [{ discount_amount: "" }, "0", "1250.5"],
  [{ discount_amount: "1250.51" }, undefined, undefined],
  [{ discount_amount: "ر" }, undefined, undefined],
])("the form shows %o as a discount of %s, which leaves %s", (typed, discount, total) => {
  const shown = discountedTotal("1250.5", 2, typed);
  expect([shown?.discount.toFixed(), shown?.total.toFixed()]).toEqual([discount, total]);
});
