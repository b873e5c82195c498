import Big from "big.js";
import { beforeAll, expect, test } from "vitest";
import { useOffice } from "../support/office";

/* The tiles above a list count the rows that its filters let through: they are compared with the rows of the call. */

const { office: demo, client: manager } = useOffice({ demo: true });
let rates: Map<string, string>;

beforeAll(async () => {
  const currencies = await demo.knex("currencies").select("code", "exchange_rate");
  rates = new Map(currencies.map(({ code, exchange_rate }) => [code, exchange_rate]));
});

type Row = { [column: string]: unknown; currency_code: string; status: string };

/** A tile's figure by its label, without its currency. */
async function tilesOf(path: string) {
  const { status, body } = await manager.get(path);
  expect([path, status]).toEqual([path, 200]);
  const figures = (body as string).match(/<dl class="[^"]*figures[\s\S]*?<\/dl>/)?.[0] ?? "";
  const pairs = [...figures.matchAll(/<dt[^>]*>([\s\S]*?)<\/dt>\s*<dd[^>]*>([\s\S]*?)<\/dd>/g)];
  return Object.fromEntries(
    pairs.map(([, label = "", value = ""]) => [
      label.replace(/<[^>]+>/g, ""),
      Number(/-?[\d,]+(\.\d+)?/.exec(value.replace(/<!--.*?-->|<[^>]+>/g, ""))?.[0].replaceAll(",", "")),
    ]),
  );
}

const rowsOf = async (call: string, key: string) => (await manager.get(`/api${call}`)).body[key] as Row[];

/** In the default currency, which has two decimals. */
const worth = (rows: Row[], amount: (row: Row) => unknown) =>
  rows
    .reduce(
      (sum, row) => sum.plus(Big(String(amount(row))).times(rates.get(row.currency_code) ?? "0")),
      Big(0),
    )
    .round(2, Big.roundHalfUp)
    .toNumber();

const today = new Date(Date.now() + 3 * 3600_000).toISOString().slice(0, 10); // in Riyadh
const month = today.slice(0, 7);

test.each([
  "",
  "?status=active",
  "?status=cancelled",
  "?status=standing",
  "?is_owing=true",
  "?is_owing=false&status=active",
  "?campaign_id=1",
  "?campaign_id=2&is_owing=true",
  `?from=${month}-01`,
  "?search=محمد",
  "?search=C-2026-0000&status=active",
  "?hijri_year=1448",
])("contracts%s", async (query) => {
  const ofCancelled = query === "?status=cancelled";
  const rows = (await rowsOf(`/contracts${query}`, "contracts")).filter(
    ({ status }) => (status === "cancelled") === ofCancelled,
  );
  expect(rows.length > 0 || !ofCancelled).toBe(true);
  expect(await tilesOf(`/contracts${query}`)).toEqual({
    [ofCancelled ? "العقود الملغاة" : "العقود غير الملغاة"]: rows.length,
    [ofCancelled ? "قيمتها قبل الإلغاء" : "إجمالي القيمة"]: worth(rows, ({ total_amount }) => total_amount),
    المحصل: worth(rows, ({ paid_amount }) => paid_amount),
    المتبقي: worth(rows, ({ remaining_amount }) => remaining_amount),
  });
});

test.each([
  "",
  "?status=cancelled",
  `?from=${month}-05`,
  `?to=${month}-05&status=confirmed`,
  "?search=محمد",
  "?account_id=1",
  `?account_id=2&from=${month}-01&payment_method=cash`,
  "?user_id=1",
  "?search=TRX-",
])("receipts%s", async (query) => {
  const rows = await rowsOf(`/receipt-vouchers${query}`, "receipt_vouchers");
  const confirmed = rows.filter(({ status }) => status === "confirmed");
  const ofMonth = confirmed.filter(({ date }) => String(date).startsWith(month));
  expect(await tilesOf(`/financial/receipts${query}`)).toEqual({
    "إجمالي المقبوضات": worth(confirmed, ({ amount }) => amount),
    "مقبوضات هذا الشهر": worth(ofMonth, ({ amount }) => amount),
    "عدد السندات المؤكدة": confirmed.length,
  });
});

