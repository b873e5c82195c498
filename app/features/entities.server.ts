import type { z } from "zod";
import type { Store } from "~/db/store.server";
import { notFound } from "~/domain/domain-error";
import type { Entity } from "~/domain/entity";
import type { StoredFile } from "~/domain/uploaded-file";
import { isAt } from "~/http/address.server";
import { accountKinds } from "./accounts/account";
import { accounts } from "./accounts/accounts.server";
import { agent } from "./agents/agent";
import { agents } from "./agents/agents.server";
import { campaign } from "./campaigns/campaign";
import { campaigns } from "./campaigns/campaigns.server";
import { contract } from "./contracts/contract";
import { contracts } from "./contracts/contracts.server";
import { currencies } from "./currencies/currencies.server";
import { currency } from "./currencies/currency";
import { customer } from "./customers/customer";
import { customers, photoOf } from "./customers/customers.server";
import { categories } from "./expense-categories/categories.server";
import { category } from "./expense-categories/category";
import { expense } from "./expenses/expense";
import { expenses } from "./expenses/expenses.server";
import { payment } from "./financial/payments/payment";
import { payments } from "./financial/payments/writes.server";
import { receipt } from "./financial/receipts/receipt";
import { receipts } from "./financial/receipts/writes.server";
import { invoiceKinds } from "./invoices/invoice";
import { invoices } from "./invoices/invoices.server";
import { role } from "./roles/role";
import { roles } from "./roles/roles.server";
import { catering } from "./services/catering/catering";
import { caterings } from "./services/catering/caterings.server";
import { hotel } from "./services/hotels/hotel";
import { hotels } from "./services/hotels/hotels.server";
import { otherService } from "./services/other/other-service";
import { otherServices } from "./services/other/other-services.server";
import { integratedPackage } from "./services/packages/package";
import { packages } from "./services/packages/packages.server";
import { transportation } from "./services/transportation/transportation";
import { transportations } from "./services/transportation/transportations.server";
import { supplier } from "./suppliers/supplier";
import { suppliers } from "./suppliers/suppliers.server";
import { group } from "./trips/groups/group";
import { groups } from "./trips/groups/groups.server";
import { trip } from "./trips/management/trip";
import { trips } from "./trips/management/trips.server";
import { plan } from "./trips/plans/plan";
import { plans } from "./trips/plans/plans.server";
import { visa } from "./trips/visas/visa";
import { visas } from "./trips/visas/visas.server";

/** An entity as the ordinary calls and deletions know it. */
type Listed = {
  entity: Entity;
  // biome-ignore lint/suspicious/noExplicitAny: a store of any entity's rows
  store: Store<any, z.ZodObject>;
  /** Stores the file of a multipart body, if there is one, before the transaction. */
  file?: (form: FormData) => Promise<StoredFile | undefined>;
};

// biome-ignore lint/suspicious/noExplicitAny: a store of any entity's rows and schema
const of = (entity: Entity, store: Store<any, any>, more: Pick<Listed, "file"> = {}): Listed => ({
  entity,
  store,
  ...more,
});

/** The entities whose calls are the standard ones (spec §7), by what these are called: /api/<name> and /api/<name>/:id. */
export const entities: Record<string, Listed> = {
  "agent-invoices": of(invoiceKinds.agent, invoices.agent),
  agents: of(agent, agents),
  banks: of(accountKinds.bank, accounts.bank),
  campaigns: of(campaign, campaigns),
  "cash-boxes": of(accountKinds.cash_box, accounts.cash_box),
  catering: of(catering, caterings),
  contracts: of(contract, contracts),
  currencies: of(currency, currencies),
  customers: of(customer, customers, { file: photoOf }),
  "expense-categories": of(category, categories),
  expenses: of(expense, expenses),
  groups: of(group, groups),
  hotels: of(hotel, hotels),
  "other-services": of(otherService, otherServices),
  packages: of(integratedPackage, packages),
  "payment-vouchers": of(payment, payments),
  "purchase-invoices": of(invoiceKinds.purchase, invoices.purchase),
  "receipt-vouchers": of(receipt, receipts),
  roles: of(role, roles),
  suppliers: of(supplier, suppliers),
  transportations: of(transportation, transportations),
  "trip-plans": of(plan, plans),
  trips: of(trip, trips),
  visas: of(visa, visas),
};

/**
 * The entity whose screen lies at an address, by the list below which it lies.
 * @param below its address below its list's, such as `/:id/delete`
 * @throws DomainError not_found
 */
export function entityAt(request: Request, below: string) {
  const listed = Object.values(entities).find(({ entity }) => isAt(request, entity.path + below));
  if (!listed) throw notFound("لا توجد صفحة بهذا العنوان");
  return listed;
}
