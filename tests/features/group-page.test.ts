import { describe, expect, test } from "vitest";
import type { Permission } from "~/domain/permissions";
import { groupScreens } from "~/features/groups/group-page";
import type { Client } from "../support/client";
import { makeCampaign, makeGroup } from "../support/factories";
import { useOffice } from "../support/office";
import { day, readinessOf } from "../support/readiness";
import { wordsIn } from "../support/shares";
import { createUser, enterAs } from "../support/users";

/* The screens of a group as tabs of one page, and what their figures say (journey.md, 7). */

const { office, client, browser } = useOffice();
const { journey, makeJourney, makePilgrim, makeVisa } = readinessOf(office, client);

const screens = Object.keys(groupScreens) as (keyof typeof groupScreens)[];
const pathOf = (group: number, screen: string) => `/trips/groups/${group}/${screen}`;

/** The tabs of a screen: their addresses, the words of each, and the present one. */
async function tabsAt(path: string, by: Pick<Client, "get"> = client) {
  const { status, body } = await by.get(path);
  expect([path, status]).toEqual([path, 200]);
  const [, nav = ""] = /<nav class="tabs states"[^>]*>([\s\S]*?)<\/nav>/.exec(body) ?? [];
  const links = [...nav.matchAll(/<a href="([^"]*)"([^>]*)>([\s\S]*?)<\/a>/g)];
  return {
    all: links.map(([, href]) => href),
    current: links
      .filter(([, , attributes]) => attributes?.includes('aria-current="page"'))
      .map(([, to]) => to),
    words: Object.fromEntries(
      links.map(([, href = "", , html = ""]) => [href.split("/").at(-1), wordsIn(html).trim()]),
    ),
    head: wordsIn(/<div class="page-head">[\s\S]*?<nav/.exec(body)?.[0] ?? ""),
    body,
  };
}

const wordsOf = async (group: number, screen = "members") => (await tabsAt(pathOf(group, screen))).words;

describe("a group's screens", () => {
  test("have the same head and tabs, each its own as the present one", async () => {
    const of = await makeJourney({ name: "فوج الألسنة" });
    const { group, trip } = of;
    await makePilgrim(of);
    const heads = new Set<string>();
    for (const screen of screens) {
      const { all, current, head, body } = await tabsAt(pathOf(group, screen));
      expect([screen, all]).toEqual([screen, screens.map((name) => pathOf(group, name))]);
      expect([screen, current]).toEqual([screen, [pathOf(group, screen)]]);
      expect([screen, body.match(/<h1/g)?.length]).toEqual([screen, 1]);
      heads.add(head);
    }
    expect(heads.size).toBe(1);
    const { name } = await office.knex("trips").where({ id: trip }).first();
    const [head = ""] = heads;
    for (const fact of ["فوج الألسنة", name, `المغادرة ${day(33)}`, `العودة ${day(44)}`, "بلا مشرف"])
      expect(head).toContain(fact);
  });

  test("below them are of the same tab: a dialog, and the form of families", async () => {
    const group = await makeGroup(office.knex, journey.campaign, { capacity: 5 });
    for (const [end, tab] of [
      ["members/new", "members"],
      ["rooms/new", "rooms"],
      ["buses/clear", "buses"],
      ["families/edit", "families"],
    ])
      expect((await tabsAt(pathOf(group, end as string))).current).toEqual([pathOf(group, tab as string)]);
  });

  test("name the supervisor with his telephone", async () => {
    const user = await createUser(office.knex, "leader", [], { full_name: "سالم القائد" });
    const led = { supervisor_id: user.id, supervisor_phone: "+966 50 111 2233" };
    const group = await makeGroup(office.knex, journey.campaign, { capacity: 5, ...led });
    expect((await tabsAt(pathOf(group, "rooms"))).head).toContain("المشرف سالم القائد +966 50 111 2233");
  });

  test("of a group that is not there say so", async () => {
    for (const screen of screens) expect((await client.get(pathOf(999_999, screen))).status).toBe(404);
  });
});

