import { expect, test } from "vitest";
import { keepBooks } from "../support/books";
import { picture } from "../support/browser";
import { day, decisionsOf, path } from "../support/closing";
import { useOffice } from "../support/office";
import { questionsIn } from "../support/questions";
import { textOf } from "../support/statements";

/* Days at whose end an account was below zero (books.md, rule 6): its statement marks them, and a closing asks about those of cash boxes. */

const { office, client, browser } = useOffice();
keepBooks(office);
const { decide, closeUntil, reopenAll } = decisionsOf(client);

/** An account opened today, with so much, so that what is dated before comes before its balance. */
async function open(list: "cash-boxes" | "banks", currency_code: string, more: object = {}) {
  const body = {
    name: `${list} ${currency_code}`,
    currency_code,
    balance: 1_000_000,
    account_number: "1",
    account_name: "المكتب",
    ...more,
  };
  const answer = await client.post(`/api/${list}`, body);
  return Object.values(answer.body)[0] as { id: number };
}

async function currency(code: string, exchange_rate: string, symbol: string) {
  await client.post("/api/currencies", { name: code, code, symbol, exchange_rate });
  return (await office.knex("currencies").where({ code }).first("id")).id as number;
}

async function pay(account: { cash_box_id: number } | { bank_account_id: number }, more: object) {
  const { status, body } = await client.post("/api/payment-vouchers", {
    beneficiary: "جهة",
    payment_method: "cash_box_id" in account ? "cash" : "bank_transfer",
    ...account,
    ...more,
  });
  expect([status, body.message]).toEqual([201, undefined]);
  return body.payment_voucher as { id: number };
}

async function receive(cash_box_id: number, more: object) {
  const answer = await client.post("/api/receipt-vouchers", {
    payer_type: "other",
    payer: "جهة",
    payment_method: "cash",
    cash_box_id,
    description: "دفعة",
    ...more,
  });
  expect([answer.status, answer.body.message]).toEqual([201, undefined]);
}

const statementOf = async (kind: string, id: number, query = "") =>
  (await client.get(`/financial/statements/${kind}/${id}${query}`)).body as string;

test("a statement marks the days that ended below zero, and says how many; paper and files too", async () => {
  const usd = await currency("USD", "1", "$");
  const { id } = await open("cash-boxes", "USD");
  const of = { currency_id: usd };
  await receive(id, { ...of, amount: 100, date: day(20) });
  await pay({ cash_box_id: id }, { ...of, amount: 150, date: day(18) });
  await receive(id, { ...of, amount: 200, date: day(15) });
  await pay({ cash_box_id: id }, { ...of, amount: 400, date: day(12) }); // the day ends above zero
  await receive(id, { ...of, amount: 300, date: day(12) });
  await pay({ cash_box_id: id }, { ...of, amount: 51, date: day(5) });
  await receive(id, { ...of, amount: 1, date: day(4) });

  const sentence = `أيام انتهت برصيد تحت الصفر، عددها 4: من ${day(18)} إلى ${day(16)} برصيد أدناه \u200E-50.00 $، ${day(5)} برصيد \u200E-1.00 $.`;
  const page = textOf(await statementOf("cash-boxes", id));
  expect(page).toContain(sentence);
  expect(page.split("انتهى اليوم تحت الصفر")).toHaveLength(3);
  expect(page).toMatch(new RegExp(`${day(18)} سند صرف.*?-50\\.00 \\$ انتهى اليوم تحت الصفر`));

  // A period that begins below zero.
  const part = textOf(await statementOf("cash-boxes", id, `?from=${day(17)}&to=${day(6)}`));
  expect(part).toContain(`عددها 2: من ${day(17)} إلى ${day(16)} برصيد أدناه \u200E-50.00 $.`);
  expect(part).not.toContain("انتهى اليوم تحت الصفر");
  expect(textOf(await statementOf("cash-boxes", id, `?from=${day(15)}&to=${day(6)}`))).not.toContain(
    "تحت الصفر",
  );

  const print = (await client.get(`/financial/statements/cash-boxes/${id}/print`)).body;
  expect(textOf(print)).toContain(sentence);
  expect(textOf(print).split("انتهى اليوم تحت الصفر")).toHaveLength(3);
  const csv = (await client.get(`/financial/statements/cash-boxes/${id}/export/csv`)).body as string;
  const lines = csv.trimEnd().split("\r\n");
  expect(lines[0]).toContain(",تنبيه,");
  expect(lines.filter((line) => line.includes("انتهى اليوم تحت الصفر"))).toHaveLength(2);
  expect(lines.at(-1)).toBe(sentence);
  const clean = (await client.get(`/financial/statements/cash-boxes/${id}/export/csv?to=${day(19)}`)).body;
  expect(clean).not.toContain("تنبيه");
});

