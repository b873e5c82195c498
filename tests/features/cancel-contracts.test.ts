import { describe, expect, test } from "vitest";
import { later } from "~/domain/dates";
import { isOpen } from "../support/app";
import { useCancelling } from "../support/cancelling";
import { enter, text } from "../support/client";
import { decisionsOf, expectRefused } from "../support/closing";
import { administrator } from "../support/database";
import * as factories from "../support/factories";
import { useOffice } from "../support/office";
import { questionsIn } from "../support/questions";
import { textOf } from "../support/statements";
import { enterAs } from "../support/users";

/* All contracts of a cancelled campaign are cancelled at once, in an office whose day is not UTC's (journey.md, rule 5). */

const { office, client } = useOffice({ isBusy: true, env: { APP_TIME_ZONE: "Pacific/Kiritimati" } });
const { ids, receive, cancel, find } = useCancelling(office, client);

const { closeUntil, reopenAll } = decisionsOf(client);

const today = new Intl.DateTimeFormat("en-CA", { timeZone: "Pacific/Kiritimati" }).format(new Date());
const path = (id: number) => `/campaigns/${id}/cancel-contracts`;
const cancelAll = (id: number, more: object = {}, of = client) =>
  of.post(`/api${path(id)}`, { reason: "ألغيت الحملة", ...more });

/** A contract for each [currency, total, paid], in a campaign of its own that is cancelled. */
async function cancelledCampaign(...contracts: [currency: number, total: string, paid: number][]) {
  const campaign = await factories.makeCampaign(office.knex, 5000, []);
  const made: number[] = [];
  for (const [currency_id, total, paid] of contracts) {
    const package_id = await factories.makePackage(office.knex, currency_id, total);
    const parties = { customer_id: ids.customer, campaign_id: campaign, package_id, currency_id };
    const id = await factories.makeContract(office.knex, parties, total);
    if (paid) await receive({ contract_id: id, amount: paid, currency_id });
    made.push(id);
  }
  await office.knex("campaigns").where({ id: campaign }).update({ status: "cancelled" });
  return { campaign, contracts: made };
}

/** Many contracts of a campaign, of which nothing is paid. */
async function crowd(count: number) {
  const { campaign, contracts } = await cancelledCampaign([ids.usd, "1000", 0]);
  const [first] = contracts as [number];
  await office.knex.raw(
    `INSERT INTO contracts (contract_number, contract_date, customer_id, campaign_id, package_id, currency_id, total_amount)
     SELECT contract_number || '-' || n, contract_date, customer_id, campaign_id, package_id, currency_id, total_amount
     FROM contracts, generate_series(2, ?::integer) AS n WHERE id = ?`,
    [count, first],
  );
  return campaign;
}
const standing = async (campaign_id: number) =>
  Number((await office.knex("contracts").where({ campaign_id, status: "active" }).count())[0]?.count);

