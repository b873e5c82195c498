import { describe, expect, test } from "vitest";

import { makeAccount } from "../support/factories";
import { day } from "../support/instalments";
import { useOffice } from "../support/office";
import { questionsIn } from "../support/questions";
import { debtorsOf, letters, pageOf } from "../support/reminders";
import { textOf } from "../support/statements";
import { enterAs } from "../support/users";

/* Standing contracts of a cancelled campaign stay in the debts, and nobody asks for them (journey.md, rule 5). */

const { office, client } = useOffice({ isFaultless: true });
const { debtor, remind, noted } = debtorsOf(office, client);

const today = day(0);
const contractsOf = (customer_id: number) => office.knex("contracts").where({ customer_id }).orderBy("id");

/** Cancels the campaigns of a customer's first contracts. */
async function cancelFirst(customer_id: number, count = 1) {
  const contracts = await contractsOf(customer_id).limit(count);
  for (const { campaign_id } of contracts)
    expect((await client.put(`/api/campaigns/${campaign_id}`, { status: "cancelled" })).status).toBe(200);
  return contracts;
}

const debtsOf = async (name: string) =>
  (await client.get(`/api/debts/customers?search=${encodeURIComponent(name)}`)).body.debts;

describe("the debts", () => {
  test("have them, marked with what of the net nobody asks for, in call, screen, print and export", async () => {
    const all = await debtor({ name: "مدين كله" }, [["SAR", "900", 20]]);
    await debtor({ name: "مدين وحده" });
    const part = await debtor({ name: "مدين بعضه" }, [
      ["SAR", "900", 20],
      ["SAR", "300", 10],
    ]);
    await cancelFirst(all);
    await cancelFirst(part);
    const marks = async (name: string) =>
      (await debtsOf(name)).map((debt: Record<string, number>) => [
        debt.remaining_amount,
        debt.cancelled_campaigns_amount,
      ]);
    expect(await marks("مدين كله")).toEqual([[900, 900]]);
    expect(await marks("مدين وحده")).toEqual([[1500, 0]]);
    expect(await marks("مدين بعضه")).toEqual([[1200, 900]]);
    for (const address of ["/financial/debts/customers", "/financial/debts/customers/print"]) {
      const words = textOf((await client.get(`${address}?search=${encodeURIComponent("مدين")}`)).body);
      expect(words.match(/حملة ملغاة/g)).toHaveLength(2);
      expect(words).toContain("منه 900.00 حملة ملغاة");
    }
    const { body: agents } = await client.get("/api/debts/agents");
    expect(JSON.stringify(agents)).not.toContain("cancelled_campaigns_amount");
    const csv = (await client.get("/financial/debts/customers/export/csv")).body;
    expect(csv).toContain("منه حملة ملغاة");
    const statement = textOf((await client.get(`/financial/statements/customers/${part}`)).body);
    expect(statement).toContain("حملة ملغاة");
  });

  test("have them no more when they are cancelled", async () => {
    const id = await debtor({ name: "ملغى عقده" });
    const [contract] = await cancelFirst(id);
    const path = `/api/campaigns/${contract.campaign_id}/cancel-contracts`;
    expect((await client.post(path, { reason: "ألغيت" })).status).toBe(200);
    expect(await debtsOf("ملغى عقده")).toEqual([]);
  });
});

describe("a reminder", () => {
  test("is refused with the reason where nothing else is owed, by call and on its page", async () => {
    const id = await debtor();
    const [contract] = await cancelFirst(id);
    const { name } = await office.knex("campaigns").where({ id: contract.campaign_id }).first();
    const why = `حملة ملغاة، فلا يطلب ما على عقودها حتى تلغى: «${name}» 1,500.00 SAR`;
    const refused = await remind(id, "phone");
    expect([refused.status, refused.body.error]).toEqual([409, why]);
    const { body } = await client.get(pageOf(id));
    expect(textOf(body)).toContain(why);
    expect(textOf(body)).toContain("لا شيء يطلب من العميل");
    expect(body).not.toContain("<textarea");
    expect(body).toContain(`/campaigns/${contract.campaign_id}/cancel-contracts`);
    const cashier = await enterAs(office, "cashier-of-reminders", ["manage_financials"]);
    expect((await cashier.get(pageOf(id))).body).not.toContain("/cancel-contracts");
    const posted = await client.submit(pageOf(id), { how: "phone" });
    expect([posted.status, textOf(posted.body).includes(why)]).toEqual([409, true]);
  });

  test("asks for the rest alone, less all that is on account", async () => {
    const id = await debtor({}, [
      ["SAR", "900", 20],
      ["SAR", "300", 10],
    ]);
    await cancelFirst(id);
    const sar = await office.knex("currencies").where({ code: "SAR" }).first();
    const box = await makeAccount(office.knex, sar.id);
    const onAccount = {
      ...{ customer_id: id, amount: 100, currency_id: sar.id, payment_method: "cash", cash_box_id: box },
      ...{ description: "تحت الحساب", date: today },
    };
    expect((await client.post("/api/receipt-vouchers", onAccount)).status).toBe(201);
    const { body } = await client.get(pageOf(id));
    const [text = ""] = body.match(/<textarea[\s\S]*?<\/textarea>/) ?? [];
    expect(text).toContain("200.00 ريال سعودي");
    expect(textOf(body)).toContain("فلا يطلب ما على عقودها حتى تلغى");
    expect((await remind(id, "phone")).status).toBe(201);
    expect((await noted(id))[0].amounts).toEqual([{ code: "SAR", amount: 200, decimals: 2 }]);
  });

  test("is in no letter, one or many, and the page says why", async () => {
    const [cancelled, other] = [
      await debtor({ name: "مكتوب له أول" }),
      await debtor({ name: "مكتوب له ثان" }),
    ];
    await cancelFirst(cancelled);
    const why = "لا رسالة لمن كل ما عليه من عقود حملة ملغاة: عميل واحد.";
    const chosen = `${letters}?customer=${cancelled}`;
    const one = textOf((await client.get(chosen)).body);
    expect([one.includes(why), one.includes("تذكير بالسداد")]).toEqual([true, false]);
    for (const address of [
      `${chosen}&customer=${other}`,
      `${letters}?search=${encodeURIComponent("مكتوب له")}`,
    ]) {
      const { body } = await client.get(address);
      expect(textOf(body)).toContain(why);
      expect(body.match(/<div class="letter">/g)).toHaveLength(1);
      expect(body).not.toContain("لم يبق عليه شيء");
    }
    const handed = await client.submit(letters, { customer: [String(cancelled), String(other)] });
    expect(handed.status).toBe(302);
    expect([await noted(cancelled), (await noted(other)).length]).toEqual([[], 1]);
  });
});

