import { countNoun, countPhrase, days as dayCount } from "~/domain/count-words";
import { daysBetween } from "~/domain/dates";
import type { Entity } from "~/domain/entity";
import { type RowOf, withLabels } from "~/domain/fields";
import { quote } from "~/domain/nouns";
import { cancelledCampaign } from "~/features/instalments/instalment";
import { debtsPath } from "./kinds";

/** How a customer was reminded. The office itself sends nothing: a user did, or says so (docs/decisions/reminders.md). */
export const reminderWays = {
  whatsapp: "واتساب",
  copy: "نص منسوخ",
  letter: "رسالة مطبوعة",
  phone: "اتصال هاتفي",
  other: "وسيلة أخرى",
} as const;
type ReminderWay = keyof typeof reminderWays;

/** The ways that a user notes by hand. */
export const waysByHand = { phone: reminderWays.phone, other: reminderWays.other };

/** The page of a customer's reminder, with the reminders noted so far. */
export const reminderPath = (customerId: number) => `${debtsPath("customers")}/${customerId}/reminder`;

/** The page of printed letters. */
export const lettersPath = `${debtsPath("customers")}/letters`;

/** The parameter of the customers whose letters are printed. */
export const chosen = "customer";

/** The most letters on one page. */
export const mostLetters = 200;

/** The most characters of a reminder's text, which WhatsApp takes in an address. */
export const longestReminder = 1000;

/** The reminders of a customer as screens and calls use them. */
export const reminder = withLabels(
  {
    table: "reminders",
    path: debtsPath("customers"),
    write: "manage_financials",
    fields: {
      how: { label: "الوسيلة", kind: "choice", choices: reminderWays },
      note: { label: "ملاحظة", kind: "longText", max: 500, optional: true },
    },
    failures: { create: "فشل تسجيل التذكير", remove: "فشل حذف التذكير" },
  },
  { text: "نص التذكير", despite_credit: "له مال تحت الحساب" },
) satisfies Entity;

/** The reminders of one customer. */
export const remindersOf = (customerId: number) => ({ ...reminder, path: reminderPath(customerId) });

type Fields = (typeof reminder)["fields"];

/** A reminder as calls show it. */
export type Reminder = Omit<RowOf<Fields>, "created_at" | "updated_at"> & {
  customer_id: number;
  /** What was due then, by currency; what comes next if nothing was due. */
  amounts: { code: string; amount: number; decimals: number }[];
  /** The oldest date of the amounts; null if nothing was left to pay. */
  due_since: string | null;
  /** The office's day, and the moment. */
  sent_on: string;
  sent_at: string;
  sent_by: { id: number; username: string };
};

/** Administrators delete any reminder, other users their own. */
export const mayRemoveReminder = (
  { sent_by }: Pick<Reminder, "sent_by">,
  user: { id: number; user_type: string },
) => user.user_type === "admin" || sent_by.id === user.id;

/** The latest reminder of a customer in the list of debts. */
export type LastReminder = { date: string; how: ReminderWay; by: string };

/** The choices of the filter `unreminded`, in days. */
export const unremindedDays = { 7: "7 أيام", 14: "14 يومًا", 30: "30 يومًا" };

export const letterCount = countNoun("رسالة واحدة", "رسالتان", "رسائل", "رسالة");

/** What a customer's standing contracts of a cancelled campaign owe in a currency: no reminder asks for it. */
export type Unasked = { customer_id: number; campaign: { id: number; name: string }; amount: string };

/** «حملة ملغاة، فلا يطلب ما على عقودها حتى تلغى: «حملة النور» 500.00 USD» */
export const unaskedText = (unasked: Unasked[]) =>
  `${cancelledCampaign}، فلا يطلب ما على عقودها حتى تلغى: ${unasked
    .map(({ campaign, amount }) => `${quote(campaign.name)} ${amount}`)
    .join("، ")}`;

/** How long before today a day was: «اليوم»، «أمس»، «قبل يومين»، «قبل 3 أيام». */
export function agoPhrase(date: string, today: string) {
  const days = daysBetween(date, today);
  if (days < 1) return "اليوم";
  return days === 1 ? "أمس" : `قبل ${countPhrase(days, dayCount, "genitive")}`;
}
