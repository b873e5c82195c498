import sharp from "sharp";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { fixture } from "../support/app";
import { useBrowser } from "../support/browser";
import { type Client, signIn } from "../support/client";
import { createUser } from "../support/users";

const office = fixture();
const browser = useBrowser();
let client: Client;

beforeAll(async () => {
  client = await signIn(office.url);
});

beforeEach(async () => {
  await office.knex("customers").delete();
});

/** ICAO 9303's check digit: weights 7, 3, 1; letters count from 10. */
const digit = (text: string) =>
  String([...text].reduce((sum, sign, i) => sum + worth(sign) * ([7, 3, 1][i % 3] ?? 0), 0) % 10);
const worth = (sign: string) => (sign === "<" ? 0 : Number.parseInt(sign, 36));

/** The two lines of a passport with right digits. */
function linesOf({
  holder = "ALGHAMDI<<KHALID<FAHD",
  number = "V1630320",
  nationality = "SAU",
  birth = "790707",
  sex = "M",
  expiry = "330122",
  personal = "",
  code = "P<",
} = {}) {
  const paper = number.padEnd(9, "<");
  const own = personal.padEnd(14, "<");
  const checked = [paper + digit(paper), birth + digit(birth), expiry + digit(expiry) + own + digit(own)];
  const first = `${code}${nationality.padEnd(3, "<")}${holder}`.padEnd(44, "<");
  const second = `${checked[0]}${nationality.padEnd(3, "<")}${checked[1]}${sex}${checked[2]}`;
  return `${first}\n${second}${digit(checked.join(""))}`;
}

/** What Doc 9303 itself shows. */
const specimen = "P<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<\nL898902C36UTO7408122F1204159ZE184226B<<<<<10";
const eriksson = {
  name: "ANNA MARIA ERIKSSON",
  passport_number: "L898902C3",
  nationality: null,
  date_of_birth: "1974-08-12",
  gender: "أنثى",
  passport_expiry: "2012-04-15",
};
const khalid = {
  name: "KHALID FAHD ALGHAMDI",
  passport_number: "V1630320",
  nationality: "SAU",
  date_of_birth: "1979-07-07",
  gender: "ذكر",
  passport_expiry: "2033-01-22",
};

const read = async (mrz: unknown) => client.post("/api/customers/passport", { mrz });
const passportOf = async (mrz: string) => {
  const { status, body } = await read(mrz);
  expect([mrz, status], JSON.stringify(body)).toEqual([mrz, 200]);
  return body.passport;
};
const faultOf = async (mrz: unknown) => {
  const { status, body } = await read(mrz);
  expect([status, body.passport]).toEqual([422, undefined]);
  expect(Object.keys(body.fields)).toEqual(["mrz"]);
  expect(body.message).toMatch(/[\u0600-\u06FF]/);
  return body.fields.mrz as string;
};
/** The text with another sign at one place of the second line. */
const spoilt = (mrz: string, place: number, sign: string) =>
  mrz.slice(0, 45 + place) + sign + mrz.slice(46 + place);

