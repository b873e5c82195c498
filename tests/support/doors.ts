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
  ...forms("", "anyone", "/login", "/login/code", "/logout", "/refused/:status"),
  ...reads("", "anyone", "/healthz", "/api/auth/check-session"),
  // Of the logo in use, and nothing else: see features/company-logo.test.ts.
  ...reads("/uploads/logo/:name", "anyone", ""),
  "/api/script-errors": { POST: "anyone" },
  ...reads("", [], "/", "/search"),
  ...forms("", [], "/*", "/account", "/account/second-step"),
  ...crud("/favorites", []),
  ...reads("/uploads", customerReaders, "/customers/:name", "/papers/:name"),
  ...reads("/uploads", trips, "/visas/:name"),

  ...sheets(campaigns, "/campaigns"),
  ...sheets(customers, "/customers"),
  ...sheets(contracts, "/contracts", "/holds", "/waiting-list", "/offers"),
  ...sheets(agents, "/agents"),
  ...sheets(suppliers, "/suppliers"),
  ...sheets(invoices, "/invoices/:kind"),
  ...sheets(services, "/services/hotels", "/services/transportation", "/services/catering"),
  ...sheets(services, "/services/other", "/services/packages", "/services/cities"),
  ...sheets(
    financials,
    "/financial/allocations",
    "/financial/transfers",
    "/financial/receipts",
    "/financial/payments",
    "/financial/statements/:kind/:id",
  ),
  ...sheets(financials, "/financial/debts/:kind", "/financial/cheques"),
  ...sheets(trips, "/trips/groups", "/trips/groups/members", "/trips/groups/:group/members", "/trips/visas"),
  ...sheets(trips, "/trips/management", "/trips/:trip/stages", "/trips/plans", "/trips/plans/:plan"),
  ...sheets(
    trips,
    "/trips/groups/:group/manifest",
    "/trips/groups/:group/rooms",
    "/trips/groups/:group/buses",
  ),
  ...reads("/trips", trips, "/groups/:group/manifest/export/ssr", "/management/:trip/manifest/export/ssr"),
  ...sheets(trips, "/trips/management/:trip/manifest", "/trips/management/:trip/buses"),
  ...sheets(users, "/settings/users", "/settings/trail"),
  ...sheets(roles, "/settings/roles"),
  ...sheets(financials, "/settings/accounts/:kind", "/settings/accounts/cash-boxes/:id/counts"),
  ...sheets(financials, "/settings/accounts/closing", "/settings/accounts/currencies"),
  ...sheets(financials, "/settings/accounts/expenses", "/settings/accounts/expense-categories"),
  ...imports("/customers", customers),
  ...imports("/agents", agents),
  ...imports("/suppliers", suppliers),
  ...imports("/contracts", contracts),
  ...imports("/services/hotels", services),
  ...imports("/trips/visas", trips),

  ...crud("/campaigns", campaigns),
  ...crud("/customers", customers),
  ...reads("/customers/:customer", customerReaders, ""),
  ...forms("/customers", customers, "/:id/join", "/:customer/papers/new"),
  ...forms("/customers/:customer/papers/:id", customers, "/edit", "/delete"),
  ...crud("/holds", contracts),
  ...crud("/waiting-list", contracts),
  ...forms("/waiting-list/:id/hold", contracts, ""),
  ...forms("/customers/:customer/notes", customers, "/new", "/:id/edit", "/:id/done", "/:id/delete"),
  ...crud("/contracts", contracts),
  ...reads("/contracts", contracts, "/family", "/:id", "/:id/print"),
  ...forms("/contracts/:id", contracts, "/schedule", "/cancel", "/move"),
  ...forms("/contracts/move", contracts, ""),
  ...crud("/offers", contracts),
  ...reads("/offers/:id", contracts, "", "/print"),
  ...forms("/offers/:id", contracts, "/sign"),
  ...forms("/campaigns/:id/cancel-contracts", contracts, ""),
  ...reads("/contracts/voucher", [...contracts, ...trips], ""),
  ...crud("/agents", agents),
  ...forms("/agents/:id/commission", invoices, ""),
  ...reads("/agents/:id/commission/:invoice", invoices, ""),
  ...crud("/suppliers", suppliers),
  ...crud("/invoices/:kind", invoices),
  ...crud("/services/hotels", services),
  ...crud("/services/cities", services),
  ...crud("/services/transportation", services),
  ...crud("/services/catering", services),
  ...crud("/services/other", services),
  ...crud("/services/packages", services),
  ...forms("/services/packages/:id/recompute", services, ""),

  ...crud("/trips/groups", trips),
  ...reads("/trips/groups", trips, "/members", "/:group/members", "/:group/badges", "/:group/badges/print"),
  ...reads("/trips/groups/:group", trips, "/lists"),
  ...reads("/trips/groups/:group", trips, "/manifest", "/rooms/print", "/buses/print"),
  ...forms("/trips/groups/:group/members", trips, "/new", "/contracts", "/:id/delete"),
  ...forms("/trips/groups/:group", trips, "/visas", "/families", "/families/edit", "/stays"),
  ...forms("/trips/groups/:group/papers", customers, ""),
  ...crud("/trips/groups/:group/rooms", trips),
  ...forms("/trips/groups/:group", trips, "/rooms", "/buses", "/buses/clear", "/members/others"),
  ...crud("/trips/management", trips),
  ...reads("/trips/management", trips, "/:id", "/:trip/manifest", "/:trip/buses"),
  ...reads("/trips/management/:trip/badges", trips, "", "/print"),
  ...forms("/trips/management/:id/groups", trips, ""),
  ...crud("/trips/:trip/stages", trips),
  ...crud("/trips/plans", trips),
  ...reads("/trips", trips, "/plans/:plan", "/flights"),
  ...reads("/trips/movements", trips, "", "/print", "/:stage/order"),
  ...sheets(trips, "/trips/movements"),
  ...forms("/trips/plans/:plan/stages", trips, "/new", "/:id/edit", "/:id/delete"),
  ...crud("/trips/visas", trips),
  ...forms("/trips/visas", trips, "/apply", "/:id", "/:id/status", "/:id/documents/:document/delete"),
  ...readiness("/trips/groups/:group"),
  ...readiness("/trips/management/:trip"),
  ...readiness("/campaigns/:campaign"),
  ...reports("/reports/financial"),
  ...reports("/reports/administrative"),
  ...reports("/reports/journal"),
  ...reports("/settings/chart"),
  ...forms("/settings/chart", financials, "/edit"),

  ...reads("/financial/allocations", financials, "", "/:id/print"),
  ...reads("/financial/transfers", financials, "", "/:id/print"),
  ...forms("/financial/transfers", financials, "/new", "/:id/edit", "/:id/cancel", "/:id/delete"),
  ...forms("/financial/allocations", financials, "/new", "/:id/cancel", "/:id/delete"),
  ...crud("/financial/receipts", financials),
  ...reads("/financial/receipts", financials, "/split/:split", "/:id/print"),
  ...forms("/financial/receipts", financials, "/split", "/services", "/:id/cancel", "/:id/return"),
  ...crud("/financial/payments", financials),
  ...reads("/financial/payments", financials, "/:id", "/:id/print"),
  ...forms("/financial/payments/:id", financials, "/cancel", "/return"),
  ...reads("/financial/cheques", financials, "", "/print", "/slip"),
  ...forms("/financial/cheques", financials, "/collect", "/uncollect", "/return"),
  ...reads("/financial/debts/:kind", financials, "", "/print"),
  ...forms("/financial/debts/customers", financials, "/letters", "/:customer/reminder"),
  ...forms("/financial/debts/customers/:customer/reminder/:id/delete", financials, ""),
  ...reads("/financial/statements/:kind/:id", financials, "", "/print"),

  ...forms("/settings/company", settings, ""),
  ...reads("/settings/trail", users, ""),
  ...crud("/settings/users", users),
  ...forms("/settings/users/:id/access", users, "", "/reset"),
  ...crud("/settings/roles", roles),
  ...forms("/settings/roles/:id", roles, ""),
  ...crud("/settings/accounts/:kind", financials),
  ...reads("/settings/accounts", financials, "", "/closing"),
  ...forms("/settings/accounts/:kind/:id/adjust", financials, ""),
  ...reads("/settings/accounts/cash-boxes/:id/counts", financials, "", "/:count", "/:count/print"),
  ...forms("/settings/accounts/cash-boxes/:id/counts/new", financials, ""),
  // And of user_type admin: features/closing.test.ts.
  ...forms("/settings/accounts/closing", financials, "/close", "/reopen"),
  ...crud("/settings/accounts/currencies", financials),
  ...forms("/settings/accounts/currencies/:id/set-default", financials, ""),
  ...crud("/settings/accounts/expenses", financials),
  ...crud("/settings/accounts/expense-categories", financials),

  "/api/auth/login": { POST: "anyone" },
  "/api/auth/logout": { POST: "anyone" },
  ...reads("/api", [], "/auth/me", "/search", "/campaigns/:id/groups", "/stats/:of"),
  ...reads("/api/groups", [], "/stats", "/available"),
  ...resource("/api/users", users, userReaders),
  ...reads("/api/permissions", roleReaders, ""),
  "/api/roles/:id/permissions": { GET: roleReaders, PUT: roles },
  ...resource("/api/roles", roles, roleReaders),
  ...reads("/api/customers", customerReaders, "/search", "/:customer/overview"),
  "/api/customers/passport": { POST: customers },
  "/api/customers/:id/join": { POST: customers },
  ...resource("/api/customers", customers, customerReaders),
  ...resource("/api/customers/:customer/papers", customers, customerReaders),
  ...resource("/api/customers/:customer/notes", customers, customers),
  ...forms("/api/customers/:customer/reminders", financials, ""),
  "/api/customers/:customer/reminders/:id": { GET: financials, DELETE: financials },
  ...forms("/api/campaigns/:id/cancel-contracts", contracts, ""),
  ...resource("/api/holds", contracts),
  "/api/holds/:id/sign": { POST: contracts },
  ...resource("/api/waiting-list", contracts),
  "/api/waiting-list/:id/sign": { POST: contracts },
  "/api/waiting-list/:id/hold": { POST: contracts },
  "/api/contracts/move": { POST: contracts },
  "/api/contracts/:id/move": { POST: contracts },
  ...resource("/api/contracts", contracts, ["manage_contracts", "manage_financials"]),
  "/api/offers/:id/sign": { POST: contracts },
  ...resource("/api/offers", contracts),
  ...reads("/api/agents", agentReaders, "/by-type/:type", "/active"),
  ...forms("/api/agents/:id/commission", invoices, ""),
  ...resource("/api/agents", agents, agentReaders),
  ...reads("/api/suppliers", supplierReaders, "/search", "/by-category/:category"),
  ...resource("/api/suppliers", suppliers, supplierReaders),
  ...reads("/api/agent-invoices", invoices, "/by-agent/:agent", "/by-status/:status"),
  ...resource("/api/agent-invoices", invoices),
  ...reads("/api/purchase-invoices", invoices, "/by-supplier/:supplier", "/by-status/:status"),
  ...resource("/api/purchase-invoices", invoices),
  ...reads("/api/visas/stats", trips, ""),
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
  ...forms("/api", services, "/cities", "/ratings", "/bus-types", "/catering-types", "/service-categories"),
  ...resource("/api/campaigns", campaigns, ["manage_campaigns", "manage_contracts", "manage_trips"]),
  ...resource("/api/groups", trips, []),
  ...reads("/api", trips, "/groups/:group/readiness", "/trips/:trip/readiness"),
  ...reads("/api", trips, "/campaigns/:campaign/readiness", "/groups/:group/candidates"),
  ...forms("/api/groups/:group", trips, "/visas", "/members", "/families"),
  ...forms("/api/groups/:group/papers", customers, ""),
  "/api/groups/:group/members/:id": { GET: trips, DELETE: trips },
  "/api/groups/:group/stays": { GET: trips, PUT: trips },
  ...resource("/api/groups/:group/rooms", trips),
  "/api/groups/:group/rooms/copy": { POST: trips },
  "/api/groups/:group/families/:id": { PUT: trips, DELETE: trips },
  ...resource("/api/packages", services, ["manage_services", "manage_campaigns", "manage_contracts"]),
  "/api/company-info": { GET: [], POST: settings },
  "/api/company-info/upload-logo": { POST: settings },
  ...resource("/api/trips", trips),
  ...resource("/api/trip-plans", trips),
  ...forms("/api", trips, "/trips/:trip/groups", "/trips/:trip/stages", "/trip-plans/:plan/stages"),
  "/api/trips/:trip/groups/:group": { DELETE: trips },
  "/api/stages/:id": { GET: trips, PUT: trips, DELETE: trips },
  "/api/plan-stages/:id": { GET: trips, PUT: trips, DELETE: trips },
  ...reads(
    "/api",
    financials,
    "/debts/:kind",
    "/payment-vouchers/payable-invoices",
    "/allocations/on-account",
    "/bank-accounts",
  ),
  "/api/allocations/:id/cancel": { POST: financials },
  ...resource("/api/transfers", financials),
  "/api/allocations": { GET: financials, POST: financials },
  "/api/allocations/:id": { GET: financials, DELETE: financials },
  "/api/receipt-vouchers/split": { POST: financials },
  "/api/receipt-vouchers/services": { POST: financials },
  "/api/receipt-vouchers/:id/return": { POST: financials },
  "/api/receipt-vouchers/:id/collect": { POST: financials },
  "/api/receipt-vouchers/:id/uncollect": { POST: financials },
  "/api/payment-vouchers/:id/return": { POST: financials },
  ...resource("/api/receipt-vouchers", financials),
  ...resource("/api/payment-vouchers", financials),
  ...resource("/api/banks", financials),
  ...resource("/api/cash-boxes", financials),
  ...resource("/api/currencies", financials, ["manage_financials", "manage_services", "manage_contracts"]),
  "/api/currencies/:id/set-default": { POST: financials },
  ...resource("/api/expenses", financials),
  ...resource("/api/expense-categories", financials),
  ...reads("/api/imports/:id/progress", importers, ""),
  "/api/refused/:status": { GET: "anyone", POST: "anyone", PUT: "anyone", DELETE: "anyone" },
  "/api/*": { GET: "anyone", POST: "anyone", PUT: "anyone", DELETE: "anyone" },
};

