import { EventEmitter, once } from "node:events";
import { setImmediate as air, setTimeout } from "node:timers/promises";
import { beforeAll, describe, expect, test } from "vitest";
import type { SessionUser } from "~/domain/permissions";
import { entities } from "~/features/entities.server";
import { readKnown } from "~/features/importables/duplicates.server";
import { supplierImports } from "~/features/importables/people-imports.server";
import { trialOf } from "~/features/imports/trials.server";
import { makeSupplier } from "../support/factories";
import { importsOf } from "../support/imports";
import { useOffice } from "../support/office";
import { visitOf } from "../support/turns";
import { createUser } from "../support/users";

/* A file is judged once while nothing changes, and one file of a user at a time. */

const { office, client } = useOffice();
const { uploaded } = importsOf(office, client);

let user: SessionUser;
const count = { all: 0, present: 0, most: 0 };
/** Suppliers, of which each judging is counted. */
const counted: typeof supplierImports = {
  ...supplierImports,
  async settle(...given) {
    count.all++;
    count.most = Math.max(count.most, ++count.present);
    await air();
    await supplierImports.settle(...given);
    count.present--;
  },
};

beforeAll(async () => {
  const { id } = await office.knex("users").first("id");
  user = { id, permissions: ["manage_suppliers"] } as never;
});

let files = 0;
async function newFile() {
  const trial = await uploaded("suppliers", `name,phone\nمورد ${++files},05${files}`);
  return Number(trial.split("/").at(-1));
}
const visit = (by = user) => visitOf(by.id, by);
const trial = (id: number, by = user) => trialOf(office.knex, visit(by), counted, id);
/** How often the file is judged meanwhile. */
async function judgedDuring(work: () => Promise<unknown>) {
  const before = count.all;
  await work();
  return count.all - before;
}

test("six tabs of a file, and its pages afterwards, are judged once", async () => {
  const id = await newFile();
  const tabs = () => Promise.all(Array.from({ length: 6 }, () => trial(id)));
  expect(await judgedDuring(tabs)).toBe(1);
  expect(await judgedDuring(tabs)).toBe(0);
});

test("files of a user are judged one after the other, another user's meanwhile", async () => {
  const ids = await Promise.all([newFile(), newFile(), newFile()]);
  count.most = 0;
  expect(await judgedDuring(() => Promise.all(ids.map((id) => trial(id))))).toBe(3);
  expect(count.most).toBe(1);
  const { username } = await createUser(office.knex, "second", ["manage_suppliers"]);
  const { id } = await office.knex("users").where({ username }).first("id");
  const [mine = 0, theirs = 0] = ids;
  const signals = new EventEmitter();
  let judging = 0;
  const meeting: typeof counted = {
    ...counted,
    // Each waits for the other, so neither ends if they take turns.
    async settle() {
      if (++judging === 2) signals.emit("met");
      else await once(signals, "met");
    },
  };
  const other = { ...user, id };
  await Promise.all([
    trialOf(office.knex, visit(), meeting, mine),
    trialOf(office.knex, visit(other), meeting, theirs),
  ]);
  expect(judging).toBe(2);
});

test("a tab that is closed leaves the line, and another tab of its file is judged without it", async () => {
  const ids = [await newFile(), await newFile()] as const;
  const signals = new EventEmitter();
  const began = once(signals, "began");
  const slow: typeof counted = {
    ...counted,
    async settle() {
      signals.emit("began");
      await once(signals, "go on");
    },
  };
  const first = trialOf(office.knex, visit(), slow, ids[0]);
  await began;
  const [closed, open] = [visit(), visit()];
  const judged = await judgedDuring(async () => {
    const left = trialOf(office.knex, closed, counted, ids[1]);
    await setTimeout(100); // until it waits
    const shared = trialOf(office.knex, open, counted, ids[1]);
    await setTimeout(100);
    closed.answered();
    await expect(left)
      .rejects.toMatchObject({ code: "unavailable" })
      .finally(() => signals.emit("go on"));
    await first;
    expect((await shared).verdicts).toHaveLength(1);
  });
  expect(judged).toBe(1);
});

