import { notFound } from "~/domain/domain-error";
import { formatMoney } from "~/domain/money";
import { permissionLabels } from "~/domain/permissions";
import { availabilityLabels } from "~/domain/status";
import { columns as groupColumns } from "~/features/groups/columns";
import { group, groupHit } from "~/features/groups/group";
import { groups } from "~/features/groups/groups.server";
import { movedAnswer } from "~/features/moving/moved";
import { city } from "~/features/services/lookups/city";
import { plan } from "~/features/trips/plan";
import { plans } from "~/features/trips/plans.server";
import { trip } from "~/features/trips/trip";
import { trips } from "~/features/trips/trips.server";
import { columns as visaColumns } from "~/features/visas/columns";
import { type Visa, visa, visaHit } from "~/features/visas/visa";
import { visas } from "~/features/visas/visas.server";
import { isAt } from "~/http/address.server";
import { fieldColumns } from "~/http/field-columns.server";
import { accountKinds } from "./accounts/account";
import { accounts } from "./accounts/accounts.server";
import { agent } from "./agents/agent";
import { agents } from "./agents/agents.server";
import { campaign } from "./campaigns/campaign";
import { campaigns } from "./campaigns/campaigns.server";
import { columns as contractColumns } from "./contracts/columns";
import { contract, contractHit, type SavedContract } from "./contracts/contract";
import { contracts } from "./contracts/writes.server";
import { columns as currencyColumns } from "./currencies/columns";
import { currencies } from "./currencies/currencies.server";
import { currency } from "./currencies/currency";
import { customer, customerHit } from "./customers/customer";
import { customers, photoOf } from "./customers/customers.server";
import { type EntityEntry, entryOf } from "./entity-entry.server";
import { categories } from "./expense-categories/categories.server";
import { category } from "./expense-categories/category";
import { columns as expenseColumns } from "./expenses/columns";
import { expense } from "./expenses/expense";
import { expenses } from "./expenses/expenses.server";
import { type Allocation, allocation, allocationHit } from "./financial/allocations/allocation";
import { columns as allocationColumns } from "./financial/allocations/columns";
import { type ReceiptAnswer, receiptsWithAllocations } from "./financial/allocations/receipts.server";
import { allocations } from "./financial/allocations/writes.server";
import { columns as paymentColumns } from "./financial/payments/columns";
import { payment, paymentHit } from "./financial/payments/payment";
import { payments } from "./financial/payments/writes.server";
import { columns as receiptColumns } from "./financial/receipts/columns";
import { receipt, receiptHit } from "./financial/receipts/receipt";
import { columns as transferColumns } from "./financial/transfers/columns";
import { type Transfer, transfer, transferHit } from "./financial/transfers/transfer";
import { transfers } from "./financial/transfers/writes.server";
import { columns as holdColumns } from "./holds/columns";
import { hold, holdHit } from "./holds/hold";
import { holds } from "./holds/holds.server";
import { columns as waitingColumns } from "./holds/waiting/columns";
import { waiting, waitingHit } from "./holds/waiting/waiting";
import { waitingList } from "./holds/waiting/waiting.server";
import { contractImports } from "./importables/contracts.server";
import { hotelImports } from "./importables/hotels.server";
import { agentImports, customerImports, supplierImports } from "./importables/people-imports.server";
import { visaImports } from "./importables/visas.server";
import { invoiceHit, invoiceKinds } from "./invoices/invoice";
import { invoices } from "./invoices/invoices.server";
import { columns as offerColumns } from "./offers/columns";
import { type Offer, offer, offerHit } from "./offers/offer";
import { offers } from "./offers/writes.server";
import { role } from "./roles/role";
import { roles } from "./roles/roles.server";
import { catering } from "./services/catering/catering";
import { caterings } from "./services/catering/caterings.server";
import { cities } from "./services/cities/cities.server";
import { hotel } from "./services/hotels/hotel";
import { hotels } from "./services/hotels/hotels.server";
import { otherService } from "./services/other/other-service";
import { otherServices } from "./services/other/other-services.server";
import { columns as packageColumns } from "./services/packages/columns";
import { integratedPackage, roomChoices } from "./services/packages/package";
import { packages } from "./services/packages/packages.server";
import { transportation } from "./services/transportation/transportation";
import { transportations } from "./services/transportation/transportations.server";
import { supplier } from "./suppliers/supplier";
import { suppliers } from "./suppliers/suppliers.server";
import { columns as planColumns } from "./trips/plans/columns";
import { columns as userColumns } from "./users/columns";
import { user } from "./users/user";
import { users } from "./users/users.server";