describe("a passport's two lines by call", () => {
  test("say who its holder is, and nothing is written", async () => {
    expect(await passportOf(specimen)).toEqual(eriksson);
    expect(await passportOf(linesOf())).toEqual(khalid);
    expect(await passportOf(linesOf({ personal: "1075030370" }))).toEqual(khalid);
    expect(await passportOf(linesOf({ code: "PM" }))).toEqual(khalid);
    expect(await office.knex("customers")).toEqual([]);
    expect((await client.get("/api/customers/passport")).status).toBe(405);
  });

  test.each([
    ["lower case", (text: string) => text.toLowerCase()],
    ["blanks", (text: string) => `  ${text.replace("ALG", "ALG ").replace("\n", " \u00A0\n\n ")}\n`],
    ["CRLF", (text: string) => text.replace("\n", "\r\n")],
    ["Arabic digits", (text: string) => text.replace(/\d/g, (one) => "٠١٢٣٤٥٦٧٨٩"[Number(one)] ?? "")],
    ["marks of direction", (text: string) => `\u200E${text.replace("\n", "\u200E\n\u202A")}\u202C`],
    ["one line", (text: string) => text.replace("\n", "")],
    ["one line with a blank", (text: string) => text.replace("\n", " ")],
    ["‹ for <", (text: string) => text.replaceAll("<", "‹")],
    ["« for <", (text: string) => text.replaceAll("<", "«")],
    ["« for <<", (text: string) => text.replaceAll("<<", "«")],
  ])("are read with %s", async (_, typed) => {
    expect(await passportOf(typed(linesOf()))).toEqual(khalid);
  });

  test.each([
    ["ALI<<ALI", "ALI ALI"],
    ["SUKARNO", "SUKARNO"],
    ["<<SUKARNO", "SUKARNO"],
    ["AL<GHAMDI<<NOURA<BINT<SAAD", "NOURA BINT SAAD AL GHAMDI"],
    ["VENKATANARASIMHARAJUVARIPETAPALLEGOLKONDA".slice(0, 39), "VENKATANARASIMHARAJUVARIPETAPALLEGOLKON"],
  ])("of the name %s make %s", async (holder, name) => {
    expect(await passportOf(linesOf({ holder }))).toMatchObject({ name });
  });

  test("put dates into their century: no birth to come, no expiry in more than fifty years", async () => {
    const year = new Date().getUTCFullYear();
    const two = (year: number) => String(year % 100).padStart(2, "0");
    for (const [birth, born] of [
      [`${two(year - 1)}0301`, `${year - 1}-03-01`],
      [`${two(year + 1)}0301`, `${year - 99}-03-01`],
      ["000229", "2000-02-29"],
      ["7904<<", null],
    ])
      expect(await passportOf(linesOf({ birth: birth ?? "" }))).toMatchObject({ date_of_birth: born });
    for (const [expiry, expires] of [
      [`${two(year + 49)}0301`, `${year + 49}-03-01`],
      [`${two(year + 51)}0301`, `${year - 49}-03-01`],
    ])
      expect(await passportOf(linesOf({ expiry }))).toMatchObject({ passport_expiry: expires });
    expect(await faultOf(linesOf({ birth: "790230" }))).toBe(
      "تاريخ الميلاد في السطر الثاني ليس تاريخًا صحيحًا",
    );
    expect(await faultOf(linesOf({ expiry: "AB0101" }))).toContain("تاريخ انتهاء الجواز");
  });

  test.each([
    ["D", "DEU"],
    ["EGY", "EGY"],
    ["XXA", null],
    ["UNO", null],
    ["GBD", null],
    ["UTO", null],
    ["", null],
  ])("of the state %s give the nationality %s", async (state, nationality) => {
    expect(await passportOf(linesOf({ nationality: state }))).toEqual({ ...khalid, nationality });
  });

  test.each(["<", "X"])("leave the gender empty for %s", async (sex) => {
    expect(await passportOf(linesOf({ sex }))).toEqual({ ...khalid, gender: null });
  });

  const digits: [place: number, named: string][] = [
    [9, "رقم التحقق من رقم الجواز غير صحيح"],
    [19, "رقم التحقق من تاريخ الميلاد غير صحيح"],
    [27, "رقم التحقق من تاريخ انتهاء الجواز غير صحيح"],
    [42, "رقم التحقق من الرقم الشخصي غير صحيح"],
    [43, "رقم التحقق من السطر الثاني كله غير صحيح"],
  ];
  const [, , , , [, whole] = [43, ""]] = digits;

  test.each(digits)("name the wrong digit at place %i", async (place, named) => {
    for (const lines of [specimen, linesOf({ personal: "1075030370" })]) {
      const next = String((Number(lines[45 + place]) + 1) % 10);
      expect(await faultOf(spoilt(lines, place, next))).toBe(place === 43 ? named : `${named}؛ ${whole}`);
      for (const sign of ["O", "<"]) expect(await faultOf(spoilt(lines, place, sign))).toContain(named);
    }
  });

  test("name every part whose signs were misread", async () => {
    expect(await faultOf(spoilt(spoilt(specimen, 0, "2"), 14, "9"))).toBe(
      [digits[0], digits[1], digits[4]].map((each) => each?.[1]).join("؛ "),
    );
    expect(await faultOf(linesOf({ holder: "ALGHAMD1<<KHALID" }))).toContain("الاسم");
  });

  test("are refused with a sentence where they are no passport's", async () => {
    const length = "القراءة الآلية سطران في أسفل صفحة الجواز، في كل منهما 44 حرفًا";
    const [first = "", second = ""] = linesOf().split("\n");
    for (const mrz of ["x", "<", "سطر", first, `${first}\n${second}\n${second}`, "P<".repeat(43)])
      expect(await faultOf(mrz)).toBe(length);
    expect(await faultOf(`${first.slice(1)}\n${second}`)).toBe(
      `${length}، والمكتوب 43 في الأول و44 في الثاني`,
    );
    expect(await faultOf(`${first.slice(1)}\n<${second}`)).toContain("43 في الأول و45");
    expect(await faultOf(`V${linesOf().slice(1)}`)).toContain("ليسا من جواز سفر");
    for (const odd of ["é", "ع", "-", "'"])
      expect(await faultOf(`${first}\n${odd}${second.slice(1)}`)).toContain("حروف لاتينية وأرقام");
    for (const nothing of [undefined, null, "", " \n ", "\u0000\u202E", {}, [specimen], true])
      expect(await faultOf(nothing)).toBe("هذا الحقل مطلوب");
  });

  test("are refused before they are read where they are long or hostile", async () => {
    for (const mrz of ["<".repeat(201), `${specimen}${"\n<".repeat(100_000)}`, "«".repeat(400_000)]) {
      const before = performance.now();
      expect(await faultOf(mrz)).toContain("النص أطول من المسموح");
      expect(performance.now() - before).toBeLessThan(500);
    }
    for (const mrz of [
      "__proto__",
      "constructor",
      "\uD800".repeat(88),
      "<script>alert(1)</script>".repeat(4),
    ])
      await faultOf(mrz);
    const { status } = await client.send("POST", "/api/customers/passport", {
      headers: { "Content-Type": "application/json" },
      body: `{"__proto__":{"mrz":${JSON.stringify(specimen)}}}`,
    });
    expect(status).toBe(422);
  });

  test("are read for those who write customers", async () => {
    const reader = await signIn(office.url, await createUser(office.knex, "reader", ["manage_trips"]));
    expect((await reader.post("/api/customers/passport", { mrz: specimen })).status).toBe(403);
  });
});

