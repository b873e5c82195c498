import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { projectDir } from "../prepare.js";
import { names } from "./fill/offers.js";
import { reports } from "./reports.js";

const year = new Date().getFullYear() - 1;
const period = `from=${year}-03-01&to=${year}-08-31`;
const month = `from=${year}-03-01&to=${year}-03-31`;
/** One letter, a word of every name, half of the numbers, a number's part, few, none. */
const searches = ["ا", "بن", "1", "-", `${year}-0012`, names.common, names.rare, "زقزوق"];

const holders = ["cash-boxes/1", "banks/7", "customers/8", "agents/2", "suppliers/2", "expenses/1"];
/** The lists whose file is read with a filter, too. */
const sheets = ["/contracts", "/financial/receipts", "/trips/visas", "/settings/trail"];

/**
 * Every list: its screen, its call, the table that tells how many pages it has, and each filter of it alone and in common pairs.
 *
 * @type {{ screen: string, call?: string, table: string, filters: string[], isSearched?: boolean }[]}
 */
const lists = [
  {
    screen: "/contracts",
    call: "/api/contracts",
    table: "contracts",
    filters: [
      ...["active", "completed", "cancelled", "standing"].map((status) => `status=${status}`),
      ...[
        "is_owing=true",
        "is_owing=false",
        "is_owing=true&status=active",
        "is_owing=false&status=completed",
      ],
      ...[
        "campaign_id=1",
        "campaign_id=2&status=active",
        "customer_id=7",
        period,
        `${month}&status=standing`,
      ],
      ...["hijri_year=1446", "hijri_year=1446&hijri_month=9"],
    ],
  },
  {
    screen: "/customers",
    call: "/api/customers",
    table: "customers",
    filters: [
      "status=active",
      "status=inactive",
      "nationality=YEM",
      "nationality=TUR",
      "nationality=YEM&status=active",
    ],
  },
  {
    screen: "/financial/receipts",
    call: "/api/receipt-vouchers",
    table: "receipt_vouchers",
    filters: [
      ...[
        "status=confirmed",
        "status=cancelled",
        "customer_id=7",
        "contract_id=7",
        period,
        `${month}&status=cancelled`,
      ],
      ...["payment_method=cheque", "hijri_year=1446", "hijri_year=1446&hijri_month=9"],
    ],
  },
  {
    screen: "/financial/payments",
    call: "/api/payment-vouchers",
    table: "payment_vouchers",
    filters: [
      ...[
        "status=confirmed",
        "status=cancelled",
        "beneficiary_type=agent",
        "beneficiary_type=other",
        "payment_method=cash",
      ],
      ...["agent_id=2", "supplier_id=2", "expense_id=1", "customer_id=8", "agent_invoice_id=1", period],
      ...["hijri_year=1446", `${month}&beneficiary_type=supplier`],
    ],
  },
  ...["agents", "purchases"].map((kind) => ({
    screen: `/invoices/${kind}`,
    call: kind === "agents" ? "/api/agent-invoices" : "/api/purchase-invoices",
    table: "invoices",
    filters: [
      ...["pending", "paid", "overdue", "cancelled"].map((status) => `payment_status=${status}`),
      ...["overdue=true", period, kind === "agents" ? "agent_id=2" : "supplier_id=2", "hijri_year=1446"],
    ],
  })),
  { screen: "/agents", call: "/api/agents", table: "agents", filters: ["type=internal", "is_active=true"] },
  {
    screen: "/suppliers",
    call: "/api/suppliers",
    table: "suppliers",
    filters: ["service_type=hotels", "is_active=true"],
  },
  {
    screen: "/campaigns",
    call: "/api/campaigns",
    table: "campaigns",
    filters: ["type=حج", "status=active", period],
  },
  {
    screen: "/trips/groups",
    call: "/api/groups",
    table: "groups",
    filters: ["status=active", "status=full", "status=departed", "campaign_id=1"],
  },
  {
    screen: "/trips/groups/members",
    table: "group_members",
    filters: ["campaign_id=1", "gender=male", "gender=female", "gender=female&campaign_id=1"],
  },
  {
    screen: "/trips/visas",
    call: "/api/visas",
    table: "visas",
    filters: [
      ...["pending", "approved", "rejected", "expired"].map((status) => `status=${status}`),
      ...[
        "visa_type=umrah",
        "visa_type=hajj",
        "customer_id=8",
        "group_id=1",
        "customer_name=بن",
        "passport_number=0012",
      ],
      ...[period, "status=approved&visa_type=hajj", "hijri_year=1446"],
    ],
  },
  { screen: "/trips/management", call: "/api/trips", table: "trips", filters: [period] },
  { screen: "/trips/plans", call: "/api/trip-plans", table: "trip_plans", filters: ["type=hajj"] },
  ...["banks", "cash-boxes"].map((kind) => ({
    screen: `/settings/accounts/${kind}`,
    call: `/api/${kind}`,
    table: "accounts",
    filters: ["status=active", "currency_code=USD"],
  })),
  {
    screen: "/settings/accounts/expenses",
    call: "/api/expenses",
    table: "expenses",
    filters: ["category_id=1"],
  },
  { screen: "/settings/accounts/cash-boxes/1/counts", table: "cash_counts", filters: [] },
  {
    screen: "/settings/users",
    call: "/api/users",
    table: "users",
    filters: ["user_type=staff", "is_active=true", "role_id=2"],
  },
  {
    screen: "/settings/trail",
    table: "trail",
    isSearched: false,
    filters: [
      ...[
        "kind=receipt_vouchers",
        "kind=visas",
        "kind=suppliers",
        "deed=insert",
        "deed=update",
        "deed=login_failed",
        "deed=logout",
      ],
      ...[
        "person=clerk7",
        "person=nobody",
        "person=النظام",
        "person=غير معروف",
        "record=C-2025-00012",
        "record=لا أحد",
      ],
      ...[
        "kind=contracts&record=12",
        "kind=contracts&deed=update",
        "person=clerk7&deed=login",
        "person=clerk7&kind=visas",
      ],
      ...[period, month, `person=clerk7&${month}`, `deed=update&${month}`, `kind=visas&${month}`],
    ],
  },
  ...holders.map((holder) => ({
    screen: `/financial/statements/${holder}`,
    table: holder.startsWith("cash") || holder.startsWith("bank") ? "movements" : "agents",
    isSearched: false,
    filters: [period, month],
  })),
  ...["/campaigns/1", "/campaigns/3", "/trips/groups/1", "/trips/management/1"].map((of) => ({
    screen: `${of}/readiness`,
    call: `/api${of.replace("/trips/groups", "/groups").replace("/trips/management", "/trips")}/readiness`,
    table: "trips",
    filters: [
      "state=missing",
      "state=warning",
      "check=visa",
      "check=passport&state=missing",
      "check=balance",
      "group_id=none",
    ],
  })),
];

