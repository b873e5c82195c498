import { randomUUID } from "node:crypto";
import { getZodConstraint } from "@conform-to/zod/v4";
import { useActionData, useLoaderData, useLocation } from "@remix-run/react";
import { db, transact } from "~/db/knex.server";
import { once } from "~/db/once.server";
import { redirectWithFlash } from "~/http/flash.server";
import { idParam, screen, submit } from "~/http/screen.server";
import { Dialog } from "~/ui/dialog";
import { SelectField, TextAreaField, TextField } from "~/ui/field";
import { OfficeForm, useOfficeForm } from "~/ui/form";
import { keepForm } from "~/ui/keep-form";
import { listCategories } from "../expense-categories/categories.server";
import { expenseRequired, expenseLabels as labels } from "./expense";
import {
  createExpense,
  type ExpenseInput,
  expenseSchema,
  findExpense,
  updateExpense,
} from "./expenses.server";

const constraint = getZodConstraint(expenseSchema);
const path = "/settings/accounts/expenses";

export const loader = screen(["manage_financials"], async ({ params }) => ({
  expense: params.id ? await findExpense(db, idParam(params.id)) : null,
  categories: (await listCategories(db)).map(({ id, name }): [number, string] => [id, name]),
  constraint,
  oneTimeKey: randomUUID(),
}));

export const action = screen(["manage_financials"], ({ request, params, url, user }) =>
  submit(
    request,
    expenseSchema,
    async (input, { key, readAt }) => {
      const { name } = await transact((trx) =>
        params.id
          ? updateExpense(trx, idParam(params.id), input, { readAt })
          : once(trx, user.id, key, { expense: input }, () => createExpense(trx, input)),
      );
      return redirectWithFlash(
        path + url.search,
        params.id ? `تم تحديث المصروف «${name}»` : `تمت إضافة المصروف «${name}»`,
      );
    },
    {
      requiredSentence: expenseRequired,
      failure: params.id ? "خطأ في تحديث المصروف" : "خطأ في إضافة المصروف",
    },
  ),
);

export const clientAction = keepForm();

export default function ExpenseForm() {
  const { expense, categories, constraint, oneTimeKey } = useLoaderData<typeof loader>();
  const reply = useActionData<typeof action>();
  const back = path + useLocation().search;
  const [form, fields] = useOfficeForm<ExpenseInput>("expense", { reply, constraint, values: expense ?? {} });
  const now = reply?.current as typeof expense | undefined;
  return (
    <Dialog title={expense ? "تعديل المصروف" : "إضافة مصروف"} back={back} narrow>
      <OfficeForm
        form={form}
        reply={reply}
        labels={labels}
        back={back}
        oneTimeKey={expense ? undefined : oneTimeKey}
        updatedAt={expense?.updated_at}
      >
        <div className="grid gap-3">
          <TextField field={fields.name} label={labels.name} now={now?.name} autoComplete="off" autoFocus />
          <SelectField
            field={fields.category_id}
            label={labels.category}
            now={now && (now.category ?? "")}
            choices={categories}
            empty="بدون فئة"
          />
          <TextAreaField
            field={fields.description}
            label={labels.description}
            now={now && (now.description ?? "")}
          />
        </div>
      </OfficeForm>
    </Dialog>
  );
}