/** The fields of the form in a page, as a browser without JavaScript sends them. */
function fieldsIn(html: string): Record<string, string> {
  const form = html.match(/<form method="post"[\s\S]*?<\/form>/)?.[0] ?? "";
  const plain = (text = "") =>
    text
      .replace(/&lt;/g, "<")
      .replace(/&gt;/g, ">")
      .replace(/&quot;/g, '"')
      .replace(/&amp;/g, "&");
  const fields: Record<string, string> = {};
  for (const [, tag = "", attributes = "", content = ""] of form.matchAll(
    /<(input|textarea|select)\b([^>]*)>(?:([\s\S]*?)<\/\1>)?/g,
  )) {
    const name = attributes.match(/name="([^"]*)"/)?.[1];
    if (!name || attributes.includes('type="file"')) continue;
    if (tag === "input") fields[name] = plain(attributes.match(/value="([^"]*)"/)?.[1]);
    else if (tag === "textarea") fields[name] = plain(content);
    else
      fields[name] =
        content.match(/<option value="([^"]*)" selected/)?.[1] ?? content.match(/value="([^"]*)"/)?.[1] ?? "";
  }
  return fields;
}

describe("a passport's two lines in the form, without JavaScript", () => {
  const typed = { phone: "0555123", address: "حي «الصفا»\nجدة", national_id: "10" };
  const step = { intent: "passport", image: "photo.jpg" };

  test("fill it, and it is saved as any other", async () => {
    const empty = fieldsIn((await client.get("/customers/new?search=x")).body);
    expect(empty).toMatchObject({ mrz: "", name: "", nationality: "", passport_expiry: "" });
    const filled = await client.submit("/customers/new?search=x", {
      ...empty,
      ...typed,
      ...step,
      mrz: linesOf().toLowerCase(),
    });
    expect(filled.status).toBe(200);
    expect(filled.body).toContain("اختر الصورة مرة أخرى");
    expect(filled.body).not.toContain('role="alert"');
    const fields = fieldsIn(filled.body);
    expect(fields).toMatchObject({ ...khalid, ...typed, mrz: linesOf().toLowerCase() });
    expect(await office.knex("customers")).toEqual([]);

    const { status } = await client.submit("/customers/new?search=x", fields);
    expect(status).toBe(302);
    const [stored] = (await client.get("/api/customers")).body.customers;
    expect(stored).toMatchObject({ ...khalid, ...typed, passport_issue_date: null });
    const edit = fieldsIn((await client.get(`/customers/${stored.id}/edit`)).body);
    expect(edit).toMatchObject({ ...khalid, mrz: "" });

    // A new passport of the same man: what he is called stays, what is new comes.
    const renewed = await client.submit(`/customers/${stored.id}/edit`, {
      ...edit,
      ...step,
      name: "خالد بن فهد الغامدي",
      passport_issue_date: "2019-05-05",
      mrz: linesOf({ number: "X7", expiry: "360101", nationality: "XXA" }),
    });
    expect(renewed.body).toContain('<bdi dir="ltr">KHALID FAHD ALGHAMDI</bdi>');
    expect(renewed.body).toContain('<bdi dir="ltr">XXA</bdi>');
    const change = fieldsIn(renewed.body);
    expect(change).toMatchObject({
      ...khalid,
      name: "خالد بن فهد الغامدي",
      passport_number: "X7",
      passport_issue_date: "", // the former passport's
      passport_expiry: "2036-01-01",
    });
    expect((await client.submit(`/customers/${stored.id}/edit`, change)).status).toBe(302);
    expect((await client.get(`/api/customers/${stored.id}`)).body.customer).toMatchObject({
      name: "خالد بن فهد الغامدي",
      passport_number: "X7",
      nationality: "SAU",
    });
  });

  test("that are saved without having been read are read first, and saved at the second try", async () => {
    const unread = await client.submit("/customers/new", { ...typed, mrz: linesOf() });
    expect([unread.status, unread.body.includes("قرئ السطران الآن")]).toEqual([422, true]);
    expect(await office.knex("customers")).toEqual([]);
    const fields = fieldsIn(unread.body);
    expect(fields).toMatchObject({ ...khalid, ...typed });
    expect((await client.submit("/customers/new", fields)).status).toBe(302);

    const wrong = { ...typed, phone: "0777", mrz: spoilt(linesOf(), 9, "9") };
    const spoiled = await client.submit("/customers/new", wrong);
    expect([spoiled.status, spoiled.body.includes("صحح السطرين أو امسحهما")]).toEqual([422, true]);
    expect(await office.knex("customers")).toHaveLength(1);
  });

  test("with a wrong digit fill what is right, and name what is not", async () => {
    const { status, body } = await client.submit("/customers/new", {
      ...typed,
      ...step,
      passport_number: "كما كتب",
      mrz: spoilt(linesOf(), 9, "9"),
    });
    expect(status).toBe(422);
    expect(body).toMatch(/id="customer-mrz-error">رقم التحقق من رقم الجواز غير صحيح/);
    expect(body).toContain('href="#customer-mrz"');
    expect(fieldsIn(body)).toMatchObject({ ...khalid, ...typed, passport_number: "كما كتب" });
  });

  test("that are none say so, keep what was typed and never fail", async () => {
    const hostile = [
      "",
      "س",
      `"><script>alert(1)</script>`,
      "</textarea><b>",
      "__proto__",
      "\u0000\uFFFE",
      "<".repeat(60_000),
    ];
    for (const mrz of hostile) {
      const { status, body } = await client.submit("/customers/new", { ...typed, ...step, mrz });
      expect([mrz.slice(0, 20), status]).toEqual([mrz.slice(0, 20), 422]);
      expect(body).toMatch(/id="customer-mrz-error">[^<]*[\u0600-\u06FF]/);
      expect(body).not.toContain("<script>alert");
      expect(fieldsIn(body)).toMatchObject({ ...typed, name: "" });
    }
    const twice = new URLSearchParams([...Object.entries(step), ["mrz", specimen], ["mrz", specimen]]);
    expect((await client.send("POST", "/customers/new", { body: twice })).status).toBe(422);
    expect((await client.submit("/customers/new", step)).status).toBe(422);
    expect(await office.knex("customers")).toEqual([]);
  });
});

