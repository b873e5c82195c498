import type { Db } from "~/db/knex.server";
import { fold } from "~/domain/fold";
import { code, optional, phone as phoneNumber, text } from "~/domain/input.server";
import { isOneName } from "~/domain/names";
import { customer } from "~/features/customers/customer";
import { withBreaks } from "~/http/breaks.server";
import { paper, phone } from "./cells.server";
import { type Known, readKnown } from "./duplicates.server";
import { pilgrimNames } from "./headings";
import type { CellReader, Verdict } from "./importable.server";
import { blame, stillNew } from "./verdicts.server";

/*
 * The ways in which rows of other records name their customer: by a paper, with the name as a check, or by name and telephone
 * number.
 */

const papers = ["national_id", "passport_number"] as const;
const { national_id, passport_number } = customer.labels;

/** The columns that name a customer: their labels, schemas and readers. */
export const customerLabels = {
  name: "اسم العميل",
  phone: customer.labels.phone,
  national_id,
  passport_number,
};

export const customerShape = {
  name: optional(text(150)),
  phone: optional(phoneNumber()),
  national_id: optional(code(30)),
  passport_number: optional(code(30)),
};

const ofCustomer = "يعرف العميل من رقم هويته أو جوازه، أو من اسمه ورقم هاتفه";

export const customerReadings = {
  name: { hint: ofCustomer, own: "words", others: `الاسم، ${pilgrimNames}` },
  phone: { ...phone, own: undefined },
  national_id: paper,
  passport_number: { ...paper, own: "code" },
} satisfies Record<string, CellReader>;

type Shape = { [field in keyof typeof customerShape]?: string | null };

/** Finds the customer of each new row. @returns their ids; rows without exactly one customer are blamed */
export async function findCustomers(db: Db, verdicts: Verdict[]): Promise<Map<Verdict, number>> {
  const fresh = stillNew(verdicts);
  const rows = fresh.map(({ input }) => input as Shape);
  const holders = await readKnown(db, customer.table, [...papers], rows);
  const ids = new Map<Verdict, number>();
  for await (const [index, verdict] of withBreaks(fresh.entries())) {
    const id = findCustomer(verdict, rows[index] as Shape, holders[index] as Known);
    if (id) ids.set(verdict, id);
  }
  return ids;
}

function findCustomer(verdict: Verdict, row: Shape, { holders, sharing, namesakes }: Known) {
  const papersGiven = papers.filter((paper) => row[paper]);
  const [first, second] = papersGiven.filter((paper) => holders[paper]);
  const holder = first && holders[first];
  if (holder) {
    if (second && holders[second]?.id !== holder.id)
      return blame(verdict, second, `${customerLabels[second]} مسجل لغير صاحب ${customerLabels[first]}`);
    if (!row.name || isOneName(holder.name, row.name)) return holder.id;
    return blame(verdict, first, `${customerLabels[first]} مسجل باسم «${holder.name}»`);
  }
  if (!row.name || !row.phone)
    return papersGiven[0]
      ? blame(verdict, papersGiven[0], `لا عميل بهذا الرقم: أضفه أولًا`)
      : blame(verdict, row.name ? "phone" : "name", ofCustomer);
  // If nobody has the row's paper: a customer who has no other paper of that kind.
  const [one, ...more] = papersGiven.length
    ? sharing.filter(({ name }) => fold(name) === fold(row.name ?? "")).map(({ id }) => id)
    : namesakes;
  if (one && !more.length) return one;
  const sentence = one
    ? "أكثر من عميل بهذا الاسم ورقم الهاتف: اكتب رقم هويته أو جوازه"
    : "لا عميل بهذا الاسم وهذه الأرقام: أضفه أولًا";
  return blame(verdict, "name", sentence);
}
