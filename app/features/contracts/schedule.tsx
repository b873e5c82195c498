import type { SubmissionResult } from "@conform-to/react";
import { useLoaderData } from "@remix-run/react";
import Big from "big.js";
import { useRef, useState } from "react";
import { db } from "~/db/knex.server";
import { valuesOf } from "~/domain/form-values";
import { officeToday } from "~/domain/office-day.server";
import { rowsOfFlat } from "~/domain/rows";
import { instalmentStates, mostInstalments, proposeSchedule } from "~/features/instalments/instalment";
import { plainAmount } from "~/features/money/share";
import { formOf, saveAction } from "~/http/entity-screens.server";
import { step } from "~/http/form-steps.server";
import { rowStep } from "~/http/row-step.server";
import { idParam, refusalOf, screen } from "~/http/screen.server";
import type { Visit } from "~/http/visit";
import { Dialog } from "~/ui/dialog/dialog";
import { useEntityForm } from "~/ui/form/entity-form";
import { NumberField, TextField } from "~/ui/form/field";
import { OfficeForm } from "~/ui/form/form";
import { keepForm } from "~/ui/form/keep-form";
import { RowsField } from "~/ui/form/rows-field";
import { AuditLogLink } from "~/ui/page/links";
import { Money } from "~/ui/page/money";
import { useListSearch } from "~/ui/page/page";
import { StateBadge } from "~/ui/page/status-badge";
import { requireStanding } from "./cancellation.server";
import { type Contract, contract } from "./contract";
import { findContract } from "./contracts.server";
import { readTerms } from "./signing-terms.server";
import { scheduleForms } from "./writes.server";

const { labels, path, write } = contract;

export const meta = () => [{ title: labels.schedule }];

export const loader = screen([write], async ({ params }) => {
  const form = await formOf(scheduleForms, params);
  if (form.row) requireStanding(form.row, "schedule", "فلا جدول لسداده");
  return form;
});

const columns = ["due_date", "amount"] as const;
type Row = Record<(typeof columns)[number], string>;
const blank: Row = { due_date: "", amount: "" };

const rowsOf = (schedule: unknown): Row[] => rowsOfFlat(schedule, columns);

const settled = ({ schedule }: Contract) => schedule.filter(({ status }) => status === "paid");

const flat = (parts: { due_date: string; amount: string }[]) =>
  parts.flatMap(({ due_date, amount }) => [due_date, amount]);

const stored = (row: Contract) => (parts: Contract["schedule"]) =>
  parts.map(({ due_date, amount }) => ({ due_date, amount: amount.toFixed(row.currency.decimals) }));

export const action = saveAction(contract, scheduleForms, {
  sideStep: async (form, _, visit) =>
    rowStep(form, "instalment", "schedule", rowsOf(valuesOf(form).schedule), blank) ??
    (form.get("intent") === "propose" ? propose(form, visit) : undefined),
  to: ({ id }, { url }) => `${path}/${id}${url.search}`,
  message: ({ contract_number, schedule }) =>
    schedule.length
      ? `تم حفظ جدول سداد العقد ${contract_number}`
      : `العقد ${contract_number} بلا جدول سداد الآن`,
});

/** The step that divides what is not covered by paid parts, by the typed terms. */
async function propose(form: FormData, { params }: Visit) {
  const values = valuesOf(form);
  const row = await findContract(db, idParam(params.id));
  const fixed = stored(row)(settled(row));
  const rest = fixed.reduce((rest, { amount }) => rest.minus(amount), Big(row.total_amount));
  const [first = ""] = [fixed.at(-1)?.due_date ?? "", officeToday()].sort().reverse();
  try {
    const terms = readTerms(values, first);
    const parts = proposeSchedule(rest.toFixed(), row.currency.decimals, first, terms);
    return step({ ...values, schedule: flat([...fixed, ...parts]) });
  } catch (thrown) {
    const { fields = {} } = refusalOf(thrown);
    const errors = Object.fromEntries(Object.entries(fields).map(([name, sentence]) => [name, [sentence]]));
    return step(values, {}, 422, errors);
  }
}

export const clientAction = keepForm();

