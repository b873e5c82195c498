import { describe, expect, test } from "vitest";
import { keepBooks } from "../support/books";
import { useCheques } from "../support/cheques";
import { day, today } from "../support/closing";
import { useOffice } from "../support/office";
import { enterAs } from "../support/users";

/* The screen of cheques by due date, what is done with many at once, and the paper that goes to the bank. */

const { office, client } = useOffice({ isFaultless: true });
const {
  ids,
  makeBank,
  makeHand,
  byCheque,
  receive,
  inHand,
  collected,
  balanceOf,
  pathOf,
  empty,
  makeContract,
  makeCustomer,
} = useCheques(office, client);
keepBooks(office);

const list = "/financial/cheques";
const bodyOf = async (address: string) => (await client.get(address)).body as string;
const numbersOf = (body: string) => [...new Set(body.match(/RV-\d{4}-\d{5}/g) ?? [])];
const chosen = (...all: number[]) => all.map((id) => `cheque=${id}`).join("&");
const stateOf = async (id: number) => (await client.get(pathOf(id))).body.receipt_voucher.cheque_state;

describe("the list of cheques", () => {
  test("has a tab for each state, by due date, with sums by currency", async () => {
    const due = (away: number) => inHand({ cheque_due_date: day(-away), date: day(40) });
    const [late, soon, far] = [await due(-12), await due(3), await due(60)];
    const dinars = await receive({
      ...byCheque(await makeHand("KWD"), ids.kwd, 7.125),
      cheque_due_date: today,
    });
    const [other, gone] = [await due(2), await due(1)];
    await collected(other.id, other.bank);
    await client.post(`${pathOf(gone.id)}/return`, { reason: "لا رصيد له" });
    const all = await bodyOf(list);
    expect(numbersOf(all)).toEqual([late.number, dinars.receipt_number, soon.number, far.number]);
    expect(all).toMatch(/1,200\.00/);
    expect(all).toMatch(/7\.125/);
    expect(all).toContain("متأخر 12 يومًا");
    expect(numbersOf(await bodyOf(`${list}?due=overdue`))).toEqual([late.number, dinars.receipt_number]);
    expect(numbersOf(await bodyOf(`${list}?due=week`))).toEqual([dinars.receipt_number, soon.number]);
    expect(numbersOf(await bodyOf(`${list}?due=collected`))).toEqual([other.number]);
    const returned = await bodyOf(`${list}?due=returned`);
    expect(numbersOf(returned)).toEqual([gone.number]);
    expect(returned).toContain("لا رصيد له");
    expect(numbersOf(await bodyOf(`${list}?due_from=${day(-4)}`))).toEqual([far.number]);
    expect(numbersOf(await bodyOf(`${list}?search=${soon.number}`))).toEqual([soon.number]);
    expect(numbersOf(await bodyOf(`${list}?search=7.125`))).toEqual([dinars.receipt_number]);
    expect(await bodyOf(`${list}?due=nonsense`)).toContain("استحقاق الشيك");
    expect(numbersOf(await bodyOf(`${list}/print`))).toEqual(numbersOf(all));
    const csv = await bodyOf(`${list}/export/csv?due=collected`);
    expect(csv.split("\r\n")[0]).toContain("البنك المسحوب عليه,تاريخ استحقاق الشيك,المبلغ,العملة,حالة الشيك");
    expect(csv).toContain(`شيك محصل,شيكات USD`);
    expect(await bodyOf("/")).toMatch(
      /شيكات حل أجلها<\/dt><dd><a href="\/financial\/cheques\?due=overdue"><bdi>2</,
    );
    const voucher = await bodyOf(`/financial/receipts?search=${soon.number}`);
    for (const deed of ["collect", "slip"]) {
      const answer = await fetch(`${office.url}${list}/${deed}`, {
        headers: { Cookie: client.cookie, Referer: `${office.url}${list}` },
        redirect: "manual",
      });
      expect([answer.status, answer.headers.get("location")]).toEqual([302, list]);
      const kept = answer.headers.get("set-cookie")?.split(";")[0];
      const shown = await fetch(`${office.url}${list}`, {
        headers: { Cookie: `${client.cookie}; ${kept}`, Referer: `${office.url}${list}` },
      });
      expect(await shown.text()).toContain("علّم في القائمة الشيكات أولًا");
    }
    expect(voucher).toContain(">للتحصيل<");
    expect(voucher).toContain(`${list}/collect?cheque=${soon.id}`);
    expect(await bodyOf(`/financial/receipts/${other.id}/print`)).toMatch(/شيك محصل في .*بنك/);
    const statement = await bodyOf(`/financial/statements/banks/${other.bank}`);
    expect(statement).toContain("تحصيل شيك");
    expect(statement).toContain(`/financial/receipts?search=${other.number}`);
  });

  test("is for who manages financials", async () => {
    const seller = await enterAs(office, "cheques.seller", ["manage_contracts"]);
    for (const path of ["", "/collect", "/print", "/slip", "/export/csv"])
      expect((await seller.get(list + path)).status).toBe(403);
    expect(await seller.get("/").then(({ body }) => body)).not.toContain("شيكات حل أجلها");
  });
});

