import { readFileSync } from "node:fs";
import excel from "exceljs";
import { beforeAll, describe, expect, test } from "vitest";
import { fixture, startApp } from "../support/app";
import { type Client, signIn } from "../support/client";
import { administrator } from "../support/database";
import { bareWorkbook, inline, utf16, windows1256, workbookOf, zip } from "../support/sheets";
import { createUser } from "../support/users";

/* Customers, agents and suppliers from files: read within bounds, tried out, carried out once or not at all. */

const office = fixture();
let client: Client;

beforeAll(async () => {
  client = await signIn(office.url);
});

type Content = string | Buffer;

const upload = (kind: string, content: Content, { by = client, name = "ملف.csv" } = {}) =>
  by.submit(`/${kind}/import`, { file: new File([content as BlobPart], name) });

/** Uploads a file that can be read. @returns where its trial is */
async function uploaded(kind: string, content: Content, by = client) {
  const { status, headers, body } = await upload(kind, content, { by });
  if (status !== 302) throw new Error(`${status}: ${refusalIn(body)}`);
  return headers.get("Location") ?? "";
}

const refusalIn = (html: string) => textOf(html.match(/<p class="errors" role="alert">.*?<\/p>/)?.[0] ?? "");

const textOf = (html: string) =>
  html
    .replace(/<[^>]*>/g, "")
    .replaceAll("&quot;", '"')
    .trim();

/** The figures of a page by their labels. */
function figuresIn(html: string) {
  const pairs = [...html.matchAll(/<dt>([^<]*)<\/dt><dd>(.*?)<\/dd>/g)];
  return Object.fromEntries(pairs.map(([, label, value = ""]) => [label, textOf(value)]));
}

/** The cells of each line of a trial. */
const linesIn = (html: string) =>
  [...html.matchAll(/<tr><th scope="row".*?<\/tr>/g)].map(([row]) =>
    [...row.matchAll(/<t[hd][^>]*>(.*?)<\/t[hd]>/g)].map(([, cell = ""]) => textOf(cell)),
  );

const csv = (...rows: string[][]) => rows.map((row) => row.join(",")).join("\r\n");

const count = async (table: string) => Number((await office.knex(table).count())[0]?.count);

describe("the template", () => {
  test.each([
    ["customers", "قالب استيراد العملاء", ["الاسم", "رقم الهاتف", "رقم الهوية", "رقم الجواز", "الجنسية"]],
    ["agents", "قالب استيراد الوكلاء", ["اسم الوكيل", "رقم الهاتف", "البريد الإلكتروني", "نوع الوكيل"]],
    ["suppliers", "قالب استيراد الموردين", ["اسم المورد", "رقم الهاتف", "البريد الإلكتروني"]],
  ])(
    "of %s is its head alone, from right to left, and imports nothing by mistake",
    async (kind, _, heads) => {
      const answer = await fetch(`${office.url}/${kind}/import/template/xlsx`, {
        headers: { Cookie: client.cookie },
      });
      const bytes = Buffer.from(await answer.arrayBuffer());
      const book = new excel.Workbook();
      await book.xlsx.load(bytes as never);
      const [sheet] = book.worksheets;
      expect(sheet?.rowCount).toBe(1);
      expect(sheet?.views[0]).toMatchObject({ rightToLeft: true });
      expect(heads.map((_, index) => sheet?.getCell(1, index + 1).text)).toEqual(heads);
      const text = (await client.get(`/${kind}/import/template/csv`)).body as string;
      expect(text.trim().replace("\uFEFF", "").split(",").slice(0, heads.length)).toEqual(heads);
      for (const template of [bytes, text]) {
        const refused = await upload(kind, template);
        expect([refused.status, refusalIn(refused.body)]).toEqual([422, "ليس في الملف سطر تحت سطر العناوين"]);
      }
      expect((await client.get(`/${kind}/import/template/pdf`)).status).toBe(404);
    },
  );
});

