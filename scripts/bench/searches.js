import { judge, print } from "./aims.js";
import { names } from "./fill/offers.js";
import { measure, visit } from "./load.js";
import { partsOf } from "./rates.js";

/**
 * @typedef {import("./load.js").Target} Target
 * @typedef {{ rounds: number, seconds: number }} Extent
 */

const search = (/** @type {string} */ name) => `search=${encodeURIComponent(name)}`;
const family = `${search(names.family)}&status=cancelled`;

/**
 * Searches by screen and by call. `times` is how many times as many the office should answer as before they were made faster, `ofBare` the
 * share of the bare server's rate.
 *
 * @type {{ work: import("./load.js").Work, times?: number, ofBare?: number }[]}
 */
const searches = [
  { work: visit("Search: contracts of a family name with a status", `/contracts?${family}`), times: 3.3 },
  { work: visit("The same by call", `/api/contracts?page=1&${family}`), times: 1.9, ofBare: 0.8 },
  { work: visit("Narrow: contracts of a full name", `/contracts?${search(names.full)}`), times: 2.1 },
  { work: visit("The same by call", `/api/contracts?page=1&${search(names.full)}`), times: 1.8, ofBare: 0.8 },
  ...Object.entries({
    receipts: "/financial/receipts",
    payments: "/financial/payments",
    visas: "/trips/visas",
    customers: "/customers",
    "agents' invoices": "/invoices/agents",
    cheques: "/financial/cheques",
    "entries of the journal": "/reports/journal",
  }).map(([title, path]) => ({
    work: visit(`Search: ${title} of a family name`, `${path}?${search(names.family)}`),
  })),
  { work: visit("A letter that half of all names have: contracts", `/contracts?${search("م")}`) },
  { work: visit("The same: receipts", `/financial/receipts?${search("م")}`) },
];
/**
 * Measures searches beside the bare server, where that does them too.
 *
 * @param {Target} office
 * @param {Target} bare
 * @param {Extent} extent
 */
export async function compareSearches(office, bare, extent) {
  const lines = [];
  for (const { work, ofBare } of searches) {
    if (!ofBare) continue;
    const [app, other] = await measure([office, bare], work, { ...extent, connections: 10 });
    const ratio = app.perSecond / other.perSecond;
    lines.push({ title: work.title, ratio, office: app.perSecond, bare: other.perSecond });
    judge(`${work.title}: of the bare server's rate`, -ofBare, ratio);
  }
  print("Searches by call beside the bare server, 10 connections", lines);
}

/**
 * Measures searches and the other loads in this office and in one of an earlier commit.
 *
 * @param {Target} office
 * @param {Target} before the office of an earlier commit, with the same rows
 * @param {string} url of this office's database
 * @param {Extent} extent
 */
export async function compareWithBefore(office, before, url, extent) {
  const lines = [];
  const others = (await partsOf(url)).map(({ work }) => ({ work, times: undefined }));
  for (const { work, times } of [...searches, ...others]) {
    /** @type {Record<string, string | number>} what takes too long in one of them is refused */
    const line = await measure([office, before], work, { ...extent, connections: 10 }).then(
      ([now, then]) => ({
        times: now.perSecond / then.perSecond,
        now: now.perSecond,
        before: then.perSecond,
      }),
      ({ message }) => ({ times: message }),
    );
    lines.push({ title: work.title, ...line, aim: times ?? "" });
    if (times) judge(`${work.title}: times as many as before`, -times, Number(line.times) || 0);
  }
  print("Beside the commit before, 10 connections", lines);
}

/**
 * Measures what a page takes beside its call.
 *
 * @param {Target} office
 * @param {Extent} extent
 */
export async function comparePages(office, extent) {
  const lines = [];
  for (const [path, call] of Object.entries({
    "/contracts": "/api/contracts",
    "/financial/receipts": "/api/receipt-vouchers",
    "/customers": "/api/customers",
  })) {
    const [page] = await measure([office, office], visit("", path), { ...extent, connections: 10 });
    const [rows] = await measure([office, office], visit("", `${call}?page=1`), {
      ...extent,
      connections: 10,
    });
    lines.push({ path, times: rows.perSecond / page.perSecond, page: page.perSecond, call: rows.perSecond });
  }
  print("A page beside its call, 10 connections", lines);
  judge(
    "a page takes at most so many times its call",
    3,
    Math.max(...lines.map(({ times }) => times)),
    "times",
  );
}
