import { describe, expect, test } from "vitest";
import { later } from "~/domain/dates";
import { officeToday } from "~/domain/office-day.server";
import { mostInstalments } from "~/features/instalments/instalment";
import {
  type Part,
  scheduleField,
  scheduleForTotal,
  scheduleToStore,
} from "~/features/instalments/instalments.server";
import { answerOf, sentences } from "../support/rules";

type Row = [due_date: string, amount: string];
const partsOf = (rows: Row[]): Part[] => rows.map(([due_date, amount]) => ({ due_date, amount }));
const rowsOf = (parts: Part[]) => parts.map(({ due_date, amount }) => [due_date, amount]);
const stored = (json: unknown) => (typeof json === "string" ? rowsOf(JSON.parse(json)) : json);

describe("a sent schedule", () => {
  const row = { due_date: "2026-02-01", amount: "5" };

  test.each<[unknown, unknown]>([
    [undefined, undefined],
    [[], []],
    ["", []],
    [
      [
        { due_date: "2026-03-01", amount: "١٬٠٠٠" },
        { due_date: "٢٠٢٦-٠٢-٠١", amount: 250.5 },
      ],
      [
        ["2026-02-01", "250.5"],
        ["2026-03-01", "1000"],
      ],
    ],
    [
      ["2026-02-01", "5", "", "", "2026-01-01", "7,000.25"],
      [
        ["2026-01-01", "7000.25"],
        ["2026-02-01", "5"],
      ],
    ],
  ])("%o is read", (sent, rows) => {
    const read = scheduleField().parse(sent);
    expect(read && rowsOf(read)).toEqual(rows);
  });

  test.each<[string, unknown]>([
    ["الجدول قائمة أقساط", "monthly"],
    ["الجدول قائمة أقساط", [7]],
    ["الأقساط 36 على الأكثر", Array.from({ length: 37 }, () => row)],
    ["القسط 1: الموعد: التاريخ غير صحيح", [{ ...row, due_date: "2026-02-30" }]],
    ["القسط 2: الموعد: التاريخ غير صحيح", [row, { ...row, due_date: "infinity" }]],
    ["القسط 1: المبلغ يجب أن يكون أكبر من صفر", [{ ...row, amount: 0 }, {}]],
    ["القسط 2: ", [row, { ...row, amount: -5 }]],
    ["القسط 1: ", [{ ...row, amount: "NaN" }]],
    ["القسط 1: الموعد: ", [{ amount: 1 }]],
  ])("is refused: %s", (sentence, sent) => {
    expect(scheduleField().safeParse(sent).error?.issues[0]?.message).toContain(sentence);
  });
});

describe("what is stored", () => {
  const signed = { contract_date: "2026-01-10", total_amount: "1250.5", code: "USD" };
  const paidPart: Row = ["2026-01-20", "400"];
  const present = {
    schedule: partsOf([
      ["2026-01-20", "400.00"],
      ["2026-02-20", "850.50"],
    ]),
  };
  /** After signing, with this much paid. */
  const changed = (paid_amount: string | undefined) =>
    paid_amount ? { ...present, paid_amount, refunded_amount: "0" } : undefined;
  type Paid = string | undefined;

  test.each<[Row[], Paid, Row[] | null]>([
    [[], undefined, null],
    [[["2026-01-10", "1250.5"]], undefined, [["2026-01-10", "1250.50"]]],
    [
      [paidPart, ["2026-03-01", "850.5"]],
      "400.0000",
      [
        ["2026-01-20", "400.00"],
        ["2026-03-01", "850.50"],
      ],
    ],
    [[["2026-03-01", "1250.5"]], "399.99", [["2026-03-01", "1250.50"]]],
    [[], "399.99", null],
  ])("%o with %s paid", (rows, paid, answer) => {
    expect(stored(scheduleToStore(partsOf(rows), signed, changed(paid)))).toEqual(answer);
  });

  test.each<[Row[], Paid, string]>([
    [[["2026-01-10", "1250.49"]], undefined, "بقي بلا قسط 0.01 USD"],
    [[["2026-01-10", "1250.51"]], undefined, "زادت الأقساط 0.01 USD"],
    [
      [
        ["2026-01-10", "1250"],
        ["2026-02-10", "0.505"],
      ],
      undefined,
      "القسط 2: المبلغ بعملة USD لا يقبل أكثر من خانتين عشريتين",
    ],
    [[["2026-01-09", "1250.5"]], undefined, "القسط 1: الموعد لا يسبق تاريخ العقد 2026-01-10"],
    [[["2031-01-15", "1250.5"]], undefined, "القسط 1: الموعد بعد أكثر من خمس سنوات"],
    [[], "400.0000", "القسط 1 مسدد: يبقى موعده 2026-01-20 ومبلغه 400.00 USD"],
    [
      [
        ["2026-01-21", "400"],
        ["2026-03-01", "850.5"],
      ],
      "400.0000",
      "القسط 1 مسدد",
    ],
    [
      [
        ["2026-01-20", "399"],
        ["2026-03-01", "851.5"],
      ],
      "400.0000",
      "القسط 1 مسدد",
    ],
    [[["2026-01-15", "1"], paidPart, ["2026-03-01", "849.5"]], "400.0000", "القسط 1 مسدد"],
    [[paidPart, ["2026-03-01", "850.5"]], "1250.5", "القسط 2 مسدد"],
  ])("%o with %s paid is refused", (rows, paid, sentence) => {
    const answer = answerOf(() => scheduleToStore(partsOf(rows), signed, changed(paid)));
    expect(answer).toEqual(sentences({ schedule: sentence }));
  });

  test("a contract in dinars counts to the fils", () => {
    const dinars = { ...signed, total_amount: "1.001", code: "KWD" };
    const parts = partsOf([
      ["2026-01-10", "1"],
      ["2026-01-11", "0.001"],
    ]);
    expect(stored(scheduleToStore(parts, dinars))).toEqual([
      ["2026-01-10", "1.000"],
      ["2026-01-11", "0.001"],
    ]);
  });
});

