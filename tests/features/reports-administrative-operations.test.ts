import ExcelJS from "exceljs";
import { beforeAll, describe, expect, test } from "vitest";
import { settableClock } from "../support/clock";
import { useOffice } from "../support/office";
import {
  path,
  query,
  realDay,
  type Table,
  tablesOf,
  tablesOfFile,
  thisYear,
  useAdministrativeReports,
} from "../support/reports-administrative";
import { enterAs } from "../support/users";

/* Every figure is computed by hand from the data of the setup and of `useAdministrativeReports`, made by real requests at the office's own time. */

const clock = settableClock();
const { office, client } = useOffice({ env: clock.env });

const { make, read, ramadan } = useAdministrativeReports(office, client, clock);

describe("operations", () => {
  const period = { from: realDay(-30), to: realDay(3) };

  beforeAll(async () => {
    const customer_id = await make("customers", { name: "حاج", phone: "777000111" });
    const apply = (ahead: number) =>
      make("visas", { customer_id, passport_number: "P1", submission_date: realDay(ahead) });
    const approve = async (id: number) => {
      const body = new FormData();
      body.append("visa_number", `V-${id}`);
      body.append("file", new Blob(["%PDF-1.4\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF\n"]), "visa.pdf");
      expect((await client.send("POST", `/api/visas/${id}/approve`, { body })).status).toBe(200);
    };
    const reject = async (id: number) =>
      expect((await client.put(`/api/visas/${id}/status`, { status: "rejected" })).status).toBe(200);
    clock.set("2026-06-15T09:00:00Z");
    await approve(await apply(-9)); // expires in September, before any sweep
    clock.set("2026-11-10T09:00:00Z");
    const changed = await apply(-4);
    await approve(changed);
    expect((await client.put(`/api/visas/${changed}`, { notes: "تعديل بعد القرار" })).status).toBe(200);
    await reject(await apply(-1));
    await reject(await apply(2)); // decided before the day that it was entered with
    await apply(0);
    await reject(await apply(-400));

    const group = (name: string, capacity: number, more: object = {}) =>
      make("groups", { name, campaign_id: ramadan(), capacity, ...more });
    const [open, full] = [await group("مفتوحة", 10), await group("مكتملة", 1)];
    await group("غادرت", 30, { departureDate: "2026-11-10" });
    for (const to of [open, full]) {
      const member = await make("customers", { name: "عضو", phone: "777000111" });
      expect((await client.post(`/api/groups/${to}/members`, { customer_id: member })).status).toBe(201);
    }

    const trip = (name: string) => make("trips", { name, start_date: "2026-11-01", end_date: "2026-11-30" });
    const [first, second, quiet] = [await trip("الأولى"), await trip("الثانية"), await trip("لا شيء فيها")];
    const stage = (of: number, name: string, date: string, status = "pending") =>
      make(`trips/${of}/stages`, { name, date, time: "10:00", status }, "stage");
    await stage(first, "متأخرة", "2026-11-09", "in-progress");
    await stage(first, "تمت", "2026-11-02", "completed");
    await stage(first, "اليوم", "2026-11-10");
    await stage(second, "آخر الأيام السبعة", "2026-11-17");
    await stage(second, "بعدها", "2026-11-18");
    await stage(quiet, "ألغيت", "2026-11-03", "cancelled");
    await stage(quiet, "بعيدة", "2026-11-25");
  });

  test("tell of visas by today's status, and of the days to the first decision", async () => {
    const { tables, figures } = await read("operations", period);
    expect(tables.get("التأشيرات بحسب حالتها")).toEqual([
      ["قيد الانتظار", "1", "20%"],
      ["معتمدة", "1", "20%"],
      ["مرفوضة", "2", "40%"],
      ["منتهية", "1", "20%"],
      ["المجموع", "5", "100%"],
    ]);
    expect(tables.get("أيام القرار")).toEqual([
      ["معتمدة", "2", "6.5", "6.5", "9"],
      ["مرفوضة", "2", "0.5", "0.5", "1"],
      ["الجميع", "4", "2.5", "3.5", "9"],
    ]);
    expect(figures).toMatchObject({ "تأشيرات الفترة": "5", "وسيط أيام القرار": "2.5" });
  });

  test("tell of groups and due stages as they are today", async () => {
    const { tables, figures } = await read("operations", period);
    expect(tables.get("المجموعات بحسب حالتها")).toEqual([
      ["نشطة", "1", "10", "1", "9", "10%"],
      ["مكتملة", "1", "1", "1", "0", "100%"],
      ["غادرت", "1", "30", "0", "30", "0%"],
      ["المجموع", "3", "41", "2", "39", "5%"],
    ]);
    expect(tables.get("الرحلات بحسب حالتها")).toEqual([
      ["قادمة", "0"],
      ["جارية", "3"],
      ["انتهت", "0"],
      ["المجموع", "3"],
    ]);
    expect(tables.get("المراحل المستحقة")).toEqual([
      ["متأخرة", "1", "1"],
      ["اليوم", "1", "1"],
      ["خلال 7 أيام", "1", "1"],
    ]);
    expect(tables.get("رحلات لها مراحل مستحقة")).toEqual([
      ["الأولى", "2026-11-01", "1", "1", "0", "متأخرة", "2026-11-09"],
      ["الثانية", "2026-11-01", "0", "0", "1", "آخر الأيام السبعة", "2026-11-17"],
    ]);
    expect(figures).toMatchObject({ "مراحل متأخرة": "1", "مراحل اليوم": "1" });
  });

  test("without any visa have no median", async () => {
    const { figures, tables } = await read("operations", { from: "2001-01-01", to: "2001-12-31" });
    expect(figures).toMatchObject({ "تأشيرات الفترة": "0", "وسيط أيام القرار": "—" });
    expect(tables.get("أيام القرار")).toEqual([]);
  });
});

