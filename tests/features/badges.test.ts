import { getDocumentProxy, getResolvedPDFJS } from "unpdf";
import { beforeAll, describe, expect, test } from "vitest";
import { cutMarks, type Format, formats, originOf, paper } from "~/features/lists/badges/badge";
import { administrator } from "../support/database";
import { makeCampaign, makeGroup, makeTrip } from "../support/factories";
import { useOffice } from "../support/office";
import { men, tripListsOf } from "../support/trip-lists";

const { office, client, browser } = useOffice({ isBusy: true });
const { groupOf } = tripListsOf(office, client);

// pdf.js needs it for embedded fonts; Node has it from version 21 on.
Object.assign(ArrayBuffer.prototype, {
  transferToFixedLength(this: ArrayBuffer) {
    return this.slice(0);
  },
});

const millimetres = (points: number) => (points / 72) * 25.4;

type Box = { left: number; top: number; width: number; height: number };

/** The filled rectangles and the lines of each page of a PDF, in millimetres from the upper left corner, as pdf.js reads them. */
async function drawnOn(bytes: Uint8Array) {
  const pdf = await getDocumentProxy(bytes);
  const { OPS, Util } = await getResolvedPDFJS();
  return Promise.all(
    Array.from({ length: pdf.numPages }, async (_, index) => {
      const page = await pdf.getPage(index + 1);
      const { width, height } = page.getViewport({ scale: 1 });
      const { fnArray, argsArray } = await page.getOperatorList();
      const saved: number[][] = [];
      let matrix = [1, 0, 0, 1, 0, 0];
      const boxes: Box[] = [];
      for (const [place, operation] of fnArray.entries()) {
        const args = argsArray[place];
        if (operation === OPS.save) saved.push(matrix);
        else if (operation === OPS.restore) matrix = saved.pop() ?? matrix;
        else if (operation === OPS.transform) matrix = Util.transform(matrix, args);
        else if (operation === OPS.paintFormXObjectBegin) {
          saved.push(matrix);
          if (args[0]) matrix = Util.transform(matrix, args[0]);
        } else if (operation === OPS.paintFormXObjectEnd) matrix = saved.pop() ?? matrix;
        else if (operation === OPS.constructPath) {
          const [x0, y0, x1, y1] = Array.from(args[2] as number[]) as [number, number, number, number];
          const corner = (x: number, y: number) => [
            (matrix[0] as number) * x + (matrix[2] as number) * y + (matrix[4] as number),
            (matrix[1] as number) * x + (matrix[3] as number) * y + (matrix[5] as number),
          ];
          const [[a = 0, b = 0], [c = 0, d = 0]] = [corner(x0, y0), corner(x1, y1)] as [number[], number[]];
          boxes.push({
            left: millimetres(Math.min(a, c)),
            top: millimetres(height - Math.max(b, d)),
            width: millimetres(Math.abs(a - c)),
            height: millimetres(Math.abs(b - d)),
          });
        }
      }
      return { width: millimetres(width), height: millimetres(height), boxes };
    }),
  );
}

async function pdfOf(path: string) {
  const page = await browser.open({ login: administrator, javaScript: false });
  await page.goto(path);
  return new Uint8Array(await page.pdf({ preferCSSPageSize: true }));
}

/** The parts of badges that are not wholly within their piece. */
async function beyondIn(path: string, format: string) {
  const page = await browser.open({ login: administrator, javaScript: false });
  await page.goto(`${path}/badges/print?format=${format}`);
  await page.emulateMedia({ media: "print" });
  return page.locator(".badge-card").evaluateAll((cards) =>
    cards.flatMap((card) => {
      const outer = card.getBoundingClientRect();
      return [...card.querySelectorAll("*")].flatMap((part) => {
        const inner = part.getBoundingClientRect();
        const isIn =
          inner.left >= outer.left - 1 &&
          inner.right <= outer.right + 1 &&
          inner.top >= outer.top - 1 &&
          inner.bottom <= outer.bottom + 1;
        const isWhole = part.scrollHeight <= part.clientHeight + 2 || part.clientHeight === 0;
        return isIn && isWhole ? [] : [`${part.className || part.tagName} ${part.textContent}`];
      });
    }),
  );
}

/** Chromium rounds positions to a CSS pixel. */
const near = (one: number, other: number) => Math.abs(one - other) < 0.27;

