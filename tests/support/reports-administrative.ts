import { parse } from "csv-parse/sync";
import { beforeAll, expect } from "vitest";
import type { fixture } from "./app";
import type { Client } from "./client";
import type { settableClock } from "./clock";
import { makeDollarAndDinar } from "./factories";

export const path = "/reports/administrative";

export const lastYear = { from: "2025-01-01", to: "2025-12-31" };
export const thisYear = { from: "2026-01-01", to: "2026-11-10" };
export const query = (report: string, more: object = {}) => `?${new URLSearchParams({ report, ...more })}`;

/** The day this many days from the real today at the office, by which the database dates its history. */
export function realDay(ahead: number) {
  const moment = new Date(Date.now() + ahead * 86_400_000);
  return new Intl.DateTimeFormat("en-CA", { timeZone: "Asia/Riyadh" }).format(moment);
}

export type Table = { title: string; rows: string[][] };

const textOf = (html: string) =>
  html
    .replace(/<small>|<br\/?>/g, " ")
    .replace(/<[^>]+>/g, "")
    .replaceAll("&amp;", "&")
    .trim();

/** The tables of a report's page, each under its title, by the rows that they draw. */
export function tablesOf(html: string): Table[] {
  return html
    .split('class="section-title"')
    .slice(1)
    .map((part) => ({
      title: textOf(part.slice(part.indexOf(">") + 1, part.indexOf("</h2>"))),
      rows: [...(part.match(/<tbody>(.*?)<\/tbody>/s)?.[1] ?? "").matchAll(/<tr[^>]*>(.*?)<\/tr>/gs)].map(
        ([, row = ""]) =>
          [...row.matchAll(/<t[hd][^>]*>(.*?)<\/t[hd]>/gs)].map(([, cell = ""]) => textOf(cell)),
      ),
    }));
}

/** The same tables of its file. */
export function tablesOfFile(csv: string): Table[] {
  return csv
    .replace("\uFEFF", "")
    .split("\r\n\r\n")
    .slice(1) // the subject of the report
    .map((part) => {
      const [[title = ""] = [], _head, ...rows] = parse(part, { relax_column_count: true }) as string[][];
      return { title, rows };
    });
}

/** The data from which the reports' figures are computed by hand, made by real requests at the office's own time. */
export function useAdministrativeReports(
  office: ReturnType<typeof fixture>,
  client: Client,
  clock: ReturnType<typeof settableClock>,
) {
  async function make(what: string, row: object, item = what.replace(/s$/, "")) {
    const { status, body } = await client.post(`/api/${what}`, row);
    expect([what, status, body.error]).toEqual([what, 201, undefined]);
    return body[item.replaceAll("-", "_")].id as number;
  }

  async function cancel(contract: number) {
    expect((await client.put(`/api/contracts/${contract}`, { status: "cancelled" })).status).toBe(200);
  }

  let ramadan: number;

  beforeAll(async () => {
    const { usd, kwd } = await makeDollarAndDinar(office.knex);
    const city_id = await make("cities", { name: "مكة" }, "city");
    const hotel = {
      city_id,
      address: "شارع",
      currency_id: kwd,
      triple_room_price: "25",
      quad_room_price: "30",
    };
    const [near, far] = [
      await make("hotels", { name: "فندق قريب", ...hotel }),
      await make("hotels", { name: "فندق بعيد", ...hotel, triple_room_price: "10" }),
    ];
    await make("hotels", { name: "فندق مهجور", ...hotel });
    const bus_type_id = await make("bus-types", { name: "كبيرة" });
    const transportation_id = await make("transportations", {
      company_name: "نقل",
      bus_type_id,
      capacity: 45,
      price_per_person: "50",
      currency_id: usd,
    });
    const catering_type_id = await make("catering-types", { name: "كاملة" });
    const catering_id = await make(
      "catering",
      { name: "مطبخ", catering_type_id, price_per_day: "12", currency_id: usd },
      "catering_service",
    );
    const whole = { duration: 7, hotel_id: near, transportation_id, catering_id };
    // Costs: 30 ÷ 4 × 7 × 3.25 = 170.625, 50 and 84; 25 ÷ 3 × 10 × 3.25 = 270.8333…; 10 ÷ 3 × 7 × 3.25 = 75.8333…
    const dollars = await make("packages", {
      name: "بالدولار",
      currency_id: usd,
      room_occupancy_basis: 4,
      ...whole,
    });
    const dinars = await make("packages", {
      name: "بالدينار",
      currency_id: kwd,
      room_occupancy_basis: 3,
      duration: 10,
      hotel_id: near,
    });
    const unsold = await make("packages", {
      name: "لم تبع",
      currency_id: usd,
      room_occupancy_basis: 3,
      duration: 7,
      hotel_id: far,
    });
    await office.knex("packages").where({ id: dollars }).update({ total_price: "400" });
    await office.knex("packages").where({ id: dinars }).update({ total_price: "100.125" });

    const campaign = (name: string, total_seats: number) =>
      make("campaigns", {
        name,
        type: "عمرة",
        start_date: "2026-02-01",
        end_date: "2026-12-31",
        total_seats,
        package_ids: [dollars, dinars, unsold],
      });
    ramadan = await campaign("رمضان", 7);
    const summer = await campaign("الصيف", 10);
    await campaign("الشتاء", 20);

    const customer = (name: string, more: object = {}) =>
      make("customers", { name, phone: "777000111", ...more });
    const returning = await customer("عائد", {
      nationality: "YEM",
      gender: "ذكر",
      date_of_birth: "1996-11-11",
    }); // 29, tomorrow 30
    const lost = await customer("لم يعد", {
      nationality: "SAU",
      gender: "أنثى",
      date_of_birth: "1950-01-01",
    });
    const nameless = await customer("مجهول");
    const cancelled = await customer("ألغى", {
      nationality: "YEM",
      gender: "ذكر",
      date_of_birth: "1980-01-01",
    });
    const twice = await customer("مرتان", {
      nationality: "EGY",
      gender: "أنثى",
      date_of_birth: "1956-11-10",
    }); // 70 today
    const late = await customer("ألغى ثم وقع", {
      nationality: "YEM",
      gender: "أنثى",
      date_of_birth: "2008-11-11",
    }); // 17
    const sign = (customer_id: number, campaign_id: number, package_id: number) =>
      make("contracts", { customer_id, campaign_id, package_id });

    clock.set("2025-06-15T09:00:00Z");
    await sign(returning, ramadan, dollars);
    await sign(lost, ramadan, dinars);
    await cancel(await sign(late, ramadan, dollars));
    clock.set("2026-03-31T21:30:00Z"); // the first of April at the office
    await sign(returning, ramadan, dollars);
    await sign(nameless, ramadan, dinars);
    await cancel(await sign(cancelled, ramadan, dinars));
    clock.set("2026-11-10T09:00:00Z");
    await sign(twice, ramadan, dollars);
    await sign(twice, summer, dinars);
    await sign(late, summer, dinars);
  });

  async function read(report: string, more: object = {}) {
    const { status, body } = await client.get(path + query(report, more));
    expect(status).toBe(200);
    const tables = new Map(tablesOf(body).map(({ title, rows }) => [title, rows]));
    const figures = [...body.matchAll(/<dt>([^<]+)<\/dt><dd>(.*?)<\/dd>/gs)].map(([, label, value = ""]) => [
      label,
      textOf(value),
    ]);
    return { body: body as string, tables, figures: Object.fromEntries(figures) as Record<string, string> };
  }

  return { make, read, ramadan: () => ramadan };
}