describe("the figures", () => {
  test("follow visas, beds, seats, families and pictures", async () => {
    const of = await makeJourney({ capacity: 2 });
    const one = await makePilgrim(of);
    const other = await makePilgrim(of, {
      visa: null,
      customer: { image: null, surname_latin: null, name_latin: null },
    });
    const before = await wordsOf(of.group);
    expect(before).toMatchObject({
      members: "الأعضاء 2 من 2 من مقاعدها",
      readiness: "الجاهزية 1 من 2 جاهزون للسفر",
      visas: "التأشيرات 1 من 2 لهم تأشيرة تصلح للرحلة",
      papers: "الأوراق غير مطلوبة",
      rooms: "الغرف 2 بلا سرير",
      buses: "الحافلات 2 بلا مقعد",
      badges: "البطاقات 1 بلا صورة",
      lists: "الكشوف 1 بلا اسم لاتيني",
    });
    await makeVisa(other);
    await client.put(`/api/customers/${other}`, { surname_latin: "ALI", given_names_latin: "SALIM" });
    const made = { name: "101", kind: "family", beds: 2 };
    const [room] = await office
      .knex("rooms")
      .insert({ group_id: of.group, ...made })
      .returning("id");
    for (const customer_id of [one, other]) {
      await office.knex("room_members").insert({ group_id: of.group, customer_id, room_id: room.id });
      await office
        .knex("bus_seats")
        .insert({ group_id: of.group, customer_id, bus: 1, seat: customer_id === one ? 1 : 3 });
    }
    expect(
      (await client.post(`/api/groups/${of.group}/families`, { name: "الكرام", customer_ids: [one, other] }))
        .status,
    ).toBe(201);
    expect(await wordsOf(of.group)).toMatchObject({
      visas: "التأشيرات 2 من 2 لهم تأشيرة تصلح للرحلة",
      families: "العائلات عائلة واحدة",
      rooms: "الغرف لكلٍّ سرير",
      buses: "الحافلات 1 بلا مقعد", // there is no third seat
      lists: "الكشوف لكلٍّ اسم لاتيني",
    });
  });

  test("of papers are those that the campaign asks for", async () => {
    const of = await makeJourney();
    const id = await makePilgrim(of);
    await office.knex("campaigns").where({ id: of.campaign }).update({ needs_passport_copy: true });
    expect((await wordsOf(of.group)).papers).toBe("الأوراق 0 من 1 لهم ما تطلبه الحملة");
    const paper = {
      customer_id: id,
      type: "passport",
      file_name: "a.webp",
      hash: "a",
      expiry_date: day(600),
    };
    await office.knex("customer_papers").insert({ ...paper, given_name: "a", media_type: "image/webp" });
    expect((await wordsOf(of.group)).papers).toBe("الأوراق 1 من 1 لهم ما تطلبه الحملة");
  });

  test("count nobody who does not travel", async () => {
    const of = await makeJourney({ capacity: 9 });
    await makePilgrim(of);
    const id = await makePilgrim(of, { visa: null });
    await office.knex("contracts").where({ customer_id: id }).update({ status: "cancelled" });
    expect(await wordsOf(of.group, "buses")).toMatchObject({
      members: "الأعضاء 1 من 9 من مقاعدها",
      visas: "التأشيرات 1 من 1 لهم تأشيرة تصلح للرحلة",
      rooms: "الغرف 1 بلا سرير",
      buses: "الحافلات 1 بلا مقعد",
    });
    for (const screen of screens.filter((name) => name !== "lists"))
      expect(wordsIn((await client.get(pathOf(of.group, screen))).body)).toContain("لا يسافر: ألغي عقده");
  });

  test("agree with the screens, also for 2,000 members", async () => {
    const of = await makeJourney({ name: "فوج كبير ".repeat(12).trim(), capacity: 3000 });
    await makePilgrim(of);
    await office.knex.raw(
      `WITH people AS (INSERT INTO customers (name, phone) SELECT 'مسافر ' || n, '77' || n FROM generate_series(1, 1999) n RETURNING id)
       INSERT INTO group_members (group_id, campaign_id, customer_id) SELECT ?, ?, id FROM people`,
      [of.group, of.campaign],
    );
    const { words, body } = await tabsAt(pathOf(of.group, "readiness"));
    expect(words).toMatchObject({
      members: "الأعضاء 2,000 من 3,000 من مقاعدها",
      readiness: "الجاهزية 1 من 2,000 جاهزون للسفر",
      rooms: "الغرف 2,000 بلا سرير",
    });
    expect(body).toMatch(/state=green"[^>]*><bdi>1</);
    for (const screen of screens) await tabsAt(pathOf(of.group, screen));
  });

  test("of a group without members are its free places alone", async () => {
    const campaign = await makeCampaign(office.knex, 10, []);
    const group = await makeGroup(office.knex, campaign, { capacity: 7 });
    for (const screen of screens)
      expect(await wordsOf(group, screen)).toEqual({ ...groupScreens, members: "الأعضاء 0 من 7 من مقاعدها" });
  });
});

describe("who may not open a screen", () => {
  test.each<[Permission, string[]]>([
    ["manage_customers", ["papers"]],
    ["manage_trips", screens.filter((name) => name !== "papers")],
  ])("has no tab for it: %s", async (permission, open) => {
    const { group } = journey;
    const user = await enterAs(office, `with ${permission}`, [permission]);
    for (const screen of screens) {
      const path = pathOf(group, screen);
      if (open.includes(screen))
        expect((await tabsAt(path, user)).all).toEqual(open.map((name) => pathOf(group, name)));
      else expect((await user.get(path)).status).toBe(403);
    }
  });
});

describe("on a phone", () => {
  test("all tabs are in sight without JavaScript, and the page is as wide as the screen", async () => {
    const group = await makeGroup(office.knex, journey.campaign, { name: "اسم طويل جدا ".repeat(16).trim() });
    const page = await browser.signedIn(pathOf(group, "rooms"), { screen: "phone", javaScript: false });
    const tabs = page.getByRole("navigation", { name: "أقسام المجموعة" });
    expect(await page.evaluate("document.documentElement.scrollWidth <= innerWidth")).toBe(true);
    for (const link of await tabs.getByRole("link").all())
      expect(await link.evaluate((tab) => tab.getBoundingClientRect().left >= 0)).toBe(true);
    await tabs.getByRole("link", { name: "العائلات" }).click();
    await page.waitForURL(`**${pathOf(group, "families")}`);
  });
});