describe("customers", () => {
  const heads = ["الإسم", "رقم الهاتف *", "national_id", "رقم الجواز", "الجنسيه", "تاريخ الميلاد"];
  const more = ["تاريخ انتهاء الجواز", "الجنس", "الحالة", "العنوان", "فصيلة الدم"];

  test("are read as people write them, tried out, and made by one click", async () => {
    const file = await workbookOf([
      [...heads, ...more],
      [
        "  سالم   باوزير ",
        966501234567,
        "١٠٢٣٤٥٦٧٨٩",
        "A1234567",
        "اليمن",
        new Date("1990-02-28T00:00:00Z"),
        "31/12/2030",
        "Male",
        "غير نشط",
        "المكلا",
        "O+",
      ],
      [],
      [
        "فاطمة",
        "+966 50 765 4321",
        null,
        { formula: '"B" & 7654321', result: "B7654321" },
        "yem",
        "1995-07-01",
      ],
    ]);
    const trial = await uploaded("customers", file);
    expect(trial).toMatch(/^\/customers\/import\/\d+$/);
    const before = (await client.get(trial)).body;
    expect(figuresIn(before)).toEqual({
      "كل الأسطر": "2",
      سيضاف: "2",
      "مسجل من قبل": "0",
      "مكرر في الملف": "0",
      "فيه خطأ": "0",
    });
    expect(textOf(before)).toContain("أعمدة في الملف لا تستورد: «فصيلة الدم»");
    expect(linesIn(before).map(([line, outcome]) => [line, outcome])).toEqual([
      ["2", "سيضاف"],
      ["4", "سيضاف"],
    ]);
    expect(await count("customers")).toBe(0);

    const done = await client.submit(trial, {});
    expect([done.status, done.headers.get("Location")]).toEqual([302, trial]);
    const { customers } = (await client.get("/api/customers")).body;
    expect(customers).toMatchObject([
      {
        name: "فاطمة",
        phone: "+966 50 765 4321",
        national_id: null,
        passport_number: "B7654321",
        nationality: "YEM",
        date_of_birth: "1995-07-01",
        status: "active",
      },
      {
        name: "سالم باوزير",
        phone: "966501234567",
        national_id: "1023456789",
        passport_number: "A1234567",
        nationality: "YEM",
        date_of_birth: "1990-02-28",
        passport_expiry: "2030-12-31",
        gender: "ذكر",
        status: "inactive",
        address: "المكلا",
      },
    ]);
    const after = (await client.get(trial)).body;
    expect(after).toContain("تم الاستيراد: أضيف 2 إلى العملاء");
    expect(figuresIn(after)).toEqual({ "ما أضيف": "2", "مسجل من قبل": "0", "ما لم يستورد": "0" });
    const lines = await office.knex("trail").where({ kind: "customers" }).orderBy("id");
    expect(lines.map(({ action, username }) => [action, username])).toEqual([
      ["insert", administrator.username],
      ["insert", administrator.username],
    ]);
    const told = await office.knex("trail").where({ kind: "imports" }).orderBy("id");
    expect(told.map(({ action, record_name }) => [action, record_name])).toEqual([
      ["insert", "ملف.csv"],
      ["update", "ملف.csv"],
    ]);
    expect(await office.knex("import_rows")).toEqual([]);

    expect((await client.submit(trial, {})).status).toBe(302);
    const again = await uploaded("customers", file);
    expect(figuresIn((await client.get(again)).body)["مسجل من قبل"]).toBe("2");
    expect((await client.submit(again, {})).status).toBe(302);
    expect(await count("customers")).toBe(2);
  });

  test("who is there already is known by number, or by name and phone; who stands twice in the file is made once", async () => {
    await office.knex("customers").insert([
      { name: "أحمد", phone: "777 100 200", national_id: "N1" },
      { name: "هدى", phone: "777300400", passport_number: "P2" },
    ]);
    const trial = await uploaded(
      "customers",
      csv(
        ["الاسم", "رقم الهاتف", "رقم الهوية", "رقم الجواز"],
        ["غيره", "1234", "N1", ""], // 2: the number decides
        ["احمد", "777-100-200", "", ""], // 3: the name as search folds it
        ["أحمد", "777100200", "N3", ""], // 4: another, with a number of their own
        ["أحمد", "777100200", "N1", "P2"], // 5: two people
        ["زيد", "5551", "", "P6"], // 6
        ["زيد", "5552", "", "P6"], // 7: as 6
        ["زيد", "5551", "", ""], // 8: as 6
        ["خالد", "5559", "", ""], // 9
        ["خَالد", "55 59", "", ""], // 10: as 9
      ),
    );
    const page = await client.get(trial);
    expect(linesIn(page.body).map(([line, outcome]) => [line, outcome])).toEqual([
      ["2", "مسجل من قبلفتح العميل"],
      ["3", "مسجل من قبلفتح العميل"],
      ["4", "سيضاف"],
      ["5", "فيه خطأرقم الجواز مسجل لغير صاحب رقم الهوية"],
      ["6", "سيضاف"],
      ["7", "مكرر في الملفكالسطر 6"],
      ["8", "مكرر في الملفكالسطر 6"],
      ["9", "سيضاف"],
      ["10", "مكرر في الملفكالسطر 9"],
    ]);
    expect(page.body).toMatch(/href="\/customers\/\d+\/edit"/);
    const doubles = await client.get(`${trial}?outcome=double&per_page=2`);
    expect(linesIn(doubles.body).map(([line]) => line)).toEqual(["7", "8"]);
    expect(textOf(doubles.body)).toContain("من 1 إلى 2، الإجمالي 3");
    expect((await client.get(`${trial}?outcome=zzz`)).status).toBe(200);
    const before = await count("customers");
    expect((await client.submit(trial, { only: "right" })).status).toBe(302);
    expect(figuresIn((await client.get(trial)).body)).toEqual({
      "ما أضيف": "3",
      "مسجل من قبل": "2",
      "ما لم يستورد": "4",
    });
    expect(await count("customers")).toBe(before + 3);
  });

  test("a number that a spreadsheet shortened is wrong, not another number", async () => {
    const heads = ["الاسم", "رقم الهاتف", "رقم الهوية"];
    const sheet = await workbookOf([heads, ["من إندونيسيا", "0500000001", 3174131809830003]]);
    const text = csv(heads, ["من إندونيسيا", "0500000001", "3.17413E+15"]);
    for (const file of [sheet, text]) {
      const { body } = await client.get(await uploaded("customers", file));
      expect(linesIn(body).map((cells) => cells.join(" "))).toEqual([
        expect.stringContaining("رقم اختصره برنامج الجداول"),
      ]);
    }
  });

  test("what is wrong is said of its cell; all is refused, or the right alone is chosen", async () => {
    const trial = await uploaded(
      "customers",
      csv(
        [
          "الاسم",
          "رقم الهاتف",
          "تاريخ الميلاد",
          "الجنس",
          "الجنسية",
          "تاريخ إصدار الجواز",
          "تاريخ انتهاء الجواز",
        ],
        ["", "هاتف", "30/02/1990", "لا أدري", "أطلانتس", "", ""],
        ["مها", "0501", "2150-01-01", "", "", "", ""],
        ["مها", "0501", "", "", "", "2026-01-01", "2025-01-01"],
        ["مها", "#N/A", "", "", "", "", ""],
        ["سليمة", "0509998887", "", "أنثى", "مصر", "", ""],
      ),
    );
    const { body } = await client.get(trial);
    const faults = linesIn(body).map(([, outcome]) => outcome);
    for (const sentence of [
      "الاسم: هذا الحقل مطلوب",
      "رقم الهاتف يتكون من أرقام",
      "تاريخ الميلاد: التاريخ غير صحيح",
      "الجنس: قيمة غير معروفة، يكتب فيها: ذكر أو أنثى",
      "الجنسية: قيمة غير معروفة",
    ])
      expect(faults[0]).toContain(sentence);
    expect(faults[1]).toContain("تاريخ الميلاد لا يكون في المستقبل");
    expect(faults[2]).toContain("تاريخ انتهاء الجواز يكون بعد تاريخ إصداره");
    expect(faults[3]).toContain("رقم الهاتف: في الخلية خطأ");
    expect(body).toContain('<mark class="wrong"><bdi>30/02/1990</bdi></mark>');
    expect(body).toContain('<mark class="wrong">فارغة</mark>');
    const before = await count("customers");
    const refused = await client.submit(trial, {});
    expect([refused.status, await count("customers")]).toEqual([422, before]);
    expect(refusalIn(refused.body)).toContain("في الملف أسطر فيها أخطاء");
    expect((await client.submit(trial, { only: "right" })).status).toBe(302);
    expect(await office.knex("customers").where({ name: "سليمة" }).first()).toMatchObject({
      nationality: "EGY",
    });
    expect(await count("customers")).toBe(before + 1);
  });

  test("are judged anew when the click comes: who was added meanwhile is left", async () => {
    const trial = await uploaded("customers", csv(["name", "phone", "national_id"], ["ليلى", "05077", "L1"]));
    expect(figuresIn((await client.get(trial)).body).سيضاف).toBe("1");
    await office.knex("customers").insert({ name: "ليلى", phone: "1", national_id: "L1" });
    expect((await client.submit(trial, {})).status).toBe(302);
    expect(figuresIn((await client.get(trial)).body)).toMatchObject({ "ما أضيف": "0", "مسجل من قبل": "1" });
  });

  test("somebody who is being added at that very moment refuses all; the next click finds them there", async () => {
    const trial = await uploaded(
      "customers",
      csv(["name", "phone", "national_id"], ["أول", "0511", ""], ["ثان", "0512", "Z9"]),
    );
    const before = await count("customers");
    const meanwhile = await office.knex.transaction();
    await meanwhile("customers").insert({ name: "ثان", phone: "1", national_id: "Z9" });
    const posted = client.submit(trial, {});
    const waiting = `SELECT count(*)::int AS waiting FROM pg_stat_activity
      WHERE datname = current_database() AND cardinality(pg_blocking_pids(pid)) > 0`;
    await expect.poll(async () => (await office.knex.raw(waiting)).rows[0].waiting).toBeGreaterThan(0);
    await meanwhile.commit();
    const refused = await posted;
    expect([refused.status, refusalIn(refused.body)]).toEqual([
      409,
      "لم يستورد شيء: رقم الهوية مسجل لعميل آخر",
    ]);
    expect(await count("customers")).toBe(before + 1);
    expect((await client.submit(trial, {})).status).toBe(302);
    expect(await count("customers")).toBe(before + 2);
  });

  test("one row that the database refuses leaves none", async () => {
    const before = await count("customers");
    await office.knex.raw("ALTER TABLE customers ADD CONSTRAINT no_such_name CHECK (name <> 'رقم 900')");
    const rows = Array.from({ length: 1000 }, (_, index) => [`رقم ${index}`, `0599${index}`]);
    const trial = await uploaded("customers", csv(["name", "phone"], ...rows));
    const refused = await client.submit(trial, {});
    expect(refused.status).toBe(422);
    expect(refusalIn(refused.body)).toContain("لم يستورد شيء");
    expect(await count("customers")).toBe(before);
    await office.knex.raw("ALTER TABLE customers DROP CONSTRAINT no_such_name");
    expect((await client.submit(trial, {})).status).toBe(302);
    expect(await count("customers")).toBe(before + 1000);
  });
});

