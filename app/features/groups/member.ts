import { countNoun } from "~/domain/count-words";
import type { Entity } from "~/domain/entity";
import { group, partOfGroup } from "./group";

export const memberGenders = ["male", "female"] as const;
export type MemberGender = (typeof memberGenders)[number];
export const memberGenderLabels: Record<MemberGender, string> = { male: "ذكر", female: "أنثى" };

/** A customer in a group as calls show one (spec §3). */
export type Member = {
  /** The customer's id. */
  id: number;
  name: string;
  name_latin: string | null;
  national_id: string | null;
  phone: string;
  gender: MemberGender | null;
  /** In years, at the office's today. */
  age: number | null;
  added_at: string;
  /** Not if all of their contracts of the group's campaign are cancelled. */
  travels: boolean;
};

/** Whether a member travels. */
export const travelLabels = { true: "يسافر", false: "لا يسافر: ألغي عقده" };

export const memberCount = countNoun("عضو واحد", "عضوان", "أعضاء", "عضوًا", "عضو");

/** The members of a group as screens and calls use them. The addresses of their screens begin with this one. */
export const member = {
  table: "customers",
  noun: { one: "العضو", a: "عضو", many: "الأعضاء", some: "أعضاء" },
  ...partOfGroup("members", "member"),
  isNoted: true,
  labels: {
    customer_id: "العميل",
    customer_ids: "العملاء",
    name: "الاسم",
    national_id: "رقم الهوية",
    phone: "رقم الهاتف",
    gender: "الجنس",
    age: "العمر",
    added_at: "تاريخ الانضمام",
    travels: "السفر",
  },
  failures: { create: "فشل إضافة العضو" },
} as const satisfies Entity;

/** The members of one group. */
export const membersOf = (groupId: number) => ({ ...member, path: `${group.path}/${groupId}/members` });
