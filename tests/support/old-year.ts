import { beforeAll, beforeEach } from "vitest";
import type { fixture } from "./app";
import type { Client } from "./client";
import { makeCampaign, makeCurrency, makePackage } from "./factories";
import { importsOf } from "./imports";

/** The headings of an office's file of contracts. */
export const heads = [
  "الاسم الكامل",
  "الجوال",
  "رقم الجواز",
  "اسم الحملة",
  "البرنامج",
  "تاريخ التوقيع",
  "الإجمالي",
  "العملة",
  "المسدد",
  "الصندوق",
  "رقم العقد",
];

/** An office with riyals and dollars, boxes and a bank, and a campaign of last year for each test; and files of its contracts. */
export function oldYearOf(office: ReturnType<typeof fixture>, client: Client) {
  const kept = { sar: 0, usd: 0, package_id: 0, campaign: { id: 0, name: "" } };
  let made = 0;
  let people = 0;
  beforeAll(async () => {
    kept.sar = await makeCurrency(office.knex, "SAR", "1", { is_default: true, name: "ريال سعودي" });
    kept.usd = await makeCurrency(office.knex, "USD", "3.75", { name: "دولار أمريكي" });
    const account = { location: "المكتب", account_number: "SA77", account_name: "المكتب" };
    for (const [list, name, currency_code] of [
      ["cash-boxes", "الصندوق الرئيسي", "SAR"],
      ["cash-boxes", "صندوق الدولار", "USD"],
      ["banks", "بنك البلاد", "SAR"],
    ])
      await client.post(`/api/${list}`, { ...account, name, currency_code });
  });
  beforeEach(async () => {
    const costs = { name: "الباقة الذهبية", total_cost: "4000" };
    kept.package_id = await makePackage(office.knex, kept.sar, "9999", costs);
    const last = { name: `حملة العام الماضي ${++made}`, status: "completed" };
    kept.campaign = { id: await makeCampaign(office.knex, 300, [kept.package_id], last), name: last.name };
  });

  /** A row of a file for the customer of a passport. */
  function rowOf(passport: string, paid = "", more: Record<string, string> = {}) {
    const row: Record<string, string> = {
      "رقم الجواز": passport,
      "اسم الحملة": kept.campaign.name,
      البرنامج: "الباقة الذهبية",
      "تاريخ التوقيع": "15/03/2025",
      الإجمالي: "5000",
      المسدد: paid,
      الصندوق: paid && "الصندوق الرئيسي",
      ...more,
    };
    return heads.map((head) => row[head] ?? "");
  }

  /** As many new customers. @returns their passports */
  async function passports(many: number) {
    const numbers = Array.from({ length: many }, () => `C${made}-${people++}`);
    const rows = numbers.map((passport_number) => ({
      name: `معتمر ${passport_number}`,
      phone: "1",
      passport_number,
    }));
    await office.knex("customers").insert(rows);
    return numbers;
  }

  const imports = importsOf(office, client);
  /** The figures that a refused or dead import must leave unchanged. */
  const books = async () => ({
    contracts: await imports.count("contracts"),
    receipts: await imports.count("receipt_vouchers"),
    movements: await imports.count("movements"),
    numbers: await office.knex("document_numbers").orderBy(["prefix", "year"]),
    balances: await office.knex("accounts").orderBy("id").pluck("balance"),
  });
  return { ...imports, kept, rowOf, passports, books };
}
