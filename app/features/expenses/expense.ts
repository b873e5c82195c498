import { descriptionField, nameField } from "~/domain/common-fields";
import type { Entity } from "~/domain/entity";
import { type RowOf, withLabels } from "~/domain/fields";

/** A kind of expense that payments name, as calls show it (spec §3). */
export type Expense = RowOf<(typeof expense)["fields"]> & {
  /** The category's name. */
  category: string | null;
};

export const expense = withLabels(
  {
    table: "expenses",
    path: "/settings/accounts/expenses",
    write: "manage_financials",
    fields: {
      name: nameField("اسم المصروف"),
      description: descriptionField,
      category_id: {
        label: "الفئة",
        kind: "reference",
        to: "expense_categories",
        optional: true,
        sheet: { width: 24, after: "name" },
      },
    },
    required: "اسم المصروف مطلوب",
    failures: {
      create: "خطأ في إضافة المصروف",
      update: "خطأ في تحديث المصروف",
      remove: "خطأ في حذف المصروف",
    },
    saved: "تم تحديث",
  },
  { category: "الفئة" },
) satisfies Entity;