test("a passport's lines fill the form with JavaScript, beside the picture that was chosen", async () => {
  const page = await browser.signedIn("/customers/new", { baseURL: office.url });
  const value = (label: string) => page.getByLabel(label, { exact: true }).inputValue();
  await page.getByLabel("رقم الهاتف *").fill("0555");
  await page.getByLabel("الجنس", { exact: true }).selectOption("أنثى");
  const buffer = await sharp({ create: { width: 8, height: 8, channels: 3, background: "green" } })
    .png()
    .toBuffer();
  await page.getByLabel("الصورة").setInputFiles({ name: "photo.png", mimeType: "image/png", buffer });
  await page.getByLabel("سطرا القراءة الآلية في الجواز").fill(linesOf());
  await page.getByRole("button", { name: "قراءة الجواز" }).click();
  await page.getByText("ملئ من السطرين").waitFor();
  expect(await value("الاسم *")).toBe(khalid.name);
  expect(await value("الجنس")).toBe("ذكر");
  expect(await page.locator("dialog [name=nationality]").inputValue()).toBe("SAU");
  await page.getByRole("button", { name: "حفظ" }).click();
  await page.waitForURL("**/customers");
  const [stored] = (await client.get("/api/customers")).body.customers;
  expect(stored).toMatchObject({ ...khalid, phone: "0555", image_url: expect.stringMatching(/webp$/) });
});

