import type { z } from "zod";
import type { Db, Transaction } from "~/db/knex.server";
import type { By } from "~/db/store.server";
import { DomainError, type FieldErrors } from "~/domain/domain-error";
import type { Field } from "~/domain/fields";
import { schemaOf } from "~/domain/fields.server";
import { choice, date, longText, optional, requiredMessage } from "~/domain/input.server";
import { officeToday } from "~/domain/office-day.server";
import { holdersOf } from "~/features/visas/numbers.server";
import {
  decisionLabels,
  type Visa,
  visa,
  visaStatusLabels,
  visaTypeLabels,
  visaTypes,
} from "~/features/visas/visa";
import { withBreaks } from "~/http/breaks.server";
import { paper } from "./cells.server";
import { oneOf } from "./choices";
import { customerLabels, customerReadings, customerShape, findCustomers } from "./customers.server";
import { date as dateCells } from "./dates.server";
import { fieldReadings } from "./field-readings.server";
import { columnsOf, type Importable, type Verdict } from "./importable.server";
import { blame, stillNew, tellKnown } from "./verdicts.server";

/*
 * Visas from a file, decided ones too. Visas of an old year need no paper; it can be added later. Visas whose days have passed
 * expire by themselves (docs/decisions/visas.md).
 */

const decisions = ["pending", "approved", "rejected"] as const;

const { customer_id: _, group_id: __, last_day: ___, ...fields } = visa.fields;

const schema = schemaOf(fields).extend({
  ...customerShape,
  visa_type: choice(visaTypes).optional(),
  status: choice(decisions).optional(),
  approval_date: optional(date()),
  change_reason: optional(longText(500)),
});
type VisaRow = z.output<typeof schema>;

/** The visa that a row would create. */
type Draft = {
  visa: Pick<Visa, keyof typeof fields | "customer_id">;
  change_reason: string | null;
};

const labels = {
  ...customerLabels,
  ...Object.fromEntries(Object.entries(fields).map(([name, { label }]) => [name, label])),
  change_reason: decisionLabels.change_reason,
};

const statusWords = oneOf(
  decisions.map((status) => [status, visaStatusLabels[status]]),
  {
    [visaStatusLabels.expired]: "approved", // once its days have passed it expires by itself
    expired: "approved",
    معتمد: "approved",
    مقبولة: "approved",
    صادرة: "approved",
    صدرت: "approved",
    "تحت الإجراء": "pending",
    مرفوض: "rejected",
  },
);

export const visaImports: Importable = {
  entity: visa,
  schema,
  labels,
  columns: columnsOf(labels, schema, {
    ...fieldReadings(fields),
    ...customerReadings,
    passport_number: { ...customerReadings.passport_number, hint: "إن ترك فرقم جواز العميل المسجل" },
    visa_type: {
      ...oneOf(Object.entries(visaTypeLabels), { "تأشيرة عمرة": "umrah", "تأشيرة حج": "hajj" }),
      others: "النوع، نوع الفيزا، Type، Visa Type",
    },
    submission_date: { ...dateCells, others: "التقديم، تاريخ الطلب، تاريخ الرفع، Submission Date، Applied" },
    status: { ...statusWords, others: "حالة التأشيرة، القرار، Status، Visa Status" },
    visa_number: {
      ...paper,
      hint: "مطلوب للمعتمدة، لا يتكرر",
      own: "code",
      others: "التأشيرة، الفيزا، رقم الفيزا، Visa، Visa No، Visa Number",
    },
    approval_date: {
      ...dateCells,
      hint: `مطلوب للمعتمدة، ${dateCells.hint}`,
      others:
        "تاريخ القرار، تاريخ الإصدار، تاريخ إصدار التأشيرة، تاريخ صدور التأشيرة، Approval Date، Issue Date",
    },
    change_reason: { others: "سبب القرار، سبب الرفض، Reason" },
    notes: { others: "ملاحظة، Notes، Remarks" },
  }),
  identity: "رقمه، أو من عميله ونوعه وتاريخ تقديمه",
  hasPage: true,
  check: (input) => checkDecision(input as VisaRow),
  settle,
  createAll,
};

/** A visa number means an approval, if the file does not say what was decided. */
const statusOf = ({ status, visa_number }: VisaRow) => status ?? (visa_number ? "approved" : "pending");

/** @throws DomainError invalid if number and dates do not fit the decision */
function checkDecision(row: VisaRow) {
  const { visa_number, approval_date, submission_date } = row;
  const fields: FieldErrors = {};
  if (statusOf(row) === "approved") {
    if (!visa_number) fields.visa_number = requiredMessage;
    if (!approval_date) fields.approval_date = requiredMessage;
    else if (approval_date < submission_date)
      fields.approval_date = "تاريخ الاعتماد لا يكون قبل تاريخ التقديم";
    else if (approval_date > officeToday()) fields.approval_date = "تاريخ الاعتماد لا يكون في المستقبل";
  } else {
    const sentence = "يكتب للتأشيرة المعتمدة وحدها";
    if (visa_number) fields.visa_number = sentence;
    if (approval_date) fields.approval_date = sentence;
  }
  const [first] = Object.values(fields);
  if (first) throw new DomainError("invalid", first, { fields });
}