test.each([
  "",
  "?beneficiary_type=agent",
  "?payment_method=cash",
  `?from=${month}-01&payment_method=cash`,
  "?status=cancelled",
  "?search=فندق",
  "?account_id=1&payment_method=cash",
  "?user_id=1&status=confirmed",
  "?search=TRX-&account_id=5",
])("payments%s", async (query) => {
  const rows = await rowsOf(`/payment-vouchers${query}`, "payment_vouchers");
  const confirmed = rows
    .filter(({ status }) => status === "confirmed")
    .map((row): Row => ({ ...row, currency_code: String(row.currency) }));
  expect(await tilesOf(`/financial/payments${query}`)).toEqual({
    "إجمالي المصروفات": worth(confirmed, ({ amount }) => amount),
    "عدد السندات المؤكدة": confirmed.length,
    "سندات اليوم": confirmed.filter(({ date }) => date === today).length,
  });
});

test.each([
  "",
  "?payment_status=pending",
  "?overdue=true",
  "?agent_id=1",
  `?from=${month}-01`,
  "?search=عمولة",
])("invoices of agents%s", async (query) => {
  const rows = await rowsOf(`/agent-invoices${query}`, "agent_invoices");
  const standing = rows.filter(({ payment_status }) => payment_status !== "cancelled");
  const isNote = (row: Record<string, unknown>) => row.document_type === "credit_note";
  const sum = (name: string) =>
    standing.reduce((sum, row) => sum.plus((isNote(row) ? -1 : 1) * Number(row[name])), Big(0)).toNumber();
  expect(await tilesOf(`/invoices/agents${query}`)).toEqual({
    "الفواتير غير الملغاة": standing.filter((row) => !isNote(row)).length,
    [standing.some(isNote) ? "إجمالي قيمتها بعد الإشعارات الدائنة" : "إجمالي قيمتها"]: sum("total_amount"),
    "غير المسدد": sum("remaining_amount"),
    متأخرة: rows.filter(({ is_overdue }) => is_overdue).length,
  });
});

test.each(["", "?status=full", "?campaign_id=2", "?search=طيبة"])("groups%s", async (query) => {
  const rows = await rowsOf(`/groups${query}`, "groups");
  const sum = (name: string) => rows.reduce((sum, row) => sum + Number(row[name]), 0);
  expect(await tilesOf(`/trips/groups${query}`)).toEqual({
    "عدد المجموعات": rows.length,
    "السعة الكلية": sum("capacity"),
    الأعضاء: sum("currentMembers"),
    "المقاعد الشاغرة": sum("capacity") - sum("currentMembers"),
  });
});

test.each(["", "?status=expired", "?visa_type=hajj", "?customer_name=محمد", `?to=${month}-01`])(
  "visas%s",
  async (query) => {
    const rows = await rowsOf(`/visas${query}`, "visas");
    const of = (wanted: string) => rows.filter(({ status }) => status === wanted).length;
    const [all, ...counts] = Object.values(await tilesOf(`/trips/visas${query}`));
    expect([all, ...counts]).toEqual([
      rows.length,
      ...["pending", "approved", "rejected", "expired"].map(of),
    ]);
  },
);

test("campaigns of a type, banks of a search; none where a filter is no value of its kind", async () => {
  const active = (await rowsOf("/campaigns?type=حج", "campaigns")).filter(
    ({ status }) => status === "active",
  );
  expect((await tilesOf("/campaigns?type=حج"))["الحملات النشطة"]).toBe(active.length);
  const boxes = await rowsOf("/cash-boxes?status=active", "cash_boxes");
  const [total] = Object.values(await tilesOf("/settings/accounts/cash-boxes?status=active"));
  expect(total).toBe(worth(boxes, ({ balance }) => balance));
  expect(await tilesOf("/contracts?status=zzz")).toEqual({});
});
