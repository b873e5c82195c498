import type { Permission } from "~/domain/permissions";

/* Who may do what, from rulings §2, for every address of the application. */

/** `anyone`, any session (an empty list), or who holds one of these. */
export type Door = "anyone" | readonly Permission[];
type Doors = { [method in "GET" | "POST" | "PUT" | "DELETE"]?: Door };

const financials = ["manage_financials"] as const;
const settings = ["manage_settings"] as const;
const services = ["manage_services"] as const;
const campaigns = ["manage_campaigns"] as const;
const customers = ["manage_customers"] as const;
const contracts = ["manage_contracts"] as const;
const agents = ["manage_agents"] as const;
const suppliers = ["manage_suppliers"] as const;
const agentReaders = ["manage_agents", "manage_financials", "manage_invoices"] as const;
const supplierReaders = ["manage_suppliers", "manage_financials", "manage_invoices"] as const;
const invoices = ["manage_invoices"] as const;
const trips = ["manage_trips"] as const;
const users = ["manage_users"] as const;
const roles = ["manage_roles"] as const;
const importers = [...customers, ...agents, ...suppliers, ...services, ...trips, ...contracts] as const;
const userReaders = ["manage_users", "manage_trips"] as const;
const roleReaders = ["manage_roles", "manage_users"] as const;
const customerReaders = [...customers, ...contracts, ...financials, ...trips] as const;

