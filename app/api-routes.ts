import { route } from "@remix-run/route-config";

/** The addresses of all calls (spec §7), JSON and multipart. routes.ts has those of the screens. */

/** The calls of a standard resource: /api/<name> and /api/<name>/:id (features/entities.server.ts). */
function resource(name: string, module = "features/api.ts") {
  return [
    route(`api/${name}`, module, { id: `api/${name}` }),
    route(`api/${name}/:id`, module, { id: `api/${name}/one` }),
  ];
}

export const calls = [
  route("api/auth/login", "features/login/api-login.ts"),
  route("api/auth/logout", "features/login/api-logout.ts"),
  route("api/auth/me", "features/login/api-me.ts"),
  route("api/auth/check-session", "features/login/api-check-session.ts"),
  route("api/search", "features/search/api.ts"),
  ...resource("users", "features/users/api.ts"),
  route("api/permissions", "features/roles/api-permissions.ts"),
  route("api/roles/:id/permissions", "features/roles/api-role-permissions.ts"),
  ...resource("roles"),
  route("api/customers/search", "features/customers/api-search.ts"),
  route("api/customers/passport", "features/customers/api-passport.ts"),
  route("api/customers/:id/join", "features/customers/joins/api.ts"),
  route("api/customers/:customer/overview", "features/person/api.ts"),
  ...resource("customers/:customer/papers", "features/customers/papers/api.ts"),
  ...resource("customers/:customer/notes", "features/customers/notes/api.ts"),
  ...resource("customers/:customer/reminders", "features/financial/reminders/api.ts"),
  ...resource("customers"),
  route("api/agents/by-type/:type", "features/agents/api-lists.ts", { id: "api/agents/by-type" }),
  route("api/agents/active", "features/agents/api-lists.ts", { id: "api/agents/active" }),
  route("api/agents/:id/commission", "features/invoices/commission/api.ts"),
  ...resource("agents"),
  route("api/suppliers/search", "features/suppliers/api-lists.ts", { id: "api/suppliers/search" }),
  route("api/suppliers/by-category/:category", "features/suppliers/api-lists.ts", {
    id: "api/suppliers/by-category",
  }),
  ...resource("suppliers"),
  route("api/imports/:id/progress", "features/imports/api-progress.ts"),
  ...["by-agent/:agent", "by-status/:status"].map((list) =>
    route(`api/agent-invoices/${list}`, "features/invoices/api-agent-lists.ts", {
      id: `agent-invoices ${list}`,
    }),
  ),
  ...resource("agent-invoices"),
  ...["by-supplier/:supplier", "by-status/:status"].map((list) =>
    route(`api/purchase-invoices/${list}`, "features/invoices/api-purchase-lists.ts", {
      id: `purchase-invoices ${list}`,
    }),
  ),
  ...resource("purchase-invoices"),
  route("api/visas/stats", "features/visas/api-stats.ts"),
  route("api/visas/apply", "features/visas/api-apply.ts"),
  route("api/visas/:id/status", "features/visas/api-status.ts"),
  route("api/visas/:id/approve", "features/visas/api-approve.ts"),
  ...["", "/:document"].map((one) =>
    route(`api/visas/:id/documents${one}`, "features/visas/api-documents.ts", {
      id: `api/visas/documents${one}`,
    }),
  ),
  ...resource("visas"),
  route("api/contracts/move", "features/contract-moves/api-several.ts"),
  route("api/contracts/:id/move", "features/contract-moves/api.ts"),
  ...resource("contracts"),
  ...resource("campaigns"),
  route("api/stats/:of", "features/dashboard/api-stats.ts"),
  route("api/campaigns/:id/cancel-contracts", "features/contracts/api-cancel-contracts.ts"),
  route("api/campaigns/:id/groups", "features/groups/api-of-campaign.ts"),
  route("api/groups/stats", "features/groups/api-stats.ts"),
  route("api/groups/available", "features/groups/api-available.ts"),
  ...resource("groups"),
  route("api/groups/:group/candidates", "features/groups/members/api-candidates.ts"),
  ...resource("groups/:group/members", "features/groups/members/api.ts"),
  route("api/groups/:group/stays", "features/lodging/stays/api.ts"),
  route("api/groups/:group/rooms/copy", "features/lodging/rooms/api-copy.ts"),
  ...resource("groups/:group/rooms", "features/lodging/rooms/api.ts"),
  route("api/groups/:group/papers", "features/papers/api.ts"),
  route("api/groups/:group/visas", "features/papers/visas/api.ts"),
  route("api/groups/:group/families", "features/lodging/families/api.ts"),
  route("api/groups/:group/families/:id", "features/lodging/families/api-member.ts"),
  ...["groups/:group", "trips/:trip", "campaigns/:campaign"].map((of) =>
    route(`api/${of}/readiness`, "features/readiness/api.ts", { id: `api/${of}/readiness` }),
  ),
  ...resource("hotels"),
  ...resource("transportations"),
  ...resource("catering"),
  ...resource("other-services"),
  ...["cities", "ratings", "bus-types", "catering-types", "service-categories"].map((lookup) =>
    route(`api/${lookup}`, `features/services/lookups/api-${lookup}.ts`),
  ),
  ...resource("packages"),
  route("api/company-info", "features/company/api.ts"),
  route("api/company-info/upload-logo", "features/company/api-upload-logo.ts"),
  ...resource("trips"),
  ...["", "/:group"].map((one) =>
    route(`api/trips/:trip/groups${one}`, "features/trips/api-groups.ts", {
      id: `api/trips/groups${one}`,
    }),
  ),
  route("api/trips/:trip/stages", "features/trips/stages/api.ts", { id: "api/trips/stages" }),
  route("api/stages/:id", "features/trips/stages/api.ts", { id: "api/stages/one" }),
  ...resource("trip-plans"),
  route("api/trip-plans/:plan/stages", "features/trips/plans/api-stages.ts", { id: "api/trip-plans/stages" }),
  route("api/plan-stages/:id", "features/trips/plans/api-stages.ts", { id: "api/plan-stages/one" }),
  route("api/receipt-vouchers/split", "features/financial/receipts/api-split.ts"),
  route("api/receipt-vouchers/services", "features/financial/receipts/api-service-marks.ts"),
  ...["receipt-vouchers", "payment-vouchers"].map((list) =>
    route(`api/${list}/:id/return`, "features/financial/cheques/api-return.ts", { id: `api/${list}/return` }),
  ),
  ...["collect", "uncollect"].map((deed) =>
    route(`api/receipt-vouchers/:id/${deed}`, "features/financial/cheques/api-collect.ts", {
      id: `api/receipts/${deed}`,
    }),
  ),
  ...resource("receipt-vouchers"),
  route("api/payment-vouchers/payable-invoices", "features/financial/payments/api-payable-invoices.ts"),
  ...resource("payment-vouchers"),
  route("api/allocations/on-account", "features/financial/allocations/api-on-account.ts"),
  route("api/allocations/:id/cancel", "features/financial/allocations/api-cancel.ts"),
  ...resource("allocations"),
  ...resource("transfers"),
  route("api/debts/:kind", "features/financial/debts/api.ts"),
  ...resource("banks"),
  route("api/bank-accounts", "features/accounts/api-bank-accounts.ts"),
  ...resource("cash-boxes"),
  ...resource("currencies"),
  route("api/currencies/:id/set-default", "features/currencies/api-set-default.ts"),
  ...resource("expenses"),
  ...resource("expense-categories"),
  route("api/script-errors", "http/script-errors.ts"),
  route("api/refused/:status", "http/refusal-call.ts"),
  route("api/*", "http/api-not-found.ts"),
];