test("each page of a long day has no mark but its last line, in currencies of no and of three decimals", async () => {
  for (const [code, rate, symbol, amount] of [
    ["JPY", "0.0064", "¥", "‎-30 ¥"],
    ["KWD", "3.25", "د.ك", "‎-30.000 د.ك"],
  ] as const) {
    const currency_id = await currency(code, rate, symbol);
    const { id } = await open("banks", code);
    for (let turn = 0; turn < 30; turn++)
      await pay({ bank_account_id: id }, { currency_id, amount: 1, date: day(30) });
    const pages = await Promise.all([1, 2].map((page) => statementOf("banks", id, `?page=${page}`)));
    expect(pages.map((page) => textOf(page).split("انتهى اليوم تحت الصفر").length - 1)).toEqual([1, 0]);
    expect(textOf(pages[0] as string)).toContain(`إلى ${day(1)} برصيد أدناه ${amount}`);
  }
});

test("a closing names such days of cash boxes and asks; the answer holds for them alone", async () => {
  const usd = (await office.knex("currencies").where({ code: "USD" }).first("id")).id;
  const box = await open("cash-boxes", "USD", { name: "صندوق الفرع" });
  await open("banks", "USD");
  for (const ago of [30, 28, 26, 24, 22]) {
    await pay({ cash_box_id: box.id }, { currency_id: usd, amount: 10, date: day(ago) });
    await receive(box.id, { currency_id: usd, amount: 10, date: day(ago - 1) });
  }
  const first = await decide("close", { closed_until: day(10) });
  expect(first.status).toBe(409);
  const { asked, links, confirmed } = questionsIn(first.body);
  expect(asked).toEqual([
    expect.stringContaining(`الصندوق «cash-boxes USD»: أيام انتهت برصيد تحت الصفر، عددها 3: من ${day(18)}`),
    `الصندوق «صندوق الفرع»: أيام انتهت برصيد تحت الصفر، عددها 5: ${[30, 28, 26]
      .map((ago) => `${day(ago)} برصيد \u200E-10.00 $`)
      .join("، ")}، ويومان آخران. كشف حسابه`,
  ]);
  expect(links).toEqual([expect.anything(), `/financial/statements/cash-boxes/${box.id}?to=${day(10)}`]);
  expect(await office.knex("period_closings")).toEqual([]);

  // Something changed meanwhile: it asks again.
  await pay({ cash_box_id: box.id }, { currency_id: usd, amount: 5, date: day(12) });
  expect((await decide("close", { closed_until: day(10), confirmed })).status).toBe(409);
  await closeUntil(day(10));

  // What was closed is not asked about again, a later day is; a bank is not.
  const second = await decide("close", { closed_until: day(4) });
  expect(questionsIn(second.body).asked).toEqual([
    expect.stringContaining(`«cash-boxes USD»: أيام انتهت برصيد تحت الصفر، عددها 1: ${day(5)} برصيد`),
    expect.stringContaining(`«صندوق الفرع»: أيام انتهت برصيد تحت الصفر، عددها 6: من ${day(9)} إلى ${day(4)}`),
  ]);
  await reopenAll();
});

test("on the page, without scripts, and with them", async () => {
  for (const screen of ["wide", "phone"] as const) {
    const page = await browser.signedIn(`${path}/close`, { screen, javaScript: screen === "wide" });
    await page.getByLabel("مقفل حتى").fill(day(10));
    await page.getByRole("button", { name: "إقفال" }).click();
    await page.getByText("صندوق الفرع").waitFor();
    await picture(page, `closing/below-zero-${screen}`);
    await page.getByRole("button", { name: "نعم، احفظ كذلك" }).click();
    await page.waitForURL((url) => url.pathname === path);
    await reopenAll();
  }
  const box = await office.knex("accounts").where({ name: "cash-boxes USD" }).first("id");
  for (const screen of ["wide", "phone"] as const) {
    const page = await browser.signedIn(`/financial/statements/cash-boxes/${box.id}`, { screen });
    await picture(page, `closing/statement-${screen}`);
    const isWider = await page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth);
    expect([screen, isWider]).toEqual([screen, false]);
  }
  await picture(
    await browser.signedIn(`/financial/statements/cash-boxes/${box.id}/print`, { screen: "wide" }),
    "closing/statement-print",
  );
});