export const doors: Record<string, Doors> = {
  "/login": { GET: "anyone", POST: "anyone" },
  "/login/code": { GET: "anyone", POST: "anyone" },
  "/search": { GET: [] },
  ...crud("/favorites", []),
  "/account": { GET: [], POST: [] },
  "/account/second-step": { GET: [], POST: [] },
  "/settings/users/:id/access": { GET: users, POST: users },
  "/settings/users/:id/access/reset": { GET: users, POST: users },
  "/logout": { GET: "anyone", POST: "anyone" },
  "/healthz": { GET: "anyone" },
  "/api/script-errors": { POST: "anyone" },
  "/refused/:status": { GET: "anyone", POST: "anyone" },
  "/uploads/customers/:name": { GET: customerReaders },
  "/uploads/papers/:name": { GET: customerReaders },
  "/uploads/visas/:name": { GET: trips },
  "/uploads/logo/:name": { GET: "anyone" }, // of the logo in use, and nothing else: see features/company-logo.test.ts

  "/": { GET: [] },
  "/*": { GET: [], POST: [] },
  ...sheets(campaigns, "/campaigns"),
  ...sheets(customers, "/customers"),
  ...sheets(contracts, "/contracts"),
  ...sheets(agents, "/agents"),
  ...sheets(suppliers, "/suppliers"),
  ...sheets(invoices, "/invoices/:kind"),
  ...sheets(services, "/services/hotels", "/services/transportation", "/services/catering"),
  ...sheets(services, "/services/other", "/services/packages", "/services/cities"),
  ...sheets(financials, "/financial/receipts", "/financial/payments", "/financial/statements/:kind/:id"),
  ...sheets(financials, "/financial/debts/:kind"),
  ...sheets(trips, "/trips/groups", "/trips/groups/members", "/trips/groups/:group/members", "/trips/visas"),
  ...sheets(trips, "/trips/management", "/trips/:trip/stages", "/trips/plans", "/trips/plans/:plan"),
  ...sheets(users, "/settings/users", "/settings/trail"),
  ...sheets(roles, "/settings/roles"),
  ...sheets(financials, "/settings/accounts/:kind", "/settings/accounts/cash-boxes/:id/counts"),
  ...sheets(financials, "/settings/accounts/closing", "/settings/accounts/currencies"),
  ...sheets(financials, "/settings/accounts/expenses", "/settings/accounts/expense-categories"),
  ...crud("/campaigns", campaigns),
  ...crud("/customers", customers),
  "/customers/:id/join": { GET: customers, POST: customers },
  "/customers/:customer": { GET: customerReaders },
  "/customers/:customer/papers/new": { GET: customers, POST: customers },
  "/customers/:customer/papers/:id/edit": { GET: customers, POST: customers },
  "/customers/:customer/papers/:id/delete": { GET: customers, POST: customers },
  ...crud("/contracts", contracts),
  "/contracts/family": { GET: contracts },
  "/contracts/:id": { GET: contracts },
  "/contracts/:id/schedule": { GET: contracts, POST: contracts },
  "/contracts/:id/cancel": { GET: contracts, POST: contracts },
  "/contracts/:id/print": { GET: contracts },
  "/contracts/voucher": { GET: [...contracts, ...trips] },
  ...crud("/agents", agents),
  "/agents/:id/commission": { GET: invoices, POST: invoices },
  "/agents/:id/commission/:invoice": { GET: invoices },
  ...crud("/suppliers", suppliers),
  ...imports("/customers", customers),
  ...imports("/agents", agents),
  ...imports("/suppliers", suppliers),
  ...imports("/contracts", contracts),
  ...imports("/services/hotels", services),
  ...imports("/trips/visas", trips),
  ...crud("/invoices/:kind", invoices),
  ...crud("/trips/groups", trips),
  "/trips/groups/members": { GET: trips },
  "/trips/groups/:group/members": { GET: trips },
  "/trips/groups/:group/members/new": { GET: trips, POST: trips },
  "/trips/groups/:group/members/contracts": { GET: trips, POST: trips },
  "/trips/groups/:group/members/:id/delete": { GET: trips, POST: trips },
  "/trips/groups/:group/badges": { GET: trips },
  "/trips/groups/:group/badges/print": { GET: trips },
  "/trips/management/:trip/badges": { GET: trips },
  "/trips/management/:trip/badges/print": { GET: trips },
  "/trips/groups/:group/manifest": { GET: trips },
  "/trips/groups/:group/manifest/export/:format": { GET: trips },
  "/trips/groups/:group/visas": { GET: trips, POST: trips },
  "/trips/groups/:group/papers": { GET: customers, POST: customers },
  "/trips/groups/:group/families": { GET: trips, POST: trips },
  "/trips/groups/:group/stays": { GET: trips, POST: trips },
  "/trips/groups/:group/families/edit": { GET: trips, POST: trips },
  ...crud("/trips/groups/:group/rooms", trips),
  "/trips/groups/:group/rooms": { GET: trips, POST: trips },
  "/trips/groups/:group/rooms/print": { GET: trips },
  "/trips/groups/:group/rooms/export/:format": { GET: trips },
  "/trips/groups/:group/buses": { GET: trips, POST: trips },
  "/trips/groups/:group/buses/clear": { GET: trips, POST: trips },
  "/trips/groups/:group/buses/print": { GET: trips },
  "/trips/groups/:group/buses/export/:format": { GET: trips },
  "/trips/management/:trip/manifest": { GET: trips },
  "/trips/management/:trip/manifest/export/:format": { GET: trips },
  "/trips/management/:trip/buses": { GET: trips },
  "/trips/management/:trip/buses/export/:format": { GET: trips },
  ...crud("/trips/visas", trips),
  "/trips/visas/apply": { GET: trips, POST: trips },
  "/trips/visas/:id": { GET: trips, POST: trips },
  "/trips/visas/:id/status": { GET: trips, POST: trips },
  "/trips/visas/:id/documents/:document/delete": { GET: trips, POST: trips },
  ...readiness("/trips/groups/:group"),
  ...readiness("/trips/management/:trip"),
  ...readiness("/campaigns/:campaign"),
  ...reports("/reports/financial"),
  ...reports("/reports/administrative"),
  ...crud("/services/hotels", services),
  ...crud("/services/cities", services),
  ...crud("/services/transportation", services),
  ...crud("/services/catering", services),
  ...crud("/services/other", services),
  ...crud("/services/packages", services),
  "/services/packages/:id/recompute": { GET: services, POST: services },
  ...crud("/financial/receipts", financials),
  "/financial/receipts/split": { GET: financials, POST: financials },
  "/financial/receipts/split/:split": { GET: financials },
  "/financial/receipts/:id/cancel": { GET: financials, POST: financials },
  "/financial/receipts/:id/print": { GET: financials },
  ...crud("/financial/payments", financials),
  "/financial/payments/:id": { GET: financials },
  "/financial/payments/:id/cancel": { GET: financials, POST: financials },
  "/financial/payments/:id/print": { GET: financials },
  "/financial/debts/:kind": { GET: financials },
  "/financial/debts/:kind/print": { GET: financials },
  "/financial/debts/customers/letters": { GET: financials, POST: financials },
  "/financial/debts/customers/:customer/reminder": { GET: financials, POST: financials },
  "/financial/debts/customers/:customer/reminder/:id/delete": { GET: financials, POST: financials },
  "/financial/statements/:kind/:id": { GET: financials },
  "/financial/statements/:kind/:id/print": { GET: financials },
  ...crud("/trips/management", trips),
  "/trips/management/:id": { GET: trips },
  "/trips/management/:id/groups": { GET: trips, POST: trips },
  ...crud("/trips/:trip/stages", trips),
  ...crud("/trips/plans", trips),
  "/trips/plans/:plan": { GET: trips },
  "/trips/plans/:plan/stages/new": { GET: trips, POST: trips },
  "/trips/plans/:plan/stages/:id/edit": { GET: trips, POST: trips },
  "/trips/plans/:plan/stages/:id/delete": { GET: trips, POST: trips },
  "/trips/flights": { GET: trips },
  "/settings/company": { GET: settings, POST: settings },
  "/settings/trail": { GET: users },
  ...crud("/settings/users", users),
  ...crud("/settings/roles", roles),
  "/settings/roles/:id": { GET: roles, POST: roles },
  "/settings/accounts": { GET: financials },
  ...crud("/settings/accounts/:kind", financials),
  "/settings/accounts/:kind/:id/adjust": { GET: financials, POST: financials },
  "/settings/accounts/cash-boxes/:id/counts": { GET: financials },
  "/settings/accounts/cash-boxes/:id/counts/new": { GET: financials, POST: financials },
  "/settings/accounts/cash-boxes/:id/counts/:count": { GET: financials },
  "/settings/accounts/cash-boxes/:id/counts/:count/print": { GET: financials },
  "/settings/accounts/closing": { GET: financials },
  "/settings/accounts/closing/close": { GET: financials, POST: financials }, // and user_type admin: features/closing.test.ts
  "/settings/accounts/closing/reopen": { GET: financials, POST: financials },
  ...crud("/settings/accounts/currencies", financials),
  "/settings/accounts/currencies/:id/set-default": { GET: financials, POST: financials },
  ...crud("/settings/accounts/expenses", financials),
  ...crud("/settings/accounts/expense-categories", financials),

  "/api/auth/login": { POST: "anyone" },
  "/api/auth/logout": { POST: "anyone" },
  "/api/auth/me": { GET: [] },
  "/api/search": { GET: [] },
  "/api/auth/check-session": { GET: "anyone" },
  ...resource("/api/users", users, userReaders),
  "/api/permissions": { GET: roleReaders },
  "/api/roles/:id/permissions": { GET: roleReaders, PUT: roles },
  ...resource("/api/roles", roles, roleReaders),
  "/api/customers/search": { GET: customerReaders },
  "/api/customers/passport": { POST: customers },
  "/api/customers/:id/join": { POST: customers },
  ...resource("/api/customers", customers, customerReaders),
  "/api/customers/:customer/overview": { GET: customerReaders },
  ...resource("/api/customers/:customer/papers", customers, customerReaders),
  "/api/customers/:customer/reminders": { GET: financials, POST: financials },
  "/api/customers/:customer/reminders/:id": { GET: financials, DELETE: financials },
  ...resource("/api/contracts", contracts, ["manage_contracts", "manage_financials"]),
  "/api/agents/by-type/:type": { GET: agentReaders },
  "/api/agents/active": { GET: agentReaders },
  "/api/agents/:id/commission": { GET: invoices, POST: invoices },
  ...resource("/api/agents", agents, agentReaders),
  "/api/suppliers/search": { GET: supplierReaders },
  "/api/suppliers/by-category/:category": { GET: supplierReaders },
  ...resource("/api/suppliers", suppliers, supplierReaders),
  "/api/agent-invoices/by-agent/:agent": { GET: invoices },
  "/api/agent-invoices/by-status/:status": { GET: invoices },
  ...resource("/api/agent-invoices", invoices),
  "/api/purchase-invoices/by-supplier/:supplier": { GET: invoices },
  "/api/purchase-invoices/by-status/:status": { GET: invoices },
  ...resource("/api/purchase-invoices", invoices),
  "/api/visas/stats": { GET: trips },
  "/api/visas/apply": { POST: trips },
  "/api/visas/:id/status": { PUT: trips },
  "/api/visas/:id/approve": { POST: trips },
  "/api/visas/:id/documents": { POST: trips },
  "/api/visas/:id/documents/:document": { DELETE: trips },
  ...resource("/api/visas", trips),
  ...resource("/api/hotels", services),
  ...resource("/api/transportations", services, ["manage_services", "manage_trips"]),
  ...resource("/api/catering", services),
  ...resource("/api/other-services", services),
  ...lookups(
    "/api/cities",
    "/api/ratings",
    "/api/bus-types",
    "/api/catering-types",
    "/api/service-categories",
  ),
  ...resource("/api/campaigns", campaigns, ["manage_campaigns", "manage_contracts", "manage_trips"]),
  "/api/campaigns/:id/groups": { GET: [] },
  "/api/stats/:of": { GET: [] },
  "/api/groups/stats": { GET: [] },
  "/api/groups/available": { GET: [] },
  ...resource("/api/groups", trips, []),
  "/api/groups/:group/readiness": { GET: trips },
  "/api/trips/:trip/readiness": { GET: trips },
  "/api/campaigns/:campaign/readiness": { GET: trips },
  "/api/groups/:group/visas": { GET: trips, POST: trips },
  "/api/groups/:group/papers": { GET: customers, POST: customers },
  "/api/groups/:group/candidates": { GET: trips },
  "/api/groups/:group/members": { GET: trips, POST: trips },
  "/api/groups/:group/members/:id": { GET: trips, DELETE: trips },
  "/api/groups/:group/stays": { GET: trips, PUT: trips },
  "/api/groups/:group/families": { GET: trips, POST: trips },
  "/api/groups/:group/families/:id": { PUT: trips, DELETE: trips },
  ...resource("/api/packages", services, ["manage_services", "manage_campaigns", "manage_contracts"]),
  "/api/company-info": { GET: [], POST: settings },
  "/api/company-info/upload-logo": { POST: settings },
  ...resource("/api/trips", trips),
  "/api/trips/:trip/groups": { GET: trips, POST: trips },
  "/api/trips/:trip/groups/:group": { DELETE: trips },
  "/api/trips/:trip/stages": { GET: trips, POST: trips },
  "/api/stages/:id": { GET: trips, PUT: trips, DELETE: trips },
  ...resource("/api/trip-plans", trips),
  "/api/trip-plans/:plan/stages": { GET: trips, POST: trips },
  "/api/plan-stages/:id": { GET: trips, PUT: trips, DELETE: trips },
  "/api/debts/:kind": { GET: financials },
  "/api/receipt-vouchers/split": { POST: financials },
  ...resource("/api/receipt-vouchers", financials),
  "/api/payment-vouchers/payable-invoices": { GET: financials },
  ...resource("/api/payment-vouchers", financials),
  ...resource("/api/banks", financials),
  "/api/bank-accounts": { GET: financials },
  ...resource("/api/cash-boxes", financials),
  ...resource("/api/currencies", financials, ["manage_financials", "manage_services", "manage_contracts"]),
  "/api/currencies/:id/set-default": { POST: financials },
  ...resource("/api/expenses", financials),
  ...resource("/api/expense-categories", financials),
  "/api/imports/:id/progress": { GET: importers },
  "/api/refused/:status": { GET: "anyone", POST: "anyone", PUT: "anyone", DELETE: "anyone" },
  "/api/*": { GET: "anyone", POST: "anyone", PUT: "anyone", DELETE: "anyone" },
};

