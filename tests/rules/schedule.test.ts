import { describe, expect, test } from "vitest";
import { later } from "~/domain/dates";
import { officeToday } from "~/domain/office-day.server";
import { mostInstalments, proposeSchedule, type Terms, usualTerms } from "~/features/instalments/instalment";
import {
  type Part,
  scheduleField,
  scheduleForTotal,
  scheduleToStore,
} from "~/features/instalments/instalments.server";
import { answerOf, sentences } from "../support/rules";

type Row = [due_date: string, amount: string];
const partsOf = (rows: Row[]): Part[] => rows.map(([due_date, amount]) => ({ due_date, amount }));
const rowsOf = (parts: Part[] | null) => parts?.map(({ due_date, amount }) => [due_date, amount]) ?? null;
const stored = (json: unknown) => (typeof json === "string" ? rowsOf(JSON.parse(json)) : json);

describe("a proposed schedule", () => {
  test.each<[total: string, decimals: number, today: string, Terms, Row[]]>([
    // By month up to the last day, from the first month that begins after today.
    [
      "1250.5",
      2,
      "2026-01-31",
      { down_percent: "30", last_due_date: "2026-05-01" },
      [
        ["2026-01-31", "375.15"],
        ["2026-02-01", "218.83"],
        ["2026-03-01", "218.83"],
        ["2026-04-01", "218.83"],
        ["2026-05-01", "218.86"],
      ],
    ],
    // By month from today, where the month is shorter on its last day.
    [
      "100",
      0,
      "2026-01-31",
      { down_percent: 0, count: 3 },
      [
        ["2026-02-28", "33"],
        ["2026-03-31", "33"],
        ["2026-04-30", "34"],
      ],
    ],
    [
      "1",
      3,
      "2027-12-31",
      { down_percent: 50, count: 2 },
      [
        ["2027-12-31", "0.500"],
        ["2028-01-31", "0.250"],
        ["2028-02-29", "0.250"],
      ],
    ],
    // More parts than months are spread over the days.
    [
      "1250.5",
      2,
      "2026-02-20",
      { down_percent: "50", count: 3, last_due_date: "2026-03-01" },
      [
        ["2026-02-20", "625.25"],
        ["2026-02-23", "208.41"],
        ["2026-02-26", "208.41"],
        ["2026-03-01", "208.43"],
      ],
    ],
    // Fewer parts than months end on the last day.
    [
      "90",
      2,
      "2026-01-10",
      { down_percent: 0, count: 2, last_due_date: "2026-12-31" },
      [
        ["2026-11-30", "45.00"],
        ["2026-12-31", "45.00"],
      ],
    ],
    // A last day that is here already: all today.
    [
      "10",
      2,
      "2026-01-10",
      { down_percent: 25, count: 4, last_due_date: "2026-01-10" },
      [
        ["2026-01-10", "2.50"],
        ["2026-01-10", "7.50"],
      ],
    ],
    ["10", 2, "2026-01-10", { down_percent: 100, count: 5 }, [["2026-01-10", "10.00"]]],
    ["0.01", 2, "2026-01-10", { down_percent: 0, count: 2 }, [["2026-03-10", "0.01"]]],
    ["0.01", 2, "2026-01-10", { down_percent: 50, count: 2 }, [["2026-01-10", "0.01"]]],
    ["0", 2, "2026-01-10", { down_percent: 30, count: 2 }, []],
    ["12", 2, "2026-01-10", { down_percent: 0 }, [["2026-02-10", "12.00"]]],
  ])("of %s with %i decimals on %s by %o", (total, decimals, today, terms, rows) => {
    expect(rowsOf(proposeSchedule(total, decimals, today, terms))).toEqual(rows);
  });

  test("has no more parts than a schedule may have", () => {
    const terms = { down_percent: 10, last_due_date: "2046-01-01" };
    expect(proposeSchedule("1000", 2, "2026-01-10", terms)).toHaveLength(mostInstalments);
  });
});

test.each([
  [null, null, undefined],
  ["30", 10, { down_percent: "30", last_due_date: "2026-02-19" }],
  [null, 10, { down_percent: 0, last_due_date: "2026-02-19" }],
  ["30", null, { down_percent: "30", last_due_date: "2026-03-01" }],
])("a campaign with a down payment of %s%, paid %s days before, has the terms %o", (down, lead, terms) => {
  const campaign = { start_date: "2026-03-01", down_payment_percent: down, payment_lead_days: lead };
  expect(usualTerms(campaign)).toEqual(terms);
});

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
    paid_amount ? { ...present, paid_amount } : undefined;
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
    expect(stored(scheduleForTotal({ schedule: partsOf(rows), paid_amount }, total, "USD"))).toEqual(answer);
  });

  test("stays none where there was none", () => {
    expect(scheduleForTotal({ schedule: null, paid_amount: "0" }, "5", "USD")).toBeNull();
  });

  test("gets a new part today where its paid ones are past, and none beyond the most", () => {
    const past = { schedule: partsOf([["2020-01-01", "1.00"]]), paid_amount: "1" };
    expect(stored(scheduleForTotal(past, "2", "USD"))).toEqual([
      ["2020-01-01", "1.00"],
      [officeToday(), "1.00"],
    ]);
    const days = Array.from({ length: mostInstalments }, (_, place): Row => [later(first, place), "1.00"]);
    const full = stored(scheduleForTotal({ schedule: partsOf(days), paid_amount: "36" }, "40", "USD"));
    expect(full).toEqual([...days.slice(0, -1), [later(first, mostInstalments - 1), "5.00"]]);
  });
});
