import { type Asked, offer } from "~/db/choices.server";
import type { Filters } from "~/db/filters.server";
import { db } from "~/db/knex.server";
import { choiceOf } from "~/db/list.server";
import { conflicting, invalid } from "~/domain/domain-error";
import { namesOf } from "~/domain/states";
import { type Purpose, receivedFor } from "./purpose";

const purposes = namesOf(receivedFor);

export type Service = { service_name: string | null; other_service_id: number | null };
export const noService: Service = { service_name: null, other_service_id: null };
type Sent = { purpose?: Purpose | null } & Partial<Service>;

/** The columns of a voucher's purpose and the name of its service, in SQL. */
export const purposeColumns = (table: "receipt_vouchers" | "payment_vouchers") => ({
  purpose: db.raw(purposeOf, Array(4).fill(table)),
  service: db.raw("coalesce(service_name, (SELECT name FROM other_services WHERE id = other_service_id))"),
});

const purposeOf = "voucher_purpose(??.customer_id, ??.contract_id, ??.service_name, ??.other_service_id)";

/** The filter by purpose. */
export const purposeFilter = {
  purpose: (params) => {
    const purpose = choiceOf(params, "purpose", purposes);
    return (
      purpose &&
      ((query) =>
        query
          .where({ contract_id: null })
          .whereNotNull("customer_id")
          .whereRaw("voucher_purpose(customer_id, contract_id, service_name, other_service_id) = ?", [
            purpose,
          ]))
    );
  },
} satisfies Filters;

/**
 * The service that a voucher sells or gives back; nulls where it is for something else.
 * @param isCustomers whether a customer pays or is paid
 * @throws DomainError conflict for a service with a contract; invalid for one of others, without a name, or with two
 */
export function serviceOf(
  { purpose, service_name = null, other_service_id = null }: Sent,
  { contract_id, isCustomers }: { contract_id?: number | null; isCustomers: boolean },
): Service {
  const isNamed = service_name !== null || other_service_id !== null;
  const named = service_name !== null ? "service_name" : "other_service_id";
  const isService = purpose === "service" || (purpose === undefined && isNamed);
  if (!isService) {
    if (isNamed) throw invalid(named, "لا تسمى الخدمة إلا في سند غرضه ثمن الخدمة");
    return { service_name, other_service_id };
  }
  if (contract_id) throw conflicting("contract_id", "ثمن الخدمة لا يخص عقدًا: أزل العقد أو غير الغرض");
  if (!isCustomers) throw invalid("purpose", "ثمن الخدمة للعملاء وحدهم");
  if (!isNamed) throw invalid("service_name", "اختر الخدمة من القائمة أو اكتب اسمها");
  if (service_name !== null && other_service_id !== null)
    throw invalid("service_name", "اختر الخدمة من القائمة أو اكتب اسمها، ولا تجمع بينهما");
  return { service_name, other_service_id };
}

/** What is sent of a changed voucher's service, with what stays of it. A new name takes the place of the one before. */
export function changedService(present: Service, change: Sent): Sent {
  const { purpose, service_name, other_service_id } = change;
  if (service_name || other_service_id) return { purpose, service_name, other_service_id };
  if (purpose === null || purpose === "on_account") return { purpose, ...noService };
  const wasService = present.service_name !== null || present.other_service_id !== null;
  return {
    purpose: purpose ?? (wasService ? "service" : undefined),
    service_name: service_name === null ? null : present.service_name,
    other_service_id: other_service_id === null ? null : present.other_service_id,
  };
}

/** The services of a voucher's form: those that are on offer, or the voucher's own. */
export const serviceOffer = (asked: Asked) =>
  offer(asked, "other_service_id", {
    table: "other_services",
    open: (services) => services.where("other_services.status", "active"),
  });

/** The tables of what a voucher refers to beside its contract and account, by its fields. */
export const namedTables = {
  customer_id: "customers",
  agent_id: "agents",
  supplier_id: "suppliers",
  expense_id: "expenses",
  campaign_id: "campaigns",
  other_service_id: "other_services",
};
