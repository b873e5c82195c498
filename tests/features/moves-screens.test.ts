import { describe, expect, test } from "vitest";
import { hiddenField } from "../support/client";
import { makeGroup } from "../support/factories";
import { useMoves } from "../support/moves";
import { useOffice } from "../support/office";
import { textOf } from "../support/papers-text";

/* The page that moves contracts, as its HTML stands, and the pages that tell of it (docs/decisions/moved-contracts.md). */

const { office, client } = useOffice({ isFaultless: true });
const { ids, makeCustomer, makeContract, receive, find, offer, moved } = useMoves(office, client);

async function contractOf(total: string, paid: number) {
  const customer_id = await makeCustomer("سالم بن علي باعباد");
  const id = await makeContract(total, ids.usd, customer_id);
  if (paid) await receive({ customer_id, contract_id: id, amount: paid });
  return id;
}

/** What a browser sends of the page, and what was typed. */
async function opened(path: string, typed: Record<string, string> = {}) {
  const { status, body } = await client.get(path);
  expect(status).toBe(200);
  return { ...hiddenIn(body), ...typed };
}
const hiddenIn = (body: string) => ({
  idempotency_key: hiddenField(body, "idempotency_key"),
  seen: hiddenField(body, "seen"),
  shown: hiddenField(body, "shown"),
  contract_ids: [...body.matchAll(/name="contract_ids"[^>]*value="(\d+)"/g)].map(([, id]) => String(id)),
});

describe("without scripts", () => {
  test("a campaign is chosen, its packages and the figures are shown, and then the contract is moved", async () => {
    const id = await contractOf("1000", 700);
    const { campaign_id: oldCampaign, customer_id } = await find(id);
    const group = await makeGroup(office.knex, oldCampaign, { name: "الفوج القديم" });
    await client.post(`/api/groups/${group}/members`, { customer_id });
    const to = await offer("500");
    const group_id = await makeGroup(office.knex, to.campaign_id, { name: "الفوج الجديد", capacity: 7 });
    const path = `/contracts/${id}/move`;
    const typed = { campaign_id: String(to.campaign_id), package_id: "", fee: "50", fee_kind: "amount" };
    const form = await opened(path, typed);

    // nothing was shown yet: it is shown in place of being done
    const early = await client.submit(path, { ...form, package_id: String(to.package_id) });
    expect([early.status, textOf(early.body)]).toEqual([409, expect.stringContaining("راجع ما يتغير")]);
    expect((await find(id)).status).toBe("active");

    const shown = await client.submit(path, { ...form, intent: "preview" });
    expect(shown.status).toBe(200);
    const page = textOf(shown.body);
    for (const sentence of [
      "المقاعد المتاحة 10",
      "فرق السعر نقص 500.00",
      "المدفوع وغير المردود 700.00",
      "ينتقل إلى العقد الجديد 500.00",
      "يبقى مستحقًا رده من العقد القديم 150.00",
      "يخرج من المجموعة الفوج القديم",
      "الفوج الجديد · شاغر 7",
    ])
      expect(page).toContain(sentence);

    const whole = {
      ...form,
      ...hiddenIn(shown.body),
      package_id: String(to.package_id),
      group_id: String(group_id),
    };
    // another payment came meanwhile: the figures are others
    await receive({ customer_id, contract_id: id, amount: 100 });
    const stale = await client.submit(path, whole);
    expect(stale.status).toBe(409);
    const again = await client.submit(path, {
      ...whole,
      ...hiddenIn((await client.get(path)).body),
      intent: "preview",
    });
    const last = {
      ...whole,
      ...hiddenIn(again.body),
      seen: hiddenField((await client.get(path)).body, "seen"),
    };
    const { status, headers } = await client.submit(path, last);
    const row = await find((await find(id)).moved_to_id);
    expect([status, headers.get("location")]).toEqual([302, `/contracts/${row.id}`]);
    expect(row).toMatchObject({ paid_amount: 500, moved_from_id: id });
    expect((await find(id)).refundable_amount).toBe(250);
    expect((await client.get(`/api/groups/${group_id}/members`)).body.members).toMatchObject([
      { id: customer_id },
    ]);
    // the same form twice is one move
    expect((await client.submit(path, last)).headers.get("location")).toBe(`/contracts/${row.id}`);
  });

  test("half of a family is moved in one step", async () => {
    const family = [
      await contractOf("1000", 100),
      await contractOf("1000", 200),
      await contractOf("1000", 0),
    ];
    const to = await offer("1500");
    const path = `/contracts/move?contracts=${family.join()}`;
    const typed = {
      campaign_id: String(to.campaign_id),
      package_id: String(to.package_id),
      fee: "",
      fee_kind: "amount",
    };
    const form = await opened(path, typed);
    expect(form.contract_ids).toEqual(family.map(String));
    const half = { ...form, contract_ids: family.slice(0, 2).map(String) };
    const shown = await client.submit(path, { ...half, intent: "preview" });
    expect(shown.body.match(/type="checkbox"[^>]*name="contract_ids"[^>]*checked=""/g)).toHaveLength(2);
    const { contract_ids: _, ...hidden } = hiddenIn(shown.body);
    const { status, headers } = await client.submit(path, { ...half, ...hidden });
    const [first, second, third] = await Promise.all(family.map(find));
    expect([status, headers.get("location")]).toEqual([
      302,
      `/contracts/family?contracts=${encodeURIComponent([first.moved_to_id, second.moved_to_id].join())}`,
    ]);
    expect(third.status).toBe("active");
    const rest = { ...(await opened(path, typed)), contract_ids: [] };
    const { status: none } = await client.submit(path, rest);
    expect(none).toBe(422);
  });

  test("a group's page leads to the contracts of its members", async () => {
    const contracts = [await contractOf("1000", 0), await contractOf("1000", 0)];
    const { campaign_id } = await find(contracts[0] as number);
    await office.knex("contracts").whereIn("id", contracts).update({ campaign_id });
    const group = await makeGroup(office.knex, campaign_id);
    for (const id of contracts) {
      const { customer_id } = await find(id);
      await client.post(`/api/groups/${group}/members`, { customer_id });
    }
    expect((await client.get(`/trips/groups/${group}/members`)).body).toContain(
      `/contracts/move?group=${group}`,
    );
    const form = await opened(`/contracts/move?group=${group}`);
    expect(form.contract_ids).toEqual(contracts.map(String));
    expect((await client.get("/contracts/move?group=99999")).status).toBe(404);
  });

  test("a contract that does not move says why, and unknown ones are no page", async () => {
    const id = await contractOf("1000", 10);
    const { campaign_id, package_id } = await find(id);
    await office.knex("campaign_packages").insert({ campaign_id, package_id });
    const { body } = await client.get(
      `/contracts/${id}/move?campaign_id=${campaign_id}&package_id=${package_id}`,
    );
    expect(textOf(body)).toContain("العقد في هذه الحملة وهذه الباقة");
    for (const path of ["/contracts/99999/move", "/contracts/move", "/contracts/move?contracts=x"])
      expect((await client.get(path)).status).toBe(404);
  });
});

