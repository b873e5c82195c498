import { describe, expect, test } from "vitest";
import { later } from "~/domain/dates";
import { officeToday } from "~/domain/office-day.server";
import { type Client, hiddenField, text } from "../support/client";
import { makeCustomer, renameCurrency } from "../support/factories";
import { useOffice } from "../support/office";
import { useShares, wordsIn } from "../support/shares";
import { enterAs } from "../support/users";

/* The shares of agents on the screens, posted as their HTML stands without JavaScript. */

const { office, client } = useOffice({ isBusy: true });
const { ids, agent, signed, find, paid, takeBack, commission } = useShares(office, client);
const today = officeToday();

describe("the forms of contracts", () => {
  const typed = async (more: object) =>
    text({
      customer_id: await makeCustomer(office.knex),
      campaign_id: ids.campaign,
      package_id: ids.dollars,
      agent_id: "",
      commission_rate: "",
      commission_reason: "",
      ...more,
    });
  const signWith = async (more: object) => {
    const answer = await client.submit("/contracts/new", await typed(more));
    const [, id] = answer.headers.get("Location")?.match(/contracts\/(\d+)/) ?? [];
    return { ...answer, contract: id ? await find(Number(id)) : undefined };
  };

  test("offer active agents with their rates; an empty rate is theirs, another one needs its reason", async () => {
    const five = await agent("5", { name: "مكتب النور" });
    await agent("6", { name: "مكتب متوقف", is_active: false });
    const page = (await client.get("/contracts/new")).body;
    const choices = wordsIn(page.slice(page.indexOf('id="contract-agent_id"')));
    expect(choices).toContain("بلا وكيل مكتب النور (5%) نسبة العمولة");
    expect((await signWith({})).contract).toMatchObject({ agent_id: null, commission_rate: null });
    expect((await signWith({ agent_id: five })).contract).toMatchObject({
      agent_id: five,
      commission_rate: 5,
    });
    const refused = await signWith({ agent_id: five, commission_rate: "٣٫٥" });
    expect(refused.status).toBe(422);
    expect(wordsIn(refused.body)).toContain("نسبة الوكيل «مكتب النور» 5%: اكتب سبب النسبة 3.5%");
    expect(refused.body).toMatch(/<option[^>]*selected=""[^>]*>مكتب النور/);
    expect(refused.body).toContain('value="٣٫٥"');
    expect(refused.body).toMatch(/<details[^>]*open=""[^>]*><summary>الوكيل وعمولته/);
    const special = await signWith({ agent_id: five, commission_rate: "3.5", commission_reason: "اتفاق" });
    expect(special.contract).toMatchObject({ commission_rate: 3.5, commission_reason: "اتفاق" });
    const alone = await signWith({ commission_rate: "3" });
    expect([alone.status, wordsIn(alone.body).includes("اختر الوكيل، أو امسح نسبة العمولة وسببها")]).toEqual([
      422,
      true,
    ]);
  });

  test("give each contract of a family the same agent", async () => {
    const five = await agent("5");
    const companion = await makeCustomer(office.knex);
    const { headers } = await client.submit("/contracts/new", {
      ...(await typed({ agent_id: five, commission_rate: "4", commission_reason: "عائلة" })),
      companion_ids: ["", `${companion}`],
    });
    const [, family = ""] =
      decodeURIComponent(headers.get("Location") ?? "").match(/contracts=([\d,]+)/) ?? [];
    const contracts = await Promise.all(family.split(",").map((id) => find(Number(id))));
    const same = { agent_id: five, commission_rate: 4, commission_reason: "عائلة" };
    expect(contracts).toMatchObject([same, same]);
  });

  test("change agent and rate, each as it stands in the form", async () => {
    const [five, seven] = [await agent("5"), await agent("7")];
    const { id } = await signed({ agent_id: five, commission_rate: 4, commission_reason: "اتفاق" });
    const edit = async (more: object) => {
      const page = (await client.get(`/contracts/${id}/edit`)).body;
      const value = (name: string) => hiddenField(page, name);
      return client.submit(
        `/contracts/${id}/edit`,
        text({
          status: "active",
          agent_id: page.match(/name="agent_id"[\s\S]*?<option value="(\d+)" selected/)?.[1] ?? "",
          commission_rate: value("commission_rate"),
          commission_reason: value("commission_reason"),
          updated_at: value("updated_at"),
          ...more,
        }),
      );
    };
    expect((await edit({ notes: "كما كان" })).status).toBe(302);
    expect(await find(id)).toMatchObject({ agent_id: five, commission_rate: 4, commission_reason: "اتفاق" });
    const refused = await edit({ commission_rate: "3", commission_reason: "" });
    expect([refused.status, wordsIn(refused.body).includes("اكتب سبب تغيير نسبة العمولة")]).toEqual([
      422,
      true,
    ]);
    expect((await edit({ agent_id: seven, commission_reason: "" })).status).toBe(302); // the shown 4% was the other agent's
    expect(await find(id)).toMatchObject({ agent_id: seven, commission_rate: 7, commission_reason: null });
    expect((await edit({ agent_id: "" })).status).toBe(302);
    expect(await find(id)).toMatchObject({ agent_id: null, commission_rate: null });
    const log = wordsIn((await client.get(`/settings/trail?kind=contracts&record=${id}`)).body);
    for (const word of ["الوكيل", "نسبة العمولة (%)", "سبب نسبة العمولة"]) expect(log).toContain(word);
  });

  test("show the agent on the contract's page, in the list's filter and in its files", async () => {
    const five = await agent("5", { name: "وكالة الريان" });
    const contract = await signed({ agent_id: five, commission_rate: 2, commission_reason: "خصم متفق عليه" });
    await paid(contract, 100);
    const page = wordsIn((await client.get(`/contracts/${contract.id}`)).body);
    for (const word of ["وكالة الريان · 2%", "خصم متفق عليه", "العمولة المستحقة 2.00 $"])
      expect(page).toContain(word);
    const list = (await client.get(`/contracts?agent_id=${five}`)).body;
    expect(list).toContain(contract.contract_number);
    expect(wordsIn((await client.get("/contracts?agent_id=x")).body)).toContain("الوكيل: قيمة غير معروفة");
    const csv: string = (await client.get(`/contracts/export/csv?agent_id=${five}`)).body;
    expect(csv.trim().split("\n")).toHaveLength(2);
    expect(csv).toContain("وكالة الريان");
  });
});

