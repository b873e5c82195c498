import Big from "big.js";
import { z } from "zod";
import { isDay } from "./dates";
import { latinDigits } from "./digits";
import { DomainError, type FieldErrors, mostFields } from "./domain-error";
import { isNoNumber } from "./no-number.server";
import { officeToday } from "./office-day.server";
import { readTelephone } from "./telephone";
import { tidyText } from "./tidy";

/*
 * Pieces of schemas. Each takes the value of a form (text) or a call (JSON) and gives a clean value: trimmed, composed (NFC),
 * with Latin digits, without control and bidi characters. A required piece refuses a missing or blank value. An optional one
 * gives null for an empty value and undefined for one that was not sent.
 */

export const requiredMessage = "هذا الحقل مطلوب";

/** The sentence of a schema that has none of its own, where zod's would be in English. */
z.config({ localeError: ({ input }) => (isEmpty(input) ? requiredMessage : "القيمة غير صحيحة") });
const largestId = 2_147_483_647;

const isEmpty = (value: unknown) => value === "" || value === null || value === undefined;

function tidy(value: unknown) {
  if (typeof value === "number" && Number.isFinite(value)) return Big(value).toFixed(); // writes 0.0000001 and never 1e-7
  return typeof value === "string" ? tidyText(value) : value;
}

export function piece<Schema extends z.ZodType>(
  schema: Schema,
  clean: (value: unknown) => unknown = (value) => value,
) {
  const convert = (value: unknown) => (isEmpty(tidy(value)) ? undefined : clean(tidy(value)));
  return z.preprocess(convert, schema);
}

/** Makes a piece optional: null for an empty value, undefined if it was not sent. */
export function optional<Schema extends z.ZodType>(schema: Schema) {
  return z.preprocess((value) => (isEmpty(tidy(value)) ? null : value), schema.nullable()).optional();
}

/** Makes a piece optional: `value`, such as 0 for a price, for an empty value; undefined if it was not sent. */
export function orElse<Schema extends z.ZodType>(schema: Schema, value: z.input<Schema>) {
  return z.preprocess((raw) => (raw !== undefined && isEmpty(tidy(raw)) ? value : raw), schema.optional());
}

/** @param wrong the sentence for a value that is no text, such as a list or an object of a call */
export const string = (wrong = "القيمة ليست نصًا") =>
  z.string({ error: ({ input }) => (isEmpty(input) ? requiredMessage : wrong) });

/** A length with its noun: «3 أحرف», «150 حرفًا», «200 حرف». */
function tooLong(max: number) {
  const last = max % 100;
  const letters = last >= 3 && last <= 10 ? "أحرف" : last > 10 ? "حرفًا" : "حرف";
  return `النص أطول من المسموح (${max} ${letters})`;
}

/** A text of one line, at most `max` characters. */
export function text(max = 200) {
  return piece(string().max(max, tooLong(max)), (value) =>
    typeof value === "string" ? value.replace(/\s+/g, " ") : value,
  );
}

/** A text of several lines, at most `max` characters. */
export function longText(max = 2000) {
  return piece(string().max(max, tooLong(max)));
}

/**
 * A code such as a passport or account number. Digits become Latin, blanks around it are removed, and what nobody sees in it: a second
 * passport of one number would differ by that alone.
 */
export function code(max = 50) {
  return piece(string().max(max, tooLong(max)), (value) =>
    typeof value === "string"
      ? latinDigits(value.replace(/[\p{Default_Ignorable_Code_Point}\u2800]/gu, ""))
          .replace(/\s+/g, " ")
          .trim()
      : value,
  );
}

/** The number of a paper; null for one that says that there is none («لا يوجد», a dash, zeros), by which nobody is known. */
export const paperNumber = (max: number) =>
  code(max).transform((number) => (isNoNumber(number) ? null : number));

/** Made once: to make a schema takes longer than to judge a value by it. */
const emailAddress = z.email();

