import ExcelJS from "exceljs";
import { beforeAll, describe, expect, test } from "vitest";
import { violationsOn } from "../support/browser";
import type { Client } from "../support/client";
import { useOffice } from "../support/office";
import { call, day, type Journey, readinessOf, screen } from "../support/readiness";
import { enterAs } from "../support/users";

const { office, client, browser } = useOffice();

const { ids, journey, makeJourney, makePilgrim, read, one, countsAt, sheet } = readinessOf(office, client);

describe("filters and figures", () => {
  let of: Journey;
  beforeAll(async () => {
    of = await makeJourney();
    await makePilgrim(of, { customer: { name: "أحمد الجاهز" } });
    await makePilgrim(of, { customer: { name: "سالم بلا صورة", image: null } });
    await makePilgrim(of, { customer: { name: "سالم بلا جواز", passport_number: null }, visa: null });
    await makePilgrim(of, { contract: { paid_amount: "10" }, visa: null });
  });
  const totalOf = async (query: string) => {
    const { body } = await client.get(call("group", of, `?per_page=2${query}`));
    return body.total;
  };
  const countsOn = (query = "") => countsAt(screen("group", of, query));

  test("let through whom they name", async () => {
    const totals = ["", "&state=green", "&state=amber", "&state=red", "&state=missing"].map(totalOf);
    expect(await Promise.all(totals)).toEqual([4, 1, 1, 2, 3]);
    const missing = ["passport", "latin_name", "visa", "balance", "photo", "contract"].map((check) =>
      totalOf(`&check=${check}`),
    );
    expect(await Promise.all(missing)).toEqual([1, 0, 2, 1, 1, 0]);
    expect(await totalOf("&check=visa&state=green")).toBe(2);
    expect(await totalOf("&check=balance&state=red")).toBe(0);
    expect(await totalOf("&check=balance&state=amber")).toBe(1);
    expect(await totalOf(`&search=${encodeURIComponent("سالم")}`)).toBe(2);
    expect(await totalOf(`&search=${encodeURIComponent("سالم")}&state=red`)).toBe(1);
    expect(await totalOf(`&group_id=${journey.group}`)).toBe(0);
  });

  test("each figure is the number of those it leads to", async () => {
    const counts = await countsOn();
    expect(counts.map(([, count]) => count)).toEqual([4, 1, 1, 2, 1, 0, 2, 1, 1, 0]);
    for (const [to, count] of counts) expect([to, await totalOf(to.replace("?", "&"))]).toEqual([to, count]);
    const among = await countsOn(`?search=${encodeURIComponent("سالم")}&state=red&page=1`);
    expect(among.map(([, count]) => count)).toEqual([2, 0, 1, 1, 1, 0, 1, 0, 1, 0]);
    for (const [to, count] of among) expect([to, await totalOf(to.replace("?", "&"))]).toEqual([to, count]);
  });

  test("a page of the list is one, and the whole list is the same", async () => {
    const whole = await read(call("group", of));
    const { body } = await client.get(call("group", of, "?page=2&per_page=3"));
    expect(body).toEqual({ readiness: whole.slice(3), total: 4, page: 2, per_page: 3 });
  });

  test("one that is no value shows nothing, and why", async () => {
    for (const query of ["?state=zzz", "?check=visas", "?group_id=x", "?state=__proto__"]) {
      expect((await client.get(call("group", of, query))).status).toBe(422);
      for (const end of ["", "/print"]) {
        const { status, body } = await client.get(screen("group", of, end + query));
        expect([query, status, body.includes("قيمة غير معروفة"), body.includes("<tbody>")]).toEqual([
          query,
          200,
          true,
          false,
        ]);
      }
      const { status, body } = await client.get(screen("group", of, `/export/xlsx${query}`));
      expect([query, status]).toEqual([query, 422]);
      expect(body).toContain("قيمة غير معروفة");
    }
  });

  test("what is printed and the sheet are what they show, without pages", async () => {
    const query = `?state=missing&per_page=1&page=2`;
    const printed = (await client.get(screen("group", of, `/print${query}`))).body;
    expect(printed.match(/<tbody>.*<\/tbody>/s)[0].match(/<tr>/g)).toHaveLength(3);
    expect(printed).toContain("من ينقصه شيء");
    expect(printed).not.toContain("أحمد الجاهز");
    expect((await sheet(screen("group", of, `/export/xlsx${query}`))).rowCount).toBe(4);
  });
});

