import excel from "exceljs";
import { describe, expect, test } from "vitest";
import { startApp } from "../support/app";
import { csv, importsOf, refusalIn } from "../support/imports";
import { useOffice } from "../support/office";
import { bareWorkbook, inline, utf16, windows1256 } from "../support/sheets";
import { enterAs } from "../support/users";

/* Agents and suppliers from files, and the template: a dry run, then once or not at all. */

const { office, client } = useOffice();

const { upload, uploaded, count } = importsOf(office, client);

describe("the template", () => {
  test.each([
    [
      "customers",
      "قالب استيراد العملاء",
      [
        "الاسم",
        "اسم العائلة باللاتينية",
        "الأسماء الأولى باللاتينية",
        "اسم الجواز الكامل باللاتينية",
        "رقم الهاتف",
        "رقم الهوية",
      ],
    ],
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

  test("an import is its user's alone", async () => {
    const trial = await uploaded("suppliers", csv(["name", "phone"], ["مورد السر", "0155"]));
    const other = await enterAs(office, "other", ["manage_suppliers"]);
    for (const path of [trial, trial.replace("suppliers", "agents"), "/banks/import", "/__proto__/import"])
      expect([path, (await other.get(path)).status]).toEqual([path, path.startsWith("/agents") ? 403 : 404]);
    expect((await other.submit(trial, {})).status).toBe(404);
    expect((await other.get(`/api/imports/${trial.split("/").at(-1)}/progress`)).status).toBe(404);
    expect((await client.get(`/api/imports/${trial.split("/").at(-1)}/progress`)).body).toEqual({
      progress: 0,
      waiting: false,
    });
    expect((await client.get(trial.replace("/suppliers", "/Suppliers"))).status).toBe(200);
  });

  test("two users who import the same file at the same moment make nothing twice", async () => {
    const second = await enterAs(office, "second", ["manage_suppliers"]);
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

test("an import waits its turn while another goes on, says so, and holds up nobody meanwhile", async () => {
  const trial = await uploaded("suppliers", csv(["name", "phone"], ["مورد ينتظر دوره", "0199"]));
  const progress = async () => (await client.get(`/api/imports/${trial.split("/").at(-1)}/progress`)).body;
  const other = await office.knex.transaction();
  await other.raw("SELECT pg_advisory_xact_lock(hashtext('import suppliers'))");
  const posted = client.submit(trial, {});
  await expect.poll(progress).toEqual({ progress: 0, waiting: true });
  const locked = `SELECT count(*)::int FROM pg_locks JOIN pg_database ON oid = database
    WHERE NOT granted AND datname = current_database()`; // other tests have databases beside this one
  expect((await office.knex.raw(locked)).rows).toEqual([{ count: 0 }]);
  await other.commit();
  expect((await posted).status).toBe(302);
  expect(await office.knex("suppliers").where({ phone: "0199" })).toHaveLength(1);
});

test("what nobody carried out is gone after a day; what was keeps its counts", async () => {
  await uploaded("suppliers", csv(["name", "phone"], ["مورد ينتظر", "01"]));
  const wrong = await uploaded(
    "suppliers",
    csv(["name", "phone"], ["مورد بلا هاتف", "لا هاتف"], ["مورد", "03"]),
  );
  await client.submit(wrong, { only: "right" });
  expect((await client.get(`${wrong}/left/csv`)).status).toBe(200);
  const counts = await office.knex("imports").whereNotNull("done_at").orderBy("id");
  expect(counts.length).toBeGreaterThan(5);
  const earlier = office.knex.raw("now() - interval '25 hours'");
  await office.knex("imports").update({ created_at: earlier });
  await office.knex("imports").whereNotNull("done_at").update({ done_at: earlier });
  const fresh = await uploaded("suppliers", csv(["name", "phone"], ["مورد جديد", "02"]));
  const sweeper = await startApp({ database: office.database });
  try {
    await expect
      .poll(async () => (await office.knex("imports").whereNull("done_at").pluck("id")).join())
      .toBe(fresh.split("/").at(-1));
    await expect
      .poll(() => office.knex("import_rows").pluck("import_id"))
      .toEqual([Number(fresh.split("/").at(-1))]);
    expect(await count("imports")).toBe(counts.length + 1);
  } finally {
    await sweeper.stop();
  }
});