describe("the page of an agent's commission", () => {
  const path = (id: number) => `/agents/${id}/commission`;
  const press = async (id: number, more: object = {}, who: Client = client) => {
    const page = (await who.get(path(id))).body;
    return who.submit(
      path(id),
      text({
        idempotency_key: hiddenField(page, "idempotency_key"),
        invoice_date: today,
        due_date: "",
        ...more,
      }),
    );
  };

  test("tells contracts and sums, and makes one invoice however often the form is sent", async () => {
    const ten = await agent("10", { name: "مكتب السعد" });
    const contract = await signed({ agent_id: ten });
    expect(wordsIn((await client.get(path(ten))).body)).not.toContain("إصدار فاتورة عمولة");
    await paid(contract, "100.10");
    const page = (await client.get(path(ten))).body;
    for (const word of ["عمولة الوكيل «مكتب السعد»", contract.contract_number, "10.01 $", "37.54 ر.س"])
      expect(wordsIn(page)).toContain(word);
    expect(page).toMatch(/<button[^>]*type="submit"[^>]*>إصدار فاتورة عمولة/);
    const form = text({
      idempotency_key: hiddenField(page, "idempotency_key"),
      invoice_date: today,
      due_date: later(today, 30),
      description: "",
    });
    const answers = await Promise.all(Array.from({ length: 5 }, () => client.submit(path(ten), form)));
    expect(answers.map(({ status }) => status)).toEqual([302, 302, 302, 302, 302]);
    expect(answers[0]?.headers.get("Location")).toBe(path(ten));
    const invoices = await office.knex("invoices").where({ agent_id: ten });
    expect(invoices).toMatchObject([
      { amount: "37.54", due_date: later(today, 30), description: "عمولة عقد واحد" },
    ]);
    const log = wordsIn((await client.get(`/settings/trail?kind=invoices&record=${invoices[0].id}`)).body);
    expect(log).toContain("عقود العمولة");
    expect(log).toContain(contract.contract_number);
    const after = wordsIn((await client.get(path(ten))).body);
    expect(after).toContain(invoices[0].invoice_number);
    expect(after).not.toContain("إصدار فاتورة عمولة");

    const parts = wordsIn((await client.get(`${path(ten)}/${invoices[0].id}`)).body);
    for (const word of [contract.contract_number, "10.01 $", "1 USD = 3.75 SAR", "37.54 ر.س"])
      expect(parts).toContain(word);
    expect((await client.get(`${path(await agent())}/${invoices[0].id}`)).status).toBe(404);

    const late = await press(ten);
    expect(late.status).toBe(409);
    expect(wordsIn(late.body)).toContain(
      `لم تصدر فاتورة عمولة: لم يبق من عمولة الوكيل ما يفوتر: آخر فواتيرها الفاتورة ${invoices[0].invoice_number} بمبلغ 37.54 ر.س`,
    );
    expect(late.body).toContain(`/invoices/agents?search=${invoices[0].invoice_number}`);
  });

  test("refuses wrong dates at their fields, keeps what was typed, and says why a refund leaves nothing", async () => {
    const ten = await agent("10");
    const contract = await signed({ agent_id: ten });
    const receipt = await paid(contract, 100);
    const wrong = await press(ten, { due_date: later(today, -1), description: "كما كتبت" });
    expect(wrong.status).toBe(422);
    expect(wordsIn(wrong.body)).toContain("تاريخ الاستحقاق قبل تاريخ الفاتورة");
    expect(wrong.body).toContain("كما كتبت");
    await client.submit("/settings/accounts/closing/close", { closed_until: later(today, -30) });
    const closed = await press(ten, { invoice_date: later(today, -30) });
    expect([closed.status, wordsIn(closed.body).includes("الفترة مقفلة حتى")]).toEqual([409, true]);
    await client.submit("/settings/accounts/closing/reopen", { extent: "all", reason: "انتهى الاختبار" });
    expect((await press(ten)).status).toBe(302);
    await takeBack(receipt);
    const page = wordsIn((await client.get(path(ten))).body);
    expect(page).toContain("فُوتر للوكيل أكثر مما استحقه");
    expect(page).toContain("إصدار إشعار دائن بالعمولة");
    expect(page).toContain("37.50 ر.س");
    expect((await press(ten)).status).toBe(302);
    expect(wordsIn((await client.get(path(ten))).body)).toContain("إشعار دائن");
    expect((await commission(ten)).commission).toMatchObject({ invoiced: 0, due: 0 });
  });

  test("is for those who may make invoices; others see neither it nor its links", async () => {
    const ten = await agent("10");
    const contract = await signed({ agent_id: ten });
    await paid(contract, 100);
    const seller = await enterAs(office, "share-seller", ["manage_contracts", "manage_agents"]);
    expect((await seller.get(`/contracts/${contract.id}`)).body).not.toContain(path(ten));
    const list = (await seller.get("/agents")).body;
    expect(list).not.toContain("العمولة المستحقة");
    expect(list).not.toContain(path(ten));
    const biller = await enterAs(office, "share-biller", ["manage_invoices"]);
    expect((await biller.get(path(ten))).body).not.toContain(`/contracts/${contract.id}`);
    expect((await press(ten, {}, biller)).status).toBe(302);
    expect((await client.get(path(99999))).status).toBe(404);
    expect((await client.get(`${path(ten)}?page=x`)).status).toBe(200);
  });

  test("says what is missing in an office without riyals", async () => {
    const ten = await agent("10");
    await paid(await signed({ agent_id: ten }), 100);
    await renameCurrency(office.knex, ids.sar, "SAX");
    const page = await client.get(path(ten));
    expect([page.status, wordsIn(page.body).includes("أضف عملة الريال (SAR)")]).toEqual([200, true]);
    expect((await client.post(`/api/agents/${ten}/commission`, {})).status).toBe(422);
    for (const other of [
      "/agents",
      `/financial/statements/agents/${ten}`,
      "/reports/financial?report=commissions",
    ])
      expect([other, (await client.get(other)).status]).toEqual([other, 200]);
    await renameCurrency(office.knex, ids.sar, "SAR");
  });
});
