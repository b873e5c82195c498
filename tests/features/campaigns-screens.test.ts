import { describe, expect, test } from "vitest";
import { campaignsOf, idsOf } from "../support/campaigns";
import { hiddenField, text } from "../support/client";
import { makePackage } from "../support/factories";
import { useOffice } from "../support/office";
import { enterAs } from "../support/users";

const { office, client, browser } = useOffice({ isBusy: true });

const { dollar, campaign, create, read, sold } = campaignsOf(office, client);
const ticked = (html: string) =>
  [...html.matchAll(/<input[^>]*type="checkbox"[^>]*>/g)]
    .map(([box]) => box)
    .filter((box) => box.includes("checked"))
    .map((box) => Number(box.match(/value="(\d+)"/)?.[1]));

describe("lists", () => {
  test("search folds Arabic; filters by type, status and period; pages", async () => {
    const hajj = await create({
      name: "حملة الإخلاص",
      type: "حج",
      start_date: "2031-05-20",
      end_date: "2031-06-10",
    });
    const autumn = await create({
      name: "خريف الإخلاص",
      start_date: "2031-09-01",
      end_date: "2031-09-15",
    });
    await client.put(`/api/campaigns/${autumn.id}`, { status: "cancelled" });
    const found = async (query: string) =>
      idsOf((await client.get(`/api/campaigns?${query}`)).body.campaigns);
    const both = [autumn.id, hajj.id];
    for (const [query, expected] of [
      ["search=الاخلاص", both],
      ["search=اخلاص&type=حج", [hajj.id]],
      ["search=اخلاص&status=cancelled", [autumn.id]],
      ["search=اخلاص&type=حج&status=cancelled", []],
      ["search=اخلاص&type=&status=", both],
      ["from=2031-01-01", both],
      ["from=2031-06-10", both],
      ["from=2031-06-11", [autumn.id]],
      ["from=2031-01-01&to=2031-05-20", [hajj.id]],
      ["from=2031-01-01&to=2031-05-19", []],
      ["from=2031-06-01&to=2031-06-02", [hajj.id]],
      ["from=٢٠٣١-٠٩-١٥", [autumn.id]],
      ["from=2031-09-30&to=2031-09-10", [autumn.id]], // exchanged
      ["search=اخلاص&from=&to=", both],
    ] as const)
      expect(await found(query), query).toEqual(expected);
    const { body } = await client.get("/api/campaigns?search=الاخلاص&per_page=1&page=2");
    expect([idsOf(body.campaigns), body.total]).toEqual([[hajj.id], 2]);

    const screen = await client.get("/campaigns?from=2031-06-11&to=%00&page=1");
    expect(screen.status).toBe(200);
    expect(screen.body).toContain("خريف الإخلاص");
    expect(screen.body).not.toContain("حملة الإخلاص");
    expect(screen.body).toMatch(/name="from" value="2031-06-11"/);
  });

  test("cards with their occupancy, and figures of the active campaigns", async () => {
    const figures = (html: string) =>
      [...html.matchAll(/<dt>[^<]*<\/dt><dd><bdi>([\d,]+)<\/bdi><\/dd>/g)]
        .slice(0, 4)
        .map(([, value]) => Number(value));
    const before = figures((await client.get("/campaigns")).body);
    const { id, name, packages } = await sold(5, 8);
    campaign.name = "موسم مضى";
    const { id: over } = await sold(1, 30);
    await client.put(`/api/campaigns/${over}`, { status: "completed" });
    await office.knex("packages").where({ id: packages[0].id }).update({ status: "inactive" });
    const { body } = await client.get("/campaigns");
    const [count = 0, seats = 0, booked = 0, free = 0] = before;
    expect(figures(body)).toEqual([count + 1, seats + 8, booked + 5, free + 3]);

    const card =
      body.match(/<li class="card">.*?<\/li>/gs)?.find((html: string) => html.includes(name)) ?? "";
    expect(card).toContain('<progress value="63" max="100"'); // 62.5
    for (const part of [
      "نشطة",
      "900.00 $",
      "غير متاح",
      `/contracts?campaign_id=${id}`,
      `report=profit&amp;campaign_id=${id}`,
    ])
      expect(card).toContain(part);
    const row = body.match(/<tr>.*?<\/tr>/gs)?.find((html: string) => html.includes(name)) ?? "";
    expect(row.match(/(?<=<bdi[^>]*>)\d+%?(?=<\/bdi>)/g)).toEqual(["5", "8", "3", "63%"]);
  });

  test("contracts and profit are offered to who may see them", async () => {
    await create();
    const planner = await enterAs(office, "planner", ["manage_campaigns"]);
    const { status, body } = await planner.get("/campaigns");
    expect([status, /\/contracts\?campaign_id=|report=profit/.test(body)]).toEqual([200, false]);
  });
});