describe("badges on paper", () => {
  let path: string;
  let ids: number[];

  beforeAll(async () => {
    await office.knex("company_info").update({
      name: "وكالة ركب الحجاز للسفر وخدمات الحج والعمرة",
      name_latin: "Rakb Al-Hijaz Travel",
      phone: "+967 1 441 250",
      emergency_phone: "+967 777 000 111",
    });
    const long = {
      name: "عبدالرحمن محمد عبدالله عبدالكريم بن يحيى الشامي",
      name_latin: "AL-SHAMI ABDULRAHMAN MOHAMMED ABDULLAH",
    };
    const group = await groupOf([long, ...men(22)], {
      name: "فوج رحاب طيبة الأول",
      supervisor_phone: "+966 55 410 2211",
    });
    ({ path, ids } = group);
  });

  test.each<[Format, number]>([
    ["cards", 3],
    ["tags", 3],
  ])("%s stand on A4 to the millimetre, with marks where they are cut", async (format, pages) => {
    const { width, height, columns, rows } = formats[format];
    const sheets = await drawnOn(await pdfOf(`${path}/badges/print?format=${format}`));
    expect(sheets).toHaveLength(pages);
    const { left, top } = originOf(formats[format]);
    let count = 0;
    for (const { boxes, ...size } of sheets) {
      expect([near(size.width, paper.width), near(size.height, paper.height)], JSON.stringify(size)).toEqual([
        true,
        true,
      ]);
      // The background of each piece has the piece's size and corner.
      const pieces = new Set<string>();
      for (let column = 0; column < columns; column++)
        for (let row = 0; row < rows; row++) {
          const corner = { left: left + column * width, top: top + row * height };
          const isPiece = (box: Box) =>
            near(box.left, corner.left) &&
            near(box.top, corner.top) &&
            near(box.width, width) &&
            near(box.height, height);
          if (boxes.some(isPiece)) pieces.add(`${column} ${row}`);
        }
      count += pieces.size;
      // All marks are one drawing.
      const marks = [...cutMarks(formats[format]).matchAll(/M([\d.]+) ([\d.]+)([vh])(-?[\d.]+)/g)];
      expect(marks).toHaveLength(2 * (columns + 1) + 2 * (rows + 1));
      const ends = marks.map(([, x, y, way, length]) => ({
        x: [Number(x), Number(x) + (way === "h" ? Number(length) : 0)],
        y: [Number(y), Number(y) + (way === "v" ? Number(length) : 0)],
      }));
      const [xs, ys] = [ends.flatMap(({ x }) => x), ends.flatMap(({ y }) => y)];
      const frame = {
        left: Math.min(...xs),
        top: Math.min(...ys),
        width: Math.max(...xs) - Math.min(...xs),
        height: Math.max(...ys) - Math.min(...ys),
      };
      expect(
        boxes.some((box) =>
          (Object.keys(frame) as (keyof Box)[]).every((side) => near(box[side], frame[side])),
        ),
      ).toBe(true);
    }
    expect(count).toBe(23);
  });

  test("nothing of a piece is cut off: names, hotels and telephones end within it", async () => {
    for (const format of Object.keys(formats))
      expect([format, await beyondIn(path, format)]).toEqual([format, []]);
  });

  test("neither are three hotels with long names in both scripts, each with its room and days", async () => {
    const { knex } = office;
    const group = await groupOf([{ name: "صاحب الفنادق", beds: 4 }], {
      name: "فوج رحاب طيبة الأول",
      supervisor_phone: "+966 55 410 2211",
      departure_date: "2027-03-01",
    });
    const [customer_id] = group.ids;
    const signed = await knex("contracts").where({ customer_id }).first();
    await knex("package_stays").where({ package_id: signed.package_id }).delete();
    const [city] = await knex("cities").insert({ name: "مكة" }).returning("id");
    const more = { city_id: city.id, currency_id: signed.currency_id, address: "مكة" };
    for (const [index, [name, name_latin]] of [
      ["فندق وأبراج دار الإيمان رويال", "Dar Al Eiman Royal Hotel"],
      ["فندق أنوار المدينة موفنبيك", "Anwar Al Madinah Movenpick"],
      ["فندق ساعة مكة فيرمونت", "Makkah Clock Royal Tower"],
    ].entries()) {
      const [{ id: hotel_id }] = await knex("hotels")
        .insert({ name, name_latin, ...more })
        .returning("id");
      const stay = { package_id: signed.package_id, hotel_id, place: index + 1, nights: 3 };
      await knex("package_stays").insert(stay);
      const room = { group_id: group.id, name: `12${index}0`, kind: "men", beds: 4, hotel_id, visit: 1 };
      const [{ id: room_id }] = await knex("rooms").insert(room).returning("id");
      await knex("room_members").insert({ group_id: group.id, customer_id, room_id });
    }
    const { body } = await client.get(`${group.path}/badges/print`);
    for (const days of ["1/3 – 4/3", "4/3 – 7/3", "7/3 – 10/3"]) expect(body).toContain(days);
    expect(body).toContain("Anwar Al Madinah Movenpick");
    for (const format of Object.keys(formats))
      expect([format, await beyondIn(group.path, format)]).toEqual([format, []]);
  });

  test("say who, of which group, whom to call; a missing picture leaves its frame", async () => {
    const { body } = await client.get(`${path}/badges/print`);
    for (const text of [
      "AL-SHAMI ABDULRAHMAN MOHAMMED ABDULLAH",
      "عبدالرحمن محمد عبدالله عبدالكريم بن يحيى الشامي",
      "فوج رحاب طيبة الأول",
      "+966 55 410 2211",
      "+967 777 000 111",
      "Rakb Al-Hijaz Travel",
    ])
      expect(body).toContain(text);
    expect(body.match(/<span class="face"><\/span>/g)).toHaveLength(23);
    expect(body.match(/class="qr"/g)).toHaveLength(23);
    await office.knex("customers").where({ id: ids[0] }).update({ image: "face.webp" });
    const photo = (await client.get(`${path}/badges/print`)).body;
    expect(photo).toContain('<img class="face" src="/uploads/customers/face.webp"');
    expect(photo.match(/<span class="face"><\/span>/g)).toHaveLength(22);
    expect((await client.get(`${path}/badges/print?format=tags`)).body).not.toContain('class="face"');
  });
});

