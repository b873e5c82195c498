import type { z } from "zod";
import type { Db, Transaction } from "~/db/knex.server";
import { lockRow, withoutUndefined } from "~/db/rows.server";
import type { By } from "~/db/store.server";
import { invalid } from "~/domain/domain-error";
import { schemaOf } from "~/domain/fields.server";
import type { StoredFile } from "~/domain/file-upload";
import { code, flag, longText, optional, text } from "~/domain/input.server";
import { hasNumberingPlan, internationalForm } from "~/domain/telephone.server";
import {
  feeLinesField,
  linesOfOffice,
  type StoredFeeLine,
  toFeeLines,
  writeFeeLines,
} from "~/features/fees/fee-lines.server";
import { forgetTelephones, readTelephones } from "~/features/telephones/telephones.server";
import { readImage } from "~/files/image.server";
import { dropFile, storeFile } from "~/files/storage.server";
import { type Asker, inPictureTurn } from "~/http/turns.server";
import { logoAddress, logoFolder } from "~/shell/brand.server";
import type { CompanyHead } from "~/ui/print-sheet";
import { type Company, company } from "./company";
import { usualTerms } from "./contract-terms";
import { faultOfTemplate, usualReminder } from "./reminder-template";

export const companySchema = schemaOf(company.fields).extend({
  name: optional(text(150)).transform((name) => (name === null ? "" : name)),
  country: country().optional(),
  website: optional(code(200).refine(isWebsite, "اكتب عنوان الموقع مثل www.example.com")),
  /** The usual ones are not stored: they may become better. */
  contract_terms: optional(longText(20_000)).transform((terms) => (terms === usualTerms ? null : terms)),
  reminder_template: optional(reminderTemplate()).transform((text) => (text === usualReminder ? null : text)),
  fee_lines: feeLinesField(),
  remove_logo: flag().optional(),
});

/** The words of reminders, with known placeholders only. */
function reminderTemplate() {
  return longText(1000).superRefine((text, context) => {
    const fault = faultOfTemplate(text);
    if (fault) context.addIssue({ code: "custom", message: fault });
  });
}

/** The ISO 3166 alpha-2 code, in any case, of a country with a numbering plan. */
function country() {
  return code(2)
    .transform((code) => code.toUpperCase())
    .refine(hasNumberingPlan, "اختر قيمة من القائمة");
}

/** Whether a text is a web address with http, https or neither. Other schemes could run code from a link. */
function isWebsite(typed: string) {
  const address = /^https?:\/\//i.test(typed) ? typed : `https://${typed}`;
  if (!/^https?:\/\/[^\s/<>"'\\]+(\/[^\s<>"'\\]*)?$/i.test(address) || !URL.canParse(address)) return false;
  const { hostname, username, password } = new URL(address);
  return /\.[^.\d][^.]+$/.test(hostname) && !username && !password;
}

const columns = [...Object.keys(company.fields), "logo", "updated_at"];

type Stored = Omit<Company, "logo_url" | "fee_lines"> & { logo: string | null; phone_e164?: string | null };

export async function findCompany(db: Db): Promise<Company> {
  const { logo, fee_lines, ...row } = (await db("company_info").first([
    ...columns,
    db.raw(`${linesOfOffice} AS fee_lines`),
  ])) as Stored & { fee_lines: StoredFeeLine[] };
  const percents = ["discount_limit_percent", "child_share", "infant_share"] as const;
  const numbers = percents.map((name) => [name, row[name] === null ? null : Number(row[name])]);
  const lines = toFeeLines(fee_lines);
  return { ...row, ...Object.fromEntries(numbers), logo_url: logoAddress(logo), fee_lines: lines };
}

/** The office's data on printed sheets. */
export async function companyHead(db: Db): Promise<CompanyHead> {
  const {
    description,
    updated_at,
    country,
    emergency_phone,
    visa_wait_days,
    discount_limit_percent,
    infant_under,
    child_under,
    child_share,
    infant_share,
    contract_terms,
    reminder_template,
    fee_lines,
    ...head
  } = await findCompany(db);
  return head;
}

/** The terms that are printed on contracts, a paragraph a line. */
export async function contractTerms(db: Db): Promise<string> {
  const { contract_terms } = await findCompany(db);
  return contract_terms ?? usualTerms;
}

/**
 * Stores the fields that were sent. A new logo replaces the present one, even if the form also asks to remove it.
 * @throws DomainError conflict
 */
export async function saveCompany(
  trx: Transaction,
  { remove_logo, fee_lines, ...change }: Partial<z.output<typeof companySchema>>,
  { readAt, file }: Pick<By, "readAt" | "file">,
): Promise<Company> {
  const present = await lockRow<Stored>(trx, "company_info", true, readAt, () => findCompany(trx));
  const logo = file?.name ?? (remove_logo ? null : undefined);
  if (logo !== undefined) dropFile(trx, logoFolder, present.logo);
  const { country, phone, infant_under, child_under } = { ...present, ...withoutUndefined(change) };
  const areNewAges = infant_under !== present.infant_under || child_under !== present.child_under;
  if (areNewAges && infant_under >= child_under)
    throw invalid(
      change.child_under === undefined ? "infant_under" : "child_under",
      `سن الطفل تزيد على سن الرضيع: الرضيع دون ${infant_under}، والطفل دون ${child_under}`,
    );
  const isAbroad = country !== present.country;
  const phone_e164 = internationalForm(phone ?? "", country);
  const values = {
    ...withoutUndefined({ ...change, logo }),
    ...(phone_e164 !== present.phone_e164 && { phone_e164 }),
    ...(fee_lines && { updated_at: trx.fn.now() }), // so that an older version of the row is refused
  };
  if (isAbroad) {
    await forgetTelephones(trx);
    trx.executionPromise.then(readTelephones).catch(() => {}); // if this fails, the next hour's run does it
  }
  if (Object.keys(values).length) await trx("company_info").update(values);
  await writeFeeLines(trx, { company_id: true }, fee_lines);
  return findCompany(trx);
}

/**
 * Stores the picture `logo` of a form or call, if there is one.
 * @throws DomainError invalid, too_large, unavailable
 */
export async function logoOf(form: FormData, visit: Asker): Promise<StoredFile | undefined> {
  const file = form.get("logo");
  if (!(file instanceof File)) return;
  return storeFile(logoFolder, await inPictureTurn(visit, () => readImage(file, "logo", 600)), "webp");
}
