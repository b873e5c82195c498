import createKnex from "knex";
import { DomainError, invalid } from "~/domain/domain-error";
import { isNamed, nouns } from "~/domain/nouns";
import { log } from "~/log.server";
import { databaseAway } from "./fail-fast.server";

/** By the constraint's name: the field to blame and the message for a value that is already taken. */
const uniqueRules: Record<string, [field: string, message: string]> = {
  accounts_cheques_in_hand_once: ["is_cheques_in_hand", "لهذه العملة حساب شيكات برسم التحصيل من قبل"],
  bus_types_name_key: ["name", "هذا النوع موجود من قبل"],
  catering_types_name_key: ["name", "هذا النوع موجود من قبل"],
  cities_name_key: ["name", "هذه المدينة موجودة من قبل"],
  currencies_code_key: ["code", "رمز العملة مستخدم من قبل"],
  customers_national_id_key: ["national_id", "رقم الهوية مسجل لعميل آخر"],
  customers_national_id_once: ["national_id", "رقم الهوية مسجل لعميل آخر"],
  customers_passport_number_key: ["passport_number", "رقم الجواز مسجل لعميل آخر"],
  customers_passport_once: ["passport_number", "رقم الجواز مسجل لعميل آخر"],
  group_members_once: ["customer_id", "مسجل في هذه المجموعة من قبل"],
  group_members_once_a_campaign: ["customer_id", "مسجل في مجموعة أخرى من هذه الحملة"],
  invoices_number_key: ["invoice_number", "رقم الفاتورة مستخدم من قبل"],
  expense_categories_name_key: ["name", "هذه الفئة موجودة من قبل"],
  ratings_value_key: ["value", "هذا التصنيف موجود من قبل"],
  rooms_name_once: ["name", "للمجموعة في هذا الفندق غرفة بهذا الرقم"],
  roles_name_key: ["name", "اسم الدور مستخدم من قبل"],
  saved_views_name_once: ["name", "في المفضلة عرض بهذا الاسم"],
  saved_views_name_once_for_all: ["name", "في المفضلة عرض للجميع بهذا الاسم"],
  service_categories_name_key: ["name", "هذه الفئة موجودة من قبل"],
  users_email_key: ["email", "البريد الإلكتروني مستخدم من قبل"],
  users_username_key: ["username", "اسم المستخدم مستخدم من قبل"],
  visas_number_once: ["visa_number", "رقم التأشيرة مسجل لتأشيرة أخرى"],
};

const unavailable = /^(08|25006|53|57P0|58|ECONN|ETIMEDOUT|EPIPE|ENOTFOUND|EAI_AGAIN)/;
/** The database has no room: on the disk, in memory, for connections. Or its disk fails. */
const shortage = /^(53|58030)/;
const lostConnection =
  /Connection terminated|Query read timeout|timeout expired|timeout exceeded when trying to connect|Client has encountered/i;

type PgError = Error & { code?: string; constraint?: string; table?: string; detail?: string };

/** How PostgreSQL tells the key of a room of a group that has no hotels. */
const roomWithoutHotel = /\(group_id, lodging, name\)=\(\d+, 0 0, /;

const toldAt = new Map<string, number>();

/** Logs a shortage, once a minute: each save fails by it, and the line that says so would be lost among the others. */
function tellShortage(code: string, err: Error) {
  if (Date.now() - (toldAt.get(code) ?? 0) < 60_000) return;
  toldAt.set(code, Date.now());
  log.error({ err }, `The database has no room (${code})`);
}

/**
 * Translates a database error into a DomainError; undefined for an error that is our own fault. Schemas check input before, so
 * this is the last guard against a 500 for bad input or an outage.
 */
export function fromDatabaseError(error: unknown): DomainError | undefined {
  if (!(error instanceof Error)) return undefined;
  const { code = "", constraint = "", table = "", detail = "", message } = error as PgError;
  if (
    unavailable.test(code) ||
    lostConnection.test(message) ||
    error instanceof createKnex.KnexTimeoutError
  ) {
    if (shortage.test(code)) tellShortage(code, error);
    return databaseAway();
  }
  switch (code) {
    case "23503":
      return /still referenced/.test(detail)
        ? new DomainError(
            "conflict",
            `لا يمكن الحذف: السجل مستخدم في ${isNamed(table) ? nouns[table].some : "سجلات أخرى"}`,
          )
        : new DomainError("invalid", "أحد السجلات المختارة غير موجود");
    case "23505": {
      const [field, sentence] = roomWithoutHotel.test(detail)
        ? ["name", "في هذه المجموعة غرفة بهذا الرقم"]
        : (uniqueRules[constraint] ?? ["", "القيمة مستخدمة من قبل"]);
      return new DomainError("conflict", sentence, field ? { fields: { [field]: sentence } } : {});
    }
    case "23514":
      if (constraint === "accounts_balance_check") return new DomainError("conflict", "رصيد الحساب غير كافٍ");
      if (constraint === "receipt_vouchers_collected")
        return new DomainError("conflict", "حُصّل شيك السند: تراجع عن تحصيله أولًا، أو سجله مرتجعًا");
      if (constraint === "groups_not_overfull") return new DomainError("conflict", "المجموعة مكتملة");
      if (constraint === "rooms_not_overfull") return new DomainError("conflict", "الغرفة مكتملة");
      if (constraint === "contracts_not_overpaid") {
        return invalid("equivalent_amount", "المبلغ المعادل أكبر من المبلغ المتبقي في العقد!");
      }
      return new DomainError("invalid", "إحدى القيم خارج الحدود المسموح بها");
    case "OP001": // see migrations/007_documents.ts
      return new DomainError(
        "conflict",
        `الفترة مقفلة حتى ${detail}: لا يضاف إليها سند أو فاتورة أو عقد أو تسوية، ولا يعدل ما فيها أو يحذف، وما يلغى منها يلغى بتاريخ يوم مفتوح`,
      );
    case "22003":
    case "22007":
    case "22008":
    case "22P02":
    case "22021":
    case "22025":
    case "23502":
      return new DomainError("invalid", "إحدى القيم غير صحيحة");
    case "55P03":
    case "57014":
    case "40001":
    case "40P01":
      return new DomainError("unavailable", "الخادم مشغول الآن، حاول مرة أخرى");
  }
  return undefined;
}