describe("the list", () => {
  test("is filtered by nationality, and says whose passport has expired", async () => {
    const create = (fields: object) =>
      client.post("/api/customers", { name: "عميل", phone: "0500", ...fields });
    await create({
      name: "سالم المصري",
      nationality: "egy",
      passport_number: "A1",
      passport_expiry: "2020-01-01",
    });
    await create({
      name: "وليد المصري",
      nationality: "EGY",
      status: "inactive",
      passport_expiry: "2099-01-01",
    });
    await create({ name: "بلا جنسية" });
    const named = async (query: string) =>
      (await client.get(`/api/customers?${query}`)).body.customers.map(({ name }: { name: string }) => name);
    expect(await named("nationality=EGY")).toEqual(["وليد المصري", "سالم المصري"]);
    expect(await named("nationality=EGY&status=active")).toEqual(["سالم المصري"]);
    expect(await named("nationality=EGY&search=وليد")).toEqual(["وليد المصري"]);
    expect(await named("nationality=YEM")).toEqual([]);
    expect(await named("nationality=")).toHaveLength(3);
    expect((await client.get("/api/customers?nationality=EGY&page=1")).body.total).toBe(2);
    for (const wrong of ["x", "UTO", "مصر", "__proto__", "EGYX"]) {
      const { status, body } = await client.get(`/api/customers?nationality=${encodeURIComponent(wrong)}`);
      expect([wrong, status, Object.keys(body.fields ?? {})]).toEqual([wrong, 422, ["nationality"]]);
      expect((await client.get(`/customers?nationality=${encodeURIComponent(wrong)}`)).body).toContain(
        "الجنسية: قيمة غير معروفة",
      );
    }
    const page = (await client.get("/customers?nationality=EGY")).body;
    expect(page).toMatch(/<option value="EGY" selected="">مصر/);
    expect(page.match(/منتهٍ<\/span>/g)).toHaveLength(1);
    expect(page).not.toContain("بلا جنسية");
  });
});
