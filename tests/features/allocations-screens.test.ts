import { describe, expect, test } from "vitest";
import { useCancelling } from "../support/cancelling";
import { makeAgent, makeInvoice, makeSupplier } from "../support/factories";
import { formIn } from "../support/forms";
import { useOffice } from "../support/office";
import { enterAs } from "../support/users";

/* The screens of allocations, and the ways to them, as their HTML stands. */

const { office, client } = useOffice({ isFaultless: true });
const { ids, makeCustomer, makeContract, paidContract, receive, cancelled } = useCancelling(office, client);

const list = "/financial/allocations";
const bodyOf = async (address: string, who: Pick<typeof client, "get"> = client) => {
  const { status, body } = await who.get(address);
  expect([status, address]).toEqual([200, address]);
  return body as string;
};
const formOf = (party: string, id: number, more = "") => `${list}/new?${party}=${id}${more}`;
/** A customer with something on account, in dollars. */
async function customerWith(amount: number, more: object = {}) {
  const customer_id = await makeCustomer("سعيد بن عمر بامخرمة");
  await receive({ customer_id, amount, ...more });
  return customer_id;
}
const rowsOf = (customer_id: number) =>
  office.knex("allocations").where({ customer_id }).orderBy("id").select("*");
async function allocate(body: object) {
  const answer = await client.post("/api/allocations", { currency_id: ids.usd, ...body });
  expect([answer.status, answer.body.fields]).toEqual([201, undefined]);
  return answer.body.allocation;
}

describe("the form", () => {
  test("starts with the only contract and what is on account in its currency, and is saved as it stands", async () => {
    const customer_id = await customerWith(400);
    await receive({ customer_id, amount: 1000, currency_id: ids.yer });
    const contract_id = await makeContract("250", ids.usd, customer_id);
    const address = formOf("customer", customer_id);
    const { values } = formIn(await bodyOf(address));
    expect(values).toMatchObject({
      source: `account-${ids.usd}`,
      contract_id: String(contract_id),
      amount: "250.00",
      customer_id: String(customer_id),
    });
    const saved = await client.submit(address, values);
    expect([saved.status, saved.headers.get("location")]).toEqual([302, list]);
    expect((await client.submit(address, values)).status).toBe(302); // pressed twice
    expect(await rowsOf(customer_id)).toMatchObject([
      { contract_id, amount: "250.0000", currency_id: ids.usd },
    ]);
  });

  test("converts as a receipt's form does, step by step without scripts, in 0, 2 and 3 decimals", async () => {
    const customer_id = await customerWith(260_000, { currency_id: ids.yer });
    const contract_id = await makeContract("20", ids.kwd, customer_id);
    const address = formOf("customer", customer_id);
    const first = formIn(await bodyOf(address)).values;
    expect(first).toMatchObject({
      amount: "16250.00",
      rate_shown: expect.any(String),
      exchange_rate: "812.5",
    });
    const shown = (await client.submit(address, { ...first, amount: "", intent: "lookup" })).body;
    expect(formIn(shown).values.amount).toBe("16250.00");
    expect(shown).toMatch(/id="allocation-equivalent"[^>]*>.*20\.000 KWD/s);
    const half = (await client.submit(address, { ...first, amount: "٨١٢٥", intent: "lookup" })).body;
    expect(half).toMatch(/id="allocation-equivalent"[^>]*>.*10\.000 KWD/s);
    expect(formIn(half).values.amount).toBe("٨١٢٥");
    const agreed = { ...formIn(half).values, exchange_rate: "650" }; // what a dinar is worth in rials
    expect((await client.submit(address, agreed)).status).toBe(302);
    expect(await rowsOf(customer_id)).toMatchObject([{ contract_id, equivalent_amount: "12.5000" }]);
  });

  test("takes what is to be given back of a contract in its currency, to another contract or onto the account", async () => {
    const old = await paidContract(400);
    await cancelled(old);
    const address = formOf("customer", ids.customer, `&from_contract=${old}`);
    const { values } = formIn(await bodyOf(address));
    expect(values).toMatchObject({ source: `contract-${old}`, contract_id: "", amount: "400.00" });
    expect((await client.submit(address, values)).status).toBe(302);
    expect(await rowsOf(ids.customer)).toMatchObject([
      { from_contract_id: old, contract_id: null, currency_id: ids.usd, equivalent_amount: null },
    ]);
    expect((await client.submit(address, { ...values, idempotency_key: "" })).status).toBe(409);
  });

  test("keeps what was typed when it is refused, and says so at the field", async () => {
    const customer_id = await customerWith(100);
    const contract_id = await makeContract("1000", ids.usd, customer_id);
    const address = formOf("customer", customer_id);
    const { values } = formIn(await bodyOf(address));
    for (const [typed, field, status] of [
      [{ amount: "100.5" }, "amount", 409],
      [{ amount: "كثير" }, "amount", 422],
      [{ source: "" }, "source", 422],
      [{ source: "account-x" }, "source", 422],
      [{ source: "contract-99999" }, "source", 422],
      [{ contract_id: "" }, "contract_id", 422],
      [{ event_date: "2999-01-01" }, "event_date", 422],
      [{ event_date: "2026-01-01" }, undefined, 409],
    ] as [Record<string, string>, string | undefined, number][]) {
      const answer = await client.submit(address, { ...values, ...typed });
      expect([answer.status, typed]).toEqual([status, typed]);
      if (field) expect(answer.body).toContain(`id="allocation-${field}-error"`);
      expect(formIn(answer.body).values).toMatchObject({
        customer_id: String(customer_id),
        contract_id: String(contract_id),
        ...("source" in typed ? {} : typed),
      });
    }
    const rial = await makeContract("1000", ids.sar, customer_id);
    const ofDinar = { exchange_rate: "4", rate_shown: `${ids.usd}-${ids.kwd}-3.25-${ids.kwd}` };
    for (const rate of [{ exchange_rate: "0" }, ofDinar]) {
      const { status, body } = await client.submit(address, {
        ...values,
        contract_id: String(rial),
        ...rate,
      });
      expect([status, body.includes('id="allocation-exchange_rate-error"')]).toEqual([422, true]);
    }
    expect(await rowsOf(customer_id)).toEqual([]);
  });

  test("says where nothing can be set against anything, and whom it is about", async () => {
    const nobody = await makeCustomer();
    expect(await bodyOf(formOf("customer", nobody))).toContain("ليس للعميل شيء تحت الحساب");
    const rich = await customerWith(100);
    expect(await bodyOf(formOf("customer", rich))).toContain("لا عقد عليه مبلغ متبقٍ");
    expect(formIn(await bodyOf(formOf("customer", rich))).values).toEqual({});
    const supplier = await makeSupplier(office.knex);
    expect(await bodyOf(formOf("supplier", supplier))).toContain("ليس للمورد شيء تحت الحساب");
    expect((await client.get(formOf("customer", 99_999))).status).toBe(404);
    const { status, headers } = await client.get(`${list}/new`);
    expect([status, headers.get("location")]).toEqual([302, "/financial/debts/deposits"]);
  });

  test("sets an agent's money against an invoice, in part", async () => {
    const agent_id = await makeAgent(office.knex);
    await receive({ amount: 300 });
    const payment = {
      agent_id,
      payment_method: "cash",
      cash_box_id: ids.box,
      currency_id: ids.usd,
      amount: 100,
    };
    const date = (await office.knex.raw("SELECT (now() AT TIME ZONE 'Asia/Riyadh')::date AS day")).rows[0]
      .day;
    expect((await client.post("/api/payment-vouchers", { ...payment, date })).status).toBe(201);
    const invoice_id = await makeInvoice(office.knex, { agent_id }, "150");
    const address = formOf("agent", agent_id);
    const { values } = formIn(await bodyOf(address));
    expect(values).toMatchObject({ agent_invoice_id: String(invoice_id), amount: "40.00" });
    expect((await client.submit(address, { ...values, amount: "20" })).status).toBe(302);
    const invoice = await office.knex("invoices").where({ id: invoice_id }).first();
    expect(invoice).toMatchObject({ paid_amount: "75.00" });
    expect(await bodyOf("/financial/debts/deposits?kind=agents")).toContain(formOf("agent", agent_id));
    expect(await bodyOf(`/financial/statements/agents/${agent_id}`)).toContain(formOf("agent", agent_id));
  });
});

