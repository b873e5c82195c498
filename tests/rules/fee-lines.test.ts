import { describe, expect, test } from "vitest";
import { feeProposal, proposalText, type SignedLine, signedLineText } from "~/features/fees/fee-lines";

const lines: SignedLine[] = [
  { days: 7, kind: "sum", amount: "500" },
  { days: 60, kind: "percent", amount: "10" },
  { days: 30, kind: "percent", amount: "33.33" },
];
const departure = "2027-05-31";
const paid = (paid_amount: string, refunded_amount = "0", total_amount = "1000") => ({
  total_amount,
  paid_amount,
  refunded_amount,
});

describe("the line that has begun last", () => {
  test.each([
    ["2027-03-31", 61, undefined, "0"],
    ["2027-04-01", 60, 60, "100"],
    ["2027-04-30", 31, 60, "100"],
    ["2027-05-01", 30, 30, "333.3"],
    ["2027-05-23", 8, 30, "333.3"],
    ["2027-05-24", 7, 7, "500"],
    ["2027-05-31", 0, 7, "500"],
    ["2027-06-20", -20, 7, "500"],
  ])("counts on %s, %i days before", (day, daysLeft, line, fee) => {
    const proposal = feeProposal({ lines, departure }, paid("1000"), 2, day);
    expect([proposal.daysLeft, proposal.line?.days, proposal.fee]).toEqual([daysLeft, line, fee]);
  });
});

describe("the fee", () => {
  test.each([
    ["of a third with no decimals", 0, "33.33", paid("1000", "0", "1001"), "334", false],
    ["of a third with two", 2, "33.33", paid("1000", "0", "100.01"), "33.33", false],
    ["of a third with three", 3, "33.33", paid("1000", "0", "100.005"), "33.332", false],
    ["that rounding would bring above what is paid", 2, "100", paid("33.33", "0", "33.335"), "33.33", true],
    ["of more than was paid", 2, "50", paid("499.99"), "499.99", true],
    ["of just what was paid", 2, "50", paid("500"), "500", false],
    ["of more than is kept", 2, "50", paid("600", "200"), "400", true],
    ["where nothing was paid", 2, "50", paid("0"), "0", true],
  ])("%s", (_, decimals, amount, sums, fee, isCut) => {
    const terms = { lines: [{ days: 0, kind: "percent", amount } as const], departure };
    const proposal = feeProposal(terms, sums, decimals, departure);
    expect([proposal.fee, proposal.isCut]).toEqual([fee, isCut]);
  });
});

test("lines and proposals are told in words", () => {
  const dollar = { code: "USD", symbol: "$", decimals: 2 };
  expect(lines.map((line) => signedLineText(line, dollar))).toEqual([
    expect.stringMatching(/^من 7 أيام قبل المغادرة: .*500/),
    "من 60 يومًا قبل المغادرة: 10% من إجمالي العقد",
    "من 30 يومًا قبل المغادرة: 33.33% من إجمالي العقد",
  ]);
  expect(signedLineText({ days: 0, kind: "percent", amount: "100" }, dollar)).toBe(
    "من يوم المغادرة: 100% من إجمالي العقد",
  );
  const said = (day: string, sum: string) =>
    proposalText(feeProposal({ lines, departure }, paid(sum), 2, day), dollar);
  expect(said("2027-03-31", "1000")).toBe("لم يحل أي من مواعيد الرسم (المغادرة 2027-05-31، بعد 61 يومًا)");
  expect(said("2027-05-01", "5")).toBe(
    "من 30 يومًا قبل المغادرة: 33.33% من إجمالي العقد (المغادرة 2027-05-31، بعد 30 يومًا)، ولا يزيد على ما دفع ولم يرد",
  );
});