test("today's contracts to dun are without them, as the list behind the figure is", async () => {
  const late = async () => {
    const { body } = await client.get("/");
    const [, href = "", count] = body.match(/عقود متأخرة السداد<\/dt><dd><a href="([^"]+)"><bdi>(\d+)/) ?? [];
    return { href: href.replaceAll("&amp;", "&"), count: Number(count) };
  };
  const id = await debtor();
  const before = await late();
  const [contract] = await cancelFirst(id);
  const after = await late();
  expect(after.count).toBe(before.count - 1);
  const { body } = await client.get(`/api${after.href}&per_page=1`);
  expect(body.total).toBe(after.count);
  const only = await client.get(`/api/contracts?in_cancelled_campaign=true&customer_id=${id}`);
  expect(only.body.contracts.map((row: { id: number }) => row.id)).toEqual([contract.id]);
  expect((await client.get("/api/contracts?in_cancelled_campaign=x")).status).toBe(422);
});

describe("a receipt for one", () => {
  const sent = async (contract: { id: number; customer_id: number; currency_id: number }) => {
    const box =
      (await office.knex("accounts").where({ currency_id: contract.currency_id, kind: "cash_box" }).first())
        ?.id ?? (await makeAccount(office.knex, contract.currency_id));
    return {
      ...{ customer_id: contract.customer_id, contract_id: contract.id, currency_id: contract.currency_id },
      ...{ amount: 50, payment_method: "cash", cash_box_id: box, description: "دفعة", bank_account_id: "" },
      date: today,
    };
  };
  const form = (fields: object) =>
    Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, String(value)]));
  const question = (contract: { contract_number: string }) =>
    `العقد ${contract.contract_number} في حملة ملغاة ولم يلغ بعد: ما يقبض له يصير مما يرد عند إلغائه.`;

  test("asks first, a correction of its words does not, and a call is taken", async () => {
    const [contract] = await cancelFirst(await debtor());
    const fields = await sent(contract);
    const asked = await client.submit("/financial/receipts/new", form(fields));
    expect([asked.status, questionsIn(asked.body).asked]).toEqual([409, [question(contract)]]);
    expect(asked.body).toContain('value="50"');
    const { confirmed } = questionsIn(asked.body);
    expect((await client.submit("/financial/receipts/new", form({ ...fields, confirmed }))).status).toBe(302);
    const { id } = await office.knex("receipt_vouchers").where({ contract_id: contract.id }).first();
    const edit = `/financial/receipts/${id}/edit`;
    expect((await client.submit(edit, form({ ...fields, description: "دفعة أولى" }))).status).toBe(302);
    expect((await client.submit(edit, form({ ...fields, amount: 60 }))).status).toBe(409);
    const { bank_account_id: _, ...call } = fields;
    expect((await client.post("/api/receipt-vouchers", call)).status).toBe(201);
  });

  test("asks first in a payment for several contracts, for each of a cancelled campaign", async () => {
    const id = await debtor({}, [
      ["SAR", "900", 20],
      ["SAR", "300", 10],
    ]);
    const [first] = await cancelFirst(id);
    const [, second] = await contractsOf(id);
    const { contract_id: _, customer_id: __, ...fields } = await sent(first);
    const split = {
      ...form(fields),
      "contract_ids[0]": String(first.id),
      "contract_ids[1]": String(second.id),
      "shares[0]": "20",
      "shares[1]": "30",
    };
    const asked = await client.submit("/financial/receipts/split", split);
    expect([asked.status, questionsIn(asked.body).asked]).toEqual([409, [question(first)]]);
  });
});
