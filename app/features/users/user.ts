import type { Entity } from "~/domain/entity";
import { type RowOf, withLabels } from "~/domain/fields";
import { activeLabels } from "~/domain/status";

export const userTypeLabels = { staff: "موظف", admin: "مدير" };

/** A user (مستخدم) as calls show it (spec §3), without the password. */
export type User = RowOf<(typeof user)["fields"]> & {
  roles: { id: number; name: string }[];
  role_ids: number[];
  /** Null for a user who never logged in. */
  last_login_at: string | null;
};

export const user = withLabels(
  {
    table: "users",
    path: "/settings/users",
    write: "manage_users",
    read: ["manage_trips"],
    isNoted: true,
    fields: {
      username: { label: "اسم المستخدم", kind: "text", max: 100, sheet: { width: 24 } },
      /** For papers: a supervisor's login name says nothing to others. */
      full_name: { label: "الاسم الكامل", kind: "text", max: 150, optional: true, sheet: { width: 30 } },
      full_name_latin: {
        label: "الاسم الكامل باللاتينية",
        kind: "latinText",
        max: 150,
        optional: true,
        sheet: { width: 30 },
      },
      email: { label: "البريد الإلكتروني", kind: "email" },
      user_type: { label: "نوع المستخدم", kind: "choice", choices: userTypeLabels, usual: "staff" },
      role_ids: { label: "الأدوار", kind: "references", to: "roles", sheet: { width: 40 } },
      /** Only the edit form changes it, since a new user is active. */
      is_active: { label: "الحالة", kind: "flag", words: activeLabels, computed: true },
    },
    saved: "تم تحديث",
  },
  { password: "كلمة المرور", present_password: "كلمة مرورك الحالية", last_login_at: "آخر دخول" },
) satisfies Entity;

/** The sentence for users who try to reset their own two-factor here. */
export const ownStep = "خطوتك الثانية توقفها من «حسابي».";
