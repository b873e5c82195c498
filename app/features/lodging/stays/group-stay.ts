import type { Entity } from "~/domain/entity";
import { group, partOfGroup } from "~/features/groups/group";

/** When a group sleeps in the hotels of its members' packages, as its screen and calls know it. */
export const groupStay = {
  table: "groups",
  noun: { one: "موعد الإقامة", a: "موعد إقامة", many: "مواعيد الإقامات", some: "مواعيد إقامات" },
  ...partOfGroup("stays", "stay"),
  labels: { check_in: "تاريخ الدخول", check_out: "تاريخ الخروج" },
} as const satisfies Entity;

/** The stays of one group. */
export const staysOf = (groupId: number | string) => ({
  ...groupStay,
  path: `${group.path}/${groupId}/stays`,
});

/** What a form has for a stay's date. */
export const stayField = (date: "check_in" | "check_out", stay: { package_id: number; place: number }) =>
  `${date}_${stay.package_id}_${stay.place}`;