describe("contracts that do not stand", () => {
  test("a cancelled or moved one has no form but the reason, and the way back", async () => {
    const id = await contractOf("1000", 100);
    const row = await moved(id, await offer("900"));
    const { status, body } = await client.get(`/contracts/${id}/move`);
    expect(status).toBe(200);
    const page = textOf(body);
    expect(page).toContain("العقد ملغي، فلا ينقل");
    expect(page).toContain(`نُقل إلى العقد ${row.contract_number}`);
    expect(body).not.toContain('name="campaign_id"');
    expect(body).toMatch(new RegExp(`href="/contracts/${id}"[^>]*>رجوع`));
    const { body: answer } = await client.post(`/api/contracts/${id}/move`, await offer("800"));
    expect(answer.error).toBe("العقد ملغي، فلا ينقل");
    const several = await client.get(`/contracts/move?contracts=${id},${id}`);
    expect(textOf(several.body)).toContain("العقد ملغي، فلا ينقل");
  });

  test("beside others it has no box, and the others are moved", async () => {
    const old = await contractOf("1000", 100);
    await moved(old, await offer("900"));
    const id = await contractOf("1000", 0);
    const path = `/contracts/move?contracts=${old},${id}`;
    const form = await opened(path);
    expect(form.contract_ids).toEqual([String(id)]);
    expect(textOf((await client.get(path)).body)).toContain("العقد ملغي، فلا ينقل");
    const none = await client.submit(path, { ...form, contract_ids: [String(old)] });
    expect(textOf(none.body)).toContain("لم تنقل العقود: اختر الحملة الجديدة");
  });
});

test("room and kind stand there before and after, and of several the sums of each currency", async () => {
  const [one, two, third] = [
    await contractOf("1000", 300),
    await contractOf("500", 500),
    await makeContract("300.500", ids.kwd, await makeCustomer()),
  ];
  const infant = { room: "double", traveller: "infant", supplement_amount: "0" };
  await office.knex("contracts").where({ id: two }).update(infant);
  const to = await offer("600");
  const query = `campaign_id=${to.campaign_id}&package_id=${to.package_id}&fee=50&fee_kind=amount`;
  const page = textOf((await client.get(`/contracts/move?contracts=${one},${two}&${query}`)).body);
  for (const words of [
    "باقة ثنائية، رضيع",
    "الغرفة والمسافر بسعر الباقة في العقد القديم: ثنائية، رضيع",
    "المجموع: عقدان",
    "إجمالي العقود الجديدة 1,200.00",
    "فرق السعر نقص 300.00",
    "المدفوع وغير المردود 800.00",
    "رسم الإلغاء 100.00",
    "ينتقل إلى العقود الجديدة 700.00",
    "يبقى مستحقًا رده من العقود القديمة 0.00",
    "يبقى عليهم في العقود الجديدة 500.00",
  ])
    expect(page).toContain(words);
  const mixed = textOf(
    (await client.get(`/contracts/move?contracts=${one},${third}&${query.replace("fee=50", "fee=0")}`)).body,
  );
  expect(mixed).toMatch(/المجموع: عقدان.*المدفوع وغير المردود 300\.00.*المدفوع وغير المردود 0\.000/);
  expect(textOf((await client.get(`/contracts/${one}/move?${query}`)).body)).not.toContain("المجموع:");
});

test("both contracts, both prints and the person's page tell of each other", async () => {
  const id = await contractOf("1000", 100);
  const row = await moved(id, await offer("900"));
  const old = await find(id);
  for (const path of ["", "/print"]) {
    expect(textOf((await client.get(`/contracts/${id}${path}`)).body)).toContain(
      `نُقل إلى العقد ${row.contract_number}`,
    );
    expect(textOf((await client.get(`/contracts/${row.id}${path}`)).body)).toContain(
      `نُقل من العقد ${old.contract_number}`,
    );
  }
  const person = textOf((await client.get(`/customers/${row.customer_id}`)).body);
  expect(person).toContain(`نُقل إلى العقد ${row.contract_number}`);
  expect(person).toContain(`نُقل من العقد ${old.contract_number}`);
  expect((await client.get(`/contracts/${row.id}`)).body).toContain(`/contracts/${row.id}/move`);
  const trail = textOf((await client.get(`/settings/trail?kind=contracts&record=${row.id}`)).body);
  expect(trail).toContain(`نُقل من العقد ${old.contract_number}`);
});
