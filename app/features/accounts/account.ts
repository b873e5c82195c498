import { kindBy } from "~/domain/address-kind";
import { nameField } from "~/domain/common-fields";
import type { Entity } from "~/domain/entity";
import { type Fields, type RowOf, withLabels } from "~/domain/fields";
import { activityLabels } from "~/domain/status";

const common = { table: "accounts", write: "manage_financials", saved: "تم تحديث" } as const;

const name = nameField("الاسم");
const money = {
  /** An ISO 4217 code, in any case. */
  currency_code: {
    label: "العملة",
    kind: "code",
    max: 3,
    stored: false,
    sheet: { width: 10, after: "balance" },
  },
  /** In the account's own currency. */
  balance: { label: "الرصيد", kind: "price" },
  status: { label: "الحالة", kind: "choice", choices: activityLabels, hasDefault: true },
} as const;

/** Who has a cash box in hand: a user or a typed name. It gives no right. */
const holder = {
  holder_user_id: {
    label: "صاحب العهدة (مستخدم)",
    kind: "reference",
    to: "users",
    optional: true,
    inSheet: false,
  },
  holder_name: { label: "صاحب العهدة (اسم)", kind: "text", max: 150, optional: true, inSheet: false },
  /** The name of either. */
  holder: {
    label: "صاحب العهدة",
    kind: "text",
    max: 150,
    optional: true,
    computed: true,
    stored: false,
    sheet: { width: 30 },
  },
} as const satisfies Fields;

/** Whether a bank is no bank, but the cheques that the office has in hand: one for a currency. */
export const chequesInHand = "شيكات برسم التحصيل";
const chequesField = {
  label: "نوع الحساب",
  kind: "flag",
  words: { true: chequesInHand, false: "حساب في بنك" },
  hasDefault: true,
  sheet: { width: 20, after: "status" },
} as const satisfies Fields[string];

const fields = {
  bank: {
    name,
    account_number: { label: "رقم الحساب", kind: "code", max: 50, sheet: { width: 30 } },
    account_name: nameField("اسم صاحب الحساب"),
    ...money,
    is_cheques_in_hand: chequesField,
  },
  cash_box: {
    name,
    location: { label: "الموقع", kind: "text", max: 150, optional: true, sheet: { width: 30 } },
    ...money,
    ...holder,
  },
} as const satisfies Record<string, Fields>;

/** Banks and cash boxes have the same table and rules. The address says which kind is meant. */
export const accountKinds = {
  bank: withLabels(
    {
      ...common,
      noun: { one: "البنك", a: "بنك", many: "البنوك", some: "بنوك" },
      path: "/settings/accounts/banks",
      key: "banks",
      fields: fields.bank,
      failures: { create: "خطأ في إضافة البنك", update: "خطأ في تحديث البنك", remove: "خطأ في حذف البنك" },
    },
    {
      location: fields.cash_box.location.label,
      holder_user_id: holder.holder_user_id.label,
      holder_name: holder.holder_name.label,
      holder: holder.holder.label,
    },
  ),
  cash_box: withLabels(
    {
      ...common,
      noun: { one: "الصندوق", a: "صندوق", many: "الصناديق", some: "صناديق" },
      path: "/settings/accounts/cash-boxes",
      key: "cash_boxes",
      item: "cash_box",
      fields: fields.cash_box,
      failures: {
        create: "خطأ في إضافة الصندوق",
        update: "خطأ في تحديث الصندوق",
        remove: "خطأ في حذف الصندوق",
      },
    },
    {
      account_number: fields.bank.account_number.label,
      account_name: fields.bank.account_name.label,
      is_cheques_in_hand: chequesField.label,
    },
  ),
} satisfies Record<string, Entity>;

export type AccountKind = keyof typeof accountKinds;

/** A bank or cash box as calls show it (spec §3). */
export type Account = RowOf<typeof money & { name: typeof name }> &
  Partial<Pick<RowOf<typeof fields.bank>, "account_number" | "account_name" | "is_cheques_in_hand">> &
  Partial<Pick<RowOf<typeof fields.cash_box>, "location" | keyof typeof holder>> & {
    currency: { id: number; code: string; symbol: string; decimals: number };
  };

/** «عهدة خالد السقاف» */
export const custodyOf = (holder: string) => `عهدة ${holder}`;

export const holderSignature = (holder: string) => `صاحب العهدة ${holder}`;

/** An account among others: its name, and its holder unless the name has them. */
export const accountName = ({ name, holder }: Pick<Account, "name" | "holder">) =>
  holder && !name.includes(holder) ? `${name} · ${custodyOf(holder)}` : name;

/** The kind that an address names. @throws DomainError not_found */
export const kindOf = kindBy<AccountKind>({ banks: "bank", "cash-boxes": "cash_box" });
