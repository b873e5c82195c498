import { expect, test } from "vitest";
import { useOffice } from "../support/office";
import { enterAs } from "../support/users";

const { office, client } = useOffice({ demo: true });

/** The figure tiles of a page: the link and the figure of each, without thousands separators. */
function tilesOf(html: string) {
  const [day = ""] = html.match(/<section class="today"[\s\S]*?<\/section>/) ?? [];
  const head = html.replace(day, "").split("أحدث المجموعات")[0] ?? "";
  const tiles = head.matchAll(/<dt>([^<]+)<\/dt><dd>(?:<a href="([^"]+)"[^>]*>)?(.*?)<\/dd>/g);
  return [...tiles].map(([, label, href, value = ""]) => ({
    label,
    href: href?.replaceAll("&amp;", "&"),
    value: value.replace(/<[^>]+>/g, "").replaceAll(",", ""),
  }));
}

test("every figure that counts leads to a list of just as many", async () => {
  const page = (await client.get("/")).body;
  const tiles = tilesOf(page);
  expect(tiles.map(({ label }) => label)).toEqual([
    "إجمالي المعتمرين والحجاج",
    "إيرادات هذا الشهر",
    "الحملات النشطة",
    "عقود لم تسدد بعد",
    "عدد المجموعات",
    "السعة الكلية",
    "الأعضاء",
    "المقاعد الشاغرة",
    "نشطة",
    "مكتملة",
    "غادرت",
  ]);
  for (const label of [
    "إجمالي المعتمرين والحجاج",
    "الحملات النشطة",
    "عقود لم تسدد بعد",
    "عدد المجموعات",
    "الأعضاء",
    "نشطة",
    "مكتملة",
    "غادرت",
  ]) {
    const { href = "", value } = tiles.find((tile) => tile.label === label) ?? {};
    const { status, body } = await client.get(href);
    const counted = body.match(/الإجمالي <bdi>([\d,]+)/)?.[1] ?? "0"; // an empty list says so in words
    expect([label, status, counted]).toEqual([label, 200, value]);
  }
  const revenue = tiles[1];
  const [{ sum }] = (
    await office.knex.raw(
      `SELECT round(sum(amount * currencies.exchange_rate), 2) AS sum FROM movements
       JOIN accounts ON accounts.id = account_id JOIN currencies ON currencies.id = currency_id
       WHERE purpose IN ('receipt', 'customer') AND date_trunc('month', date) = date_trunc('month', now() AT TIME ZONE 'Asia/Riyadh')`,
    )
  ).rows;
  expect(revenue?.value).toContain(sum);
  const listed = (await client.get(revenue?.href ?? "")).body;
  const ofMonth = await office
    .knex("receipt_vouchers")
    .where({ status: "confirmed" })
    .whereRaw("date_trunc('month', date) = date_trunc('month', now() AT TIME ZONE 'Asia/Riyadh')");
  expect(listed).toMatch(new RegExp(`الإجمالي <bdi>${ofMonth.length}<`));
});

test("the calls give the same figures", async () => {
  const get = async (path: string) => (await client.get(path)).body;
  const [campaigns] = await office.knex("campaigns").where({ status: "active" }).count();
  expect(await get("/api/stats/campaigns")).toEqual({ active_campaigns: Number(campaigns?.count) });
  const { contracts } = await get("/api/contracts?status=active&is_owing=true");
  expect(await get("/api/stats/contracts")).toEqual({ pending_contracts: contracts.length });
  expect(contracts.every((one: { remaining_amount: number }) => one.remaining_amount > 0)).toBe(true);
  expect(await get("/api/stats/monthly-revenue")).toMatchObject({ monthly_revenue: expect.any(Number) });
  expect((await client.get("/api/stats/__proto__")).status).toBe(404);
  expect((await client.get("/api/contracts?is_owing=maybe")).status).toBe(422);
  expect((await client.get("/api/receipt-vouchers?from=x")).status).toBe(422);
});

test("five groups that were made last stand as cards, and samples are marked as samples", async () => {
  const page = (await client.get("/")).body;
  const names = await office
    .knex("groups")
    .orderBy([
      { column: "created_at", order: "desc" },
      { column: "id", order: "desc" },
    ])
    .pluck("name");
  const cards = page.slice(page.indexOf("أحدث المجموعات"));
  const shown = [...cards.matchAll(/<h2>([^<]+)<\/h2><p>/g)].map(([, name]) => name);
  expect(shown).toEqual(names.slice(0, 5));
  expect(page.match(/بيانات نموذجية/g)).toHaveLength(2);
  expect(page.match(/<button[^>]*disabled=""[^>]*>عرض الكل/g)).toHaveLength(2);
  for (const href of ["/Trips/groups", "/customers", "/campaigns", "/contracts"])
    expect(page).toContain(`href="${href}"`);
});

test("who may not open a list sees its figure without the way to it", async () => {
  const clerk = await enterAs(office, "guest", []);
  const page = (await clerk.get("/")).body;
  const tiles = tilesOf(page);
  expect(tiles).toHaveLength(11);
  expect(tiles.filter(({ href }) => href)).toEqual([]);
  expect(page).not.toContain('href="/Trips/groups"');
});

test("a part that cannot be had is told, and the others show", async () => {
  await office.knex.raw("ALTER TABLE contracts_owing_totals RENAME TO owing_away");
  try {
    const { status, body } = await client.get("/");
    expect([status, body.includes("فشل في تحميل بيانات لوحة التحكم")]).toEqual([200, true]);
    const value = (label: string) => tilesOf(body).find((tile) => tile.label === label)?.value;
    expect([value("عقود لم تسدد بعد"), value("عدد المجموعات")]).toEqual(["—", "7"]);
  } finally {
    await office.knex.raw("ALTER TABLE owing_away RENAME TO contracts_owing_totals");
  }
  expect((await client.get("/")).body).not.toContain("فشل في تحميل");
});