/** Finds the customers, and marks the visas that exist already, also by their numbers. */
async function settle(db: Db, verdicts: Verdict[]) {
  const customerMatches = await findCustomers(db, verdicts);
  const customers = [...new Set(customerMatches.values())];
  const passports: { id: number; passport_number: string | null }[] = await db("customers")
    .whereIn("id", customers)
    .select("id", "passport_number");
  const passportOf = new Map(passports.map(({ id, passport_number }) => [id, passport_number]));
  for await (const [verdict, customer_id] of withBreaks(customerMatches)) {
    const row = verdict.input as VisaRow;
    const passport_number = row.passport_number ?? passportOf.get(customer_id);
    if (!passport_number) blame(verdict, "passport_number", requiredMessage);
    else verdict.input = draftOf(row, customer_id, passport_number);
  }
  const rows: (Draft["visa"] & { id: number })[] = await db("visas")
    .whereIn("customer_id", customers)
    .orderBy("id", "desc") // so that the oldest of several is named
    .select("id", "customer_id", "visa_type", "submission_date");
  await tellKnown(
    verdicts,
    ({ visa }: Draft) => keyOf(visa),
    new Map(rows.map((row) => [keyOf(row), row.id])),
  );
  await tellNumbers(db, verdicts);
}

function draftOf(row: VisaRow, customer_id: number, passport_number: string): Draft {
  const { change_reason = null, name, phone, national_id, ...typed } = row;
  const draft = { ...blank, ...typed, customer_id, passport_number, status: statusOf(row) };
  return { visa: draft as Draft["visa"], change_reason };
}

/** The values of a visa that its row leaves out. */
const blank = {
  visa_type: "umrah",
  ...Object.fromEntries(
    Object.entries<Field>(fields).flatMap(([name, { optional }]) => (optional ? [[name, null]] : [])),
  ),
};

const keyOf = ({
  customer_id,
  visa_type,
  submission_date,
}: Pick<Draft["visa"], "customer_id" | "visa_type" | "submission_date">) =>
  [customer_id, visa_type, submission_date].join(" ");

/** Marks the rows whose number a stored visa or an earlier line has. */
async function tellNumbers(db: Db, verdicts: Verdict[]) {
  const drafts = stillNew(verdicts).map((verdict) => ({ verdict, ...(verdict.input as Draft).visa }));
  const withNumber = drafts.flatMap(({ visa_number, ...one }) =>
    visa_number ? { ...one, visa_number } : [],
  );
  const numbers = await holdersOf(
    db,
    withNumber.map(({ visa_number }) => visa_number),
  );
  const lines = new Map<string, { line: number; customer_id: number }>();
  for await (const { verdict, customer_id, visa_number } of withBreaks(withNumber)) {
    const { key = "", holder } = numbers.get(visa_number) ?? {};
    const before = lines.get(key);
    if (holder?.customer_id === customer_id) Object.assign(verdict, { outcome: "existing", id: holder.id });
    else if (holder)
      Object.assign(verdict, {
        outcome: "another",
        id: holder.id,
        faults: { visa_number: `رقم التأشيرة مسجل لتأشيرة «${holder.name}»` },
      });
    else if (before?.customer_id === customer_id)
      Object.assign(verdict, { outcome: "double", repeats: before.line });
    else if (before)
      Object.assign(verdict, {
        outcome: "another",
        repeats: before.line,
        faults: { visa_number: "رقم التأشيرة في الملف لاسم آخر" },
      });
    else lines.set(key, { line: verdict.line, customer_id });
  }
}

/** Creates the visas with the lines of their history. If somebody else takes a number at that moment, all are refused. */
async function createAll(trx: Transaction, drafts: Draft[], { user }: By) {
  const ids: { id: number }[] = await trx("visas")
    .insert(drafts.map(({ visa }) => ({ ...visa, created_by: user.id })))
    .returning("id");
  const line = { user_name: user.username, change_reason: "استيراد من ملف" };
  await trx("visa_history").insert(
    drafts.flatMap(({ visa: { status }, change_reason }, index) => {
      const visa_id = ids[index]?.id;
      const application = { ...line, visa_id, status: "pending" };
      const decision = { ...line, visa_id, status, ...(change_reason && { change_reason }) };
      return status === "pending" ? [{ ...application, ...decision }] : [application, decision];
    }),
  );
}
