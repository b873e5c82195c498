import { index, layout, type RouteConfigEntry, route } from "@remix-run/route-config";

/*
 * Every address of the product. Screens lie under the shell, which needs a login; each loader and action still
 * authorises itself. `crud` is the ordinary case: a list with its dialogs; what differs is spelled out.
 */

/** A list and, over it, its dialogs: new, :id/edit, :id/delete. */
function crud(path: string, folder: string, extra: RouteConfigEntry[] = []) {
  return listWith(path, `${folder}/list.tsx`, [
    route("new", `${folder}/form.tsx`, { id: `${path}/new` }),
    route(":id/edit", `${folder}/form.tsx`, { id: `${path}/edit` }),
    route(":id/delete", `${folder}/delete.tsx`, { id: `${path}/delete` }),
    ...extra,
  ]);
}

/** A list that stays where one of its dialogs cannot be shown. */
function listWith(path: string, list: string, dialogs: RouteConfigEntry[]) {
  return route(path, list, { id: path }, [layout("shell/over-list.tsx", { id: `over ${path}` }, dialogs)]);
}

/** What a list shows, as a file for a spreadsheet: /<list>/export/xlsx and /csv. */
function sheet(list: string, folder: string, module = "sheet.ts") {
  return route(`${list}/export/:format`, `features/${folder}/${module}`, { id: `${list} export` });
}

/** The calls of a standard resource: /api/<name> and /api/<name>/:id, served by one module. */
function resource(name: string, module: string) {
  return [
    route(`api/${name}`, module, { id: `api/${name}` }),
    route(`api/${name}/:id`, module, { id: `api/${name}/one` }),
  ];
}

/** Who is ready to travel of a group, of a trip and of a campaign, by one module. */
function readiness(end: string, module: string) {
  return ["trips/groups/:group", "trips/management/:trip", "campaigns/:campaign"].map((of) =>
    route(`${of}/readiness${end}`, `features/trips/readiness/${module}`, { id: `${of}/readiness${end}` }),
  );
}

/** A list to hand out: its print page, and the same as a sheet. */
function handedList(path: string, folder: string, print = "") {
  return [
    route(`${path}${print}`, `features/trips/${folder}/print.tsx`, { id: `${path} print` }),
    route(`${path}/export/:format`, `features/trips/${folder}/sheet.ts`, { id: `${path} export` }),
  ];
}

/** A family of reports on paper and as files. */
function reportFiles(family: string) {
  return [
    route(`reports/${family}/print`, `features/reports/${family}/print.tsx`),
    route(`reports/${family}/export/:format`, `features/reports/${family}/sheet.ts`),
  ];
}

