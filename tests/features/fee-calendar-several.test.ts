import { describe, expect, test } from "vitest";
import { text } from "../support/client";
import { useFees } from "../support/fees";
import { formIn } from "../support/forms";
import { useOffice } from "../support/office";
import { textOf } from "../support/statements";

/* The fee of the terms where contracts are moved, and where those of a cancelled campaign are cancelled together. */

const { office, client } = useOffice({ isBusy: true });
const { ids, offer, offerWith, sign, signedWith, find, receive, move } = useFees(office, client);

const tenth = { days: 60, kind: "percent", amount: 10 } as const;
const today = new Intl.DateTimeFormat("en-CA", { timeZone: "Asia/Riyadh" }).format(new Date());
const pay = ({ id, customer_id }: { id: number; customer_id: number }, amount: number) =>
  receive({ contract_id: id, customer_id, amount, date: today });

/** Sends the form of a page as it stands, with what is typed. */
async function form(path: string, typed: object = {}) {
  const { values } = formIn((await client.get(path)).body);
  return client.submit(path, { ...values, ...text(typed) });
}

describe("a move", () => {
  test("by call takes no fee unless one is sent, and needs a reason of another one than the terms'", async () => {
    const to = await offer("1500");
    const plain = await signedWith(40, [tenth], 600);
    expect((await move(plain, to)).status).toBe(201);
    expect(await find(plain)).toMatchObject({ cancellation_fee: 0, fee_reason: null });

    const id = await signedWith(40, [tenth], 600);
    const refused = await move(id, { ...to, fee: 30 });
    expect([refused.status, Object.keys(refused.body.fields)]).toEqual([422, ["fee_reason"]]);
    expect((await move(id, { ...to, fee: 30, fee_reason: "عميل قديم" })).status).toBe(201);
    expect(await find(id)).toMatchObject({ cancellation_fee: 30, fee_reason: "عميل قديم" });

    const own = await signedWith(40, [tenth], 600);
    expect((await move(own, { ...to, fee_kind: "terms", fee: 5 })).body.fields).toHaveProperty("fee");
    expect((await move(own, { ...to, fee_kind: "terms" })).status).toBe(201);
    expect(await find(own)).toMatchObject({ cancellation_fee: 100, fee_reason: null });
    const exact = await signedWith(40, [tenth], 600);
    expect((await move(exact, { ...to, fee: 100 })).status).toBe(201);
  });

  test("of several takes each contract's own fee", async () => {
    const to = await offer("1500");
    const [first, second, without] = [
      await signedWith(40, [tenth], 600),
      await signedWith(40, [{ ...tenth, amount: 50 }], 300),
      await signedWith(40, [], 300),
    ];
    const { status } = await client.post("/api/contracts/move", {
      ...to,
      contract_ids: [first, second, without],
      fee_kind: "terms",
    });
    expect(status).toBe(201);
    const fees = await Promise.all(
      [first, second, without].map(async (id) => (await find(id)).cancellation_fee),
    );
    expect(fees).toEqual([100, 300, 0]);
  });

  test("shows on its page what the terms give, before it is done", async () => {
    const to = await offer("1500");
    const id = await signedWith(40, [tenth], 600);
    const path = `/contracts/${id}/move`;
    const terms = { campaign_id: to.campaign_id, package_id: to.package_id };
    const shown = await form(path, { ...terms, intent: "preview" });
    expect(textOf(shown.body)).toContain("رسم الإلغاء 100.00 USD شروط العقد تعطي 100.00 USD");
    const { values } = formIn(shown.body);
    expect(values.fee_kind).toBe("terms");

    const other = await client.submit(path, {
      ...values,
      ...text({ ...terms, fee: 20, fee_kind: "amount", intent: "preview" }),
    });
    expect(textOf(other.body)).toContain("رسم الإلغاء 20.00 USD شروط العقد تعطي 100.00 USD");
    const typed = { ...formIn(other.body).values, ...text({ ...terms, fee: 20, fee_kind: "amount" }) };
    const refused = await client.submit(path, typed);
    expect([refused.status, textOf(refused.body).includes("اكتب سبب رسم غيره")]).toEqual([422, true]);
    const answer = await client.submit(path, { ...typed, fee_reason: "تأخرت رحلته" });
    expect([answer.status, await find(id)]).toEqual([
      302,
      expect.objectContaining({ cancellation_fee: 20, fee_reason: "تأخرت رحلته" }),
    ]);

    const plain = await signedWith(40, [], 600);
    expect((await client.get(`/contracts/${plain}/move`)).body).not.toContain("شروط كل عقد");
  });
});

describe("the contracts of a cancelled campaign", () => {
  async function cancelledCampaign() {
    const terms = await offerWith(40, [tenth]);
    const contracts = [await sign(terms), await sign(terms), await sign(terms)];
    await pay(contracts[0], 600);
    await pay(contracts[1], 40.5);
    await client.put(`/api/campaigns/${terms.campaign_id}`, { status: "cancelled" });
    const fees = async () =>
      Promise.all(
        contracts.map(async ({ id }) => {
          const { cancellation_fee, fee_reason } = await find(id);
          return [cancellation_fee, fee_reason];
        }),
      );
    return { path: `/campaigns/${terms.campaign_id}/cancel-contracts`, fees };
  }

  test("give the fee of each one's terms as the page stands, and it says what that is", async () => {
    const { path, fees } = await cancelledCampaign();
    expect(textOf((await client.get(path)).body)).toContain("تعطي اليوم 140.50 USD");
    expect((await form(path, { reason: "ألغيت الرحلة" })).status).toBe(302);
    expect(await fees()).toEqual([
      [100, null],
      [40.5, null],
      [0, null],
    ]);
  });

  test("need a reason of another fee on the page", async () => {
    const { path, fees } = await cancelledCampaign();
    const typed = { reason: "ألغيت الرحلة", fee_kind: "percent", fee: "0" };
    const refused = await form(path, typed);
    expect([refused.status, textOf(refused.body).includes("الرسم غير ما تعطيه الشروط في عقدين")]).toEqual([
      422,
      true,
    ]);
    expect((await form(path, { ...typed, fee_reason: "ألغاها المكتب" })).status).toBe(302);
    expect(await fees()).toEqual([
      [0, "ألغاها المكتب"],
      [0, "ألغاها المكتب"],
      [0, null],
    ]);
  });

  test("by call are cancelled with the reason that the call has anyway", async () => {
    const { path, fees } = await cancelledCampaign();
    const { status } = await client.post(`/api${path}`, { reason: "ألغيت الرحلة" });
    expect([status, await fees()]).toEqual([
      200,
      [
        [0, null],
        [0, null],
        [0, null],
      ],
    ]);
    const again = await cancelledCampaign();
    await client.post(`/api${again.path}`, { reason: "ألغيت الرحلة", fee_kind: "terms" });
    expect((await again.fees()).map(([fee]) => fee)).toEqual([100, 40.5, 0]);
  });
});

test("a contract in dinars is moved with the fee of its own currency", async () => {
  const id = await signedWith(40, [{ ...tenth, amount: 33.33 }], 500, ids.kwd);
  const to = await offer("1500");
  expect((await move(id, { ...to, fee_kind: "terms" })).status).toBe(201);
  expect((await find(id)).cancellation_fee).toBe(333.3);
});
