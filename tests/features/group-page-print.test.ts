import { expect, test } from "vitest";
import { useJourneys } from "../support/journeys";
import { useOffice } from "../support/office";

/* What a browser prints of a group's screens. */

const { office, client, browser } = useOffice();
const { newTrip, newGroup } = useJourneys(office, client);

test("paper has a group's states in a line, the hotel of its rooms with its days, and nothing to press", async () => {
  await newTrip();
  const { id, customer_id } = await newGroup("2027-03-03");
  const hotel = await office.knex("hotels").where({ name: "فندق المدينة" }).first("id");
  const room = { name: "101", kind: "men", beds: 4, hotel_id: hotel.id, visit: 1, member_ids: [customer_id] };
  expect((await client.post(`/api/groups/${id}/rooms`, room)).status).toBe(201);
  const page = await browser.signedIn(`/trips/groups/${id}/rooms?hotel=${hotel.id}`, { javaScript: false });
  await page.emulateMedia({ media: "print" });
  const states = page.getByRole("navigation", { name: "أقسام المجموعة" });
  const words = async () => (await states.innerText()).replaceAll(/\s+/g, " ").trim();
  for (const state of ["التأشيرات 0 من 1", "الغرف 1 بلا سرير", "الحافلات 1 بلا مقعد"])
    expect(await words()).toContain(state);
  const hotels = page.getByRole("navigation", { name: "فنادق المجموعة" });
  const inHotel = (await hotels.innerText()).replaceAll(/\s+/g, " ");
  expect(inHotel).toContain("فندق المدينة");
  expect(inHotel).toContain("2027-03-09 – 2027-03-13");
  expect(inHotel).not.toContain("فندق مكة");
  const field = page.getByLabel(/^غرفة /);
  expect(
    await field.evaluate((select) => [
      getComputedStyle(select).appearance,
      getComputedStyle(select).borderTopWidth,
    ]),
  ).toEqual(["none", "0px"]);
  for (const screen of [
    "members",
    "readiness",
    "visas",
    "papers",
    "families",
    "stays",
    "rooms",
    "buses",
    "badges",
    "lists",
  ]) {
    await page.goto(new URL(`/trips/groups/${id}/${screen}`, page.url()).href);
    await page.emulateMedia({ media: "print" });
    const sheet = await page.locator("main").evaluate((main) => getComputedStyle(main).page);
    expect([screen, sheet]).toEqual([screen, screen === "readiness" ? "wide" : "auto"]);
    const presses = page.locator("main :is(button, .button, input[type=file], input[type=search])");
    const visible = [];
    for (const press of await presses.all())
      if (await press.isVisible())
        visible.push((await press.innerText()) || (await press.getAttribute("name")));
    expect([screen, visible]).toEqual([screen, []]);
  }
});
