import { beforeEach, expect, test } from "vitest";
import { makeCustomer } from "../support/factories";
import { csv, figuresIn, importsOf, outcomesIn } from "../support/imports";
import { useOffice } from "../support/office";
import { enterAs } from "../support/users";

/* Visas from the files that offices have. */

const { office, client } = useOffice();
const kind = "trips/visas";

const { uploaded, count } = importsOf(office, client);

/** Two customers, who are new for each test. */
let salim: { passport: string; id: number };
let huda: { passport: string; id: number };
let made = 0;

beforeEach(async () => {
  const [a, b] = [`A${++made}00`, `B${made}00`];
  const of = (name: string, passport_number: string, national_id: string) =>
    makeCustomer(office.knex, { name, phone: `05${made}${made}1`, passport_number, national_id });
  salim = { passport: a, id: await of("سالم بن علي باوزير", a, `N${a}`) };
  huda = { passport: b, id: await of("هدى محمد", b, `N${b}`) };
});

const heads = [
  "اسم المعتمر",
  "رقم الهوية",
  "الجواز",
  "النوع",
  "تاريخ الطلب",
  "حالة التأشيرة",
  "رقم الفيزا",
  "تاريخ الإصدار",
  "سبب الرفض",
];
const file = (...rows: string[][]) => csv(["كشف التأشيرات"], [], heads, ...rows);

test("decided visas of an old year come in without their papers, each with its history", async () => {
  const [a, b] = [salim.passport, huda.passport];
  const trial = await uploaded(
    kind,
    file(
      ["سالم باوزير", "", a, "عمرة", "٠١/٠٢/٢٠٢٥", "معتمدة", "V 7001", "2025-02-10", ""], // 4
      ["هدى محمد", `N${b}`, "", "حج", "2025-03-01", "مرفوضة", "", "", "صورة غير واضحة"], // 5
      ["هدى محمد", "", b, "", "2026-11-01", "", "", "", ""], // 6
      ["هدى محمد", "", b, "عمرة", "2026-11-01", "قيد الانتظار", "", "", ""], // 7: as 6
      ["هدى محمد", "", b, "عمرة", "2026-10-01", "", "v7001", "2026-10-02", ""], // 8: the number of 4
      ["سالم باوزير", "", a, "حج", "2025-05-01", "صدرت", "V7001", "2025-05-02", ""], // 9: as 4, by its number
    ),
  );
  const page = await client.get(trial);
  expect(outcomesIn(page.body)).toEqual([
    "4 سيضاف",
    "5 سيضاف",
    "6 سيضاف",
    "7 مكرر في الملفكالسطر 6",
    "8 رقمه لاسم آخركالسطر 4رقم التأشيرة في الملف لاسم آخر",
    "9 مكرر في الملفكالسطر 4",
  ]);
  const plain = await client.submit(trial, {});
  expect([plain.status, await count("visas")]).toEqual([422, 0]); // a row has to be mended, and its button says so
  expect(page.body).toContain("استيراد الصحيح فقط");
  expect((await client.submit(trial, { only: "right" })).status).toBe(302);
  const { visas } = (await client.get("/api/visas")).body;
  const history = (...lines: [string, string | null][]) =>
    lines.map(([status, change_reason]) => expect.objectContaining({ status, change_reason }));
  expect(visas.reverse()).toMatchObject([
    {
      customer_id: salim.id,
      passport_number: a,
      visa_type: "umrah",
      submission_date: "2025-02-01",
      approval_date: "2025-02-10",
      visa_number: "V 7001",
      status: "expired",
      document_path: null,
      history: history(
        ["expired", expect.any(String)],
        ["approved", "استيراد من ملف"],
        ["pending", "استيراد من ملف"],
      ),
    },
    {
      customer_id: huda.id,
      passport_number: b,
      visa_type: "hajj",
      status: "rejected",
      history: history(["rejected", "صورة غير واضحة"], ["pending", "استيراد من ملف"]),
    },
    {
      customer_id: huda.id,
      visa_type: "umrah",
      status: "pending",
      history: history(["pending", "استيراد من ملف"]),
    },
  ]);
  expect(await office.knex("audit_log").where({ kind: "visas", action: "insert" })).toHaveLength(3);

  const again = await uploaded(
    kind,
    file(["سالم باوزير", "", a, "عمرة", "2025-02-01", "معتمدة", "V7001", "2025-02-10", ""]),
  );
  expect(figuresIn((await client.get(again)).body)).toMatchObject({ سيضاف: "0", "مسجل من قبل": "1" });
});