describe("many cheques at once", () => {
  test("are collected, taken back and returned together", async () => {
    const [one, other] = [await inHand({ date: day(9) }), await inHand({ date: day(8) })];
    const bank = await makeBank("USD");
    const page = await bodyOf(`${list}/collect?${chosen(one.id, other.id)}`);
    expect([page.includes("شيكان"), page.includes("800.00"), numbersOf(page)]).toEqual([
      true,
      true,
      [one.number, other.number],
    ]);
    const post = (deed: string, fields: Record<string, string>) =>
      client.submit(`${list}/${deed}?${chosen(one.id, other.id)}`, fields);
    expect((await post("collect", {})).status).toBe(422);
    const done = await post("collect", { bank_account_id: `${bank}`, event_date: day(2) });
    expect([done.status, await balanceOf(bank)]).toEqual([302, 800]);
    expect((await post("uncollect", {})).status).toBe(302);
    expect(await balanceOf(bank)).toBe(0);
    await post("collect", { bank_account_id: `${bank}` });
    await empty(bank, 100);
    expect((await post("uncollect", {})).status).toBe(409);
    expect((await post("return", { reason: "موقوفة" })).status).toBe(302);
    expect([await stateOf(one.id), await stateOf(other.id), await balanceOf(bank)]).toEqual([
      "returned",
      "returned",
      -100,
    ]);
  });

  test("are not touched where one is refused, which is named", async () => {
    const [one, other, third] = [
      await inHand({ date: day(5) }),
      await inHand({ date: day(1) }),
      await inHand(),
    ];
    const bank = await makeBank("USD");
    await collected(other.id, bank);
    const all = chosen(one.id, other.id, third.id);
    const refused = await client.submit(`${list}/collect?${all}`, { bank_account_id: `${bank}` });
    expect([refused.status, refused.body.includes(`${other.number}: حُصّل الشيك من قبل`)]).toEqual([409, true]);
    expect([await stateOf(one.id), await balanceOf(bank)]).toEqual(["in_hand", 400]);
    const early = await client.submit(`${list}/return?${all}`, { event_date: day(3) });
    expect([early.status, early.body.includes(`${other.number}: `)]).toEqual([409, true]);
    expect(await stateOf(one.id)).toBe("in_hand");
    const dinars = await receive(byCheque(await makeHand("KWD"), ids.kwd, 7));
    const mixed = await client.submit(`${list}/collect?${chosen(one.id, dinars.id)}`, {
      bank_account_id: `${bank}`,
    });
    expect([mixed.status, mixed.body.includes(`${dinars.receipt_number}: اختر بنكًا بعملة الشيك`)]).toEqual([
      422,
      true,
    ]);
    expect(
      (await client.submit(`${list}/collect?${chosen(99_999)}`, { bank_account_id: `${bank}` })).status,
    ).toBe(404);
    expect((await client.submit(`${list}/collect`, { bank_account_id: `${bank}` })).status).toBe(404);
    expect((await client.get(`${list}/collect`)).headers.get("location")).toBe(list);
    expect((await client.get(`${list}/collect?cheque=x`)).status).toBe(200);
  });

  test("of one payment are shown and collected with it", async () => {
    const contract_ids = [await makeContract("1000"), await makeContract("500")];
    const { body } = await client.post("/api/receipt-vouchers/split", {
      ...byCheque(await makeHand("USD"), ids.usd, 600),
      date: today,
      description: "دفعة",
      contract_ids,
    });
    const [first, second] = body.receipt_vouchers;
    const address = `${list}/collect?${chosen(second.id)}`;
    expect(numbersOf(await bodyOf(address))).toEqual([first.receipt_number, second.receipt_number]);
    const bank = await makeBank("USD");
    await client.submit(address, { bank_account_id: `${bank}` });
    expect([await stateOf(first.id), await balanceOf(bank)]).toEqual(["collected", 600]);
  });
});