/** What stands in an address for the beginning of a route, where that is not 1 for each id; nothing where it is no page. */
const beginnings = Object.entries({
  "/logout": [],
  "/uploads/": [],
  "/refused/": [],
  "/api/refused/": [],
  "/invoices/:kind": ["/invoices/agents", "/invoices/purchases"],
  "/:kind/import": ["/customers/import"],
  "/financial/statements/:kind/:id": holders.map((holder) => `/financial/statements/${holder}`),
  "/settings/accounts/:kind": ["/settings/accounts/banks", "/settings/accounts/cash-boxes"],
  "/api/stats/:of": ["monthly-revenue", "campaigns", "contracts"].map((of) => `/api/stats/${of}`),
  "/api/agents/by-type/:type": ["/api/agents/by-type/internal"],
  "/api/suppliers/by-category/:category": ["/api/suppliers/by-category/hotels"],
  "/api/agent-invoices/by-status/:status": ["/api/agent-invoices/by-status/paid"],
  "/api/purchase-invoices/by-status/:status": ["/api/purchase-invoices/by-status/overdue"],
  "/trips/visas/:id/documents/:document": ["/trips/visas/3/documents/1"],
});

/** @param {string} route */
function filled(route) {
  const [begin, instead] = beginnings.find(([begin]) => route.startsWith(begin)) ?? ["", [""]];
  return instead.map((text) =>
    (text + route.slice(begin.length)).replace(":format", "csv").replaceAll(/:[a-z]+/g, "1"),
  );
}

/** The routes of the build that can be read. @returns {string[]} */
function routes() {
  const folder = join(projectDir, "build", "client", "assets");
  const text = readFileSync(
    join(folder, readdirSync(folder).find((name) => name.startsWith("manifest-")) ?? ""),
    "utf8",
  );
  /** @type {Record<string, { parentId?: string, path?: string, index?: boolean, hasLoader: boolean }>} */
  const all = JSON.parse(text.slice(text.indexOf("{"), text.lastIndexOf("}") + 1)).routes;
  const addressOf = (/** @type {string | undefined} */ id) => {
    /** @type {string} */
    let address = "";
    for (let route = all[id ?? ""]; route; route = all[route.parentId ?? ""])
      if (route.path) address = `/${route.path}${address}`;
    return address.replace("//", "/") || "/";
  };
  return Object.entries(all)
    .filter(
      ([id, { path, index, hasLoader }]) =>
        id !== "root" && hasLoader && (path || index) && !path?.includes("*"),
    )
    .map(([id]) => addressOf(id));
}

/**
 * Every address that the built office answers: each of its routes; each list with each filter, searches, first and deep
 * pages, as a screen, by call and as a file; every report.
 *
 * @param {(table: string) => number} rowsOf how many rows a table has
 * @returns {string[]} in the same order for every office
 */
export function addressesOf(rowsOf) {
  const ofLists = lists.flatMap(({ screen, call, table, filters, isSearched = true }) => {
    const deep = `page=${Math.max(1, Math.min(8000, Math.floor(rowsOf(table) / 25)))}`;
    const found = isSearched ? searches.map((search) => `search=${search}`) : [];
    const [filter = "", search = ""] = [filters[0], found[0]];
    const asked = ["page=2", deep, ...filters, `${filter}&${deep}`, ...found, `${filter}&${search}`];
    const calls = call
      ? ["", "?page=1", `?${deep}`, ...found.slice(0, 2).map((one) => `?page=1&${one}`)]
      : [];
    const files = sheets.includes(screen) ? [filter, search].map((one) => `/export/csv?${one}`) : [];
    return [
      ...["", ...asked.map((one) => `?${one}`), ...files].map((end) => screen + end),
      ...calls.map((end) => call + end),
    ];
  });
  const ofSearch = searches.flatMap((word) =>
    ["/search?q=", "/api/search?q=", "/api/customers/search?q="].map((path) => path + word),
  );
  return [...routes().flatMap(filled), ...ofLists, ...ofSearch, ...reports];
}
