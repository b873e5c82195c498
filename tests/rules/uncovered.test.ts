import { describe, expect, test } from "vitest";
import { uncovered } from "~/features/money/pots.server";

/* Allocations that would not find the money that they took (docs/decisions/allocations.md). */

describe("uncovered", () => {
  const line = (document: string, number: string, date: string, amount: number) => ({
    document,
    document_id: Number(number),
    number,
    date,
    amount: String(amount),
    isPartners: false,
  });
  test.each([
    [
      "money that came before",
      [line("receipt", "1", "2026-10-01", 100), line("allocation", "2", "2026-10-02", -100)],
      [],
    ],
    [
      "money of the same day",
      [line("allocation", "1", "2026-10-02", -100), line("receipt", "2", "2026-10-02", 100)],
      [],
    ],
    ["no money", [line("allocation", "1", "2026-10-02", -100)], ["1"]],
    [
      "money that came later",
      [line("allocation", "1", "2026-10-02", -100), line("receipt", "2", "2026-10-03", 100)],
      ["1"],
    ],
    [
      "a later payment",
      [
        line("receipt", "1", "2026-10-01", 100),
        line("allocation", "2", "2026-10-02", -100),
        line("payment", "3", "2026-10-03", -50),
      ],
      [],
    ],
    [
      "an earlier payment",
      [
        line("receipt", "1", "2026-10-01", 100),
        line("payment", "3", "2026-10-01", -50),
        line("allocation", "2", "2026-10-02", -100),
      ],
      ["2"],
    ],
    [
      "some for two",
      [
        line("receipt", "1", "2026-10-01", 100),
        line("allocation", "2", "2026-10-02", -60),
        line("allocation", "3", "2026-10-02", -60),
      ],
      ["3"],
    ],
    [
      "a credit note for an allocation and money of a partner",
      [
        { ...line("purchase", "1", "2026-10-01", 100), isPartners: true },
        { ...line("allocation", "2", "2026-10-02", -60), isPartners: true },
        { ...line("receipt", "3", "2026-10-02", -60), isPartners: true },
      ],
      ["3"],
    ],
  ])("%s", (_, lines, numbers) => expect(uncovered(lines)).toEqual(numbers));
});