describe("agents and suppliers", () => {
  test("agents: type by word, percents, apostrophes that our own sheets add", async () => {
    const trial = await uploaded(
      "agents",
      [
        '"اسم الوكيل";"رقم الهاتف";"نوع الوكيل";"نسبة العمولة (%)";"الحالة"',
        `"مكتب ""النور""";"'+966 12 345";"داخلي";"٢٫٥";"غير نشط"`,
        `"مكتب الهدى";"0123";"external";"7%";""`,
      ].join("\n"),
    );
    expect((await client.submit(trial, {})).status).toBe(302);
    expect((await client.get("/api/agents")).body.agents).toMatchObject([
      { name: "مكتب الهدى", type: "external", commission_rate: 7, is_active: true },
      {
        name: 'مكتب "النور"',
        phone: "+966 12 345",
        type: "internal",
        commission_rate: 2.5,
        is_active: false,
      },
    ]);
  });

  test.each([
    ["UTF-8", (text: string) => Buffer.from(text)],
    ["UTF-8 with its mark", (text: string) => Buffer.from(`\uFEFF${text}`)],
    ["UTF-16, little end first", (text: string) => utf16(text, "little")],
    ["UTF-16, big end first", (text: string) => utf16(text, "big")],
    ["Windows-1256", windows1256],
  ])("suppliers from CSV in %s, with tabs", async (encoding, encode) => {
    const name = `فندق ${encoding.replace(/\W/g, "")}`;
    const trial = await uploaded(
      "suppliers",
      encode(`اسم المورد\tرقم الهاتف\tنوع الخدمة\r\n${name}\t0112\tفنادق\r\n`),
    );
    expect((await client.submit(trial, {})).status).toBe(302);
    expect(await office.knex("suppliers").where({ name }).first()).toMatchObject({ service_type: "hotels" });
  });

  test("a workbook's percents, and the dates of an old Macintosh, are read as they are shown", async () => {
    const styles = `<styleSheet><numFmts><numFmt numFmtId="164" formatCode="[$-1]dd/mm/yyyy;@"/></numFmts>
      <cellStyleXfs><xf numFmtId="0"/></cellStyleXfs><cellXfs><xf numFmtId="0"/><xf numFmtId="10"/><xf numFmtId="164"/></cellXfs></styleSheet>`;
    const row = `<row><c t="s"><v>0</v></c><c><v>5.55E3</v></c><c t="s"><v>1</v></c><c s="1"><v>7.0000000000000007E-2</v></c></row>`;
    const sheet = `<x:worksheet xmlns:x="m"><sheetData>${inline("name", "phone", "type", "commission_rate")}${row}</sheetData></x:worksheet>`;
    const strings =
      "<sst><si><r><t>مكتب </t></r><r><t>الصفا</t></r><rPh><t>x</t></rPh></si><si><t>داخلي</t></si></sst>";
    const trial = await uploaded(
      "agents",
      bareWorkbook(sheet, { "xl/sharedStrings.xml": strings, "xl/styles.xml": styles }),
    );
    expect((await client.submit(trial, {})).status).toBe(302);
    const [agent] = (await client.get("/api/agents?search=الصفا")).body.agents;
    expect(agent).toMatchObject({ name: "مكتب الصفا", phone: "5550", commission_rate: 7 });
  });

  test("each kind asks for its own permission, and an import is its user's alone", async () => {
    const trial = await uploaded("suppliers", csv(["name", "phone"], ["مورد السر", "0155"]));
    const agentsOnly = await signIn(
      office.url,
      await createUser(office.knex, "agents-only", ["manage_agents"]),
    );
    const other = await signIn(office.url, await createUser(office.knex, "other", ["manage_suppliers"]));
    for (const path of ["/suppliers/import", trial, "/customers/import/template/csv"])
      expect([path, (await agentsOnly.get(path)).status]).toEqual([path, 403]);
    expect((await upload("suppliers", "x", { by: agentsOnly })).status).toBe(403);
    expect((await agentsOnly.get("/agents/import")).status).toBe(200);
    for (const path of [trial, trial.replace("suppliers", "agents"), "/banks/import", "/__proto__/import"])
      expect([path, (await other.get(path)).status]).toEqual([path, path.startsWith("/agents") ? 403 : 404]);
    expect((await other.submit(trial, {})).status).toBe(404);
    expect((await other.get(`/api/imports/${trial.split("/").at(-1)}/progress`)).status).toBe(404);
    expect((await client.get(`/api/imports/${trial.split("/").at(-1)}/progress`)).body).toEqual({
      progress: 0,
    });
    expect((await client.get(trial.replace("/suppliers", "/Suppliers"))).status).toBe(200);
  });

  test("two users who import the same file at the same moment make nothing twice", async () => {
    const user = await createUser(office.knex, "second", ["manage_suppliers"]);
    const second = await signIn(office.url, user);
    const rows = Array.from({ length: 600 }, (_, index) => [`شركة ${index}`, `0700${index}`]);
    const file = csv(["name", "phone"], ...rows);
    const before = await count("suppliers");
    const trials = await Promise.all(
      [client, second].map(async (by) => ({ by, trial: await uploaded("suppliers", file, by) })),
    );
    const posts = trials.flatMap((one) => [one, one]);
    const answers = await Promise.all(posts.map(({ by, trial }) => by.submit(trial, {})));
    expect(answers.map(({ status }) => status)).toEqual([302, 302, 302, 302]);
    expect(await count("suppliers")).toBe(before + 600);
    const made = await office.knex("imports").orderBy("id", "desc").limit(2).pluck("made");
    expect(made.sort()).toEqual([0, 600]);
  });
});