describe("the form, without JavaScript", () => {
  test("keeps what was typed and ticked where it is refused, and saves", async () => {
    const packages = await Promise.all(
      ["10", "20", "30"].map((price) => makePackage(office.knex, dollar.id, price)),
    );
    const [first = 0, second = 0, third = 0] = packages;
    const inactive = await makePackage(office.knex, dollar.id, "40", {
      status: "inactive",
      name: "باقة موقوفة",
    });
    const opened = await client.get("/campaigns/new?type=حج");
    expect(opened.body).not.toContain("باقة موقوفة");
    expect(opened.body).not.toContain('id="campaign-status"');
    const typed = { ...text(campaign), idempotency_key: hiddenField(opened.body, "idempotency_key") };

    for (const package_ids of [["", String(third)], ["", String(first), String(third)], [""]]) {
      const refused = await client.submit("/campaigns/new?type=حج", {
        ...typed,
        total_seats: "كثير",
        package_ids,
      });
      expect(refused.status).toBe(422);
      expect(refused.body).toContain("أدخل عددًا صحيحًا من 1 إلى 100000");
      expect(refused.body).toContain('value="كثير"');
      expect(ticked(refused.body)).toEqual(package_ids.filter(Boolean).map(Number));
    }
    const gone = await client.submit("/campaigns/new", { ...typed, package_ids: ["", "999999"] });
    expect([gone.status, gone.body]).toEqual([422, expect.stringContaining("المختار لم يعد موجودًا")]);

    const package_ids = ["", String(second), String(third), String(inactive)];
    for (const time of ["once", "twice"]) {
      const saved = await client.submit("/campaigns/new?type=حج", { ...typed, package_ids });
      expect([saved.status, saved.headers.get("Location")], time).toEqual([
        302,
        `/campaigns?type=${encodeURIComponent("حج")}`,
      ]);
    }
    const [stored, ...others] = await office.knex("campaigns").where({ name: campaign.name });
    expect(others).toEqual([]);
    const edit = await client.get(`/campaigns/${stored.id}/edit`);
    expect(edit.body).toMatch(/باقة موقوفة.*?غير متاح/s);
    expect(ticked(edit.body).sort()).toEqual([second, third, inactive].sort());
  });

  test("an edit ticks nothing to detach all, is told of a change meanwhile, and of seats that are booked", async () => {
    const { id, updated_at, packages, ...stored } = await sold(2, 9);
    const path = `/campaigns/${id}/edit`;
    const other = await makePackage(office.knex, dollar.id, "77", { name: "باقة أضيفت" });
    await client.put(`/api/campaigns/${id}`, { package_ids: [packages[0].id, other], total_seats: 11 });

    const { name, type, start_date, end_date } = stored;
    const typed = { name, type, start_date, end_date, status: "completed", updated_at, package_ids: [""] };
    const stale = await client.submit(path, { ...typed, total_seats: "1" });
    expect(stale.status).toBe(409);
    expect(stale.body).toMatch(/القيمة الحالية: <bdi>11</);
    expect(stale.body).toMatch(/القيمة الحالية: <bdi>[^<]*باقة أضيفت/);
    expect(ticked(stale.body)).toEqual([]);
    const fresh = { ...typed, updated_at: hiddenField(stale.body, "updated_at") };

    const low = await client.submit(path, { ...fresh, total_seats: "1" });
    expect([low.status, low.body]).toEqual([
      409,
      expect.stringContaining("عدد المقاعد لا يقل عن المحجوز منها: 2"),
    ]);
    expect(low.body).toContain("فشل حفظ الحملة");
    expect(await client.submit(path, { ...fresh, total_seats: "2" })).toMatchObject({ status: 302 });
    expect(await read(id)).toMatchObject({ total_seats: 2, packages: [], status: "completed" });
  });

  test("says what to do while there are no packages", async () => {
    const active = await office.knex("packages").where({ status: "active" }).pluck("id");
    await office.knex("packages").update({ status: "inactive" });
    const { body } = await client.get("/campaigns/new");
    await office.knex("packages").whereIn("id", active).update({ status: "active" });
    expect(body.replaceAll("<!-- -->", "")).toMatch(
      /لا توجد باقات[^:]* متاحة: <a href="\/services\/packages\/new">/,
    );
    expect(body).not.toMatch(/<input[^>]*type="checkbox"[^>]*name="package_ids"/);
  });
});

describe("in a browser", () => {
  test("a campaign is made, and a contract offers its packages alone", async () => {
    const chosen = await makePackage(office.knex, dollar.id, "1200", { name: "باقة الصفا" });
    await makePackage(office.knex, dollar.id, "1300", { name: "باقة المروة" });
    const page = await browser.signedIn("/campaigns/new");
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("اسم الحملة").fill(campaign.name);
    await dialog.getByLabel("النوع").selectOption("عمرة");
    await dialog.getByLabel("عدد المقاعد").fill("12");
    await dialog.getByLabel("تاريخ البداية").fill("2026-03-19");
    await dialog.getByLabel("تاريخ النهاية").fill("2026-02-18");
    await dialog.getByLabel("باقة الصفا").check();
    await dialog.getByRole("button", { name: "حفظ" }).click();
    await dialog.getByRole("link", { name: "تاريخ النهاية قبل تاريخ البداية" }).waitFor();
    expect(await dialog.getByLabel("باقة الصفا").isChecked()).toBe(true);

    // The connection dies: ticked boxes stay ticked.
    await dialog.getByLabel("باقة المروة").check();
    await dialog.getByLabel("تاريخ النهاية").fill("2026-03-29");
    await page.route("**/campaigns/new.data*", (route) => route.abort());
    await dialog.getByRole("button", { name: "حفظ" }).click();
    await dialog.getByText("انقطع الاتصال").waitFor();
    await page.unroute("**/campaigns/new.data*");
    for (const name of ["باقة الصفا", "باقة المروة"])
      expect(await dialog.getByLabel(name).isChecked()).toBe(true);
    await dialog.getByLabel("باقة المروة").uncheck();
    await dialog.getByRole("button", { name: "حفظ" }).click();
    await page.getByRole("heading", { name: campaign.name }).waitFor();

    await page.goto("/contracts/new");
    const { id } = await office.knex("campaigns").where({ name: campaign.name }).first("id");
    await page.getByRole("dialog").getByLabel("الحملة").selectOption(String(id));
    const offered = page.getByRole("dialog").getByLabel("الباقة").locator("option");
    const values = () => offered.evaluateAll((all) => all.map((one) => (one as HTMLOptionElement).value));
    await expect.poll(values).toEqual(["", String(chosen)]);
  });
});
