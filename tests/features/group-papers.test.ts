import { describe, expect, test } from "vitest";
import { hiddenField } from "../support/client";
import { groupVisas, visaPdf } from "../support/group-visas";
import { useOffice } from "../support/office";
import { enterAs } from "../support/users";
import { pdf, solid } from "../support/visa-files";

/* The papers of a group at once (docs/decisions/visas.md, «A group at once»). */

const { office, client } = useOffice({ isBusy: true });
const { makeApplied, bring, formOf } = groupVisas(office, client);

const file = (name: string, bytes = visaPdf(name)) => ({ name, bytes });
const papersOf = async (id: number) => (await client.get(`/api/customers/${id}/papers`)).body.papers;

async function makeGroup(count: number) {
  const made = await makeApplied(count);
  const path = `/trips/groups/${made.group}/papers`;
  /** Saves what the page shows, or showed. */
  const save = async (page?: string) => {
    const shown = page ?? (await client.get(path)).body;
    return bring(path, {
      seen: hiddenField(shown, "seen"),
      idempotency_key: hiddenField(shown, "idempotency_key"),
    });
  };
  return { ...made, path, save };
}

describe("the papers of a group", () => {
  test("are matched by their names, shown, and saved together with type and dates", async () => {
    const { path, save, passports, members } = await makeGroup(3);
    const [first, second] = members as unknown as [{ id: number }, { id: number }];
    await office
      .knex("customers")
      .where({ id: second.id })
      .update({ national_id: `ID-${passports[1]}` });
    const sent = await bring(
      path,
      { type: "vaccination", issue_date: "2026-01-01", expiry_date: "2029-01-01" },
      [
        file(`${passports[0]}.pdf`),
        file(`هوية ID-${passports[1]} وجه.pdf`),
        file(`هوية ID-${passports[1]} ظهر.pdf`),
        file("غير معروف.pdf"),
      ],
    );
    const next = `${path}?type=vaccination`;
    expect([sent.status, sent.headers.get("Location")]).toEqual([302, next]);
    // The next files probably are of the same type.
    expect((await client.get(next)).body).toMatch(
      /<select[^>]*name="type"[\s\S]*?value="vaccination" selected/,
    );
    const page = (await client.get(path)).body;
    for (const part of ["حفظ 3 أوراق", "غير معروف.pdf", "ليس في اسمه رقم جواز عضو"])
      expect(page).toContain(part);
    expect(await papersOf(first.id)).toEqual([]);
    expect((await save()).status).toBe(302);
    expect(await papersOf(first.id)).toMatchObject([
      {
        type: "vaccination",
        issue_date: "2026-01-01",
        expiry_date: "2029-01-01",
        given_name: `${passports[0]}.pdf`,
      },
    ]);
    expect(await papersOf(second.id)).toHaveLength(2);
    const lacking = (await client.get(`${path}?missing=vaccination`)).body;
    expect(lacking).toContain(`/customers/${members[2]?.id}`);
    expect(lacking).not.toContain(`/customers/${first.id}"`);
  });

  test("are left with their reasons: a PDF for a photo, a paper that is there, what is no paper", async () => {
    const { path, save, passports, members } = await makeGroup(1);
    await bring(path, { type: "photo" }, [
      file(`${passports[0]}.pdf`),
      file(`${passports[0]}.jpg`, await solid("jpeg")),
      file(`${passports[0]}.png`, Buffer.from("<svg/>")),
    ]);
    const page = (await client.get(path)).body;
    for (const part of ["لا PDF", "حفظ ورقة واحدة", "الملف يجب أن يكون بصيغة"]) expect(page).toContain(part);
    await save();
    await bring(path, { clear: "1" });
    await bring(path, { type: "photo" }, [file(`${passports[0]} again.jpg`, await solid("jpeg"))]);
    expect((await client.get(path)).body).toContain("من قبل");
    expect(await papersOf(members[0]?.id as number)).toHaveLength(1);
  });

  test("refuse a wrong type or date, and are saved by one of two at once", async () => {
    const { path, save, passports, members } = await makeGroup(1);
    const one = [file(`${passports[0]}.pdf`, pdf)];
    for (const fields of [{ type: "" }, { type: "zzz" }, { type: "other", issue_date: "2999-01-01" }])
      expect((await bring(path, fields as never, one)).status).toBe(422);
    const wrong = { type: "vaccination", issue_date: "2026-01-02", expiry_date: "2026-01-01" };
    const refused = (await bring(path, wrong, one)).body;
    expect(refused).toMatch(/<option value="vaccination" selected=""/);
    for (const part of [
      'value="2026-01-02"',
      'id="expiry_date-error"',
      "تاريخ الانتهاء يكون بعد تاريخ الإصدار",
    ])
      expect(refused).toContain(part);
    await bring(path, { type: "passport" }, one);
    const page = (await client.get(path)).body;
    const other = hiddenField(page, "idempotency_key").replace(/^./, "x");
    const answers = await Promise.all([
      save(page),
      bring(path, { seen: hiddenField(page, "seen"), idempotency_key: other }),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([302, 409]);
    expect(await papersOf(members[0]?.id as number)).toHaveLength(1);
  });

  test("have a type and dates of their own, typed beside each file; what was typed stays where it is wrong", async () => {
    const { path, passports, members } = await makeGroup(2);
    const [one, two] = passports;
    await bring(path, { type: "passport", issue_date: "2024-01-01" }, [
      file(`${one}.pdf`),
      file(`${two} شهادة.pdf`),
      file(`${two} 2.pdf`, visaPdf(`${two} شهادة.pdf`)),
      file('غريب "x".pdf'),
    ]);
    const page = (await client.get(path)).body;
    for (const part of [`نسخة من الملف «${two} شهادة.pdf»`, "غريب &quot;x&quot;.pdf", "ولا رقم هويته"])
      expect(page).toContain(part);
    const [first, second] = [...page.matchAll(/name="type_(\d+)"/g)].map(([, id]) => id);
    const keys = { seen: hiddenField(page, "seen"), idempotency_key: hiddenField(page, "idempotency_key") };
    const own = {
      [`type_${first}`]: "passport",
      [`issue_date_${first}`]: "2023-05-06",
      [`expiry_date_${first}`]: "2029-05-05",
      [`type_${second}`]: "vaccination",
      [`issue_date_${second}`]: "",
      [`expiry_date_${second}`]: "2028-02-03",
    };
    const wrong = await bring(path, {
      ...keys,
      ...own,
      [`type_${first}`]: "photo",
      [`expiry_date_${second}`]: "x",
    });
    expect(wrong.status).toBe(422);
    for (const part of [`id="type_${first}-error"`, `id="expiry_date_${second}-error"`, 'value="2029-05-05"'])
      expect(wrong.body).toContain(part);
    expect(await papersOf(members[0]?.id as number)).toEqual([]);
    expect((await bring(path, { ...keys, ...own, keep: "1" })).status).toBe(302);
    expect((await client.get(path)).body).toContain('value="2028-02-03"');
    expect((await bring(path, { ...keys, ...own, [`issue_date_${first}`]: "2023-05-07" })).status).toBe(302);
    expect(await papersOf(members[0]?.id as number)).toMatchObject([
      { type: "passport", issue_date: "2023-05-07", expiry_date: "2029-05-05" },
    ]);
    expect(await papersOf(members[1]?.id as number)).toMatchObject([
      { type: "vaccination", issue_date: null, expiry_date: "2028-02-03" },
    ]);
  });

  test("are offered to who writes customers", async () => {
    const { path, group } = await makeGroup(1);
    const clerk = await enterAs(office, "trips only", ["manage_trips"]);
    expect((await clerk.get(`/trips/groups/${group}/members`)).body).not.toContain(`${path}"`);
    expect((await client.get(`/trips/groups/${group}/members`)).body).toContain(`${path}"`);
  });

  test("come by call, tried out or saved", async () => {
    const { group, passports, members } = await makeGroup(1);
    const address = `/api/groups/${group}/papers`;
    const send = (more: Record<string, string>) =>
      client.send("POST", address, {
        body: formOf({ type: "passport", ...more }, [file(`${passports[0]}.pdf`), file("x.pdf")]),
      });
    const match = {
      file: `${passports[0]}.pdf`,
      type: "passport",
      customer_id: members[0]?.id,
      name: members[0]?.name,
    };
    expect((await send({ dry_run: "1" })).body).toEqual({
      dry_run: true,
      matched: [match],
      left: [{ file: "x.pdf", reason: expect.any(String) }],
    });
    expect(await papersOf(members[0]?.id as number)).toEqual([]);
    expect((await send({})).body).toMatchObject({ dry_run: false, matched: [match] });
    expect((await client.get(address)).body.members).toEqual([
      {
        id: members[0]?.id,
        name: members[0]?.name,
        name_latin: null,
        passport_number: passports[0],
        types: ["passport"],
      },
    ]);
    expect((await send({ type: "x" })).status).toBe(422);
  });
});
