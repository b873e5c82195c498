import { countNoun } from "~/domain/count-words";
import type { Entity } from "~/domain/entity";
import { group, partOfGroup } from "~/features/groups/group";

/** A member of a group in its families; the id is the customer's. */
type Kinsman = { id: number; name: string; name_latin: string | null; relation: Relation | null };

/** The relation to the family (الصلة). */
export const relationLabels = {
  husband: "زوج",
  wife: "زوجة",
  father: "أب",
  mother: "أم",
  son: "ابن",
  daughter: "ابنة",
  brother: "أخ",
  sister: "أخت",
  other: "غيرها",
} as const;
export type Relation = keyof typeof relationLabels;
export const relationNames = Object.keys(relationLabels) as [Relation, ...Relation[]];

/** Members of a group who travel as a family (عائلة). A clerk has given them the family's name. */
export type Family = { name: string; members: Kinsman[] };

/** Why members may be a family: what they share, the surest first. */
const kinReasons = {
  before: "كانوا عائلة في مجموعة سابقة",
  contract: "عقود وقعت معًا",
  phone: "رقم الهاتف",
  surname: "اللقب",
} as const;
export type KinReason = keyof typeof kinReasons;

/** The reasons in words: «كانوا عائلة في مجموعة سابقة» or «يشتركون في رقم الهاتف واللقب» */
export const reasonsText = (reasons: KinReason[]) =>
  reasons[0] === "before"
    ? kinReasons.before
    : `يشتركون في ${reasons.map((reason) => kinReasons[reason]).join(" و")}`;

/**
 * The most members without a family who are proposed as one for the same phone number or surname: more of them share an agent's
 * number, or a tribe's name.
 */
export const mostKin = 6;

/** Members who may be a family, or belong to one that is there already. */
export type FamilyProposal = {
  /** The name of the family that they may belong to, else what they may be called. */
  name: string;
  /** The name that all of them share, if they have one: nobody's name is given to others. */
  shared_name: string | null;
  /** The family that they may belong to, with the names of its members. */
  joins: { name: string; members: string[] } | null;
  reasons: KinReason[];
  /** None of them has a family yet; each has the relation in an earlier family. */
  members: (Kinsman & { phone: string; gender: string | null })[];
};

export const familyCount = countNoun("عائلة واحدة", "عائلتان", "عائلات", "عائلة");

/** Members who may be a family and are none yet: «بقيت 4 عائلات مقترحة بلا تأكيد» */
export const proposalCount = countNoun(
  "عائلة مقترحة واحدة",
  "عائلتان مقترحتان",
  "عائلات مقترحة",
  "عائلة مقترحة",
);

/** The families of a group as its screen and calls use them. */
export const family = {
  table: "customers",
  noun: { one: "العائلة", a: "عائلة", many: "العائلات", some: "عائلات" },
  ...partOfGroup("families", "family"),
  labels: {
    name: "اسم العائلة",
    customer_ids: "أفرادها",
    joins: "الانضمام",
    relation: "الصلة",
    relations: "الصلات",
  },
} as const satisfies Entity;

/** The families of one group. */
export const familiesOf = (groupId: number | string) => ({
  ...family,
  path: `${group.path}/${groupId}/families`,
});
