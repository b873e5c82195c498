import { describe, expect, test } from "vitest";
import { hold } from "~/features/holds/hold";
import { full } from "../support/contracts";
import { makeCampaign } from "../support/factories";
import { inSeconds, tomorrow, useHolds } from "../support/holds";
import { useOffice } from "../support/office";
import { standardCalls } from "../support/standard-calls";
import { enterAs } from "../support/users";

const { office, client } = useOffice();
const {
  ids,
  campaignOf,
  held,
  hold: ask,
  sign,
  signed,
  signHold,
  customers,
  seatsOf,
  end,
} = useHolds(office, client);

let made = 0;
let keys = 0;

standardCalls(office, client, hold, {
  whole: () => ({
    campaign_id: ids.campaign_id,
    name: `صاحب حجز ${++made}`,
    phone: "+967 777 123 456",
    seats: 1 + (made % 3),
    until: inSeconds(3600 * (1 + (made % 40))),
    note: `ملاحظة ${made}`,
  }),
  shown: ({ campaign_id, until }) => ({
    campaign: { id: campaign_id, name: expect.any(String) },
    status: "current",
    until_local: new Date(Date.parse(String(until)) + 3 * 3600_000).toISOString().slice(0, 16),
  }),
  required: ["campaign_id", "name", "seats", "until"],
  defaults: { phone: null, note: null },
  refused: [
    ["name", "س".repeat(151)],
    ["phone", "هاتف"],
    ["seats", 0],
    ["seats", 1.5],
    ["until", "غدًا"],
    ["until", "2027-02-30 10:00"],
    ["until", inSeconds(-60)],
    ["until", "2099-01-01"],
    ["note", { a: 1 }],
  ],
  badFilters: ["status=zzz", "campaign_id=x"],
});

describe("seats", () => {
  test("a hold keeps seats from contracts and other holds, and a refusal names it", async () => {
    const campaign_id = await campaignOf(3);
    const one = await held({ campaign_id, seats: 2, name: "سعيد بن علي", until: "2027-01-02 18:00" });
    expect(await seatsOf(campaign_id)).toEqual([0, 2, 1]);
    expect(one.until).toBe("2027-01-02T15:00:00.000Z");
    const other = await ask({ campaign_id, seats: 2 });
    expect([other.status, Object.keys(other.body.fields)]).toEqual([409, ["seats"]]);
    await signed({ campaign_id });
    const refused = await sign({ campaign_id, customer_id: (await customers(1))[0] });
    expect([refused.status, refused.body.error]).toEqual([
      409,
      `${full}. محجوز مؤقتًا: «سعيد بن علي» مقعدان حتى 2027-01-02 18:00`,
    ]);
    expect(await seatsOf(campaign_id)).toEqual([1, 2, 0]);
  });

  test("it ends by itself at its moment: its seats are free, and extending it takes them anew", async () => {
    const campaign_id = await campaignOf(2);
    const { id } = await held({ campaign_id, seats: 2 });
    expect((await sign({ campaign_id })).status).toBe(409);
    await end(id);
    expect(await seatsOf(campaign_id)).toEqual([0, 0, 2]);
    expect((await client.get(`/api/holds/${id}`)).body.hold.status).toBe("ended");
    await signed({ campaign_id });
    expect((await client.put(`/api/holds/${id}`, { until: tomorrow() })).status).toBe(409);
    expect((await client.put(`/api/holds/${id}`, { until: tomorrow(), seats: 1 })).status).toBe(200);
    expect(await seatsOf(campaign_id)).toEqual([1, 1, 0]);
    const sentence = (await signHold(id, 2)).body.error;
    expect(sentence).toBe("المقاعد المتاحة في هذه الحملة 1 والمطلوب 2، فلم يوقع أي عقد");
    await end(id);
    const late = await signHold(id, 1);
    expect([late.status, late.body.error]).toEqual([409, expect.stringMatching(/^انتهى الحجز المؤقت/)]);
  });

  test("a change is judged by the free seats besides its own; a note is always free", async () => {
    const campaign_id = await campaignOf(4);
    const { id } = await held({ campaign_id, seats: 2 });
    await held({ campaign_id });
    const change = (body: object) => client.put(`/api/holds/${id}`, body);
    expect((await change({ seats: 4 })).status).toBe(409);
    expect((await change({ seats: 3 })).status).toBe(200);
    expect(await seatsOf(campaign_id)).toEqual([0, 4, 0]);
    const elsewhere = await campaignOf(2);
    expect((await change({ campaign_id: elsewhere })).status).toBe(409);
    expect((await change({ campaign_id: elsewhere, seats: 2 })).status).toBe(200);
    expect([await seatsOf(campaign_id), await seatsOf(elsewhere)]).toEqual([
      [0, 1, 3],
      [0, 2, 0],
    ]);
    await office.knex("campaigns").where({ id: elsewhere }).update({ status: "completed" });
    expect((await change({ note: "اتصل به" })).status).toBe(200);
    expect((await change({ until: tomorrow() })).status).toBe(409);
    expect((await ask({ campaign_id: elsewhere })).status).toBe(409);
  });

  test("a campaign has at least the seats of its contracts and holds, and is not deleted with a hold", async () => {
    const campaign_id = await campaignOf(9);
    await signed({ campaign_id });
    const { id, name } = await held({ campaign_id, seats: 3 });
    const lower = (total_seats: number) => client.put(`/api/campaigns/${campaign_id}`, { total_seats });
    const refused = await lower(3);
    expect([refused.status, refused.body.error]).toEqual([
      409,
      "عدد المقاعد لا يقل عن المحجوز منها: 1، والمحجوز مؤقتًا: 3",
    ]);
    expect((await lower(4)).status).toBe(200);
    await end(id);
    expect((await lower(1)).status).toBe(200);
    const empty = await makeCampaign(office.knex, 3, [ids.package_id]);
    await held({ campaign_id: empty, name });
    const deletion = await client.delete(`/api/campaigns/${empty}`);
    expect([deletion.status, deletion.body.error]).toEqual([409, expect.stringContaining(`«${name}»`)]);
  });

  test("a cancelled contract comes back to a free one alone", async () => {
    const campaign_id = await campaignOf(2);
    const contract = await signed({ campaign_id });
    const status = (status: string) => client.put(`/api/contracts/${contract.id}`, { status });
    expect((await status("cancelled")).status).toBe(200);
    const { id } = await held({ campaign_id, seats: 2 });
    const back = await status("active");
    expect([back.status, back.body.fields.status]).toEqual([409, expect.stringContaining("محجوز مؤقتًا")]);
    await client.delete(`/api/holds/${id}`);
    expect((await status("active")).status).toBe(200);
  });
});