describe("every report", () => {
  const reports = ["campaigns", "customers", "services", "operations"];

  test("leads from each figure that counts a list's rows to just as many", async () => {
    for (const report of reports) {
      const { body } = await read(report, thisYear);
      const links = [
        ...body.matchAll(
          /<a(?: class="underline")? href="(\/(?:contracts|campaigns|trips)[^"]*)">(?:<[^>]+>)?([\d,]+)</g,
        ),
      ];
      expect([report, links.length > 0]).toEqual([report, report !== "customers"]);
      for (const [, href = "", count] of links) {
        const { status, body } = await client.get(href.replaceAll("&amp;", "&"));
        expect([href, status, body.match(/الإجمالي <bdi>([\d,]+)/)?.[1] ?? "0"]).toEqual([href, 200, count]);
      }
    }
  });

  test("is the same as file and on paper as on the screen", async () => {
    for (const report of reports) {
      const asked = query(report, thisYear);
      const onScreen = tablesOf((await client.get(path + asked)).body);
      const { status, body } = await client.get(`${path}/export/csv${asked}`);
      const plain = ({ title, rows }: Table) => ({ title, rows: rows.map((row) => row.map(inFile)) });
      expect(status).toBe(200);
      expect(tablesOfFile(body)).toEqual(onScreen.map(plain));
      expect(tablesOf((await client.get(`${path}/print${asked}`)).body)).toEqual(onScreen);
      const workbook = new ExcelJS.Workbook();
      const file = await fetch(`${office.url}${path}/export/xlsx${asked}`, {
        headers: { Cookie: client.cookie },
      });
      await workbook.xlsx.load(await file.arrayBuffer());
      expect(workbook.worksheets.slice(1).map(({ name, rowCount }) => [name, rowCount - 1])).toEqual(
        onScreen.map(({ title, rows }) => [title, rows.length]),
      );
    }
  });

  test("says why there is none where the address asks for what it does not know", async () => {
    for (const bad of ["report=zzz", "report=__proto__", "from=yesterday", "report=services&to=2026-02-30"]) {
      for (const screen of [path, `${path}/print`]) {
        const { status, body } = await client.get(`${screen}?${bad}`);
        expect([bad, status, body.includes("صحح التصفية أو")]).toEqual([bad, 200, true]);
      }
      expect((await client.get(`${path}/export/csv?${bad}`)).status).toBe(422);
    }
    const samples = await client.get(`${path}?tab=sample&report=zzz`);
    expect([samples.status, samples.body.includes("صحح التصفية أو")]).toEqual([200, true]);
  });

  test("has links for who may open them", async () => {
    const reader = await enterAs(office, "reader", ["view_reports"]);
    for (const report of reports) {
      const { status, body } = await reader.get(path + query(report));
      expect([status, body.match(/href="\/(contracts|campaigns|trips)/)]).toEqual([200, null]);
    }
  });

  test("has a sample beside it, marked as one, with the retention of 85 percent", async () => {
    for (const report of reports) {
      const { body } = await client.get(`${path}?tab=sample&report=${report}`);
      expect(body).toContain("أرقام ثابتة للعرض");
      expect(body.includes("85%")).toBe(report === "customers");
    }
  });
});

/** `1,234.50` and `85%` as a file writes them. */
const inFile = (text: string) =>
  /^[\d,]+(\.\d+)?%?$/.test(text) ? String(Number(text.replace(/[,%]/g, ""))) : text;
