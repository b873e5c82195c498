import { expect, test } from "vitest";
import { later } from "~/domain/dates";
import { faultOfTemplate, fillTemplate, usualReminder } from "~/features/company/reminder-template";
import { agoPhrase, mayRemoveReminder } from "~/features/financial/debts/reminder";
import { whatsappAddress } from "~/features/financial/reminders/whatsapp.server";

test.each([usualReminder, "", "بلا رموز 100%", "{الاسم}: {المبلغ} منذ {التاريخ}. {المكتب} {المكتب}"])(
  "«%s» can be filled in",
  (template) => expect(faultOfTemplate(template)).toBeUndefined(),
);

test.each(["{الإسم}", "{ الاسم }", "{}", "{الاسم", "الاسم}", "{{الاسم}}", "{constructor}", "{a\nb}"])(
  "«%s» is no placeholder, and the four are named",
  (wrong) => expect(faultOfTemplate(`نص ${wrong} نص`)).toContain("{الاسم}، {المبلغ}، {التاريخ}، {المكتب}"),
);

test("a template is filled in once, whatever the values hold", () => {
  const values = { الاسم: "{المبلغ} $& $1 {المكتب}", المبلغ: "5", التاريخ: "{الاسم}", المكتب: "{" };
  expect(fillTemplate("{الاسم}|{المبلغ}|{التاريخ}|{المكتب}|{الاسم}", values)).toBe(
    "{المبلغ} $& $1 {المكتب}|5|{الاسم}|{|{المبلغ} $& $1 {المكتب}",
  );
});

test.each([
  [-1, "اليوم"],
  [0, "اليوم"],
  [1, "أمس"],
  [2, "قبل يومين"],
  [3, "قبل 3 أيام"],
  [11, "قبل 11 يومًا"],
  [100, "قبل 100 يوم"],
  [103, "قبل 103 أيام"],
])("%i days ago is «%s»", (days, words) => {
  expect(agoPhrase(later("2026-03-01", -days), "2026-03-01")).toBe(words);
});

test.each([
  [1, "user", true],
  [2, "user", false],
  [2, "admin", true],
])("a reminder of user 1 is deleted by user %i, who is %s: %s", (id, user_type, may) => {
  expect(mayRemoveReminder({ sent_by: { id: 1, username: "a" } }, { id, user_type })).toBe(may);
});

test.each([
  [
    "+966510000111",
    "مرحبًا 5%",
    "https://wa.me/966510000111?text=%D9%85%D8%B1%D8%AD%D8%A8%D9%8B%D8%A7%205%25",
  ],
  ["+967 777-123", "a&b\ud800", "https://wa.me/967777123?text=a%26b%EF%BF%BD"],
])("WhatsApp opens for %s with «%s»", (number, text, address) => {
  expect(whatsappAddress(number, text)).toBe(address);
});