test("what nobody carried out is gone after a day; what was keeps its counts", async () => {
  await uploaded("suppliers", csv(["name", "phone"], ["مورد ينتظر", "01"]));
  const counts = await office.knex("imports").whereNotNull("done_at").orderBy("id");
  expect(counts.length).toBeGreaterThan(5);
  await office.knex("imports").update({ created_at: office.knex.raw("now() - interval '25 hours'") });
  const fresh = await uploaded("suppliers", csv(["name", "phone"], ["مورد جديد", "02"]));
  const sweeper = await startApp({ database: office.database });
  try {
    await expect
      .poll(async () => (await office.knex("imports").whereNull("done_at").pluck("id")).join())
      .toBe(fresh.split("/").at(-1));
    expect(await office.knex("import_rows").pluck("import_id")).toEqual([Number(fresh.split("/").at(-1))]);
    expect(await count("imports")).toBe(counts.length + 1);
  } finally {
    await sweeper.stop();
  }
});

describe("a file that cannot be imported is refused with a sentence, within bounds", () => {
  const head = ["name", "phone"];
  const good = () => workbookOf([head, ["سالم", "0501"]]);
  const sheetOf = (rows: string) =>
    `<worksheet><dimension ref="A1:XFD1048576"/><sheetData>${inline(...head)}${rows}</sheetData></worksheet>`;
  const nulls = (megabytes: number) => Buffer.alloc(megabytes * 1024 * 1024, " ");
  const hostile: [
    what: string,
    content: () => Content | Promise<Content>,
    status: number,
    sentence: RegExp,
  ][] = [
    ["empty", () => "", 422, /فارغ|اختر ملفًا/],
    ["blank", () => " \r\n\r\n", 422, /فارغ/],
    ["too large", () => Buffer.alloc(10 * 1024 * 1024 + 1, "x"), 413, /10 ميغابايت/],
    ["a picture", () => Buffer.from("89504e470d0a1a0a0000000d49484452", "hex"), 415, /ليس جدولًا/],
    ["an old workbook", () => Buffer.from("d0cf11e0a1b11ae1", "hex"), 415, /صيغة Excel القديمة/],
    ["another archive", () => zip({ "word/document.xml": "<a/>" }), 415, /ليس جدول Excel/],
    ["an archive's beginning", () => "PK\x03\x04", 422, /تالف/],
    ["cut in the middle", async () => (await good()).subarray(0, 3000), 422, /تالف/],
    [
      "bent",
      async () => Buffer.from((await good()).map((byte, at) => (at > 200 && at < 1500 ? byte ^ 85 : byte))),
      422,
      /تالف/,
    ],
    ["no XML", () => bareWorkbook("<worksheet><sheetData><row>"), 422, /تالف/],
    [
      "no sheet",
      () => zip({ "xl/workbook.xml": "<workbook/>", "xl/_rels/workbook.xml.rels": "<a/>" }),
      422,
      /تالف/,
    ],
    [
      "a bomb",
      () => bareWorkbook(sheetOf("").replace("</sheetData>", `${nulls(100)}</sheetData>`), {}, 10),
      413,
      /فك ضغطه/,
    ],
    [
      "a bomb of strings",
      () => bareWorkbook(sheetOf(""), { "xl/sharedStrings.xml": `<sst>${"<si/>".repeat(3_000_000)}</sst>` }),
      422,
      /تالف/,
    ],
    [
      "cells without end",
      () => bareWorkbook(sheetOf(`<row>${"<c/>".repeat(3_000_000)}<c t="str"><v>x</v></c></row>`)),
      413,
      /عمود/,
    ],
    ["a million levels", () => bareWorkbook("<a>".repeat(1_000_000)), 422, /تالف/],
    [
      "a million attributes",
      () => bareWorkbook(`<a ${Array.from({ length: 1_000_000 }, (_, i) => `a${i}="1"`).join(" ")}/>`),
      422,
      /تالف/,
    ],
    [
      "a cell far away",
      () => bareWorkbook(sheetOf('<row r="9"><c r="XFD9" t="str"><v>x</v></c></row>')),
      413,
      /عمود/,
    ],
    [
      "a place that is none",
      () => bareWorkbook(sheetOf('<row><c r="__proto__"><v>1</v></c></row>')),
      422,
      /تالف/,
    ],
    [
      "entities of its own",
      () => bareWorkbook(`<!DOCTYPE a [<!ENTITY b "cc">]>${sheetOf(inline("&b;", "1"))}`),
      422,
      /تالف/,
    ],
    [
      "huge strings",
      () =>
        bareWorkbook(sheetOf('<row><c t="s"><v>0</v></c><c><v>1</v></c></row>'.repeat(3000)), {
          "xl/sharedStrings.xml": `<sst><si><t>${"س".repeat(100_000)}</t></si></sst>`,
        }),
      413,
      /نصوص/,
    ],
    ["100,000 rows", () => bareWorkbook(sheetOf(inline("سالم", "1").repeat(100_000))), 413, /5,000/],
    ["100,000 lines", () => `name,phone\n${"سالم,1\n".repeat(100_000)}`, 413, /5,000/],
    ["5,001 lines", () => `name,phone\n${"سالم,1\n".repeat(5001)}`, 413, /5,000/],
    ["a million columns", () => "a,".repeat(1_000_000), 422, /سطر أطول/],
    ["300 columns", () => `name,phone,${"x,".repeat(300)}\nسالم,1`, 413, /عمود/],
    [
      "a quote that is never closed",
      () => `name,phone\n"سالم,1\n${"سالم,1\n".repeat(300_000)}`,
      422,
      /اقتباس/,
    ],
    ["a quote never closed, at the end", () => 'name,phone\nسالم,"1', 422, /اقتباس/],
    ["NUL", () => "name,phone\nسا\u0000لم,1", 415, /ليس جدولًا/],
    ["half of a pair", () => utf16("name,phone\n\uD800x,1", "little"), 422, /تالف/],
    ["cut in a letter", () => Buffer.from("\uFEFFname,phone\nسالم,1\nس").subarray(0, -1), 422, /تالف/],
    ["no phone", () => "name\nسالم", 422, /ينقص الملف العمود «رقم الهاتف»/],
    ["no head", () => "سالم,0501\nفهد,0502", 422, /ينقص الملف الأعمدة «اسم المورد»، «رقم الهاتف»/],
    ["a column twice", () => "name,phone,اسم المورد\nسالم,1,x", 422, /«اسم المورد» مكرر/],
  ];

  test.each(hostile)("%s", async (_, content, status, sentence) => {
    const bytes = await content();
    const pid = office.app.pid();
    const before = residentMegabytes(pid);
    let [most, slowest] = [0, 0];
    let isOver = false;
    const watch = (async () => {
      while (!isOver) {
        const asked = performance.now();
        await fetch(`${office.url}/healthz`);
        slowest = Math.max(slowest, performance.now() - asked);
        most = Math.max(most, residentMegabytes(pid));
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
    })();
    const answer = await upload("suppliers", bytes);
    isOver = true;
    await watch;
    expect([answer.status, refusalIn(answer.body)]).toEqual([status, expect.stringMatching(sentence)]);
    expect(answer.body).toContain("رفع الملف");
    expect(most - before).toBeLessThan(150);
    expect(slowest).toBeLessThan(2000);
  });

  test("no file, and no form", async () => {
    expect(refusalIn((await client.submit("/suppliers/import", { file: new Blob([]) })).body)).toBeTruthy();
    const none = await client.submit("/suppliers/import", { other: "x" });
    expect([none.status, refusalIn(none.body)]).toEqual([422, "اختر ملفًا لاستيراده"]);
    expect((await client.post("/suppliers/import", {})).status).toBe(415);
  });

  test("what is odd in a good file does no harm", async () => {
    const names = ["=HYPERLINK(1)", "_x0000_س_xD800_", "<script>alert(1)</script>", "‮عكس", "[object Object]"];
    const rows = names.map((name, index) => inline(name.replaceAll("<", "&lt;"), `0900${index}`)).join("");
    const trial = await uploaded("suppliers", bareWorkbook(sheetOf(rows)));
    const page = await client.get(trial);
    expect([page.status, figuresIn(page.body).سيضاف]).toEqual([200, "5"]);
    expect(page.body).not.toContain("<script>alert");
    expect((await client.submit(trial, {})).status).toBe(302);
    const stored = await office
      .knex("suppliers")
      .where("phone", "like", "0900%")
      .orderBy("phone")
      .pluck("name");
    expect(stored[0]).toBe("=HYPERLINK(1)");
    expect(stored[3]).toBe("عكس");
  });
});

test("5,000 customers are imported in some seconds, and how far it has come can be asked meanwhile", async () => {
  const rows = Array.from({ length: 5000 }, (_, index) => [
    `${["محمد", "فاطمة", "عبدالله"][index % 3]} بن ${index}`,
    `+96777${String(index).padStart(7, "0")}`,
    index % 4 ? `ID-${index}` : null,
    index % 3 ? `PP${index}` : null,
    "اليمن",
    new Date(Date.UTC(1950 + (index % 60), index % 12, (index % 28) + 1)),
    index % 2 ? "أنثى" : "ذكر",
    `حي ${index}`,
  ]);
  const heads = [
    "الاسم",
    "رقم الهاتف",
    "رقم الهوية",
    "رقم الجواز",
    "الجنسية",
    "تاريخ الميلاد",
    "الجنس",
    "العنوان",
  ];
  const file = await workbookOf([heads, ...rows]);
  const before = await count("customers");
  const memory = residentMegabytes(office.app.pid());
  const start = performance.now();
  const trial = await uploaded("customers", file);
  const seen = new Set<number>();
  const posted = client.submit(trial, {});
  let isOver = false;
  posted.finally(() => {
    isOver = true;
  });
  while (!isOver) {
    const answer = await client.get(`/api/imports/${trial.split("/").at(-1)}/progress`);
    if (answer.status === 200) seen.add(answer.body.progress);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  expect((await posted).status).toBe(302);
  expect(performance.now() - start).toBeLessThan(15_000);
  expect(residentMegabytes(office.app.pid()) - memory).toBeLessThan(150);
  expect(seen.size).toBeGreaterThan(3);
  expect(await count("customers")).toBe(before + 5000);
});

/** What a process holds of the machine's memory. */
function residentMegabytes(pid: number) {
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]) / 1024;
}
