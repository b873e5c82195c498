import { describe, expect, test } from "vitest";
import { useOffice } from "../support/office";
import { spellings } from "../support/paper-numbers";
import { paper, useVisas } from "../support/visas";

/* A visa number is one visa's: case and spaces aside (rulings §4). */

const { office, client } = useOffice({ isBusy: true });

const { people, apply, approve, read } = useVisas(office, client);

const of = (person: number) => ({ customer_id: people[person]?.id });
const taken = (person: number) => `رقم التأشيرة مسجل لتأشيرة «${people[person]?.name}»`;

describe("a visa number that another visa has", () => {
  test("is refused, however it is written, by call and by form, and the other pilgrim is named", async () => {
    const first = await apply(of(0));
    expect((await approve(first.id, { visa_number: "ab 60-12" })).status).toBe(200);
    const second = await apply(of(1));
    for (const visa_number of ["ab 60-12", "AB60-12", " a B6 0-1 2 ", "Ab ٦٠-١٢", ...spellings("AB60-12")]) {
      const { status, body } = await approve(second.id, { visa_number });
      expect([visa_number, status, body.error, body.fields]).toEqual([
        visa_number,
        409,
        taken(0),
        { visa_number: taken(0) },
      ]);
      const form = paper({ status: "approved", visa_number, change_reason: "ما كتبته" });
      const shown = await client.send("POST", `/trips/visas/${second.id}/status`, { body: form });
      expect(shown.status).toBe(409);
      for (const part of [taken(0), "ما كتبته", 'href="#decision-visa_number"'])
        expect(shown.body).toContain(part);
    }
    expect(await read(second.id)).toMatchObject({
      status: "pending",
      visa_number: null,
      document_path: null,
    });
    expect((await approve(second.id, { visa_number: "AB60-13" })).status).toBe(200);
  });

  test("is one of many approvals' at the same moment; the others name whose", async () => {
    const applied = [];
    for (let person = 0; person < 6; person++) applied.push(await apply(of(person % 3)));
    const answers = await Promise.all(
      applied.map(({ id }, index) => approve(id, { visa_number: index % 2 ? "RACE 1" : "race1" })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(5).fill(409)]);
    const winner = answers.find(({ status }) => status === 200)?.body.visa;
    for (const { status, body } of answers)
      if (status === 409) expect(body.error).toBe(`رقم التأشيرة مسجل لتأشيرة «${winner.customer_name}»`);
  });

  test("is kept out by the database too", async () => {
    const row = { ...of(0), passport_number: "P", submission_date: "2026-01-01" };
    const approved = { ...row, status: "approved", approval_date: "2026-01-02" };
    await office.knex("visas").insert({ ...approved, visa_number: "DB 1" });
    await expect(office.knex("visas").insert({ ...approved, visa_number: "db1" })).rejects.toThrow(
      "visas_number_once",
    );
  });
});

describe("numbers that two visas have from before they were unique", () => {
  test("are named on their screens until one of them is corrected, and given to no third", async () => {
    const old = { passport_number: "P", submission_date: "2026-01-01", approval_date: "2026-01-02" };
    const twin = { ...old, status: "approved", visa_number: "OLD 1" };
    await office.knex("visas").insert({ ...twin, ...of(0) });
    const [{ id }] = await office
      .knex("visas")
      .insert({ ...twin, ...of(1), visa_number: "old1", number_repeats: true })
      .returning("id");
    const told = async () => [
      (await client.get(`/trips/visas/${id}`)).body.includes(`مسجل أيضًا لتأشيرة «${people[0]?.name}»`),
      (await client.get("/trips/visas")).body.includes("number_repeats=true"),
      (await client.get("/api/visas?number_repeats=true")).body.visas.length,
    ];
    expect(await told()).toEqual([true, true, 1]);
    expect((await client.put(`/api/visas/${id}`, { notes: "غيره" })).status).toBe(200);
    expect((await client.put(`/api/visas/${id}`, { visa_number: "OLD1" })).status).toBe(409);
    await office.knex("visas").where({ visa_number: "OLD 1" }).update({ visa_number: "OLD 2" });
    expect(await told()).toEqual([false, false, 0]);
    const third = await apply(of(2));
    expect((await approve(third.id, { visa_number: "OLD1" })).body.error).toBe(taken(1));
    expect((await client.put(`/api/visas/${id}`, { visa_number: "OLD 3" })).status).toBe(200);
    expect((await approve(third.id, { visa_number: "OLD1" })).status).toBe(200);
    expect((await client.get("/api/visas?number_repeats=x")).status).toBe(422);
  });
});

describe("the number of an approved visa", () => {
  test("is corrected by call and by form, told in its history, and freed for whose it is", async () => {
    const [wrong, right] = [await apply(of(0)), await apply(of(1))];
    await approve(wrong.id, { visa_number: "FIX-1" });
    const corrected = await client.put(`/api/visas/${wrong.id}`, { visa_number: "fix-2" });
    expect([corrected.status, corrected.body.visa.visa_number]).toEqual([200, "fix-2"]);
    expect(corrected.body.visa.history[0].change_reason).toBe("تعديل: رقم التأشيرة");
    expect((await approve(right.id, { visa_number: "FIX-1" })).status).toBe(200);
    const back = await client.put(`/api/visas/${wrong.id}`, { visa_number: "fix - 1" });
    expect([back.status, back.body.fields]).toEqual([409, { visa_number: taken(1) }]);
    expect((await client.put(`/api/visas/${wrong.id}`, { visa_number: "FIX-2" })).status).toBe(200);

    const edit = `/trips/visas/${wrong.id}/edit`;
    expect((await client.get(edit)).body).toMatch(/name="visa_number"[^>]*value="FIX-2"/);
    const { customer_id, passport_number, submission_date, visa_type } = await read(wrong.id);
    const fields = { customer_id: `${customer_id}`, passport_number, submission_date, visa_type };
    const refused = await client.submit(edit, { ...fields, visa_number: "fix-1" });
    expect([refused.status, refused.body.includes(taken(1)), refused.body.includes('value="fix-1"')]).toEqual(
      [409, true, true],
    );
    const empty = await client.submit(edit, { ...fields, visa_number: " " });
    expect([empty.status, empty.body.includes('href="#visa-visa_number"')]).toEqual([422, true]);
    expect((await client.submit(edit, { ...fields, visa_number: "FIX-3" })).status).toBe(302);
    expect((await read(wrong.id)).visa_number).toBe("FIX-3");
  });

  test("is not taken of one that is pending, whose form does not ask for it", async () => {
    const { id } = await apply(of(2));
    expect((await client.put(`/api/visas/${id}`, { visa_number: "EARLY" })).status).toBe(200);
    expect((await read(id)).visa_number).toBe(null);
    expect((await client.get(`/trips/visas/${id}/edit`)).body).not.toContain('name="visa_number"');
  });
});
