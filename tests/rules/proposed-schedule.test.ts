import { describe, expect, test } from "vitest";
import { mostInstalments, proposeSchedule, type Terms, usualTerms } from "~/features/instalments/instalment";

type Row = [due_date: string, amount: string];

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
    const parts = proposeSchedule(total, decimals, today, terms);
    expect(parts.map(({ due_date, amount }) => [due_date, amount])).toEqual(rows);
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