describe("the call", () => {
  test("keeps a percent of each total in its currency's decimals, of what was paid at most", async () => {
    const { campaign, contracts } = await cancelledCampaign(
      [ids.usd, "1000.05", 600],
      [ids.kwd, "100.005", 50],
      [ids.yer, "90001", 5000],
      [ids.usd, "1000", 0],
    );
    const { status, body } = await cancelAll(campaign, { fee: 12.5, fee_kind: "percent" });
    expect([status, body]).toEqual([
      200,
      {
        cancelled: 4,
        refundable: [
          { currency: "KWD", amount: 37.499 },
          { currency: "USD", amount: 474.99 },
        ],
      },
    ]);
    const rows = await Promise.all(contracts.map(find));
    expect(rows.map((row) => row.cancellation_fee)).toEqual([125.01, 12.501, 5000, 0]);
    for (const row of rows)
      expect(row).toMatchObject({
        status: "cancelled",
        cancelled_on: today,
        cancellation_reason: "ألغيت الحملة",
      });
    expect((await cancelAll(campaign)).body).toEqual(body);
  });

  test("keeps a sum where all are in one currency, and passes over who was cancelled before", async () => {
    const { campaign, contracts } = await cancelledCampaign([ids.usd, "900", 500], [ids.usd, "900", 30]);
    const [, second] = contracts as [number, number];
    await cancel(second, { cancellation_reason: "مرض" });
    const { body } = await cancelAll(campaign, { fee: 100, fee_kind: "amount" });
    expect(body).toEqual({ cancelled: 1, refundable: [{ currency: "USD", amount: 400 }] });
    expect(await find(second)).toMatchObject({ cancellation_fee: 0, cancellation_reason: "مرض" });
  });

  test("refuses before the first is cancelled", async () => {
    const { campaign, contracts } = await cancelledCampaign([ids.usd, "900", 500], [ids.kwd, "900", 0]);
    const several = await cancelAll(campaign, { fee: 10, fee_kind: "amount" });
    expect([several.status, Object.keys(several.body.fields)]).toEqual([422, ["fee"]]);
    const much = await cancelAll(campaign, { fee: 101, fee_kind: "percent" });
    expect([much.status, Object.keys(much.body.fields)]).toEqual([422, ["fee"]]);
    const early = await cancelAll(campaign, { event_date: "2026-10-31" });
    const { contract_number } = await find(contracts[0] as number);
    expect([early.status, early.body.fields.event_date.includes(contract_number)]).toEqual([409, true]);
    const { status } = await cancelAll(campaign, { event_date: later(today, 1) });
    expect(status).toBe(422);
    expect((await cancelAll(campaign, { reason: " " })).status).toBe(422);
    expect(await standing(campaign)).toBe(2);
    const dated = await cancelAll(campaign, { event_date: "2026-11-02" });
    expect([dated.status, (await find(contracts[1] as number)).cancelled_on]).toEqual([200, "2026-11-02"]);
  });

  test("leaves the members in their groups, without travelling", async () => {
    const { campaign, contracts } = await cancelledCampaign([ids.usd, "900", 50]);
    const group_id = await factories.makeGroup(office.knex, campaign);
    await office.knex("group_members").insert({ group_id, campaign_id: campaign, customer_id: ids.customer });
    expect((await cancelAll(campaign)).status).toBe(200);
    expect((await find(contracts[0] as number)).status).toBe("cancelled");
    const { members } = (await client.get(`/api/groups/${group_id}/members`)).body;
    expect(members).toMatchObject([{ id: ids.customer, travels: false }]);
    expect((await client.get(`/api/groups/${group_id}`)).body.group.currentMembers).toBe(0);
  });

  test("is refused on a day of a closed period, as a single cancelling is", async () => {
    const { campaign, contracts } = await cancelledCampaign([ids.usd, "900", 0], [ids.usd, "900", 0]);
    const day = { event_date: "2026-11-04" };
    await closeUntil("2026-11-05");
    const [all, one] = [await cancelAll(campaign, day), await cancel(contracts[0] as number, day)];
    expect([all.status, all.body]).toEqual([409, one.body]);
    expectRefused(all, "2026-11-05");
    expect(await standing(campaign)).toBe(2);
    const open = await cancelAll(campaign, { event_date: "2026-11-06" });
    expect([open.status, (await find(contracts[0] as number)).cancelled_on]).toEqual([200, "2026-11-06"]);
    await reopenAll();
  });

  test("is refused where the campaign stands or is none, and to who may not", async () => {
    const campaign = await factories.makeCampaign(office.knex, 5, []);
    expect((await cancelAll(campaign)).status).toBe(409);
    expect((await client.get(path(campaign))).status).toBe(409);
    expect((await cancelAll(999_999)).status).toBe(404);
    const planner = await enterAs(office, "planner", ["manage_campaigns"]);
    expect((await cancelAll(campaign, {}, planner)).status).toBe(403);
    const signer = await enterAs(office, "signer", ["manage_contracts"]);
    const { campaign: cancelled } = await cancelledCampaign([ids.usd, "900", 0]);
    expect((await cancelAll(cancelled, { event_date: "2026-11-02" }, signer)).status).toBe(403);
    expect((await cancelAll(cancelled, {}, signer)).status).toBe(200);
  });
});

/** Locks the last contract of a campaign, so that its batch waits until the transaction ends. */
async function holdLast(campaign_id: number) {
  const held = await office.knex.transaction();
  await held("contracts").where({ campaign_id }).orderBy("id", "desc").limit(1).forUpdate();
  return held;
}