describe("who is chosen", () => {
  test("is printed and nobody else; without a choice all are", async () => {
    const { id, path } = await groupOf([{ name: "الأول" }, { name: "الثاني" }, { name: "الثالث" }]);
    const other = await groupOf([{ name: "الغريب" }]);
    const memberships: number[] = await office
      .knex("group_members")
      .where({ group_id: id })
      .orderBy("id")
      .pluck("id");
    const strange: number[] = await office.knex("group_members").where({ group_id: other.id }).pluck("id");
    const form = (await client.get(`${path}/badges`)).body;
    for (const member of memberships) expect(form).toContain(`name="member" value="${member}"`);
    const namesOn = async (query: string) =>
      [
        ...(await client.get(`${path}/badges/print?${query}`)).body.matchAll(/class="who"><strong>([^<]*)/g),
      ].map(([, name]) => name);
    expect(await namesOn("")).toEqual(["الأول", "الثاني", "الثالث"]);
    const [first, , third] = memberships;
    expect(await namesOn(`member=${third}&member=${first}&member=${strange[0]}`)).toEqual([
      "الأول",
      "الثالث",
    ]);
    expect(await namesOn(`member=${strange[0]}`)).toEqual([]);
    const found = (await client.get(`${path}/badges?search=${encodeURIComponent("الثاني")}`)).body;
    expect(found.match(/name="member"/g)).toHaveLength(1);
    for (const query of ["format=posters", "member=x", "member=-1", "page=0"]) {
      const { status, body } = await client.get(`${path}/badges/print?${query}`);
      expect([query, status, body.includes('class="badge-card')]).toEqual([query, 200, false]);
    }
    for (const missing of ["/trips/groups/999999/badges", "/trips/management/x/badges/print"])
      expect((await client.get(missing)).status).toBe(404);
  });

  test("of a trip stands with the telephone of the own group; who prints is noted", async () => {
    const trip = await makeTrip(office.knex, "2027-01-01", "2027-01-09", { name: "رحلة البطاقات" });
    const one = await groupOf([{ name: "أحمد" }], {
      supervisor_phone: "+966 1",
      departure_date: "2027-01-01",
    });
    const other = await groupOf([{ name: "سالم" }], {
      supervisor_phone: "+966 2",
      departure_date: "2027-01-02",
    });
    await office.knex("groups").whereIn("id", [one.id, other.id]).update({ trip_id: trip });
    const path = `/trips/management/${trip}/badges`;
    expect((await client.get(path)).body).toContain("سالم");
    const { body } = await client.get(`${path}/print?format=tags`);
    const [, first = "", second = ""] = body.split("<article");
    expect([first.includes("+966 1"), first.includes("+966 2"), second.includes("+966 2")]).toEqual([
      true,
      false,
      true,
    ]);
    const line = await office.knex("audit_log").where({ action: "printed" }).orderBy("id", "desc").first();
    expect(line).toMatchObject({ kind: "customers", record_name: "بطاقات أمتعة - رحلة البطاقات" });
  });

  test("of many is printed page by page", async () => {
    const { knex } = office;
    const campaign_id = await makeCampaign(knex, 500, []);
    const id = await makeGroup(knex, campaign_id, { capacity: 300 });
    await knex.raw(
      `WITH people AS (INSERT INTO customers (name, phone) SELECT 'كثير ' || n, '7' || n FROM generate_series(1, 250) n RETURNING id)
       INSERT INTO group_members (group_id, campaign_id, customer_id) SELECT ?, ?, id FROM people ORDER BY id`,
      [id, campaign_id],
    );
    const path = `/trips/groups/${id}/badges/print`;
    const cards = async (query: string) => (await client.get(path + query)).body.split("<article").length - 1;
    expect([await cards(""), await cards("?page=2"), await cards("?page=3"), await cards("?page=4")]).toEqual(
      [120, 120, 10, 0],
    );
  });
});