/** The schedule of a contract. Paid parts stay; the others change until they are paid (rulings §6). */
export default function ContractSchedule() {
  const loaded = useLoaderData<typeof loader>();
  const row = loaded.row as Contract;
  const toValues = (one: Contract) => ({ schedule: flat(stored(one)(one.schedule)) });
  const form = useEntityForm(contract, loaded, { toValues });
  const { field, current } = form;
  // Conform keeps its first values when a step has others. A refusal, which has a status, leaves what is typed.
  const { result } = (form.reply ?? {}) as { result?: SubmissionResult };
  const schedule = useRef<unknown>(field("schedule").field.initialValue);
  if (result && !result.status) schedule.current = result.initialValue?.schedule;
  const rows = rowsOf(schedule.current);
  const fixed = settled(current ?? row).length;
  const [sum, setSum] = useState(() => sumOf(rows));
  const follow = () => {
    const element = document.getElementById(form.form.id);
    if (element instanceof HTMLFormElement) setSum(sumOf(rowsOf(valuesOf(new FormData(element)).schedule)));
  };
  const rest = sum === undefined ? undefined : Big(row.total_amount).minus(sum);
  const back = `${path}/${row.id}${useListSearch()}`;
  return (
    <Dialog title={`${labels.schedule}: العقد ${row.contract_number}`} back={back}>
      <OfficeForm
        form={form.form}
        labels={labels}
        back={back}
        updatedAt={row.updated_at}
        present={form.present}
        save="حفظ الجدول"
        buttons={<AuditLogLink of={contract} id={row.id} />}
      >
        <dl className="facts mb-3 grid-cols-2 rounded-md bg-sand p-3 sm:grid-cols-3">
          {(["total_amount", "paid_amount", "remaining_amount"] as const).map((name) => (
            <div key={name}>
              <dt>{labels[name]}</dt>
              <dd>
                <Money amount={row[name]} currency={row.currency} />
              </dd>
            </div>
          ))}
        </dl>
        <div className="fields" onChange={follow}>
          <RowsField
            key={JSON.stringify(rows)}
            {...field("schedule")}
            storedValue={
              current && flat(stored(current)(current.schedule)).join(" ") !== flat(rows).join(" ")
                ? flat(stored(current)(current.schedule)).join(" ")
                : undefined
            }
            of="instalment"
            rows={rows}
            blank={blank}
            fixed={fixed}
            most={mostInstalments}
            words={{ add: "إضافة قسط", drop: "حذف القسط" }}
            onRows={follow}
            hint={(count) =>
              count === 0
                ? "بلا أقساط يستحق الثمن كله من تاريخ العقد."
                : rest?.eq(0)
                  ? "المجموع هو إجمالي العقد."
                  : rest && (
                      <>
                        {rest.gt(0) ? "بقي بلا قسط" : "زادت الأقساط على الإجمالي"}{" "}
                        <Money amount={rest.abs().toNumber()} currency={row.currency} />
                      </>
                    )
            }
          >
            {({ due_date, amount }, place) => (
              <>
                <label>
                  <span>الموعد</span>
                  <input
                    type={place < fixed ? "text" : "date"}
                    name="schedule"
                    defaultValue={due_date}
                    readOnly={place < fixed}
                    autoFocus={place === fixed}
                    dir="ltr"
                  />
                </label>
                <label>
                  <span>المبلغ ({row.currency.code})</span>
                  <input
                    type="text"
                    name="schedule"
                    defaultValue={amount}
                    readOnly={place < fixed}
                    dir="ltr"
                    inputMode="decimal"
                    autoComplete="off"
                  />
                </label>
                {place < fixed && <StateBadge of={instalmentStates} state="paid" />}
              </>
            )}
          </RowsField>
          <details className="field wide" open={!rows.length}>
            <summary>اقتراح أقساط لما لم يسدد</summary>
            <div className="fields">
              <NumberField {...field("down_percent")} storedValue={undefined} hint="تستحق اليوم." />
              <NumberField {...field("instalment_count")} storedValue={undefined} whole placeholder="شهرية" />
              <TextField {...field("last_due_date")} storedValue={undefined} type="date" />
              <p>
                <button className="button" type="submit" name="intent" value="propose" formNoValidate>
                  اقتراح الأقساط
                </button>
              </p>
            </div>
          </details>
        </div>
      </OfficeForm>
    </Dialog>
  );
}

/** The sum of the typed amounts; undefined while one is no number. */
function sumOf(rows: Row[]) {
  const amounts = rows.map(({ amount }) => plainAmount(amount));
  if (!amounts.every((amount) => amount !== undefined)) return undefined;
  return amounts.reduce((sum, amount) => sum.plus(amount), Big(0)).toFixed();
}