describe("signing", () => {
  test("turns a hold into contracts, and who signs fewer keeps the rest", async () => {
    const campaign_id = await campaignOf(5);
    const { id } = await held({ campaign_id, seats: 5 });
    const first = await signHold(id, 2);
    expect([first.status, first.body.contracts?.length]).toEqual([201, 2]);
    expect(first.body.contracts[0]).toMatchObject({ campaign: { id: campaign_id }, status: "active" });
    expect(await seatsOf(campaign_id)).toEqual([2, 3, 0]);
    expect((await client.get(`/api/holds/${id}`)).body.hold.seats).toBe(3);
    expect((await signHold(id, 1, { end_rest: true })).status).toBe(201);
    expect(await seatsOf(campaign_id)).toEqual([3, 0, 2]);
    expect((await client.get(`/api/holds/${id}`)).status).toBe(404);
    expect((await signHold(id, 1)).status).toBe(404);
  });

  test("judges more customers than seats by the free ones for the rest, with all or none", async () => {
    const campaign_id = await campaignOf(4);
    const { id } = await held({ campaign_id, seats: 2 });
    await held({ campaign_id, seats: 1 });
    expect((await signHold(id, 4)).status).toBe(409);
    expect(await seatsOf(campaign_id)).toEqual([0, 3, 1]);
    expect((await signHold(id, 3)).status).toBe(201);
    expect(await seatsOf(campaign_id)).toEqual([3, 1, 0]);
  });

  test("is done once per idempotency key, and refuses what no signing takes", async () => {
    const campaign_id = await campaignOf(4);
    const { id } = await held({ campaign_id, seats: 2 });
    const [one, two] = await customers(2);
    const sent = { customer_ids: [one, two], package_id: ids.package_id };
    const key = { "Idempotency-Key": `hold ${++keys}` };
    const answers = [1, 2].map(() => client.post(`/api/holds/${id}/sign`, sent, key));
    const [first, again] = await Promise.all(answers);
    expect([first?.status, again?.status]).toEqual([201, 201]);
    expect(again?.body).toEqual(first?.body);
    const other = await held({ campaign_id });
    const at = async (body: object) => {
      const { status, body: answer } = await client.post(`/api/holds/${other.id}/sign`, { ...sent, ...body });
      return [status, Object.keys(answer.fields ?? {})];
    };
    expect(await at({ customer_ids: [] })).toEqual([422, ["customer_ids"]]);
    expect(await at({ customer_ids: "x" })).toEqual([422, ["customer_ids"]]);
    expect(await at({ customer_ids: [2_147_483_647] })).toEqual([422, ["customer_ids"]]);
    expect(await at({ package_id: undefined })).toEqual([422, ["package_id"]]);
    expect(await at({ package_id: 2_147_483_647 })).toEqual([422, ["package_id"]]);
    expect((await seatsOf(campaign_id))[1]).toBe(1);
  });
});

describe("lists", () => {
  test("are searched by name, telephone and note, and filtered by campaign and state", async () => {
    const campaign_id = await campaignOf(20);
    const one = await held({ campaign_id, name: "أبو بكر العطاس", phone: "0777 246 813" });
    const two = await held({ campaign_id, note: "مع والدته" });
    await end(two.id);
    const idsAt = async (query: string) => {
      const { body } = await client.get(`/api/holds?campaign_id=${campaign_id}&${query}`);
      return body.holds.map(({ id }: { id: number }) => id);
    };
    expect(await idsAt("search=ابوبكر")).toEqual([one.id]);
    expect(await idsAt("search=٠٧٧٧٢٤٦٨١٣")).toEqual([one.id]);
    expect(await idsAt("search=والدته")).toEqual([two.id]);
    expect(await idsAt("status=current")).toEqual([one.id]);
    expect(await idsAt("status=ended")).toEqual([two.id]);
    expect(await idsAt("")).toEqual([two.id, one.id]);
    const { body } = await client.get(`/api/holds?campaign_id=${campaign_id}&page=2&per_page=1`);
    expect(body).toMatchObject({ total: 2, page: 2, holds: [{ id: one.id }] });
  });

  test("a clerk without contracts sees none of it; the audit log names who held", async () => {
    const clerk = await enterAs(office, "campaigner", ["manage_campaigns"]);
    const { id, name, campaign } = await held();
    for (const path of ["/api/holds", `/api/holds/${id}`, "/holds", "/waiting-list", "/holds/export/csv"])
      expect((await clerk.get(path)).status).toBe(403);
    expect((await clerk.get("/campaigns")).body).not.toContain("/holds");
    const page = (await client.get(`/settings/trail?kind=holds&record=${id}`)).body;
    for (const text of [name, campaign.name, "محجوز حتى"]) expect(page).toContain(text);
  });
});
