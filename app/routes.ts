import { index, layout, type RouteConfigEntry, route } from "@remix-run/route-config";

/*
 * Every address of the product. Screens lie under the shell, which needs a login; each loader and action still
 * authorises itself. `crud` is the ordinary case: a list with its dialogs; what differs is spelled out.
 */

/** A list and, over it, its dialogs: new, :id/edit, :id/delete. */
function crud(path: string, folder: string, extra: RouteConfigEntry[] = []) {
  return route(path, `${folder}/list.tsx`, [
    route("new", `${folder}/form.tsx`, { id: `${path}/new` }),
    route(":id/edit", `${folder}/form.tsx`, { id: `${path}/edit` }),
    route(":id/delete", `${folder}/delete.tsx`),
    ...extra,
  ]);
}

/** The calls of a standard resource: /api/<name> and /api/<name>/:id, served by one module. */
function resource(name: string, module: string) {
  return [
    route(`api/${name}`, module, { id: `api/${name}` }),
    route(`api/${name}/:id`, module, { id: `api/${name}/one` }),
  ];
}

export default [
  route("login", "auth/login.tsx"),
  route("logout", "auth/logout.tsx"),
  route("healthz", "http/healthz.ts"),
  route("refused/:status", "http/refused.ts"),
  route("uploads/customers/:name", "files/customer-photo.ts"),
  route("uploads/logo/:name", "files/logo.ts"),

  route("financial/receipts/:id/print", "features/financial/receipts/print.tsx"),

  layout("shell/shell.tsx", [
    layout("shell/frame.tsx", [
      index("features/dashboard/dashboard.tsx"),
      crud("customers", "features/customers"),
      route("financial/receipts", "features/financial/receipts/list.tsx", [
        route(":id/cancel", "features/financial/receipts/cancel.tsx"),
        route(":id/delete", "features/financial/receipts/delete.tsx"),
      ]),
      route("financial/receipts/new", "features/financial/receipts/form.tsx", { id: "receipts/new" }),
      route("financial/receipts/:id/edit", "features/financial/receipts/form.tsx", { id: "receipts/edit" }),
      route("*", "shell/not-found.tsx"),
    ]),
  ]),

  route("api/auth/login", "auth/api-login.ts"),
  route("api/auth/logout", "auth/api-logout.ts"),
  route("api/auth/me", "auth/api-me.ts"),
  route("api/auth/check-session", "auth/api-check-session.ts"),
  route("api/customers/search", "features/customers/api-search.ts"),
  ...resource("customers", "features/customers/api.ts"),
  ...resource("receipt-vouchers", "features/financial/receipts/api.ts"),
  route("api/refused/:status", "http/refused.ts", { id: "api/refused" }),
  route("api/*", "http/api-not-found.ts"),
];
