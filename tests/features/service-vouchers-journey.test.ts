import { describe, expect, test } from "vitest";
import { makeCampaign, makeCustomer, makeGroup } from "../support/factories";
import { useOffice } from "../support/office";
import { textOf } from "../support/papers-text";
import { vouchersOf } from "../support/service-vouchers";

/* What a service voucher says of the journey, and what the clerk reads above it. */

const { office, client } = useOffice();
const { made, bus, address } = vouchersOf(office, client);

describe("a service voucher", () => {
  test("has the Latin names of transport, meals, services and the group, typed in their forms", async () => {
    const { transportation_id, catering_id, other_service_ids } = made.pack;
    const names = [
      [`/services/transportation/${transportation_id}/edit`, "Al-Buraq Transport"],
      [`/services/catering/${catering_id}/edit`, "Breakfast and dinner"],
      [`/services/other/${other_service_ids[0]}/edit`, "Madinah tour"],
      [`/trips/groups/${made.groupId}/edit`, "Vouchers Group 1"],
    ] as const;
    const before = (await client.get(address(1, "&lang=en"))).body;
    for (const [form] of names) {
      expect(before).toContain(`href="${form}"`);
      expect((await client.get(form)).body).toContain('name="name_latin"');
    }
    for (const [form, name_latin] of names) {
      const call = form
        .replace(/\/edit$/, "")
        .replace("/services/", "/")
        .replace("/trips/", "/");
      const path = `/api${call.replace("/other/", "/other-services/").replace("/transportation/", "/transportations/")}`;
      const { status, body } = await client.put(path, { name_latin });
      expect([path, status, body.error]).toEqual([path, 200, undefined]);
    }
    const { body } = await client.get(address(1, "&lang=en"));
    const paper = textOf(body);
    for (const words of [
      "Group Vouchers Group 1",
      "Transport Al-Buraq Transport",
      "Meals Breakfast and dinner, 3 meals a day",
      "Other services Madinah tour",
    ])
      expect(paper).toContain(words);
    for (const [form] of names.slice(0, 3)) expect(body).not.toContain(`href="${form}"`);
    expect(paper).not.toContain("فوج القسائم");
    expect(textOf((await client.get(`/trips/groups/${made.groupId}/manifest?lang=en`)).body)).toContain(
      "Group Vouchers Group 1",
    );
  });

  test("has the dates of the group's trip, and tells the clerk of a stay beyond it and of another bus", async () => {
    const { knex } = office;
    expect(textOf((await client.get(address(1))).body)).toContain("المغادرة 2027-02-26");
    const bus_id = await bus("9");
    const trip = { name: "رحلة القسائم", start_date: "2027-02-26", end_date: "2027-03-06" };
    const [{ id: trip_id }] = await knex("trips").insert(trip).returning("id");
    await client.put(`/api/groups/${made.groupId}`, { transportation_id: bus_id });
    await knex("groups").where({ id: made.groupId }).update({ trip_id });
    const { body } = await client.get(address(1));
    const [above = "", paper = ""] = textOf(body).split("قسيمة خدمات C-");
    expect(paper).toContain("العودة 2027-03-06");
    expect(paper).not.toContain("2027-03-08 (1"); // the campaign's last day
    const { company_name } = await knex("transportations").where({ id: bus_id }).first();
    expect(paper).toContain(`النقل ${company_name}، حافلة`);
    expect(above).toContain("الإقامة في «دار التقوى» تنتهي في 2027-03-08، بعد عودة الرحلة في 2027-03-06.");
    expect(above).toContain(`تطبع القسيمة حافلة المجموعة «${company_name}»`);
    const stays = textOf((await client.get(`/trips/groups/${made.groupId}/stays`)).body);
    expect(stays).toContain("تنتهي بعد عودة الرحلة في 2027-03-06");
    await knex("groups").where({ id: made.groupId }).update({ departure_date: null });
    expect(textOf((await client.get(address(1))).body)).toContain("المغادرة 2027-02-26");
    await knex("groups").where({ id: made.groupId }).update({ trip_id: null });
    const without = textOf((await client.get(address(1))).body);
    expect(without).toContain("مدة الحملة من 2027-02-26");
    const departure_date = "2027-02-26";
    await knex("groups").where({ id: made.groupId }).update({ departure_date, transportation_id: null });
  });

  test("names as supervisor only who can be called, never by a login name, and tells the clerk", async () => {
    const { knex } = office;
    const list = `/trips/groups/${made.groupId}/manifest`;
    const whole = async (path: string) => textOf((await client.get(path)).body);
    await client.put(`/api/groups/${made.groupId}`, { supervisorPhone: null });
    for (const path of [address(1), list])
      expect(await whole(path)).toContain("المشرف «سالم المشرف» بلا هاتف في المجموعة");
    expect((await whole(address(1))).split("هواتف الطوارئ").at(-1)).not.toContain("المشرف");
    await client.put(`/api/groups/${made.groupId}`, { supervisorPhone: "+966 55 410 2210" });
    await knex("users").where({ username: "salim" }).update({ full_name: null });
    for (const path of [address(1), list])
      expect(await whole(path)).toContain("المشرف «salim» بلا اسم كامل في شاشة المستخدمين");
    expect(await whole(address(1))).toContain("المشرف +966 55 410 2210");
    const names = { full_name: "سالم المشرف", full_name_latin: "Salem Al-Mushrif" };
    const { id } = await knex("users").where({ username: "salim" }).first("id");
    const saved = await client.put(`/api/users/${id}`, names);
    expect([saved.status, saved.body.user?.full_name_latin]).toEqual([200, names.full_name_latin]);
    expect(await whole(address(1, "&lang=en"))).toContain("Supervisor Salem Al-Mushrif +966 55 410 2210");
    expect(await whole(`${list}?lang=en`)).toContain("Supervisor Salem Al-Mushrif");
    expect(await whole(`/trips/groups`)).toContain("سالم المشرف");
  });

  test("of a group without contracts, or of a cancelled contract, is a sentence in the office's frame", async () => {
    const { knex } = office;
    const campaign_id = await makeCampaign(knex, 5, [made.pack.id]);
    const empty = await makeGroup(knex, campaign_id, {});
    const customer_id = await makeCustomer(knex, {});
    await client.post(`/api/groups/${empty}/members`, { customer_id });
    for (const who of ["", `&customers=${customer_id}`]) {
      const { status, body } = await client.get(`/contracts/voucher?group=${empty}${who}`);
      expect(status).toBe(409);
      expect(textOf(body)).toContain("لا عقود لهم في حملة المجموعة بعد");
    }
    const signed = await client.post("/api/contracts", {
      campaign_id,
      package_id: made.pack.id,
      customer_id,
    });
    const { id, contract_number } = signed.body.contract;
    await client.put(`/api/contracts/${id}`, { status: "cancelled" });
    const { body } = await client.get(`/contracts/voucher?contracts=${id}`);
    expect(textOf(body)).toContain(`العقد ${contract_number} ملغي، فلا قسيمة خدمات له`);
    expect(body).toContain(`href="/contracts/${id}"`);
  });

  test("names above them who travels without a contract, also who lost it after the departure", async () => {
    const { knex } = office;
    const campaign_id = await makeCampaign(knex, 5, [made.pack.id]);
    const group = await makeGroup(knex, campaign_id, {});
    const names = ["سعاد بلا عقد", "مريم فقدت عقدها", "خالد المتعاقد"];
    const [unsigned, lost, signed] = (await Promise.all(
      names.map((name) => makeCustomer(knex, { name })),
    )) as [number, number, number];
    const sign = async (customer_id: number) =>
      (await client.post("/api/contracts", { campaign_id, package_id: made.pack.id, customer_id })).body
        .contract.id;
    const lostContract = await sign(lost);
    await sign(signed);
    for (const customer_id of [unsigned, lost, signed])
      await client.post(`/api/groups/${group}/members`, { customer_id });
    await client.put(`/api/groups/${group}`, { status: "departed" });
    expect((await client.delete(`/api/contracts/${lostContract}`)).status).toBe(200);
    for (const language of ["ar", "en"]) {
      const { body } = await client.get(`/contracts/voucher?group=${group}&lang=${language}`);
      const note = body.match(/<div class="notice info print-note".*?<\/div>/s)?.[0] ?? "";
      expect(textOf(note)).toContain("بلا عقد في حملة المجموعة، فلا قسيمة لهم:");
      for (const [id, name] of [
        [unsigned, names[0]],
        [lost, names[1]],
      ])
        expect(note).toMatch(new RegExp(`href="/customers/${id}"[^>]*>.*?${name}`));
      if (language === "ar") expect(note).not.toContain(names[2]);
      expect(body.replace(note, "")).not.toMatch(/سعاد بلا عقد<|مريم فقدت عقدها</);
    }
    const some = await client.get(`/contracts/voucher?group=${group}&customers=${signed},${lost}`);
    expect([some.body.includes(names[0] as string), some.body.includes(names[1] as string)]).toEqual([
      false,
      true,
    ]);
  });

  test("says of each room what it is, by its kind and beds, in the order of the rooms", async () => {
    const { stays } = (await client.get(`/api/groups/${made.groupId}/stays`)).body;
    const [{ hotel_id }] = stays;
    const customers: number[] = await office
      .knex("group_members")
      .where({ group_id: made.groupId })
      .orderBy("id")
      .limit(3)
      .pluck("customer_id");
    await office.knex("customers").whereIn("id", customers).update({ gender: "ذكر" });
    const rooms = ["1001", "202", "201"].map((name, index) => ({
      ...{ name, kind: index ? "men" : "family", beds: index ? 3 : 4, hotel_id, visit: 1 },
      member_ids: [customers[index]],
    }));
    for (const room of rooms) {
      const { status, body } = await client.post(`/api/groups/${made.groupId}/rooms`, room);
      expect(status, body.error).toBe(201);
    }
    const address = `/contracts/voucher?group=${made.groupId}&customers=${customers}`;
    expect(textOf((await client.get(address)).body)).toContain("ثلاثية ( 201, 202 )، عائلية رباعية ( 1001 )");
    expect(textOf((await client.get(`${address}&lang=en`)).body)).toContain(
      "Triple ( 201, 202 ), Family, quad ( 1001 )",
    );
    await office.knex("rooms").where({ group_id: made.groupId }).delete();
  });
});
