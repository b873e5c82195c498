import Big from "big.js";
import type { z } from "zod";
import { typedOf } from "~/db/document.server";
import { withoutUndefined } from "~/db/rows.server";
import { DomainError, invalid } from "~/domain/domain-error";
import { requiredMessage } from "~/domain/input.server";
import { accountField, accountIdOf } from "../vouchers/account.server";
import { typeOf, withoutOthers, withParty } from "../vouchers/party.server";
import { changedService, noService, serviceOf } from "../vouchers/purpose.server";
import { type BeneficiaryType, mayNameCampaign, payment } from "./payment";
import type { PaymentInput, PaymentRow, PaymentUpdate, Terms } from "./payments.server";

const beneficiaries = {
  field: "beneficiary_type",
  references: {
    customer: "customer_id",
    agent: "agent_id",
    supplier: "supplier_id",
    expense: "expense_id",
    other: "beneficiary",
  },
  several: "حدد نوع المستفيد: أُرسل أكثر من مستفيد",
} as const;
const { references } = beneficiaries;

const settledFields = {
  agent: "agent_invoice_id",
  supplier: "purchase_invoice_id",
  customer: "contract_id",
} as const;

/** The field of what a voucher for this type of beneficiary may settle: an invoice, or a cancelled contract. */
export const settledFieldOf = (type: BeneficiaryType) =>
  Object.hasOwn(settledFields, type) ? settledFields[type as keyof typeof settledFields] : undefined;

const invoiceFieldOf = (type: BeneficiaryType) =>
  type === "agent" || type === "supplier" ? settledFields[type] : undefined;

/** @throws DomainError invalid, with spec §5's sentence and the fields to blame */
function missing(...fields: string[]): never {
  throw new DomainError("invalid", payment.required, {
    fields: Object.fromEntries(fields.map((field) => [field, requiredMessage])),
  });
}

/** A form's schema that reports a missing beneficiary together with the other faults. */
export const withBeneficiary = <Schema extends z.ZodObject>(schema: Schema) =>
  withParty<Schema, BeneficiaryType>(schema, beneficiaries);

/** @param today the date for a voucher without one */
export function termsOf(input: PaymentInput, today: string): Terms {
  const type = typeOf<BeneficiaryType>(beneficiaries, input) ?? (input.beneficiary ? "other" : undefined);
  const account_id = accountIdOf(input.payment_method, input);
  const missingFields = [
    type ? !input[references[type]] && references[type] : "beneficiary_type",
    !account_id && accountField(input.payment_method),
  ].filter((field) => typeof field === "string");
  if (!type || !account_id || missingFields.length) missing(...missingFields);
  const invoiceField = invoiceFieldOf(type);
  return {
    ...typedOf(payment.fields, input),
    ...withoutOthers<BeneficiaryType>(beneficiaries, type),
    ...serviceOf(input, { contract_id: input.contract_id, isCustomers: type === "customer" }),
    beneficiary_type: type,
    invoice_id: (invoiceField && input[invoiceField]) || null,
    contract_id: (type === "customer" && input.contract_id) || null,
    campaign_id: (mayNameCampaign(type) && input.campaign_id) || null,
    account_id,
    not_refund: input.not_refund ?? false,
    date: input.date ?? today,
  };
}

/** The voucher's present values with those that were sent. A new type or method clears the values of the old one (spec §4). */
export function changedTerms(row: PaymentRow, input: PaymentUpdate): Terms {
  const field = accountField(row.payment_method);
  const invoiceField = invoiceFieldOf(row.beneficiary_type);
  const before = {
    ...row,
    [field]: row.account_id,
    ...(invoiceField && { [invoiceField]: row.invoice_id }),
  };
  const type = typeOf<BeneficiaryType>(beneficiaries, input) ?? row.beneficiary_type;
  const values = {
    ...before,
    ...withoutUndefined(input),
    beneficiary_type: type,
    ...changedService(type === row.beneficiary_type ? row : noService, input),
  };
  return termsOf(values as PaymentInput, row.date);
}

const sameAmount = (row: PaymentRow, terms: Terms) =>
  row.currency_id === terms.currency_id && Big(row.amount).eq(terms.amount);

/** Whether the voucher would take the same from its account: then the booked amount stays, even if the rates have changed. */
export const sameFromAccount = (row: PaymentRow, terms: Terms) =>
  row.account_id === terms.account_id && sameAmount(row, terms);

/** Whether the voucher would settle the same with the same amount, and give it to the same customer: then the booked amount stays. */
export const sameSettlement = (row: PaymentRow, terms: Terms) =>
  sameSettled(row, terms) &&
  sameAmount(row, terms) &&
  (!terms.contract_id || row.customer_id === terms.customer_id);

const sameSettled = (row: PaymentRow, terms: Terms) =>
  row.invoice_id === terms.invoice_id && row.contract_id === terms.contract_id;

/** The changed fields among those that decide the amounts. */
export function changedFields(row: PaymentRow, terms: Terms) {
  const reference = references[terms.beneficiary_type];
  return [
    row[reference] !== terms[reference] && reference,
    !sameSettled(row, terms) && settledFieldOf(terms.beneficiary_type),
    row.currency_id !== terms.currency_id && "currency_id",
    !Big(row.amount).eq(terms.amount) && "amount",
    row.account_id !== terms.account_id && accountField(terms.payment_method),
    row.service_name !== terms.service_name && "service_name",
    row.other_service_id !== terms.other_service_id && "other_service_id",
  ].filter((field) => typeof field === "string");
}

/** @throws DomainError invalid if a new voucher names an invoice or contract that cannot belong to its beneficiary's type */
export function refuseOtherSettled(input: PaymentInput, { beneficiary_type }: Terms) {
  const own = settledFieldOf(beneficiary_type);
  for (const field of Object.values(settledFields))
    if (input[field] && field !== own)
      throw invalid(
        field,
        field === "contract_id" ? "يرد من العقد إلى العملاء وحدهم" : "الفاتورة لا تخص هذا المستفيد",
      );
}

/** @throws DomainError invalid if a campaign is sent for a beneficiary whose vouchers name none */
export function refuseCampaign({ campaign_id }: Partial<PaymentInput>, { beneficiary_type }: Terms) {
  if (campaign_id && !mayNameCampaign(beneficiary_type))
    throw invalid(
      "campaign_id",
      "تُنسب إلى الحملة سندات المصروفات والجهات الأخرى، وما يخص وكيلًا أو موردًا تُنسب فاتورته",
    );
}