describe("the ways to it", () => {
  test("are where a customer with something on account is shown, for who may", async () => {
    const customer_id = await customerWith(100);
    const contract_id = await makeContract("1000", ids.sar, customer_id);
    const poor = await makeCustomer();
    const link = formOf("customer", customer_id);
    const toContract = `${link}&amp;to=${contract_id}`;
    expect(await bodyOf("/financial/debts/deposits")).toContain(`href="${link}"`);
    expect(await bodyOf("/financial/debts/customers?age=all")).toContain(`href="${link}"`);
    expect(await bodyOf(`/financial/statements/customers/${customer_id}`)).toContain(`href="${link}"`);
    expect(await bodyOf(`/financial/statements/customers/${poor}`)).not.toContain(`${list}/new`);
    expect(await bodyOf(`/customers/${customer_id}`)).toContain(`href="${link}"`);
    expect(await bodyOf(`/contracts/${contract_id}`)).toContain(`href="${toContract}"`);
    const seller = await enterAs(office, "seller", ["manage_contracts", "manage_customers"]);
    expect(await bodyOf(`/contracts/${contract_id}`, seller)).not.toContain(`${list}/`);
    expect(await bodyOf(`/customers/${customer_id}`, seller)).not.toContain(`${list}/`);
    const answer = await client.get(`/api/allocations/on-account?customer_id=${customer_id}`);
    expect(answer.body).toMatchObject({ on_account: [{ amount: 100, currency: { code: "USD" } }] });
    expect((await client.get("/api/allocations/on-account")).status).toBe(422);
    expect((await seller.get(`/api/allocations/on-account?customer_id=${customer_id}`)).status).toBe(403);
  });

  test("the receipt's form offers it, from the first or once its customer was chosen without scripts", async () => {
    const customer_id = await customerWith(100);
    const contract_id = await makeContract("1000", ids.sar, customer_id);
    const offer = `href="${formOf("customer", customer_id)}&amp;to=${contract_id}"`;
    const first = await bodyOf(`/financial/receipts/new?customer=${customer_id}`);
    expect(first).toContain("له تحت الحساب");
    expect(first).toContain(offer);
    const empty = formIn(await bodyOf("/financial/receipts/new")).values;
    expect(await bodyOf("/financial/receipts/new")).not.toContain("له تحت الحساب");
    const step = { ...empty, customer_id: String(customer_id), intent: "lookup" };
    const chosen = (await client.submit("/financial/receipts/new", step)).body;
    expect(chosen).toContain(offer);
    const { values } = formIn(chosen);
    expect(values).toMatchObject({ contract_id: String(contract_id), currency_id: String(ids.sar) });
    // who then chooses no contract is not asked again, and a typed amount keeps its currency
    const without = { ...values, contract_id: "", intent: "lookup" };
    expect(formIn((await client.submit("/financial/receipts/new", without)).body).values.contract_id).toBe(
      "",
    );
    const typed = { ...step, amount: "50" };
    expect(formIn((await client.submit("/financial/receipts/new", typed)).body).values).toMatchObject({
      contract_id: String(contract_id),
      currency_id: String(ids.usd),
    });
    const refused = (await client.submit("/financial/receipts/new", { ...values, amount: "x" })).body;
    expect(refused).toContain(offer);
  });

  test("a contract of another that was found stays when the payer is chosen without scripts", async () => {
    const [payer, son] = [await makeCustomer("والد"), await makeCustomer("ولد")];
    await makeContract("100", ids.usd, payer);
    const sons = await makeContract("200", ids.usd, son);
    const { values } = formIn(await bodyOf("/financial/receipts/new"));
    const step = { ...values, contract_id: String(sons), customer_id: String(payer), intent: "lookup" };
    const shown = (await client.submit("/financial/receipts/new", step)).body;
    expect(formIn(shown).values.contract_id).toBe(String(sons));
  });
});