export function email() {
  const wrong = "البريد الإلكتروني غير صحيح";
  return piece(
    string(wrong)
      .max(254, tooLong(254))
      .refine((value) => emailAddress.safeParse(value).success, wrong),
  );
}

/** A telephone number in the signs that people and programs write, with an extension or without (`readTelephone`). */
export function phone() {
  const wrong = "رقم الهاتف يتكون من أرقام ومسافات والعلامات + - ( ) فقط";
  return piece(
    string(wrong)
      .max(30, tooLong(30))
      .refine(
        (value) => /^[\d\s+\-()]+( ext \d{1,7})?$/.test(value) && (value.match(/\d/g) ?? []).length >= 3,
        wrong,
      ),
    (value) => (typeof value === "string" ? readTelephone(value) : value),
  );
}

/** A calendar date, `YYYY-MM-DD`. */
export function date() {
  const wrong = "التاريخ غير صحيح (سنة-شهر-يوم)";
  return piece(
    string(wrong).refine((value) => isDay(value) && value >= "1900-01-01" && value <= "2199-12-31", wrong),
    (value) => (typeof value === "string" ? latinDigits(value) : value),
  );
}

/**
 * The date of a document: from the year 2000 to one year after the office's today (rulings §6). A mistyped year would start
 * its own series of numbers.
 */
export function documentDate() {
  return date().superRefine((value, context) => {
    const latest = lastDocumentDate();
    if (typeof value !== "string" || (value >= "2000-01-01" && value <= latest)) return;
    context.addIssue({ code: "custom", message: `التاريخ يكون من 2000-01-01 إلى ${latest}، تحقق من السنة` });
  });
}

/** The office's today, one year later. 29 February becomes the 28th. */
function lastDocumentDate() {
  const today = officeToday();
  const nextYear = `${Number(today.slice(0, 4)) + 1}${today.slice(4)}`;
  return nextYear.endsWith("02-29") ? nextYear.replace("-29", "-28") : nextYear;
}

/** A time of day, `HH:MM`. */
export function time() {
  const wrong = "الوقت غير صحيح (ساعة:دقيقة، مثل 14:30)";
  return piece(
    string(wrong).refine((value) => /^([01]\d|2[0-3]):[0-5]\d$/.test(value), wrong),
    (value) => (typeof value === "string" ? latinDigits(value).replace(/^\d:/, "0$&") : value),
  );
}

export function choice<const Values extends readonly [string, ...string[]]>(values: Values) {
  return piece(
    z.enum(values, { error: (issue) => (isEmpty(issue.input) ? requiredMessage : "اختر قيمة من القائمة") }),
  );
}

/** The id of another row. Domain functions check whether the row exists. */
export function id() {
  return wholeNumber({ min: 1, max: largestId, message: "اختر قيمة من القائمة" });
}

export function wholeNumber({
  min = 0,
  max = largestId,
  message = "",
}: {
  min?: number;
  max?: number;
  message?: string;
}) {
  const sentence = message || `أدخل عددًا صحيحًا من ${min} إلى ${max}`;
  return piece(
    z
      .number({ error: (issue) => (isEmpty(issue.input) ? requiredMessage : sentence) })
      .int(sentence)
      .min(min, sentence)
      .max(max, sentence),
    (value) => {
      const digits = typeof value === "string" ? latinDigits(value) : "";
      return /^[+-]?\d{1,10}$/.test(digits) ? Number(digits) : Number.NaN;
    },
  );
}

/**
 * An exact decimal as a plain string (`1234.5`), never a binary float. It takes thousands separators in their places.
 * `decimals` limits the digits after the point; domain functions check what a currency allows. A `signed` one may be negative.
 */
