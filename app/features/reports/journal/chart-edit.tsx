import { useLoaderData } from "@remix-run/react";
import { salesEarnedLabels } from "~/features/company/company";
import { postJournal } from "~/features/money/journal.server";
import { transactWithFile } from "~/files/storage.server";
import { readForm } from "~/http/body.server";
import { redirectWithFlash } from "~/http/flash.server";
import { formScreen, screen, submitForm } from "~/http/screen.server";
import { SelectField, TextField } from "~/ui/form/field";
import { OfficeForm, usePlainForm } from "~/ui/form/form";
import { keepForm } from "~/ui/form/keep-form";
import type { Common } from "~/ui/form/remarks";
import { Page } from "~/ui/page/page";
import { chart, fieldOf } from "./journal";
import { numbersSchema, readNumbers, requireMayNumber, saveNumbers } from "./numbers.server";

const title = "أرقام الحسابات";
const earned = { sales_earned: "تستحق مبيعات العقود الجديدة" };

export const meta = () => [{ title }];

export const loader = screen(["manage_financials"], async ({ user }) => {
  requireMayNumber(user);
  return readNumbers();
});

export const action = formScreen(["manage_financials"], async ({ request, user }) => {
  requireMayNumber(user);
  const form = await readForm(request);
  const { rows } = await readNumbers();
  const seen = new Map(
    rows.flatMap((row): [string, string][] => {
      const value = form.get(`seen_${fieldOf(row)}`);
      return typeof value === "string" ? [[fieldOf(row), value]] : [];
    }),
  );
  return submitForm(
    form,
    numbersSchema(rows),
    async (input) => {
      await postJournal();
      await transactWithFile(user, undefined, (trx) => saveNumbers(trx, input as never, seen));
      return redirectWithFlash(`${chart.path}?report=accounts`, "تم حفظ أرقام الحسابات");
    },
    { failure: "فشل حفظ أرقام الحسابات" },
  );
});

export const clientAction = keepForm();

/** The account numbers of the office's accountant, all in one form. */
export default function ChartNumbers() {
  const { rows, sales_earned } = useLoaderData<typeof loader>();
  const labels = { ...earned, ...Object.fromEntries(rows.map((row) => [fieldOf(row), row.name])) };
  const { form, field } = usePlainForm("chart", labels as Record<string, string>, {
    values: { sales_earned, ...Object.fromEntries(rows.map((row) => [fieldOf(row), row.number])) },
  });
  const at = (name: string) => field(name) as Pick<Common, "field" | "label">; // each has its label
  return (
    <Page title={title} lead="الأرقام التي يعرفها محاسب المكتب. الفترات المقفلة تبقى بأرقام يوم إقفالها.">
      <OfficeForm form={form} labels={labels} back={`${chart.path}?report=accounts`} page>
        <section className="sheet-card">
          <h2>المبيعات</h2>
          <div className="fields">
            <SelectField {...at("sales_earned")} choices={salesEarnedLabels} wide />
          </div>
        </section>
        <section className="sheet-card">
          <h2>الحسابات</h2>
          <div className="fields">
            {rows.map((row) => (
              <div key={row.id} className="contents">
                <input type="hidden" name={`seen_${fieldOf(row)}`} value={row.number} />
                <TextField {...at(fieldOf(row))} dir="ltr" required maxLength={20} />
              </div>
            ))}
          </div>
        </section>
      </OfficeForm>
    </Page>
  );
}
