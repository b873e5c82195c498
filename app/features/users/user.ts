import type { Entity } from "~/domain/entity";

/** A user (مستخدم) of the office, as the API shows one (spec §3); of the password nothing is ever shown. */
export type User = {
  id: number;
  username: string;
  email: string;
  user_type: UserType;
  is_active: boolean;
  roles: { id: number; name: string }[];
  role_ids: number[];
  /** Null for who never logged in. */
  last_login_at: string | null;
  created_at: string;
  updated_at: string;
};

export const userTypes = ["staff", "admin"] as const;
type UserType = (typeof userTypes)[number];
export const userTypeLabels: Record<UserType, string> = { staff: "موظف", admin: "مدير" };

export const user = {
  table: "users",
  path: "/settings/users",
  key: "users",
  item: "user",
  write: "manage_users",
  read: ["manage_trips"],
  isNoted: true,
  labels: {
    username: "اسم المستخدم",
    email: "البريد الإلكتروني",
    password: "كلمة المرور",
    present_password: "كلمة مرورك الحالية",
    user_type: "نوع المستخدم",
    role_ids: "الأدوار",
    is_active: "الحالة",
    last_login_at: "آخر دخول",
  },
  saved: "تم تحديث",
} as const satisfies Entity;

/** Said where someone would reset their own second step as that of others is. */
export const ownStep = "خطوتك الثانية توقفها من «حسابي».";