export function decimal({
  exclusive = false,
  signed = false,
  digits = 12,
  decimals = 4,
  message = "أدخل مبلغًا صحيحًا",
  minMessage = "القيمة لا تكون سالبة",
}: {
  exclusive?: boolean;
  signed?: boolean;
  digits?: number;
  decimals?: number;
  message?: string;
  minMessage?: string;
} = {}) {
  const form = new RegExp(`^${signed ? "-?" : ""}\\d{1,${digits}}(\\.\\d{1,${decimals}})?$`);
  const faultOf = (value: string) => {
    if (!signed && value.startsWith("-") && !/^-0+(\.0+)?$/.test(value)) return minMessage;
    if (!form.test(value)) return message;
    return exclusive && !/[1-9]/.test(value) ? minMessage : undefined;
  };
  return piece(
    string()
      // Reports one fault of a field, without `abort`, which would hide the faults of other fields.
      .superRefine((value, context) => {
        const fault = faultOf(value);
        if (fault) context.addIssue({ code: "custom", message: fault });
      })
      .transform((value) => value.replace(/^(-?)0+(?=\d)/, "$1")),
    (value) => {
      if (typeof value !== "string") return "?";
      const plain = latinDigits(value).replace(/^\+/, "").replace(/^−/, "-");
      return /^-?\d{1,3}(,\d{3})+(\.\d*)?$/.test(plain) ? plain.replaceAll(",", "") : plain;
    },
  );
}

/** The amount of a voucher, in its own currency. */
export const positiveAmount = () =>
  decimal({ exclusive: true, minMessage: "المبلغ يجب أن يكون أكبر من صفر" });

/**
 * The price of a service or package, in its own currency.
 * @param wrong the sentence for what is no amount, or a negative one
 */
export const price = (wrong?: string) =>
  decimal({ message: wrong ?? "أدخل سعرًا صحيحًا", minMessage: wrong ?? "السعر لا يكون سالبًا" });

/** JSON's true and false, or a box to tick. A form sends the field empty before the box, so that an unticked box is false. */
export function flag() {
  const words = new Map<unknown, boolean>([
    ["", false],
    ...(["true", "on", "1"] as const).map((word) => [word, true] as const),
    ...(["false", "off", "0"] as const).map((word) => [word, false] as const),
  ]);
  return z.preprocess(
    (value) => {
      const last = Array.isArray(value) ? value.at(-1) : value;
      return words.get(last) ?? last;
    },
    z.boolean({ error: "القيمة نعم أو لا" }),
  );
}

/** The sentence for a refused input: the field's own if only one is to blame, otherwise the names of the fields. */
function summary(fields: FieldErrors, labels: Record<string, string>) {
  const labelOf = (name: string) => labels[name.split(".", 1)[0] ?? ""] ?? name; // an element has the label of its list
  const names = Object.keys(fields);
  const [first = ""] = names;
  if (names.length === 1)
    return fields[first] === requiredMessage
      ? `${labelOf(first)}: ${requiredMessage}`
      : (fields[first] ?? "");
  return `تحقق من الحقول: ${[...new Set(names.map(labelOf))].join("، ")}`;
}

/**
 * Checks a call's body. `requiredSentence` is the spec's sentence for a missing required field of this entity.
 * @throws DomainError invalid, with a sentence for each field
 */
export function parse<Schema extends z.ZodType>(
  schema: Schema,
  body: unknown,
  labels: Record<string, string>,
  requiredSentence?: string,
) {
  const result = schema.safeParse(body);
  if (result.success) return result.data;
  const fields = fieldErrors(result.error);
  const isMissing = requiredSentence && Object.values(fields).includes(requiredMessage);
  throw new DomainError("invalid", isMissing ? requiredSentence : summary(fields, labels), { fields });
}

/** The sentences of the first fields to blame. */
export function fieldErrors(error: z.ZodError): FieldErrors {
  const fields = new Map<string, string>();
  for (const { path, message } of error.issues) {
    const name = path.map(String).join(".");
    if (!fields.has(name)) fields.set(name, message);
    if (fields.size === mostFields) break;
  }
  return Object.fromEntries(fields);
}