describe("the deposit slip", () => {
  test("names the bank, each cheque and the sum in words", async () => {
    const due = { cheque_bank: "بنك سبأ", cheque_due_date: day(-1), payment_reference: "778899" };
    const [one, other] = [await inHand(due), await inHand({ payment_reference: "778900" })];
    const slip = await bodyOf(`${list}/slip?${chosen(one.id, other.id)}&account_id=${one.bank}`);
    const { bank } = (await client.get(`/api/banks/${one.bank}`)).body;
    for (const said of ["حافظة إيداع شيكات", bank.name, "بنك سبأ", "778899", "778900", "800.00", "ثمانمئة"])
      expect(slip).toContain(said);
    const dinars = await receive(byCheque(await makeHand("KWD"), ids.kwd, 7));
    expect((await client.get(`${list}/slip?${chosen(one.id, dinars.id)}`)).status).toBe(422);
    expect((await client.get(`${list}/slip`)).headers.get("location")).toBe(list);
    await collected(one.id, one.bank);
    expect(await bodyOf(`${list}/slip?${chosen(one.id)}`)).toContain(bank.name);
  });
});

describe("the forms", () => {
  test("take a cheque's bank and due date, and say what an account of cheques in hand is not for", async () => {
    const hand = await makeHand("USD");
    const form = await bodyOf("/financial/receipts/new");
    for (const name of ["cheque_bank", "cheque_due_date"]) expect(form).toContain(`name="${name}"`);
    const customer_id = String((await office.knex("customers").first("id")).id);
    const typed = {
      customer_id,
      purpose: "on_account",
      currency_id: `${ids.usd}`,
      amount: "15",
      payment_method: "cheque",
      bank_account_id: `${hand}`,
      cheque_bank: "بنك سبأ",
      cheque_due_date: day(-20),
      date: today,
      description: "دفعة",
    };
    const wrong = await client.submit("/financial/receipts/new", {
      ...typed,
      payment_method: "bank_transfer",
    });
    expect([wrong.status, wrong.body.includes("لا تدخله إلا شيكات سندات القبض")]).toEqual([422, true]);
    expect((await client.submit("/financial/receipts/new", typed)).status).toBe(302);
    expect(await office.knex("receipt_vouchers").orderBy("id", "desc").first()).toMatchObject({
      cheque_state: "in_hand",
      cheque_bank: "بنك سبأ",
      cheque_due_date: day(-20),
    });
    for (const path of ["/financial/payments/new", "/financial/transfers/new"])
      expect(await bodyOf(path)).not.toContain("شيكات USD");
    expect(await bodyOf("/settings/accounts/banks")).toContain("شيكات برسم التحصيل");
    const bank = { name: "شيكات أخرى", account_number: "1", account_name: "المكتب", currency_code: "USD" };
    const twice = await client.submit("/settings/accounts/banks/new", {
      ...bank,
      is_cheques_in_hand: "true",
    });
    expect([twice.status, twice.body.includes("لهذه العملة حساب شيكات برسم التحصيل من قبل")]).toEqual([
      409,
      true,
    ]);
  });
});

describe("debts", () => {
  test("say what of the paid amounts is in cheques that were not collected, also of an earlier day", async () => {
    const customer_id = await makeCustomer();
    const contract_id = await makeContract("1000", ids.usd, customer_id);
    const hand = await makeHand("USD");
    const pay = (more: object) =>
      receive({ customer_id, ...byCheque(hand, ids.usd, 400), date: day(20), ...more });
    const first = await pay({ contract_id });
    await pay({ contract_id, amount: 100, date: day(3) });
    await collected(first.id, await makeBank("USD"), { event_date: day(9) });
    const amountOn = async (query = "") => {
      const { debts } = (await client.get(`/api/debts/customers?age=all${query}`)).body;
      return debts.find(({ party_id }: { party_id: number }) => party_id === customer_id)?.cheques_amount;
    };
    expect([await amountOn(), await amountOn(`&on=${day(4)}`), await amountOn(`&on=${day(10)}`)]).toEqual([
      100, 0, 400,
    ]);
    const said = "من المدفوع شيكات لم تحصل بعد";
    for (const page of ["", "/print"])
      expect(await bodyOf(`/financial/statements/customers/${customer_id}${page}`)).toContain(said);
    expect(await bodyOf(`/customers/${customer_id}`)).toContain(said);
    expect(await bodyOf("/financial/debts/customers?age=all")).toContain("بشيكات لم تحصل");
    const csv = await bodyOf("/financial/debts/customers/export/csv?age=all");
    expect(csv.split("\r\n")[0]).toMatch(/شيكات لم تحصل$/);
    expect(
      (await client.get("/api/debts/agents?age=all")).body.debts.every(
        (row: object) => !("cheques_amount" in row),
      ),
    ).toBe(true);
  });
});
