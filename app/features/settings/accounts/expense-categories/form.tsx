import { randomUUID } from "node:crypto";
import { getZodConstraint } from "@conform-to/zod/v4";
import { useActionData, useLoaderData, useLocation } from "@remix-run/react";
import { db, transact } from "~/db/knex.server";
import { once } from "~/db/once.server";
import { redirectWithFlash } from "~/http/flash.server";
import { idParam, screen, submit } from "~/http/screen.server";
import { Dialog } from "~/ui/dialog";
import { TextAreaField, TextField } from "~/ui/field";
import { OfficeForm, useOfficeForm } from "~/ui/form";
import { keepForm } from "~/ui/keep-form";
import {
  type CategoryInput,
  categorySchema,
  createCategory,
  findCategory,
  updateCategory,
} from "./categories.server";
import { categoryRequired, categoryLabels as labels } from "./category";

const constraint = getZodConstraint(categorySchema);
const path = "/settings/accounts/expense-categories";

export const loader = screen(["manage_financials"], async ({ params }) => ({
  category: params.id ? await findCategory(db, idParam(params.id)) : null,
  constraint,
  oneTimeKey: randomUUID(),
}));

export const action = screen(["manage_financials"], ({ request, params, url, user }) =>
  submit(
    request,
    categorySchema,
    async (input, { key, readAt }) => {
      const { name } = await transact((trx) =>
        params.id
          ? updateCategory(trx, idParam(params.id), input, { readAt })
          : once(trx, user.id, key, { category: input }, () => createCategory(trx, input)),
      );
      return redirectWithFlash(
        path + url.search,
        params.id ? `تم تحديث الفئة «${name}»` : `تمت إضافة الفئة «${name}»`,
      );
    },
    { requiredSentence: categoryRequired, failure: params.id ? "خطأ في تحديث الفئة" : "خطأ في إضافة الفئة" },
  ),
);

export const clientAction = keepForm();

export default function CategoryForm() {
  const { category, constraint, oneTimeKey } = useLoaderData<typeof loader>();
  const reply = useActionData<typeof action>();
  const back = path + useLocation().search;
  const [form, fields] = useOfficeForm<CategoryInput>("category", {
    reply,
    constraint,
    values: category ?? {},
  });
  const now = reply?.current as typeof category | undefined;
  return (
    <Dialog title={category ? "تعديل الفئة" : "إضافة فئة"} back={back} narrow>
      <OfficeForm
        form={form}
        reply={reply}
        labels={labels}
        back={back}
        oneTimeKey={category ? undefined : oneTimeKey}
        updatedAt={category?.updated_at}
      >
        <div className="grid gap-3">
          <TextField field={fields.name} label={labels.name} now={now?.name} autoComplete="off" autoFocus />
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