describe("an allocation", () => {
  test("is listed on the pages of its contracts and person, printed, found, exported, and logged in Arabic", async () => {
    const customer_id = await customerWith(100);
    const contract_id = await makeContract("1000", ids.sar, customer_id);
    const { id, allocation_number: number } = await allocate({ customer_id, contract_id, amount: 40 });
    const print = `${list}/${id}/print`;
    expect(await bodyOf(list)).toContain(`href="${print}"`);
    for (const page of [`/contracts/${contract_id}`, `/customers/${customer_id}`]) {
      const html = await bodyOf(page);
      expect(html).toContain("التخصيصات");
      expect(html).toContain(`href="${print}"`);
    }
    const paper = await bodyOf(print);
    for (const words of [
      "سند تخصيص",
      number,
      "سعيد بن عمر بامخرمة",
      "40.00 USD",
      "150.00 SAR",
      "1 USD = 3.75 SAR",
    ])
      expect(paper).toContain(words);
    expect((await client.get(`${list}/99999/print`)).status).toBe(404);
    const found = await client.get(`/api/search?q=${number}`);
    expect(JSON.stringify(found.body)).toContain(`${list}?search=${number}`);
    const csv = (await client.get(`${list}/export/csv?search=${number}`)).body as string;
    const [head = "", row = ""] = csv.replace("\uFEFF", "").trim().split("\r\n");
    for (const words of ["رقم التخصيص", "صاحب المبلغ", "إلى العقد", "المبلغ المعادل"])
      expect(head).toContain(words);
    for (const words of [number, "سعيد بن عمر بامخرمة", "40", "150", "USD", "SAR"])
      expect(row).toContain(words);

    const cancel = formIn(await bodyOf(`${list}/${id}/cancel`));
    expect((await client.submit(`${list}/${id}/cancel`, cancel.values)).status).toBe(302);
    const undone = await bodyOf(print);
    expect(undone).toContain("سند تخصيص (ملغي)");
    expect(undone).toContain("المسترجع منه");
    expect(await bodyOf(`/contracts/${contract_id}`)).toContain("ملغي");
    const log = await bodyOf(`/settings/trail?kind=allocations&record=${id}`);
    for (const words of ["المسترجع منه", "المعادل", number]) expect(log).toContain(words);
    for (const column of ["taken_amount", "equivalent_amount", "contract_id"])
      expect(log).not.toContain(`>${column}<`);
    const question = await bodyOf(`${list}/${id}/delete`);
    for (const words of ["سعيد بن عمر بامخرمة", "40.00 USD"]) expect(question).toContain(words);
    expect((await client.submit(`${list}/${id}/delete`, formIn(question).values)).status).toBe(302);
    expect((await client.get(`/api/allocations/${id}`)).status).toBe(404);
  });
});
