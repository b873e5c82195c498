import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { projectDir } from "../prepare.js";
import { names } from "./fill/offers.js";

const year = new Date().getFullYear() - 1;
const month = `from=${year}-03-01&to=${year}-03-31`;
const periods = [`from=${year}-03-01&to=${year}-08-31`, month];
/** Searches: one letter, a word of every name, half of the numbers, a part of a number, few matches, no match. */
const words = ["ا", "بن", "1", "-", `${year}-0012`, names.common, names.rare, "زقزوق"];
/** The number of a select's choices that are tried. */
const choices = 8;

/** The beginning of an address by its route, if it is not the route with 1 for each id; empty for a route that is no page. */
const beginnings = `
  /logout /uploads/ /refused/ /api/refused/
  /invoices/:kind=/invoices/agents,/invoices/purchases
  /:kind/import=/customers/import
  /campaigns/:campaign/readiness=/campaigns/1/readiness,/campaigns/3/readiness
  /financial/statements/:kind/:id=${["cash-boxes/1", "banks/7", "customers/8", "agents/2", "suppliers/2", "expenses/1"].map((of) => `/financial/statements/${of}`)}
  /settings/accounts/:kind=/settings/accounts/banks,/settings/accounts/cash-boxes
  /api/stats/:of=/api/stats/monthly-revenue,/api/stats/campaigns,/api/stats/contracts
  /api/agents/by-type/:type=/api/agents/by-type/internal
  /api/suppliers/by-category/:category=/api/suppliers/by-category/hotels
  /api/agent-invoices/by-status/:status=/api/agent-invoices/by-status/paid
  /api/purchase-invoices/by-status/:status=/api/purchase-invoices/by-status/overdue
  /trips/visas/:id/documents/:document=/trips/visas/3/documents/1`
  .trim()
  .split(/\s+/)
  .map((line) => line.split("="));

/**
 * Addresses that no filter bar leads to: filters of calls and links, several filters at once, files, and reports of other
 * periods.
 */
const others = `
  /contracts?customer_id=7 /contracts?campaign_id=2&status=active /contracts?is_owing=false&status=completed
  /financial/receipts?customer_id=7 /financial/receipts?contract_id=7 /financial/receipts?payment_method=cheque
  /financial/payments?agent_id=2 /financial/payments?supplier_id=2 /financial/payments?expense_id=1
  /financial/payments?customer_id=8 /financial/payments?agent_invoice_id=1
  /trips/visas?customer_id=8 /trips/visas?group_id=1 /trips/visas?customer_name=بن /trips/visas?passport_number=0012
  /settings/trail?person=clerk7 /settings/trail?person=nobody /settings/trail?person=النظام /settings/trail?record=لا+أحد
  /settings/trail?record=C-${year}-00012 /settings/trail?kind=contracts&record=12 /settings/trail?person=clerk7&deed=login
  /settings/trail?person=clerk7&kind=visas /settings/trail?person=clerk7&${month}
  ${across(["/contracts", "/financial/receipts", "/trips/visas"], ["/export/csv?status=active", "/export/csv?search=ا"])}
  ${across(
    [
      "contracts",
      "customers",
      "receipt-vouchers",
      "payment-vouchers",
      "visas",
      "agent-invoices",
      "groups",
    ].map((list) => `/api/${list}`),
    ["?page=1", "?page=400", "?page=1&search=ا"],
  )}
  ${across(["/search?q=", "/api/search?q=", "/api/customers/search?q="], words)}
  /reports/financial?report=profit /reports/financial?report=profit&campaign_id=1
  ${across(
    ["cash", "contracts", "balances"].map((report) => `/reports/financial?report=${report}`),
    [
      `&period=yearly&on=${year}-06-15`,
      `&period=monthly&on=${year}-06-15`,
      `&from=${year}-01-01&to=${year + 1}-12-31`,
    ],
  )}
  ${across(
    ["campaigns", "customers", "services", "operations"].map(
      (report) => `/reports/administrative?report=${report}`,
    ),
    [`&from=${year}-06-01&to=${year}-06-30`, `&from=${year}-06-01&to=`, "&from=&to="],
  )}`
  .trim()
  .split(/\s+/);

/**
 * @param {string[]} beginnings
 * @param {string[]} ends
 */
function across(beginnings, ends) {
  return beginnings.flatMap((begin) => ends.map((end) => begin + end)).join(" ");
}

/**
 * Every address of the built office: each of its routes, and `others`.
 *
 * @returns {string[]} in the same order for every office
 */
export function addresses() {
  const folder = join(projectDir, "build", "client", "assets");
  const file = readdirSync(folder).find((name) => name.startsWith("manifest-")) ?? "";
  const text = readFileSync(join(folder, file), "utf8");
  /** @type {Record<string, { id: string, parentId?: string, path?: string, index?: boolean, hasLoader: boolean }>} */
  const routes = JSON.parse(text.slice(text.indexOf("{"), text.lastIndexOf("}") + 1)).routes;
  const addressOf = (/** @type {string | undefined} */ id) => {
    let address = "";
    for (let route = routes[id ?? ""]; route; route = routes[route.parentId ?? ""])
      if (route.path) address = `/${route.path}${address}`;
    return address.replace("//", "/") || "/";
  };
  const pages = Object.values(routes).filter(
    ({ id, path, index, hasLoader }) => id !== "root" && hasLoader && (path || index) && !path?.includes("*"),
  );
  return [...pages.flatMap(({ id }) => filled(addressOf(id))), ...others];
}

/** @param {string} route */
function filled(route) {
  const [begin = "", instead] = beginnings.find(([begin = ""]) => route.startsWith(begin)) ?? ["", ""];
  return (instead?.split(",") ?? []).map((text) =>
    (text + route.slice(begin.length)).replace(":format", "csv").replaceAll(/:[a-z]+/g, "1"),
  );
}

/**
 * The addresses that a list's page leads to: each choice of its filter bar, two of them at once, periods, searches, and its
 * second and last pages. A dialog over its list has none.
 *
 * @param {string} path
 * @param {string} html
 * @returns {string[]}
 */
export function filtersOf(path, html) {
  if (/\/(new|edit|delete|cancel)$/.test(path)) return [];
  const bar = /<form[^>]*role="search".*?<\/form>/s.exec(html)?.[0] ?? "";
  const selects = [...bar.matchAll(/<select[^>]* name="(\w+)".*?<\/select>/gs)].map(([select, name]) =>
    [...select.matchAll(/ value="([^"]+)"/g)].slice(0, choices).map(([, value]) => `${name}=${value}`),
  );
  const pairs = selects.slice(1).map((select, index) => `${selects[index]?.[0]}&${select[0]}`);
  const spans = bar.includes('name="from"') ? [...periods, ...selects.map(([one]) => `${one}&${month}`)] : [];
  const searches = bar.includes('name="search"') ? words.map((word) => `search=${word}`) : [];
  const both = selects[0] && searches[0] ? [`${selects[0][0]}&${searches[0]}`] : [];
  const last = Math.max(1, ...[...html.matchAll(/[?;&]page=(\d+)/g)].map(([, page]) => Number(page)));
  const deep =
    last > 1 ? ["page=2", `page=${last}`, ...selects.slice(0, 1).map(([one]) => `${one}&page=${last}`)] : [];
  const start = path + (path.includes("?") ? "&" : "?");
  return [...selects.flat(), ...pairs, ...spans, ...searches, ...both, ...deep].map((query) => start + query);
}
