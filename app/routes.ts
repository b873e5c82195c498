import { index, layout, route } from "@remix-run/route-config";
import { calls } from "./api-routes";
import { files } from "./file-routes";
import { badges, crud, imports, listWith, readiness } from "./route-kinds";

/*
 * The addresses of all screens. They lie under the shell, which needs a login; each loader and action still
 * checks its permissions. `crud` is the ordinary case: a list with its dialogs.
 */

export default [
  route("login", "features/login/login.tsx"),
  route("login/code", "features/login/login-code.tsx"),
  route("logout", "features/login/logout.tsx"),
  route("healthz", "http/healthz.ts"),
  route("refused/:status", "http/refusal-page.ts"),
  route("uploads/customers/:name", "features/customers/photo.ts"),
  route("uploads/papers/:name", "features/customers/papers/file.ts"),
  route("uploads/visas/:name", "features/visas/file.ts"),
  route("uploads/logo/:name", "features/company/logo.ts"),

  ...files,

  layout("shell/shell.tsx", [
    layout("shell/frame.tsx", [
      index("features/dashboard/dashboard.tsx"),
      listWith("contracts", "features/contracts/list.tsx", [
        route("new", "features/contracts/new.tsx"),
        route("family", "features/contracts/family.tsx"),
        route(":id", "features/contracts/show.tsx"),
        route(":id/edit", "features/contracts/edit.tsx"),
        route(":id/schedule", "features/contracts/schedule.tsx"),
        route(":id/cancel", "features/contracts/cancel.tsx"),
        route(":id/delete", "features/contracts/delete.tsx"),
      ]),
      listWith("offers", "features/offers/list.tsx", [
        route("new", "features/offers/new.tsx"),
        route(":id", "features/offers/show.tsx"),
        route(":id/edit", "features/offers/edit.tsx"),
        route(":id/sign", "features/offers/sign.tsx"),
        route(":id/delete", "features/delete.tsx", { id: "offers/delete" }),
      ]),
      route("contracts/move", "features/contract-moves/form.tsx", { id: "contracts/move several" }),
      route("contracts/:id/move", "features/contract-moves/form.tsx", { id: "contracts/move" }),
      crud("campaigns", "features/campaigns"),
      route("campaigns/:id/cancel-contracts", "features/contracts/cancel-contracts.tsx"),
      crud("holds", "features/holds"),
      crud("waiting-list", "features/holds/waiting", [route(":id/hold", "features/holds/waiting/hold.tsx")]),
      crud("customers", "features/customers"),
      listWith("customers/:customer", "features/person/show.tsx", [
        route("papers/new", "features/customers/papers/form.tsx", { id: "papers/new" }),
        route("papers/:id/edit", "features/customers/papers/form.tsx", { id: "papers/edit" }),
        route("papers/:id/delete", "features/customers/papers/delete.tsx"),
        route("notes/new", "features/customers/notes/form.tsx", { id: "notes/new" }),
        route("notes/:id/edit", "features/customers/notes/form.tsx", { id: "notes/edit" }),
        route("notes/:id/done", "features/customers/notes/done.tsx"),
        route("notes/:id/delete", "features/customers/notes/delete.tsx"),
      ]),
      route("customers/:id/join", "features/customers/joins/form.tsx"),
      crud("agents", "features/agents"),
      route("agents/:id/commission", "features/invoices/commission/show.tsx"),
      route("agents/:id/commission/:invoice", "features/invoices/commission/parts.tsx"),
      crud("suppliers", "features/suppliers"),
      ...imports("", "upload.tsx"),
      ...imports("/:id", "show.tsx"),
      ...imports("/:id/columns", "columns.tsx"),
      crud("invoices/:kind", "features/invoices", [], "features/invoices/delete.tsx"),
      listWith("trips/groups", "features/groups/list.tsx", [
        route("new", "features/group-page/form.tsx", { id: "trips/groups/new" }),
        route(":id/edit", "features/group-page/form.tsx", { id: "trips/groups/edit" }),
        route(":id/delete", "features/groups/delete.tsx", { id: "trips/groups/delete" }),
      ]),
      route("trips/groups/members", "features/groups/members/all.tsx"),
      layout("features/group-page/frame.tsx", [
        listWith("trips/groups/:group/members", "features/groups/members/list.tsx", [
          route("new", "features/groups/members/form.tsx"),
          route("contracts", "features/groups/members/several.tsx"),
          route("others", "features/groups/members/others.tsx"),
          route(":id/delete", "features/groups/members/delete.tsx"),
        ]),
        readiness("trips/groups/:group", "", "show.tsx"),
        route("trips/groups/:group/papers", "features/papers/show.tsx"),
        route("trips/groups/:group/visas", "features/papers/visas/show.tsx"),
        route("trips/groups/:group/families", "features/lodging/families/show.tsx"),
        route("trips/groups/:group/families/edit", "features/lodging/families/edit.tsx"),
        route("trips/groups/:group/stays", "features/lodging/stays/show.tsx"),
        crud("trips/groups/:group/rooms", "features/lodging/rooms", [], "features/lodging/rooms/delete.tsx"),
        listWith("trips/groups/:group/buses", "features/lists/buses/list.tsx", [
          route("clear", "features/lists/buses/clear.tsx"),
        ]),
        badges("trips/groups/:group", "", "choose.tsx"),
        route("trips/groups/:group/lists", "features/group-page/lists.tsx"),
      ]),
      readiness("trips/management/:trip", "", "show.tsx"),
      readiness("campaigns/:campaign", "", "show.tsx"),
      badges("trips/management/:trip", "", "choose.tsx"),
      crud("trips/visas", "features/visas", [route("apply", "features/visas/apply.tsx")]),
      listWith("trips/visas/:id", "features/visas/show.tsx", [
        route("status", "features/visas/status.tsx"),
        route("documents/:document/delete", "features/visas/delete-document.tsx"),
      ]),
      crud("services/hotels", "features/services/hotels"),
      crud("services/cities", "features/services/cities"),
      crud("services/transportation", "features/services/transportation"),
      crud("services/catering", "features/services/catering"),
      crud("services/other", "features/services/other"),
      crud("services/packages", "features/services/packages", [
        route(":id/recompute", "features/services/packages/recompute.tsx"),
      ]),
      listWith("financial/receipts", "features/financial/receipts/list.tsx", [
        route(":id/cancel", "features/financial/cancelling/cancel.tsx", { id: "receipts/cancel" }),
        route(":id/return", "features/financial/cheques/return.tsx", { id: "receipts/return" }),
        route(":id/delete", "features/financial/receipts/delete.tsx"),
      ]),
      route("financial/receipts/new", "features/financial/receipts/form.tsx", { id: "receipts/new" }),
      route("financial/receipts/split", "features/financial/receipts/split.tsx"),
      route("financial/receipts/services", "features/financial/receipts/service-marks.tsx"),
      route("financial/receipts/:id/edit", "features/financial/receipts/form.tsx", { id: "receipts/edit" }),
      listWith("financial/payments", "features/financial/payments/list.tsx", [
        route(":id", "features/financial/payments/show.tsx"),
        route(":id/cancel", "features/financial/cancelling/cancel.tsx", { id: "payments/cancel" }),
        route(":id/return", "features/financial/cheques/return.tsx", { id: "payments/return" }),
        route(":id/delete", "features/financial/payments/delete.tsx"),
      ]),
      route("financial/payments/new", "features/financial/payments/form.tsx", { id: "payments/new" }),
      route("financial/payments/:id/edit", "features/financial/payments/form.tsx", { id: "payments/edit" }),
      listWith("financial/allocations", "features/financial/allocations/list.tsx", [
        route(":id/cancel", "features/financial/cancelling/cancel.tsx", { id: "allocations/cancel" }),
        route(":id/delete", "features/delete.tsx", { id: "allocations/delete" }),
      ]),
      route("financial/allocations/new", "features/financial/allocations/form.tsx", {
        id: "allocations/new",
      }),
      route("financial/cheques", "features/financial/cheques/list.tsx"),
      ...["collect", "uncollect", "return"].map((deed) =>
        route(`financial/cheques/${deed}`, "features/financial/cheques/deed.tsx", { id: `cheques/${deed}` }),
      ),
      listWith("financial/transfers", "features/financial/transfers/list.tsx", [
        route(":id/cancel", "features/financial/cancelling/cancel.tsx", { id: "transfers/cancel" }),
        route(":id/delete", "features/delete.tsx", { id: "transfers/delete" }),
      ]),
      route("financial/transfers/new", "features/financial/transfers/form.tsx", { id: "transfers/new" }),
      route("financial/transfers/:id/edit", "features/financial/transfers/form.tsx", {
        id: "transfers/edit",
      }),
      route("financial/debts/:kind", "features/financial/debts/list.tsx"),
      listWith("financial/debts/customers/:customer/reminder", "features/financial/reminders/show.tsx", [
        route(":id/delete", "features/financial/reminders/delete.tsx", { id: "reminders/delete" }),
      ]),
      route("financial/statements/:kind/:id", "features/financial/statements/show.tsx"),
      crud(
        "trips/management",
        "features/trips",
        [route(":id/groups", "features/trips/groups.tsx")],
        "features/trips/delete.tsx",
      ),
      route("trips/management/:id", "features/trips/show.tsx"),
      crud("trips/:trip/stages", "features/trips/stages", [], "features/trips/stages/delete.tsx"),
      crud("trips/plans", "features/trips/plans"),
      listWith("trips/plans/:plan", "features/trips/plans/stages.tsx", [
        route("stages/new", "features/trips/plans/stage-form.tsx", { id: "plan-stages/new" }),
        route("stages/:id/edit", "features/trips/plans/stage-form.tsx", { id: "plan-stages/edit" }),
        route("stages/:id/delete", "features/trips/plans/stage-delete.tsx"),
      ]),
      route("trips/movements", "features/movements/list.tsx"),
      route("trips/flights", "features/trips/flights/show.tsx"),
      route("reports/financial", "features/reports/financial/show.tsx"),
      route("reports/administrative", "features/reports/administrative/show.tsx"),
      route("reports/journal", "features/reports/journal/show.tsx"),
      route("settings/chart", "features/reports/journal/chart.tsx"),
      route("settings/chart/edit", "features/reports/journal/chart-edit.tsx"),
      route("settings/company", "features/company/form.tsx"),
      crud(
        "settings/users",
        "features/users",
        [
          route(":id/access", "features/users/access.tsx"),
          route(":id/access/reset", "features/users/access-reset.tsx"),
        ],
        "features/users/delete.tsx",
      ),
      listWith("settings/roles", "features/roles/list.tsx", [
        route("new", "features/roles/form.tsx", { id: "settings/roles/new" }),
      ]),
      listWith("settings/roles/:id", "features/roles/checklist.tsx", [
        route("edit", "features/roles/form.tsx", { id: "settings/roles/edit" }),
        route("delete", "features/delete.tsx", { id: "settings/roles/delete" }),
      ]),
      route("settings/accounts", "features/accounts/first-tab.tsx"),
      crud(
        "settings/accounts/:kind",
        "features/accounts",
        [route(":id/adjust", "features/accounts/adjust.tsx")],
        "features/accounts/delete.tsx",
      ),
      listWith("settings/accounts/cash-boxes/:id/counts", "features/accounts/cash-counts/list.tsx", [
        route(":count", "features/accounts/cash-counts/show.tsx"),
      ]),
      route("settings/accounts/cash-boxes/:id/counts/new", "features/accounts/cash-counts/form.tsx"),
      listWith("settings/accounts/closing", "features/closing/list.tsx", [
        route("close", "features/closing/close.tsx"),
        route("reopen", "features/closing/reopen.tsx"),
      ]),
      route("settings/trail", "features/audit-log/list.tsx"),
      crud("settings/accounts/currencies", "features/currencies", [
        route(":id/set-default", "features/currencies/set-default.tsx"),
      ]),
      crud("settings/accounts/expenses", "features/expenses"),
      crud("settings/accounts/expense-categories", "features/expense-categories"),
      route("search", "features/search/show.tsx"),
      crud("favorites", "features/favorites", [], "features/favorites/delete.tsx"),
      route("account", "features/own-account/account.tsx"),
      route("account/second-step", "features/own-account/two-factor.tsx"),
      route("*", "shell/not-found.tsx"),
    ]),
  ]),

  ...calls,
];