export default [
  route("login", "auth/login.tsx"),
  route("login/code", "auth/login-code.tsx"),
  route("logout", "auth/logout.tsx"),
  route("healthz", "http/healthz.ts"),
  route("refused/:status", "http/refused.ts"),
  route("uploads/customers/:name", "features/customers/photo.ts"),
  route("uploads/visas/:name", "features/trips/visas/file.ts"),
  route("uploads/logo/:name", "features/settings/company/logo.ts"),

  route("financial/receipts/:id/print", "features/financial/receipts/print.tsx"),
  route("financial/payments/:id/print", "features/financial/payments/print.tsx"),
  route(
    "settings/accounts/cash-boxes/:id/counts/:count/print",
    "features/settings/accounts/cash-counts/print.tsx",
  ),
  route("financial/statements/:kind/:id/print", "features/financial/statements/print.tsx"),
  route("contracts/:id/print", "features/contracts/print.tsx"),
  route(":kind/import/template/:format", "features/imports/template.ts"),
  ...readiness("/print", "print.tsx"),
  ...readiness("/export/:format", "sheet.ts"),
  ...reportFiles("financial"),
  ...reportFiles("administrative"),
  ...handedList("trips/groups/:group/manifest", "manifest"),
  ...handedList("trips/groups/:group/rooms", "rooms", "/print"),
  ...handedList("trips/groups/:group/buses", "buses", "/print"),
  ...handedList("trips/management/:trip/manifest", "manifest"),
  ...handedList("trips/management/:trip/buses", "buses"),

  sheet("contracts", "contracts"),
  sheet("campaigns", "campaigns"),
  sheet("customers", "customers"),
  sheet("agents", "agents"),
  sheet("suppliers", "suppliers"),
  sheet("invoices/:kind", "invoices"),
  sheet("services/hotels", "services/hotels"),
  sheet("services/transportation", "services/transportation"),
  sheet("services/catering", "services/catering"),
  sheet("services/other", "services/other"),
  sheet("services/packages", "services/packages"),
  sheet("financial/receipts", "financial/receipts"),
  sheet("financial/payments", "financial/payments"),
  sheet("financial/statements/:kind/:id", "financial/statements"),
  sheet("trips/groups", "trips/groups"),
  sheet("trips/groups/members", "trips/members", "all-sheet.ts"),
  sheet("trips/groups/:group/members", "trips/members"),
  sheet("trips/visas", "trips/visas"),
  sheet("trips/management", "trips/management"),
  sheet("trips/:trip/stages", "trips/stages"),
  sheet("trips/plans", "trips/plans"),
  sheet("trips/plans/:plan", "trips/plans", "stages-sheet.ts"),
  sheet("settings/users", "settings/users"),
  sheet("settings/roles", "settings/roles"),
  sheet("settings/trail", "settings/trail"),
  sheet("settings/accounts/:kind", "settings/accounts"),
  sheet("settings/accounts/cash-boxes/:id/counts", "settings/accounts/cash-counts"),
  sheet("settings/accounts/closing", "settings/accounts/closing"),
  sheet("settings/accounts/currencies", "settings/accounts/currencies"),
  sheet("settings/accounts/expenses", "settings/accounts/expenses"),
  sheet("settings/accounts/expense-categories", "settings/accounts/expense-categories"),

  layout("shell/shell.tsx", [
    layout("shell/frame.tsx", [
      index("features/dashboard/dashboard.tsx"),
      listWith("contracts", "features/contracts/list.tsx", [
        route("new", "features/contracts/new.tsx"),
        route(":id", "features/contracts/show.tsx"),
        route(":id/edit", "features/contracts/edit.tsx"),
        route(":id/delete", "features/contracts/delete.tsx"),
      ]),
      crud("campaigns", "features/campaigns"),
      crud("customers", "features/customers"),
      crud("agents", "features/agents"),
      crud("suppliers", "features/suppliers"),
      route(":kind/import", "features/imports/upload.tsx"),
      route(":kind/import/:id", "features/imports/show.tsx"),
      crud("invoices/:kind", "features/invoices"),
      crud("trips/groups", "features/trips/groups"),
      route("trips/groups/members", "features/trips/members/all.tsx"),
      listWith("trips/groups/:group/members", "features/trips/members/list.tsx", [
        route("new", "features/trips/members/form.tsx"),
        route("contracts", "features/trips/members/several.tsx"),
        route(":id/delete", "features/trips/members/delete.tsx"),
      ]),
      ...readiness("", "show.tsx"),
      crud("trips/groups/:group/rooms", "features/trips/rooms"),
      listWith("trips/groups/:group/buses", "features/trips/buses/list.tsx", [
        route("clear", "features/trips/buses/clear.tsx"),
      ]),
      crud("trips/visas", "features/trips/visas", [route("apply", "features/trips/visas/apply.tsx")]),
      listWith("trips/visas/:id", "features/trips/visas/show.tsx", [
        route("status", "features/trips/visas/status.tsx"),
        route("documents/:document/delete", "features/trips/visas/delete-document.tsx"),
      ]),
      crud("services/hotels", "features/services/hotels"),
      crud("services/transportation", "features/services/transportation"),
      crud("services/catering", "features/services/catering"),
      crud("services/other", "features/services/other"),
      crud("services/packages", "features/services/packages", [
        route(":id/recompute", "features/services/packages/recompute.tsx"),
      ]),
      listWith("financial/receipts", "features/financial/receipts/list.tsx", [
        route(":id/cancel", "features/financial/receipts/cancel.tsx"),
        route(":id/delete", "features/financial/receipts/delete.tsx"),
      ]),
      route("financial/receipts/new", "features/financial/receipts/form.tsx", { id: "receipts/new" }),
      route("financial/receipts/:id/edit", "features/financial/receipts/form.tsx", { id: "receipts/edit" }),
      listWith("financial/payments", "features/financial/payments/list.tsx", [
        route(":id", "features/financial/payments/show.tsx"),
        route(":id/cancel", "features/financial/payments/cancel.tsx"),
        route(":id/delete", "features/financial/payments/delete.tsx"),
      ]),
      route("financial/payments/new", "features/financial/payments/form.tsx", { id: "payments/new" }),
      route("financial/payments/:id/edit", "features/financial/payments/form.tsx", { id: "payments/edit" }),
      route("financial/statements/:kind/:id", "features/financial/statements/show.tsx"),
      crud("trips/management", "features/trips/management", [
        route(":id/groups", "features/trips/management/groups.tsx"),
      ]),
      route("trips/management/:id", "features/trips/management/show.tsx"),
      crud("trips/:trip/stages", "features/trips/stages"),
      crud("trips/plans", "features/trips/plans"),
      listWith("trips/plans/:plan", "features/trips/plans/stages.tsx", [
        route("stages/new", "features/trips/plans/stage-form.tsx", { id: "plan-stages/new" }),
        route("stages/:id/edit", "features/trips/plans/stage-form.tsx", { id: "plan-stages/edit" }),
        route("stages/:id/delete", "features/trips/plans/stage-delete.tsx"),
      ]),
      route("trips/flights", "features/trips/flights/show.tsx"),
      route("reports/financial", "features/reports/financial/show.tsx"),
      route("reports/administrative", "features/reports/administrative/show.tsx"),
      route("settings/company", "features/settings/company/form.tsx"),
      crud("settings/users", "features/settings/users", [
        route(":id/access", "features/settings/users/access.tsx"),
        route(":id/access/reset", "features/settings/users/access-reset.tsx"),
      ]),
      listWith("settings/roles", "features/settings/roles/list.tsx", [
        route("new", "features/settings/roles/form.tsx", { id: "settings/roles/new" }),
      ]),
      listWith("settings/roles/:id", "features/settings/roles/checklist.tsx", [
        route("edit", "features/settings/roles/form.tsx", { id: "settings/roles/edit" }),
        route("delete", "features/settings/roles/delete.tsx"),
      ]),
      route("settings/accounts", "features/settings/accounts/first-tab.tsx"),
      crud("settings/accounts/:kind", "features/settings/accounts", [
        route(":id/adjust", "features/settings/accounts/adjust.tsx"),
      ]),
      listWith("settings/accounts/cash-boxes/:id/counts", "features/settings/accounts/cash-counts/list.tsx", [
        route(":count", "features/settings/accounts/cash-counts/show.tsx"),
      ]),
      route("settings/accounts/cash-boxes/:id/counts/new", "features/settings/accounts/cash-counts/form.tsx"),
      listWith("settings/accounts/closing", "features/settings/accounts/closing/list.tsx", [
        route("close", "features/settings/accounts/closing/close.tsx"),
        route("reopen", "features/settings/accounts/closing/reopen.tsx"),
      ]),
      route("settings/accounts/:kind/:id/movements", "features/financial/statements/old-address.tsx"),
      route("settings/trail", "features/settings/trail/list.tsx"),
      crud("settings/accounts/currencies", "features/settings/accounts/currencies", [
        route(":id/set-default", "features/settings/accounts/currencies/set-default.tsx"),
      ]),
      crud("settings/accounts/expenses", "features/settings/accounts/expenses"),
      crud("settings/accounts/expense-categories", "features/settings/accounts/expense-categories"),
      route("search", "features/search/show.tsx"),
      crud("favorites", "features/favorites"),
      route("account", "features/account/account.tsx"),
      route("account/second-step", "features/account/second-step.tsx"),
      route("*", "shell/not-found.tsx"),
    ]),
  ]),

  route("api/auth/login", "auth/api-login.ts"),
  route("api/auth/logout", "auth/api-logout.ts"),
  route("api/auth/me", "auth/api-me.ts"),
  route("api/auth/check-session", "auth/api-check-session.ts"),
  route("api/search", "features/search/api.ts"),
  ...resource("users", "features/settings/users/api.ts"),
  route("api/permissions", "features/settings/roles/api-permissions.ts"),
  route("api/roles/:id/permissions", "features/settings/roles/api-role-permissions.ts"),
  ...resource("roles", "features/settings/roles/api.ts"),
  route("api/customers/search", "features/customers/api-search.ts"),
  route("api/customers/passport", "features/customers/api-passport.ts"),
  ...resource("customers", "features/customers/api.ts"),
  route("api/agents/by-type/:type", "features/agents/api-lists.ts", { id: "api/agents/by-type" }),
  route("api/agents/active", "features/agents/api-lists.ts", { id: "api/agents/active" }),
  ...resource("agents", "features/agents/api.ts"),
  route("api/suppliers/search", "features/suppliers/api-lists.ts", { id: "api/suppliers/search" }),
  route("api/suppliers/by-category/:category", "features/suppliers/api-lists.ts", {
    id: "api/suppliers/by-category",
  }),
  ...resource("suppliers", "features/suppliers/api.ts"),
  route("api/imports/:id/progress", "features/imports/api-progress.ts"),
  ...["by-agent/:agent", "by-status/:status"].map((list) =>
    route(`api/agent-invoices/${list}`, "features/invoices/api-agent-lists.ts", {
      id: `agent-invoices ${list}`,
    }),
  ),
  ...resource("agent-invoices", "features/invoices/api-agent-invoices.ts"),
  ...["by-supplier/:supplier", "by-status/:status"].map((list) =>
    route(`api/purchase-invoices/${list}`, "features/invoices/api-purchase-lists.ts", {
      id: `purchase-invoices ${list}`,
    }),
  ),
  ...resource("purchase-invoices", "features/invoices/api-purchase-invoices.ts"),
  route("api/visas/stats", "features/trips/visas/api-stats.ts"),
  route("api/visas/apply", "features/trips/visas/api-apply.ts"),
  route("api/visas/:id/status", "features/trips/visas/api-status.ts"),
  route("api/visas/:id/approve", "features/trips/visas/api-approve.ts"),
  ...["", "/:document"].map((one) =>
    route(`api/visas/:id/documents${one}`, "features/trips/visas/api-documents.ts", {
      id: `api/visas/documents${one}`,
    }),
  ),
  ...resource("visas", "features/trips/visas/api.ts"),
  ...resource("contracts", "features/contracts/api.ts"),
  ...resource("campaigns", "features/campaigns/api.ts"),
  route("api/stats/:of", "features/dashboard/api-stats.ts"),
  route("api/campaigns/:id/groups", "features/trips/groups/api-of-campaign.ts"),
  route("api/groups/stats", "features/trips/groups/api-stats.ts"),
  route("api/groups/available", "features/trips/groups/api-available.ts"),
  ...resource("groups", "features/trips/groups/api.ts"),
  route("api/groups/:group/candidates", "features/trips/members/api-candidates.ts"),
  ...resource("groups/:group/members", "features/trips/members/api.ts"),
  ...["groups/:group", "trips/:trip", "campaigns/:campaign"].map((of) =>
    route(`api/${of}/readiness`, "features/trips/readiness/api.ts", { id: `api/${of}/readiness` }),
  ),
  ...resource("hotels", "features/services/hotels/api.ts"),
  ...resource("transportations", "features/services/transportation/api.ts"),
  ...resource("catering", "features/services/catering/api.ts"),
  ...resource("other-services", "features/services/other/api.ts"),
  ...["cities", "ratings", "bus-types", "catering-types", "service-categories"].map((lookup) =>
    route(`api/${lookup}`, `features/services/lookups/api-${lookup}.ts`),
  ),
  ...resource("packages", "features/services/packages/api.ts"),
  route("api/company-info", "features/settings/company/api.ts"),
  route("api/company-info/upload-logo", "features/settings/company/api-upload-logo.ts"),
  ...resource("trips", "features/trips/management/api.ts"),
  ...["", "/:group"].map((one) =>
    route(`api/trips/:trip/groups${one}`, "features/trips/management/api-groups.ts", {
      id: `api/trips/groups${one}`,
    }),
  ),
  route("api/trips/:trip/stages", "features/trips/stages/api.ts", { id: "api/trips/stages" }),
  route("api/stages/:id", "features/trips/stages/api.ts", { id: "api/stages/one" }),
  ...resource("trip-plans", "features/trips/plans/api.ts"),
  route("api/trip-plans/:plan/stages", "features/trips/plans/api-stages.ts", { id: "api/trip-plans/stages" }),
  route("api/plan-stages/:id", "features/trips/plans/api-stages.ts", { id: "api/plan-stages/one" }),
  ...resource("receipt-vouchers", "features/financial/receipts/api.ts"),
  route("api/payment-vouchers/payable-invoices", "features/financial/payments/api-payable-invoices.ts"),
  ...resource("payment-vouchers", "features/financial/payments/api.ts"),
  ...resource("banks", "features/settings/accounts/api-banks.ts"),
  route("api/bank-accounts", "features/settings/accounts/api-bank-accounts.ts"),
  ...resource("cash-boxes", "features/settings/accounts/api-cash-boxes.ts"),
  ...resource("currencies", "features/settings/accounts/currencies/api.ts"),
  route("api/currencies/:id/set-default", "features/settings/accounts/currencies/api-set-default.ts"),
  ...resource("expenses", "features/settings/accounts/expenses/api.ts"),
  ...resource("expense-categories", "features/settings/accounts/expense-categories/api.ts"),
  route("api/refused/:status", "http/api-refused.ts"),
  route("api/*", "http/api-not-found.ts"),
];