describe("when the total changes, the schedule", () => {
  const [first, second, third] = ["2126-01-10", "2126-01-20", "2126-01-30"] as const;
  const thirds: Row[] = [
    [first, "400.00"],
    [second, "500.25"],
    [third, "350.25"],
  ];

  test.each<[Row[], paid: string, total: string, Row[] | null]>([
    [thirds, "0", "1250.50", thirds],
    [
      thirds,
      "0",
      "950.25",
      [
        [first, "400.00"],
        [second, "500.25"],
        [third, "50.00"],
      ],
    ],
    [
      thirds,
      "0",
      "850",
      [
        [first, "400.00"],
        [second, "450.00"],
      ],
    ],
    [thirds, "0", "400", [[first, "400.00"]]],
    [thirds, "0", "0", null],
    [
      [
        [first, "400"],
        [second, "450"],
      ],
      "0",
      "1150",
      [
        [first, "400.00"],
        [second, "750.00"],
      ],
    ],
    // A last part that is paid stays; what is gained is a new one.
    [
      [
        [first, "1000"],
        [second, "100"],
      ],
      "1100",
      "1150.5",
      [
        [first, "1000.00"],
        [second, "100.00"],
        [second, "50.50"],
      ],
    ],
    [
      [
        [first, "1000"],
        [second, "100"],
      ],
      "1099.99",
      "1150.5",
      [
        [first, "1000.00"],
        [second, "150.50"],
      ],
    ],
  ])("%o with %s paid, at %s, becomes %o", (rows, paid_amount, total, answer) => {
    expect(
      stored(scheduleForTotal({ schedule: partsOf(rows), paid_amount, refunded_amount: "0" }, total, "USD")),
    ).toEqual(answer);
  });

  test("stays none where there was none", () => {
    expect(
      scheduleForTotal({ schedule: null, paid_amount: "0", refunded_amount: "0" }, "5", "USD"),
    ).toBeNull();
  });

  test("gets a new part today where its paid ones are past, and none beyond the most", () => {
    const past = { schedule: partsOf([["2020-01-01", "1.00"]]), paid_amount: "1", refunded_amount: "0" };
    expect(stored(scheduleForTotal(past, "2", "USD"))).toEqual([
      ["2020-01-01", "1.00"],
      [officeToday(), "1.00"],
    ]);
    const days = Array.from({ length: mostInstalments }, (_, place): Row => [later(first, place), "1.00"]);
    const full = stored(
      scheduleForTotal({ schedule: partsOf(days), paid_amount: "36", refunded_amount: "0" }, "40", "USD"),
    );
    expect(full).toEqual([...days.slice(0, -1), [later(first, mostInstalments - 1), "5.00"]]);
  });
});
