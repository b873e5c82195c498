import { later } from "~/domain/dates";
import type { Field } from "~/domain/fields";
import type { TableName } from "~/domain/nouns";
import { officeToday } from "~/domain/office-day.server";

/* Values of an entity's fields, by their kinds (app/domain/fields.ts). */

/** Gives the id of a new row. */
export type RowOf = (table: TableName) => Promise<number>;

type Sample<Of extends Field = Field> = (field: Of, turn: number, rowOf: RowOf) => unknown;

const letters = (turn: number) =>
  String.fromCharCode(
    ...String(turn)
      .split("")
      .map((digit) => 65 + +digit),
  );
const text: Sample<Field & { max: number }> = ({ max }, turn) => `نص ${turn}`.slice(0, max);
const year = officeToday().slice(0, 4);

const samples: { [Kind in Field["kind"]]: Sample<Field & { kind: Kind }> } = {
  text,
  longText: text,
  code: (_, turn) => `C${turn}`,
  latinText: (_, turn) => `Latin ${turn}`,
  latinName: (_, turn) => `NAME ${letters(turn)}`,
  phone: (_, turn) => `0777${String(turn).padStart(6, "0")}`,
  email: (_, turn) => `a${turn}@example.com`,
  date: (_, turn) => later(officeToday(), turn),
  documentDate: (_, turn) => `${year}-01-${String(1 + (turn % 28)).padStart(2, "0")}`,
  time: (_, turn) => `${String(turn % 24).padStart(2, "0")}:${String(turn % 60).padStart(2, "0")}`,
  moment: (_, turn) =>
    `${later(officeToday(), 1 + (turn % 200))}T${String(turn % 21).padStart(2, "0")}:30:00.000Z`,
  country: (_, turn) => ["YEM", "SAU", "EGY", "JOR", "OMN"][turn % 5],
  choice: ({ choices }, turn) => Object.keys(choices)[turn % Object.keys(choices).length],
  flag: (_, turn) => turn % 2 === 0,
  wholeNumber: ({ min = 0, max }, turn) => min + (turn % (max - min + 1)),
  percent: (_, turn) => (turn % 100) + 0.5,
  price: (_, turn) => (turn % 500) + 0.25,
  reference: ({ to }, _, rowOf) => rowOf(to),
  references: async ({ to }, _, rowOf) => [await rowOf(to), await rowOf(to)],
};

/** A valid value of a field, another one in the next turn. */
export const sampleOf: Sample = (field, turn, rowOf) => (samples[field.kind] as Sample)(field, turn, rowOf);

const noText = [{ x: 1 }, ["x", "y"]];
const noDate = [...noText, "2027-02-30", "غدًا"];
const noNumber = [...noText, "كثير", "1e3", -1];
const nonsense: Record<Field["kind"], unknown[]> = {
  text: noText,
  longText: noText,
  code: noText,
  latinText: [...noText, "عربي"],
  latinName: [...noText, "عربي"],
  phone: [...noText, "ليس رقمًا"],
  email: [...noText, "ليس بريدًا"],
  date: noDate,
  documentDate: noDate,
  time: [...noText, "25:00"],
  moment: [...noDate, "2027-01-01 25:00", "2027-01-01T10:00+99:00"],
  country: [...noText, "XXX"],
  choice: [...noText, "ليس خيارًا"],
  flag: [{ x: 1 }, "ربما"],
  wholeNumber: [...noNumber, 1.5],
  percent: [...noNumber, 101],
  price: noNumber,
  reference: [...noText, "x", 2_147_483_647],
  references: [{ x: 1 }, ["x"], [2_147_483_647]],
};

/** Values that are none of a field, also of one that is only in a schema. */
export const nonsenseOf = (field: Field | undefined) => [
  ...(field ? nonsense[field.kind] : [{ x: 1 }]),
  ...(field && "max" in field && typeof field.max === "number" && field.kind !== "wholeNumber"
    ? ["x".repeat(field.max + 1)]
    : []),
];