describe("many contracts", () => {
  test("go on after a batch that failed, with the numbers of the whole", async () => {
    const campaign = await crowd(450);
    const held = await holdLast(campaign);
    const single = await enter(office, administrator); // does not come again by itself
    expect((await cancelAll(campaign, {}, single)).status).toBe(503);
    await held.rollback();
    expect(await standing(campaign)).toBe(50);
    expect((await client.get(`/api${path(campaign)}`)).body).toEqual({ progress: 400 });
    const { status, body } = await cancelAll(campaign);
    expect([status, body]).toEqual([200, { cancelled: 450, refundable: [] }]);
  });
});

describe("a server that is killed between two batches", () => {
  test("has cancelled whole batches, and the same call cancels the rest once", async () => {
    const campaign = await crowd(450);
    const held = await holdLast(campaign);
    const broken = cancelAll(campaign, { fee: 10, fee_kind: "percent" }).catch((error) => error);
    await expect.poll(() => standing(campaign)).toBe(50); // the last batch waits
    const victim = office.app.pid();
    process.kill(victim, "SIGKILL");
    expect(await broken).toBeInstanceOf(TypeError);
    await held.rollback();
    await expect.poll(() => isOpen(office.url)).toBe(true);
    expect(office.app.pid()).not.toBe(victim);
    expect(await standing(campaign)).toBe(50);
    const { status, body } = await cancelAll(campaign, { fee: 10, fee_kind: "percent" });
    expect([status, body]).toEqual([200, { cancelled: 450, refundable: [] }]);
    const entries = office.knex("entries").where({ cause: "cancelling" });
    const ofCampaign = office.knex("contracts").where({ campaign_id: campaign }).select("id");
    expect(await entries.whereIn("contract_id", ofCampaign)).toHaveLength(450);
  });
});

describe("the screen", () => {
  test("is offered by list and form, asks where a fee is less, and leads to the refunds", async () => {
    const { campaign, contracts } = await cancelledCampaign([ids.usd, "900", 500], [ids.usd, "900", 30]);
    for (const address of ["/campaigns?status=cancelled", `/campaigns/${campaign}/edit`]) {
      const { body } = await client.get(address);
      expect(textOf(body)).toContain("عقدان قائمان");
      expect(textOf(body)).toContain("530.00 USD");
      expect(body).toContain(path(campaign));
    }
    const typed = { reason: "ألغيت الحملة", fee: "١٠", fee_kind: "percent" };
    const asked = await client.submit(path(campaign), text(typed));
    const { asked: questions, confirmed } = questionsIn(asked.body);
    expect([asked.status, questions.length]).toEqual([409, 1]);
    expect(asked.body).toContain('value="ألغيت الحملة"');
    expect(await standing(campaign)).toBe(2);
    const done = await client.submit(path(campaign), text({ ...typed, confirmed }));
    expect([done.status, done.headers.get("Location")]).toEqual([
      302,
      `/contracts?campaign_id=${campaign}&refundable=true`,
    ]);
    expect((await Promise.all(contracts.map(find))).map((row) => row.cancellation_fee)).toEqual([90, 30]);
    expect(textOf((await client.get(path(campaign))).body)).toContain("لا عقود قائمة");
  });
});

describe("many at once", () => {
  test("cancel all, cancel one and pay, without a deadlock", async () => {
    const { campaign, contracts } = await cancelledCampaign(
      ...Array.from({ length: 12 }, (): [number, string, number] => [ids.usd, "900", 50]),
    );
    const answers = await Promise.all([
      cancelAll(campaign, { fee: 10, fee_kind: "percent" }),
      cancelAll(campaign, { fee: 10, fee_kind: "percent" }),
      ...contracts.map((id, turn) =>
        turn % 2
          ? cancel(id, { cancellation_fee: 5 })
          : client.post("/api/receipt-vouchers", {
              customer_id: ids.customer,
              contract_id: id,
              ...factories.inCash(ids.box, ids.usd, 7),
              date: today,
              description: "دفعة",
            }),
      ),
    ]);
    expect(answers.slice(0, 2).map(({ status }) => status)).toEqual([200, 200]);
    expect(answers.filter(({ status }) => ![200, 201, 409, 422].includes(status))).toEqual([]);
    expect(await standing(campaign)).toBe(0);
    await office.app.stop(); // PostgreSQL reports a session's counts when it ends
    const { rows } = await office.knex.raw(
      "SELECT deadlocks::int FROM pg_stat_database WHERE datname = current_database()",
    );
    expect(rows).toEqual([{ deadlocks: 0 }]);
  });
});