/** What is read at addresses that begin alike. */
function reads(start: string, door: Door, ...ends: string[]): Record<string, Doors> {
  return Object.fromEntries(ends.map((end) => [start + end, { GET: door }]));
}

/** What is read and sent there. */
function forms(start: string, door: Door, ...ends: string[]): Record<string, Doors> {
  return Object.fromEntries(ends.map((end) => [start + end, { GET: door, POST: door }]));
}

/** Records from a file. */
function imports(list: string, door: Door) {
  return {
    ...forms(`${list}/import`, door, "", "/:id", "/:id/columns"),
    ...reads(`${list}/import`, door, "/template/:format", "/:id/left/:format"),
  };
}

function crud(path: string, door: Door) {
  return { ...reads(path, door, ""), ...forms(path, door, "/new", "/:id/edit", "/:id/delete") };
}

/** What lists show, as files. */
function sheets(door: Door, ...paths: string[]) {
  return reads("", door, ...paths.map((path) => `${path}/export/:format`));
}

/** Who is ready: on the screen, printed and as a sheet. */
function readiness(of: string) {
  return reads(`${of}/readiness`, trips, "", "/print", "/export/:format");
}

/** A family of reports: on the screen, on paper and as files. */
function reports(path: string) {
  return reads(path, ["view_reports"], "", "/print", "/export/:format");
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