describe("the sheet", () => {
  test("holds each pilgrim, and text stays text", async () => {
    const of = await makeJourney();
    const name = '=HYPERLINK("http://evil","x")';
    const id = await makePilgrim(of, {
      customer: { name, phone: "+967777", passport_expiry: day(700) },
      contract: { paid_amount: "400" },
      visa: { passport_number: "-1+1" },
    });
    const rows = await sheet(screen("campaign", of, "/export/xlsx"));
    const heads = (rows.getRow(1).values as string[]).slice(1);
    const cell = (head: string) => rows.getRow(2).getCell(heads.indexOf(head) + 1);
    expect(rows.views[0]).toMatchObject({ rightToLeft: true, state: "frozen" });
    for (const [head, value] of [
      ["الاسم", name],
      ["رقم الهاتف", "+967777"],
      ["رقم الجواز", `P${id}`],
      ["الجاهزية", "! يحتاج إلى متابعة"],
      ["الجواز", `✓ سارٍ، ينتهي في ${day(700)}`],
      ["التأشيرة", "! معتمدة على جواز آخر، رقمه -1+1"],
      ["السداد", "! بقي عليه، 600.00 $"],
      ["الصورة", "✓ موجودة"],
    ] as const) {
      expect([head, cell(head).value, cell(head).type]).toEqual([head, value, ExcelJS.ValueType.String]);
    }
    expect(cell("المتبقي").value).toBe(600);
    expect(cell("العملة").value).toBe("USD");
    expect(cell("انتهاء الجواز").value).toEqual(new Date(`${day(700)}T00:00:00Z`));
    expect(cell("المغادرة").value).toEqual(new Date(`${day(33)}T00:00:00Z`));
  });
});

describe("where it is mended", () => {
  /** The links of the checks; the name leads to the person's page. */
  const linksOf = (body: string) =>
    [...(body.match(/<tbody>.*<\/tbody>/s)?.[0] ?? "").matchAll(/href="((?!\/customers\/\d+")[^"]+)"/g)].map(
      ([, to]) => to?.replaceAll("&amp;", "&"),
    );

  test("each red and amber one leads there, for who may", async () => {
    const of = await makeJourney();
    const bare = await makePilgrim(of, {
      customer: { passport_number: null, image: null },
      contract: null,
      visa: null,
    });
    const edit = `/customers/${bare}/edit?from=${screen("group", of)}`;
    const ask = `/trips/visas/new?customer_id=${bare}&group_id=${of.group}`;
    const sign = `/contracts/new?customer_id=${bare}&campaign_id=${of.campaign}`;
    expect(linksOf((await client.get(screen("group", of))).body)).toEqual([edit, ask, sign, edit, sign]);
    for (const to of [edit, ask, sign]) expect([to, (await client.get(to)).status]).toEqual([to, 200]);
    const person = { name: "بلا شيء", phone: "0551234567" };
    expect((await client.submit(edit, person)).headers.get("Location")).toBe(screen("group", of));
    const foreign = await client.submit(`/customers/${bare}/edit?from=//evil.example/trips`, person);
    expect(foreign.headers.get("Location")).toMatch(/^\/customers\?/);
    expect((await client.get(sign)).body).toMatch(new RegExp(`<option value="${of.campaign}" selected=""`));
    expect((await client.get(ask)).body).toMatch(new RegExp(`<option value="${of.group}" selected=""`));

    const owing = await makePilgrim(of, { contract: { paid_amount: "1" }, visa: { passport_number: "OLD" } });
    const { visa, contract } = await one("group", of, owing);
    const found = linksOf((await client.get(screen("group", of, `?search=P${owing}`))).body);
    expect(found).toEqual([`/trips/visas/${visa.id}`, `/financial/receipts/new?contract=${contract.id}`]);
    for (const to of found) expect([to, (await client.get(to as string)).status]).toEqual([to, 200]);

    const seller = await enterAs(office, "seller", ["manage_trips", "manage_contracts"]);
    expect(linksOf((await seller.get(screen("group", of))).body)).toEqual([
      `/trips/visas/${visa.id}`,
      `/contracts/${contract.id}`,
      ask,
      sign,
      sign,
    ]);
    const guide = await enterAs(office, "guide", ["manage_trips"]);
    const { body } = await guide.get(screen("group", of));
    expect(linksOf(body)).toEqual([`/trips/visas/${visa.id}`, ask]);
    for (const words of ["لا جواز", "لا صورة", "لا عقد", "بقي عليه"]) expect(body).toContain(words);
    for (const to of linksOf(body)) expect((await guide.get(to as string)).status).toBe(200);
  });

  test("the way to it stands where groups, trips and campaigns do, for who keeps trips", async () => {
    const of = await makeJourney();
    await makePilgrim(of);
    const shown = async (who: Client, address: string, to: string) =>
      (await who.get(address)).body.includes(`href="${to}"`);
    for (const [address, to] of [
      ["/trips/groups", screen("group", of)],
      [`/trips/groups/${of.group}/members`, screen("group", of)],
      [`/trips/management/${of.trip}`, screen("trip", of)],
      ["/campaigns", screen("campaign", of)],
    ] as const)
      expect([address, await shown(client, address, to)]).toEqual([address, true]);
    const planner = await enterAs(office, "planner", ["manage_campaigns"]);
    expect(await shown(planner, "/campaigns", screen("campaign", of))).toBe(false);
  });
});