test("what is wrong is said of its cell: customers, numbers and dates", async () => {
  const [a, b] = [salim.passport, huda.passport];
  const rows: [string[], string][] = [
    [["هدى محمد", "", a, "", "2025-01-01", "", "", "", ""], `رقم الجواز مسجل باسم «سالم بن علي باوزير»`],
    [["هدى محمد", `N${b}`, a, "", "2025-01-01", "", "", "", ""], "رقم الجواز مسجل لغير صاحب رقم الهوية"],
    [["غريب", "", "X404", "", "2025-01-01", "", "", "", ""], "رقم الجواز: لا عميل بهذا الرقم: أضفه أولًا"],
    [["", "", "", "", "2025-01-01", "", "", "", ""], "يعرف العميل من رقم هويته أو جوازه"],
    [["", "", a, "", "", "", "", "", ""], "تاريخ التقديم: هذا الحقل مطلوب"],
    [
      ["", "", a, "", "2025-01-01", "معتمدة", "", "", ""],
      "رقم التأشيرة: هذا الحقل مطلوبتاريخ الاعتماد: هذا الحقل مطلوب",
    ],
    [["", "", a, "", "2025-01-02", "", "V1", "2025-01-01", ""], "تاريخ الاعتماد لا يكون قبل تاريخ التقديم"],
    [["", "", a, "", "2025-01-02", "", "V1", "2190-01-01", ""], "تاريخ الاعتماد لا يكون في المستقبل"],
    [["", "", a, "", "2025-01-01", "مرفوضة", "V1", "", ""], "رقم التأشيرة: يكتب للتأشيرة المعتمدة وحدها"],
    [
      ["", "", a, "سياحية", "2025-01-01", "", "", "", ""],
      "نوع التأشيرة: قيمة غير معروفة، يكتب فيها: عمرة أو حج",
    ],
  ];
  const trial = await uploaded(kind, csv(heads, ...rows.map(([cells]) => cells)));
  const told = outcomesIn((await client.get(trial)).body);
  expect(told).toHaveLength(rows.length);
  for (const [index, [, sentence]] of rows.entries()) expect(told[index]).toContain(sentence);
  const before = await count("visas");
  expect((await client.submit(trial, { only: "right" })).status).toBe(302);
  expect(await count("visas")).toBe(before);
});

test("a number that a visa has is told with whose it is; given at that very moment it refuses all", async () => {
  const [a, b] = [salim.passport, huda.passport];
  const approved = { status: "approved", approval_date: "2026-11-01", submission_date: "2026-10-01" };
  const insert = (visa_number: string, customer_id: number, passport_number: string) => ({
    ...approved,
    visa_number,
    customer_id,
    passport_number,
  });
  await office.knex("visas").insert(insert("K-9", huda.id, b));
  const row = (number: string, date: string) => ["", "", a, "", date, "", number, "2026-11-02", ""];
  const taken = await uploaded(kind, csv(heads, row("k -9", "2026-10-05")));
  expect(outcomesIn((await client.get(taken)).body)).toEqual([
    "2 رقمه لاسم آخرفتح التأشيرةرقم التأشيرة مسجل لتأشيرة «هدى محمد»",
  ]);
  const trial = await uploaded(kind, csv(heads, row("M-1", "2026-10-05"), row("M-2", "2026-10-06")));
  const before = await count("visas");
  const meanwhile = await office.knex.transaction();
  await meanwhile("visas").insert(insert("m-2", huda.id, b));
  const posted = client.submit(trial, {});
  const waiting = `SELECT count(*)::int AS waiting FROM pg_stat_activity
    WHERE datname = current_database() AND cardinality(pg_blocking_pids(pid)) > 0`;
  await expect.poll(async () => (await office.knex.raw(waiting)).rows[0].waiting).toBeGreaterThan(0);
  await meanwhile.commit();
  expect([(await posted).status, await count("visas")]).toEqual([409, before + 1]);
});

test("two users who import the same file at the same moment make nothing twice", async () => {
  const second = await enterAs(office, "second", ["manage_trips"]);
  const rows = Array.from({ length: 60 }, (_, index) => [
    ...["", "", salim.passport, "", `2024-0${1 + (index % 9)}-${10 + Math.floor(index / 9)}`],
    ...["", `W${index}`, "2024-12-01", ""],
  ]);
  const before = await count("visas");
  const trials = await Promise.all(
    [client, second].map(async (by) => ({ by, trial: await uploaded(kind, csv(heads, ...rows), by) })),
  );
  const answers = await Promise.all(trials.map(({ by, trial }) => by.submit(trial, {})));
  expect(answers.map(({ status }) => status)).toEqual([302, 302]);
  expect(await count("visas")).toBe(before + 60);
  expect((await client.get("/trips/visas")).body).toContain('href="/trips/visas/import"');
});
