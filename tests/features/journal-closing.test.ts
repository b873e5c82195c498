import { describe, expect, test } from "vitest";
import { keepBooks } from "../support/books";
import { day, decisionsOf, today } from "../support/closing";
import { journalOf, useBooks } from "../support/journal-files";
import { useOffice } from "../support/office";
import { textOf } from "../support/statements";

/* What a closing writes in the journal, and that a closed period stays as it is (books.md, rule 11). */

const { office, client } = useOffice({ isFaultless: true });
keepBooks(office);
const { file, lines, told } = journalOf(client);
const { ids, box, signed, receive } = useBooks(office, client);
const { closeUntil, reopenAll } = decisionsOf(client);

describe("a closing", () => {
  const inJune = { name: "عمرة الشهر", start_date: day(40), end_date: day(30) };

  test("earns the sales of what departed, brings money to its rates, and is taken back by a reopening", async () => {
    const contract = await signed(day(60), inJune);
    await receive(contract, 300, { date: day(50) });
    await client.put(`/api/currencies/${ids.sar}`, { exchange_rate: 0.26 });
    const before = await told(day(60), day(20), contract.contract_number);
    const paper = await client.get(`/reports/journal/print?from=${day(60)}&to=${day(20)}`);
    expect([paper.status, textOf(paper.body)]).toEqual([200, expect.stringContaining("(متوقع عند الإقفال)")]);
    expect(before).toEqual([
      ...["العملاء 1000 USD", "مبيعات مؤجلة -1000 USD"],
      ...["مبيعات مؤجلة 1000 USD", "المبيعات -1000 USD"], // as it would be
    ]);
    await closeUntil(day(20));
    expect(await told(day(60), day(20), contract.contract_number)).toEqual(before);
    expect(await office.knex("journal_contracts").where({ contract_id: contract.id }).first()).toMatchObject({
      is_deferred: true,
      closing_id: expect.any(Number),
    });

    const { status } = await client.put(`/api/contracts/${contract.id}`, {
      ...{ status: "cancelled", cancellation_fee: 120, cancellation_reason: "مرض" },
    });
    expect(status).toBe(200);
    expect(await told(today, today, contract.contract_number)).toEqual([
      ...["المبيعات 1000 USD", "العملاء 120 USD"],
      ...["العملاء -1000 USD", "رسوم الإلغاء والشيكات -120 USD"],
    ]);
    await reopenAll();
    const [earned, taken] = [
      ["مبيعات مؤجلة 1000 USD", "المبيعات -1000 USD"],
      ["المبيعات 1000 USD", "مبيعات مؤجلة -1000 USD"],
    ];
    const again = earned; // the day is open, and its closing is expected to earn it
    expect(await told(day(20), day(20), contract.contract_number)).toEqual(
      [...earned, ...taken, ...again].flat(),
    );
  });

  test("brings accounts and debts to its rates, and leaves advances as they were", async () => {
    await client.put(`/api/currencies/${ids.sar}`, { exchange_rate: 0.25 });
    const early = await box("صندوق قديم", "SAR", 100);
    await office.knex.raw("SELECT post_journal(100000)");
    await client.put(`/api/currencies/${ids.sar}`, { exchange_rate: 0.3 });
    await closeUntil(day(1));
    const closing = await lines(day(1), day(1), `إقفال ${day(1)}`);
    expect(closing.every(({ currency }) => currency === "USD")).toBe(true);
    expect(early).toBeGreaterThan(0); // of today: in no closing
    expect(closing.filter(({ name }) => name === "صندوق قديم")).toEqual([]);
    await reopenAll();
  });

  test("brings an account to its rate by one line, whoever paid into it", async () => {
    await client.put(`/api/currencies/${ids.sar}`, { exchange_rate: 0.25 });
    const old = await client.post("/api/cash-boxes", { name: "صندوق المحصلين", currency_code: "SAR" });
    const cash_box_id = old.body.cash_box.id;
    for (const amount of [33.33, 44.44, 55.55])
      await receive(await signed(day(30)), amount, {
        ...{ currency_id: ids.sar, payment_method: "cash", cash_box_id, date: day(20) },
        exchange_rate_at_payment: 0.25,
      });
    await client.put(`/api/currencies/${ids.sar}`, { exchange_rate: 1 / 3.6 });
    await closeUntil(day(12));
    const closing = await lines(day(12), day(12), `إقفال ${day(12)}`);
    const own = closing.filter(({ name }) => name === "صندوق المحصلين");
    expect(own.map(({ party, revalues }) => [party, revalues])).toEqual([["", "SAR"]]);
    const { rows } = await office.knex.raw(
      "SELECT sum(amount) FILTER (WHERE revalues IS NULL) AS riyals, sum(base_amount) AS base FROM journal_lines WHERE account = ?",
      [`account:${cash_box_id}`],
    );
    expect([Number(rows[0].riyals), Number(rows[0].base)]).toEqual([133.32, 37.03]);
    expect(closing.filter(({ name }) => name === "فروق العملة والتقريب").map(({ party }) => party)).toEqual([
      "",
    ]);
    await reopenAll();
  });

  test("keeps its file to the byte, whatever is renamed, numbered, cancelled or converted later", async () => {
    const contract = await signed(day(15), { name: "حملة باقية", start_date: day(12), end_date: day(5) });
    const { id, receipt_number } = await receive(contract, 70, { date: day(14) });
    await closeUntil(day(10));
    const whole = () => Promise.all([file(day(60), day(10)), xlsx(day(60), day(10))]);
    const kept = await whole();
    expect(kept[0]).toContain(receipt_number);
    await client.put(`/api/customers/${contract.customer_id}`, { name: "اسم آخر" });
    await client.put(`/api/campaigns/${contract.campaign_id}`, { name: "حملة باسم آخر", move: false });
    await client.put(`/api/cash-boxes/${ids.dollars}`, { name: "صندوق باسم آخر" });
    await client.put(`/api/receipt-vouchers/${id}`, { status: "cancelled" });
    await client.put(`/api/currencies/${ids.sar}`, { exchange_rate: 0.5 });
    await office.knex("chart_accounts").where({ key: "customers" }).update({ number: "7777" });
    await office.knex("suppliers").where({ id: ids.supplier }).update({ service_type: "other" });
    expect(await whole()).toEqual(kept);
    const now = await lines(today, today, receipt_number);
    expect(now.map(({ account }) => account)).toContain("7777");
    await reopenAll();
  });

  const xlsx = async (from: string, to: string) => {
    const headers = { Cookie: client.cookie };
    const answer = await fetch(`${office.url}/reports/journal/export/xlsx?from=${from}&to=${to}`, {
      headers,
    });
    expect(answer.status).toBe(200);
    return Buffer.from(await answer.arrayBuffer()).toString("base64");
  };
});
