import type { Entity } from "~/domain/entity";
import { type RowOf, withLabels } from "~/domain/fields";
import { customer } from "./customer";

/** The most notes of a person. */
export const mostNotes = 200;

/** The notes about a person (ملاحظات) as screens and calls use them. */
export const note = withLabels({
  table: "customer_notes",
  path: customer.path,
  key: "notes",
  write: customer.write,
  fields: {
    text: { label: "الملاحظة", kind: "longText", max: 1000 },
    call_on: { label: "يتصل به يوم", kind: "date", optional: true },
    done: {
      label: "الاتصال",
      kind: "flag",
      words: { true: "تم", false: "لم يتم" },
      hasDefault: true,
    },
  },
}) satisfies Entity;

/** The notes about one person. */
export const notesOf = (customerId: number) => ({ ...note, path: `${customer.path}/${customerId}/notes` });

/** A note as calls show it. */
export type Note = RowOf<(typeof note)["fields"]> & {
  customer_id: number;
  /** The office's day. */
  noted_on: string;
  noted_by: { id: number; username: string };
};

/** Whether a note waits for a call by this day. */
export const isToCall = ({ call_on, done }: Pick<Note, "call_on" | "done">, day: string) =>
  !done && call_on !== null && call_on <= day;

/** The choices of the list's filter by calls. */
export const callFilterLabels = { today: "يتصل بهم اليوم", later: "يتصل بهم لاحقًا" };