test("two thousand are answered, page, print, call and sheet", async () => {
  const of = await makeJourney();
  await office.knex.raw(
    `WITH people AS (
       INSERT INTO customers (name, phone, passport_number, passport_expiry)
       SELECT 'حاج ' || n, '777' || n, 'N' || n, ?::date FROM generate_series(1, 2000) AS n RETURNING id),
     signed AS (
       INSERT INTO contracts (contract_number, customer_id, campaign_id, package_id, contract_date, currency_id, total_amount, paid_amount)
       SELECT 'C-2020-' || id, id, ?, ?, ?::date, ?, 1000, id % 3 * 500 FROM people),
     applied AS (
       INSERT INTO visas (customer_id, passport_number, submission_date, status, approval_date, visa_number)
       SELECT id, 'N', ?::date, 'approved', ?::date, 'V' || id FROM people)
     INSERT INTO group_members (group_id, campaign_id, customer_id) SELECT ?, ?, id FROM people`,
    [day(600), of.campaign, ids.package_id, day(-5), ids.usd, day(-5), day(-5), of.group, of.campaign],
  );
  await office.knex.raw("ANALYZE");
  // A statement that took long would have been given up, with 503.
  const kinds = ["group", "trip", "campaign"] as const;
  const pages = kinds.flatMap((kind) => [
    screen(kind, of, "?check=visa&state=amber&page=80"),
    call(kind, of),
  ]);
  for (const address of [...pages, screen("group", of, "/print")])
    expect([address, (await client.get(address)).status]).toEqual([address, 200]);
  expect((await sheet(screen("campaign", of, "/export/xlsx"))).rowCount).toBe(2001);
});

test("more than lists count are counted here, and paged", async () => {
  const of = await makeJourney();
  await office.knex.raw(
    `WITH people AS (INSERT INTO customers (name, phone) SELECT 'معتمر', '771' || n FROM generate_series(1, 10001) AS n RETURNING id)
     INSERT INTO contracts (contract_number, customer_id, campaign_id, package_id, contract_date, currency_id, total_amount, paid_amount)
     SELECT 'C-2019-' || id, id, ?, ?, ?::date, ?, 1000, id % 3 * 500 FROM people`,
    [of.campaign, ids.package_id, day(-5), ids.usd],
  );
  await office.knex.raw("ANALYZE");
  for (const search of [
    "?page=2",
    "?state=missing&page=2",
    "?check=visa&state=red&page=2",
    "?search=معتمر&page=2",
  ]) {
    const { status, body } = await client.get(call("campaign", of, search));
    expect([search, status, body.total, body.readiness.length]).toEqual([search, 200, 10001, 25]);
    expect([search, (await client.get(screen("campaign", of, search))).status]).toEqual([search, 200]);
  }
  const paged = async (search: string) => (await client.get(call("campaign", of, search))).body.readiness;
  expect(await paged("?check=balance&state=green&page=2")).toEqual(
    (await paged("?check=balance&state=green")).slice(25, 50),
  );
});

test("on a phone a campaign's links are told by more than their colour", async () => {
  const of = await makeJourney();
  await makePilgrim(of, { visa: null });
  const page = await browser.signedIn(screen("campaign", of), { screen: "phone" });
  expect(await page.locator("small a").count()).toBe(1);
  expect(await violationsOn(page)).toEqual([]);
});

test("in a browser without JavaScript, filters and figures lead on", async () => {
  const of = await makeJourney();
  await makePilgrim(of);
  await makePilgrim(of, { visa: null });
  const page = await browser.signedIn(screen("trip", of), { javaScript: false });
  await page.locator("select[name=state]").selectOption("missing");
  await page.getByRole("button", { name: "بحث" }).click();
  await page.waitForURL(/state=missing/);
  expect(await page.locator("tbody tr").count()).toBe(1);
  await page.locator(".misses a").first().click();
  await page.waitForURL(/check=passport/);
  await page.getByRole("heading", { name: "لا يوجد مسافرون يطابقون البحث" }).waitFor();
});