/** Records from a file. */
function imports(list: string, permissions: readonly Permission[]): Record<string, Doors> {
  return {
    [`${list}/import`]: { GET: permissions, POST: permissions },
    [`${list}/import/:id`]: { GET: permissions, POST: permissions },
    [`${list}/import/:id/columns`]: { GET: permissions, POST: permissions },
    [`${list}/import/template/:format`]: { GET: permissions },
    [`${list}/import/:id/left/:format`]: { GET: permissions },
  };
}

function crud(path: string, may: Door): Record<string, Doors> {
  const form = { GET: may, POST: may };
  return {
    [path]: { GET: may },
    [`${path}/new`]: form,
    [`${path}/:id/edit`]: form,
    [`${path}/:id/delete`]: form,
  };
}

/** What lists show, as files. */
function sheets(door: Door, ...paths: string[]) {
  return Object.fromEntries(paths.map((path) => [`${path}/export/:format`, { GET: door }]));
}

/** Who is ready: on the screen, printed and as a sheet. */
function readiness(of: string): Record<string, Doors> {
  return Object.fromEntries(
    ["", "/print", "/export/:format"].map((end) => [`${of}/readiness${end}`, { GET: trips }]),
  );
}

/** A family of reports: on the screen, on paper and as files. */
function reports(path: string): Record<string, Doors> {
  return Object.fromEntries(
    ["", "/print", "/export/:format"].map((end) => [path + end, { GET: ["view_reports"] as const }]),
  );
}

function lookups(...paths: string[]): Record<string, Doors> {
  return Object.fromEntries(paths.map((path) => [path, { GET: services, POST: services }]));
}

function resource(path: string, write: Door, read: Door = write): Record<string, Doors> {
  return { [path]: { GET: read, POST: write }, [`${path}/:id`]: { GET: read, PUT: write, DELETE: write } };
}

/** What a write needs to be refused for its sender and not for its body. */
export const bodies: Record<string, object> = {
  "/api/customers": { name: "دخيل", phone: "0500000000" },
  "/api/customers/:id": { name: "دخيل" },
  "/api/company-info": { name: "دخيل" },
  "/settings/company": { name: "دخيل" },
  "/customers/new": { name: "دخيل", phone: "0500000000" },
  "/customers/:id/edit": { name: "دخيل", phone: "0500000000" },
};