describe("it is judged again after a change", () => {
  const outcome = async (id: number) => (await trial(id)).verdicts[0]?.outcome;

  test("of the office's data, by whichever way", async () => {
    const id = await newFile();
    expect(await outcome(id)).toBe("new");
    const supplier = { name: `مورد ${files}`, phone: `05${files}`, phone_e164: "" };
    const made = await makeSupplier(office.knex, supplier);
    expect(await outcome(id)).toBe("existing");
    await office.knex("suppliers").where({ id: made }).update({ name: "غيره" });
    expect(await outcome(id)).toBe("new");
    await client.delete(`/api/suppliers/${made}`);
    expect(await judgedDuring(() => trial(id))).toBe(1);
  });

  test("that began before the trial and is committed after it", async () => {
    const id = await newFile();
    const early = await office.knex.transaction();
    await early("suppliers").insert({ name: `مورد ${files}`, phone: `05${files}` });
    await makeSupplier(office.knex, { name: "بعده" });
    expect(await outcome(id)).toBe("new");
    await early.commit();
    expect(await outcome(id)).toBe("existing");
  });

  test("of the answers, the columns, or the user's rights; and never once the rows have gone", async () => {
    const id = await newFile();
    await trial(id);
    const changes: [string, () => Promise<unknown>][] = [
      [
        "answers",
        () =>
          office
            .knex("import_rows")
            .where({ import_id: id })
            .update({ others: [2] }),
      ],
      ["columns", () => office.knex("import_rows").where({ import_id: id }).update({ waiting: false })],
    ];
    for (const [what, change] of changes) {
      await change();
      expect([what, await judgedDuring(() => trial(id))]).toEqual([what, 1]);
    }
    const more = { ...user, permissions: ["manage_suppliers", "manage_financials"] } as never;
    expect(await judgedDuring(() => trial(id, more))).toBe(1);
    await office.knex("import_rows").where({ import_id: id }).delete();
    await expect(trial(id, more)).rejects.toThrow("لم تعد أسطر هذا الملف محفوظة");
  });
});

test("a number that all pilgrims share, since it is the office's, is judged; the same name is asked about", async () => {
  const most = 4000;
  await office.knex.raw(
    `INSERT INTO customers (name, phone, phone_e164, passport_number)
     SELECT 'معتمر بن ' || n || ' الشمري', '0559999999', '+966559999999', 'OWN' || n FROM generate_series(1, ?) n`,
    [most],
  );
  const rows = Array.from({ length: most }, (_, n) => `ساكن جديد ${n},0559999999,`);
  const file = `الاسم,رقم الهاتف,رقم الهوية\nمعتمر بن ${most} الشمري,0559999999,ID77\n${rows.join("\n")}`;
  const page = await client.get(await uploaded("customers", file));
  expect(page.status).toBe(200);
  expect(page.body).toContain(`مسجل باسم «معتمر بن ${most} الشمري»، وقد يكون الشخص نفسه`);
});

test("the holders of a telephone number are read once for all rows that have it", async () => {
  const most = 300;
  await office.knex.raw(
    `INSERT INTO customers (name, phone, phone_e164) SELECT 'جار ' || n, '0558888888', '+966558888888' FROM generate_series(1, ?) n`,
    [most],
  );
  const rows = Array.from({ length: most }, (_, n) => ({ name: `ساكن ${n}`, phone: "0558888888" }));
  const { known, read } = await office.knex.transaction(async (trx) => {
    const [known] = await readKnown(trx, "customers", [], rows);
    const { rows: sums } = await trx.raw(
      "SELECT sum(pg_stat_get_xact_tuples_returned(indexrelid))::int AS read FROM pg_index WHERE indrelid = 'customers'::regclass",
    );
    return { known, read: sums[0].read };
  });
  expect(known?.sharing).toHaveLength(5);
  expect(read).toBeGreaterThan(0);
  expect(read).toBeLessThan(most * 50);
});

test("a judging that fails is not kept", async () => {
  const id = await newFile();
  const failing = { ...counted, settle: () => Promise.reject(new Error("gone")) };
  await expect(trialOf(office.knex, visit(), failing, id)).rejects.toThrow("gone");
  expect(await judgedDuring(() => trial(id))).toBe(1);
});

test("the file of wrong rows uses the same trial, and says what the page says", async () => {
  const address = await uploaded("suppliers", "name,phone\n,0501\nصحيح,0502");
  const page = (await client.get(address)).body;
  expect(page).toContain("فيه خطأ");
  const file = (await client.get(`${address}/left/csv`)).body;
  expect(file.trim().split("\r\n")).toHaveLength(2);
});

/* A reader whose work grows with the square of a cell's length would need minutes for these. */
describe("a long cell is read at once", () => {
  const kinds = Object.values(entities).flatMap(({ imports }) => imports ?? []);
  const texts = [" ", "1", "-", "1 ", "/ ", "\t", ".", "س", "a@", "a.", "٠", "%", "*", "s"].map((part) =>
    part.repeat(100_000),
  );

  test.each(kinds.map((kind) => [kind.entity.table, kind] as const))("of %s", (_, { columns }) => {
    for (const { readColumn } of columns)
      for (const text of texts) for (const cell of [text, `س${text}س`, `1${text}x`]) readColumn([cell])(cell);
  });

  test("and a date of signs alone is none", () => {
    const { columns } = kinds.find(({ entity }) => entity.table === "contracts") ?? { columns: [] };
    const read = columns.find(({ field }) => field === "contract_date")?.readColumn([]);
    for (const [cell, value] of [
      ["1---------2", "1---------2"],
      ["1 - 2 - 2025", "2025-02-01"],
      ["15--مارس--2025", "2025-03-15"],
      ["١٥/ ٣ /٢٠٢٥ م", "2025-03-15"],
      ["15 ذو القعدة 1445هـ", "2024-05-23"],
    ] as const)
      expect(read?.(cell)).toBe(value);
  });
});
