import { invalid } from "~/domain/domain-error";
import { requiredMessage } from "~/domain/input.server";
import { typeOf, withoutOthers } from "../vouchers/party.server";
import type { PayerType } from "./receipt";

/* Who pays a receipt (docs/decisions/payers.md). */

export const payers = {
  field: "payer_type",
  references: { customer: "customer_id", agent: "agent_id", supplier: "supplier_id", other: "payer" },
  several: "حدد نوع الدافع: أُرسل أكثر من دافع",
  usual: "customer",
} as const;

type Payer = {
  payer_type: PayerType;
  customer_id: number | null;
  agent_id: number | null;
  supplier_id: number | null;
  payer: string | null;
};
export type SentPayer = { [Name in keyof Payer]?: Payer[Name] | null | undefined };

/** The type of a sent payer; undefined where nothing says it. @throws DomainError invalid */
export const payerTypeOf = (input: SentPayer) =>
  typeOf<PayerType>(payers, input) ?? (input.payer ? ("other" as const) : undefined);

/** The payer alone, without references that belong to another type. @throws DomainError invalid if none is named */
export function payerOf(input: SentPayer): Payer {
  const payer_type = payerTypeOf(input) ?? payers.usual;
  const field = payers.references[payer_type];
  const named = input[field];
  if (!named) throw invalid(field, requiredMessage);
  return { ...withoutOthers<PayerType>(payers, payer_type), payer_type, [field]: named } as Payer;
}