/** For vouchers. */
const account = { account_id: "الحساب", account_amount: "المبلغ بعملة الحساب" };

const accountLog = {
  labels: { kind: "النوع" },
  codes: { kind: { bank: accountKinds.bank.noun.a, cash_box: accountKinds.cash_box.noun.a } },
};

const groupLog = {
  labels: {
    supervisor_phone: group.labels.supervisorPhone,
    departure_date: group.labels.departureDate,
    has_departed: "غادرت",
    trip_id: "الرحلة",
    customers: "الأعضاء",
    rooms: "الغرف",
    seats: "المقاعد",
    families: "العائلات",
    stays: "مواعيد الإقامات",
    kept_stays: "إقامات بقيت بعد المغادرة",
  },
};

const invoiceLog = {
  labels: { kind: "النوع", paid_by: "صاحب قرار السداد", contracts: "عقود العمولة" },
  codes: { kind: { agent: invoiceKinds.agent.noun.a, purchase: invoiceKinds.purchase.noun.a } },
};

/**
 * The office's entities by the names of their calls: /api/<name> and /api/<name>/:id (spec §7). The searchable ones
 * come first, in the order of the results.
 */
export const entities: Record<string, EntityEntry> = {
  customers: entryOf(customer, customers, {
    file: photoOf,
    hit: customerHit,
    imports: customerImports,
    deletion: () => "تحذف معه صورته وأوراقه.",
    log: { labels: { joined: "السجل المدموج", moved: "ما انتقل إليه" } },
  }),
  contracts: entryOf(contract, contracts, {
    columns: contractColumns,
    hit: contractHit,
    imports: contractImports,
    answer: ({ left_group, again_in: _, ...row }: SavedContract) => ({
      contract: row,
      ...(left_group && { left_group }),
    }),
    log: {
      labels: {
        package_cost: "تكلفة الباقة عند التوقيع",
        schedule: contract.labels.schedule,
        discounted_on: "تاريخ الخصم",
        discounted_by: "صاحب الخصم",
        cancelled_with_campaign: "ألغي مع حملته",
      },
    },
  }),
  offers: entryOf(offer, offers, {
    columns: offerColumns,
    hit: offerHit,
    deletion: ({ customer_name, sum_amount, currency }: Offer) =>
      `للعميل «${customer_name}» بمبلغ ${formatMoney(sum_amount, currency)}.`,
    log: {
      labels: {
        customers: offer.labels.companion_ids,
        schedule: offer.labels.schedule,
        discounted_by: "صاحب الخصم",
        created_by: "أعده",
      },
    },
  }),
  "receipt-vouchers": entryOf(receipt, receiptsWithAllocations, {
    answer: ({ allocation, ...row }: ReceiptAnswer) => ({
      receipt_voucher: row,
      ...(allocation && { allocation }),
    }),
    columns: receiptColumns,
    hit: receiptHit,
    log: {
      labels: {
        ...account,
        equivalent_currency_id: "عملة المعادل",
        received_by: "المستلم",
        money_back: "مرتجع",
        converted_amount: "المحسوب منه بالريال",
        settled_amount: "المعادل بالريال",
      },
    },
  }),
  "payment-vouchers": entryOf(payment, payments, {
    columns: paymentColumns,
    hit: paymentHit,
    log: { labels: { invoice_id: "الفاتورة", ...account } },
  }),
  allocations: entryOf(allocation, allocations, {
    columns: allocationColumns,
    hit: allocationHit,
    deletion: ({ party, amount, currency }: Allocation) =>
      `${party}، ${formatMoney(amount, currency)}. يحذف ما قيد خطأ فقط، أما ما انتهى فيلغى.`,
    log: {
      labels: { invoice_id: "إلى الفاتورة", taken_equivalent: "المسترجع بعملة المعادل", created_by: "أجراه" },
    },
  }),
  transfers: entryOf(transfer, transfers, {
    columns: transferColumns,
    hit: transferHit,
    deletion: ({ from, to, from_amount, currency }: Transfer) =>
      `${formatMoney(from_amount, currency)} من ${from} إلى ${to}. يحذف ما قيد خطأ فقط، أما ما رجع فيلغى.`,
    log: { labels: { created_by: "حرره" } },
  }),
  "agent-invoices": entryOf(invoiceKinds.agent, invoices.agent, {
    hit: invoiceHit("agent"),
    log: invoiceLog,
  }),
  "purchase-invoices": entryOf(invoiceKinds.purchase, invoices.purchase, { hit: invoiceHit("purchase") }),
  groups: entryOf(group, groups, {
    columns: groupColumns,
    hit: groupHit,
    log: groupLog,
    answer: movedAnswer(group.item),
  }),
  visas: entryOf(visa, visas, {
    columns: visaColumns,
    hit: visaHit,
    imports: visaImports,
    deletion: ({ customer_name }: Visa) => `للعميل «${customer_name}». تحذف معها مستنداتها وملفاتها.`,
    log: { labels: { document: "ملف التأشيرة", document_type: "نوع الملف" } },
  }),
  holds: entryOf(hold, holds, { columns: holdColumns, hit: holdHit }),
  "waiting-list": entryOf(waiting, waitingList, { columns: waitingColumns, hit: waitingHit }),
  agents: entryOf(agent, agents, { imports: agentImports }),
  banks: entryOf(accountKinds.bank, accounts.bank, { log: accountLog }),
  campaigns: entryOf(campaign, campaigns, { answer: movedAnswer(campaign.item) }),
  "cash-boxes": entryOf(accountKinds.cash_box, accounts.cash_box),
  catering: entryOf(catering, caterings, {
    columns: fieldColumns(catering, {
      meals_per_day: { head: `${catering.labels.meals_per_day} (0 = مفتوح)` },
    }),
  }),
  cities: entryOf(city, cities),
  currencies: entryOf(currency, currencies, { columns: currencyColumns }),
  "expense-categories": entryOf(category, categories),
  expenses: entryOf(expense, expenses, { columns: expenseColumns }),
  hotels: entryOf(hotel, hotels, { imports: hotelImports }),
  "other-services": entryOf(otherService, otherServices),
  packages: entryOf(integratedPackage, packages, {
    columns: packageColumns,
    answer: movedAnswer(integratedPackage.item),
    log: {
      labels: { other_services: integratedPackage.labels.other_service_ids },
      codes: { status: availabilityLabels, room_occupancy_basis: Object.fromEntries(roomChoices) },
    },
  }),
  roles: entryOf(role, roles, {
    log: { labels: { permissions: "الصلاحيات" }, codes: { permissions: permissionLabels } },
  }),
  suppliers: entryOf(supplier, suppliers, { imports: supplierImports }),
  transportations: entryOf(transportation, transportations),
  "trip-plans": entryOf(plan, plans, { columns: planColumns }),
  trips: entryOf(trip, trips, { answer: movedAnswer(trip.item) }),
  users: entryOf(user, users, { columns: userColumns, log: { labels: { roles: user.labels.role_ids } } }),
};

/**
 * The entity whose list's address is the first part of an address.
 * @param below the rest of the address, such as `/:id/delete`
 */
export const findEntity = (request: Request, below: string) =>
  Object.values(entities).find(({ entity }) => isAt(request, entity.path + below));

/** @throws DomainError not_found */
export function entityAt(request: Request, below: string) {
  const entry = findEntity(request, below);
  if (!entry) throw notFound("لا توجد صفحة بهذا العنوان");
  return entry;
}

/** The importable entity whose list's address is the first part of an address. */
export const importableAt = (request: Request) => findEntity(request, "/import/*")?.imports;

/** The permissions that open imports. */
export const importers = Object.values(entities).flatMap(({ entity, imports }) =>
  imports ? [entity.write] : [],
);

/** @throws DomainError not_found */
export function importableOf(request: Request) {
  const importable = importableAt(request);
  if (!importable) throw notFound("لا توجد صفحة بهذا العنوان");
  return importable;
}
