import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { administrator } from "../support/database";
import { groupVisas, visaPdf } from "../support/group-visas";
import { useOffice } from "../support/office";
import { enterAs } from "../support/users";
import { pdf, solid } from "../support/visa-files";
import { today } from "../support/visas";

/* The visas of a group at once: numbers and files are matched, shown in a dry run, and decided together or not at all. */

const { office, client } = useOffice();
const { makeApplied, makeGroup, bring, decide, read, apply, approve } = groupVisas(office, client);

const folder = () => join(office.app.dataDir, "uploads", "visas");
const stored = () => (existsSync(folder()) ? readdirSync(folder()) : []);
const file = (name: string, words = name) => ({ name, bytes: visaPdf(words) });

const pageOf = async (path: string, as = client) => (await as.get(path)).body as string;

describe("what is brought for a group", () => {
  test("is matched, shown, and approved together with numbers and files", async () => {
    const { path, passports, members, visaIds } = await makeApplied(4);
    const [one, two, three] = passports as [string, string, string];
    const sent = await bring(
      path,
      { numbers: `الاسم\tرقم الجواز\tرقم التأشيرة\nسالم\t${one}\t٦٠٥٠\n${two} N-${two}` },
      [file(`${one}.pdf`), file(`تأشيرة N-${two} نهائي.pdf`), file(`visa_${three}.pdf`)],
    );
    expect([sent.status, sent.headers.get("Location")]).toEqual([302, path]);
    const page = await pageOf(path);
    for (const part of ["اعتماد تأشيرتين", 'value="6050"', `${one}.pdf`, "ينقصه رقم التأشيرة"])
      expect(page).toContain(part);
    expect((await read(visaIds[0] as number)).status).toBe("pending");

    const done = await decide(path, { change_reason: "وصلت معًا" });
    expect([done.status, done.headers.get("Location")]).toEqual([302, path]);
    expect(await read(visaIds[0] as number)).toMatchObject({
      status: "approved",
      visa_number: "6050",
      approval_date: today(),
      document_path: expect.stringMatching(/^\/uploads\/visas\/[0-9a-f-]{36}\.pdf$/),
      history: [{ user_name: administrator.username, change_reason: "وصلت معًا" }, {}],
    });
    expect((await read(visaIds[1] as number)).visa_number).toBe(`N-${two}`);
    for (const id of visaIds.slice(2)) expect((await read(id)).status).toBe("pending");
    const rest = await pageOf(path);
    expect(rest).toContain(`visa_${three}.pdf`);
    expect(rest).not.toContain("اعتماد تأشيرتين");
    expect((await bring(path, { [`number_${members[2]?.id}`]: "7000" })).status).toBe(302);
    expect((await decide(path)).status).toBe(302);
    expect((await read(visaIds[2] as number)).visa_number).toBe("7000");
  });

  test("says who is left and why", async () => {
    const { path, passports, members, visaIds } = await makeApplied(8);
    const taken = await apply();
    await approve(taken.id, { visa_number: "TAKEN-1" });
    const numbers = [
      `${passports[0]}\tTAKEN-1`,
      `${passports[1]}\tSAME-1`,
      `${passports[2]}\tsame-1`,
      `${passports[3]}\tA-1\n${passports[3]}\tA-2`,
      `${passports[4]}\tTWO-1`,
      `${passports[5]}\t${"9".repeat(60)}`,
      "ZZ9999999\tN-1",
      `${passports[7]}\tLATE-1`,
    ];
    await approve(visaIds[7] as number, { visa_number: "LATE-0" });
    const files = passports.map((passport) => file(`${passport}.pdf`));
    await bring(path, { numbers: numbers.join("\n") }, [
      ...files,
      file(`${passports[4]} (2).pdf`),
      file(`${passports[4]} ${passports[5]}.pdf`),
      file("بلا اسم.pdf"),
    ]);
    const page = await pageOf(path);
    for (const part of [
      "رقم التأشيرة مسجل لتأشيرة",
      `الرقم نفسه مذكور للعضو «${members[1]?.name}»`,
      "له رقمان مختلفان (A-1، A-2)",
      "له أكثر من ملف: احذف الزائد",
      "رقم التأشيرة أطول من المسموح",
      "ZZ9999999",
      "لا عضو في المجموعة برقم جواز فيه",
      "تأشيرته معتمدة",
      "يطابق أكثر من عضو",
      "ليس في اسمه رقم جواز عضو",
      "اعتماد تأشيرة واحدة",
    ])
      expect(page, part).toContain(part);
  });

  test("is read either way round, and no pasted line vanishes", async () => {
    const { path, passports, members } = await makeApplied(5);
    const [a, b, c, d, e] = passports;
    const lines = [
      "رقم التأشيرة\tرقم الجواز",
      `6050111\t${a}`,
      `6050222 ${b}`,
      `1\tسالم\t${c}\t6050333`,
      `2\t${d}`,
      "سالم بلا رقم",
      "",
      `\t${e}\t`,
    ];
    await bring(path, { numbers: lines.join("\n") });
    const page = await pageOf(path);
    for (const number of ["6050111", "6050222", "6050333"]) expect(page).toContain(`value="${number}"`);
    expect(page).toContain(`فيه رقم جواز العضو «${members[3]?.name}»، ولا رقم تأشيرة معه`);
    expect(page).toContain(`فيه رقم جواز العضو «${members[4]?.name}»، ولا رقم تأشيرة معه`);
    expect(page).toMatch(/سالم بلا رقم<\/bdi>[^<]*(<!-- -->)?لا عضو في المجموعة برقم جواز فيه/);
    expect(page).not.toContain("رقم التأشيرة\tرقم الجواز");
  });

  test("stands beside the visa that waits, else the one that counts for the journey", async () => {
    const { group, visaIds } = await makeApplied(2);
    const { knex } = office;
    const shown = async () =>
      (await client.get(`/api/groups/${group}/visas`)).body.members.map(
        ({ visa_id, status }: { visa_id: number; status: string }) => [visa_id, status],
      );
    await knex("groups").where({ id: group }).update({ departure_date: today() });
    const applied = await knex("visas")
      .whereIn("id", visaIds)
      .orderBy("id")
      .select("customer_id", "visa_type", "passport_number", "submission_date");
    const good = { status: "approved", approval_date: today(), visa_number: "STANDS" };
    await knex("visas").where({ id: visaIds[0] }).update(good);
    await knex("visas").insert(applied.map((visa) => ({ ...visa, status: "rejected" })));
    expect(await shown()).toEqual([
      [visaIds[0], "approved"],
      [visaIds[1], "pending"],
    ]);
  });

  test("is one's own, and is emptied again", async () => {
    const { path, passports } = await makeApplied(1);
    await bring(path, { numbers: `${passports[0]} X-1` }, [file(`${passports[0]}.pdf`)]);
    const other = await enterAs(office, "another", ["manage_trips"]);
    expect(await pageOf(path, other)).not.toContain("X-1");
    const before = stored().length;
    await bring(path, { clear: "1" });
    expect(await pageOf(path)).not.toContain("X-1");
    await expect.poll(() => stored().length).toBe(before - 1);
  });

  test("takes a file's owner by hand, and drops a file", async () => {
    const { path, passports } = await makeApplied(2);
    await bring(path, { numbers: `${passports[0]} H-1-${passports[0]}` }, [
      file("scan.pdf"),
      file(`${passports[1]}.pdf`),
    ]);
    const page = await pageOf(path);
    const owner = page.match(/name="(owner_\d+)"/)?.[1] as string;
    const drop = [...page.matchAll(/name="drop" value="(\d+)"/g)].map(([, id]) => id);
    expect(drop).toHaveLength(2);
    await bring(path, { [owner]: "NOBODY" });
    expect(await pageOf(path)).toContain("لا عضو في المجموعة برقم الجواز المكتوب");
    await bring(path, { [owner]: ` ${passports[0]?.toLowerCase()} ` });
    expect(await pageOf(path)).toContain("اعتماد تأشيرة واحدة");
    await bring(path, { drop: owner.slice("owner_".length) });
    expect(await pageOf(path)).not.toContain("scan.pdf");
  });
});

describe("hostile files", () => {
  test("are told by name and kept from everything", async () => {
    const { path, passports } = await makeApplied(1);
    const [passport] = passports as [string];
    const before = stored();
    const endless = { name: `${"x".repeat(5000)}.pdf`, bytes: pdf };
    expect((await bring(path, {}, [endless])).status).toBe(400);
    const sent = await bring(path, {}, [
      { name: `../../../etc/${passport}.pdf`, bytes: pdf },
      { name: `${passport}\u202Efdp.exe`, bytes: Buffer.concat([Buffer.from("MZ"), Buffer.alloc(300)]) },
      { name: `${passport}-empty.pdf`, bytes: Buffer.alloc(0) },
      { name: `${passport}.png`, bytes: Buffer.from("<svg xmlns='http://www.w3.org/2000/svg'/>") },
      { name: `<img src=x onerror=alert(1)>.pdf`, bytes: Buffer.from("%PDF <html>") },
      { name: `${"x".repeat(400)}${passport}.pdf`, bytes: await solid("jpeg") },
      { name: `copy of ${passport}.pdf`, bytes: pdf },
    ]);
    expect(sent.status).toBe(302);
    const page = await pageOf(path);
    expect(page).toContain("الملف المختار فارغ");
    expect(page.match(/الملف يجب أن يكون بصيغة PDF/g)?.length).toBeGreaterThanOrEqual(2);
    expect(page).toContain("نسخة من الملف");
    expect(page).not.toContain("\u202E");
    expect(page).not.toContain("<img src=x");
    const names = stored().filter((name) => !before.includes(name));
    for (const name of names) expect(name).toMatch(/^[0-9a-f-]{36}\.(pdf|jpg)$/);
    expect(names.length).toBe(
      Number(
        (
          await office
            .knex("group_upload_files")
            .whereNotNull("file_name")
            .whereIn("file_name", names)
            .count()
            .first()
        )?.count,
      ),
    );
  });

  test("that are too many or too large together are bounded, and what was typed stays", async () => {
    const { path, passports } = await makeApplied(1);
    const heavy = Array.from({ length: 4 }, (_, index) => ({
      name: `${index} ${passports[0]}.pdf`,
      bytes: Buffer.concat([visaPdf(String(index)), Buffer.alloc(9 * 1024 * 1024)]),
    }));
    const cut = await bring(path, { numbers: `${passports[0]} CUT-1` }, heavy);
    expect(cut.status).toBe(302);
    const page = await pageOf(path);
    expect(page).toContain('value="CUT-1"');
    expect(page).toContain(`2 ${passports[0]}.pdf`);
    expect(page).not.toContain(`3 ${passports[0]}.pdf`);
    const many = Array.from({ length: 280 }, (_, index) => file(`f${index}.pdf`));
    expect((await bring(path, {}, many)).status).toBe(302);
    const { count } = (await office
      .knex("group_upload_files")
      .join("group_uploads", "group_uploads.id", "upload_id")
      .where({ group_id: Number(path.split("/")[3]) })
      .count()
      .first()) as { count: number };
    expect(Number(count)).toBe(3 + 250);
    const more = Array.from({ length: 250 }, (_, index) => file(`g${index}.pdf`));
    const refused = await bring(path, {}, more);
    expect([refused.status, refused.body.includes("لا تجتمع هنا أكثر من 500 ملف")]).toEqual([409, true]);
    expect(
      (
        await bring(
          path,
          {},
          Array.from({ length: 320 }, (_, index) => file(`h${index}.pdf`)),
        )
      ).status,
    ).toBe(413);
  });
});

test("a page on which nobody waits for anything has no field and no button for it, and says so", async () => {
  const { path, passports } = await makeApplied(1);
  const [passport] = passports as [string];
  expect(await pageOf(path)).toContain("حفظ ومعاينة");
  await bring(path, { numbers: `${passport}\tONLY-${passport}` }, [file(`${passport}.pdf`)]);
  expect((await decide(path)).status).toBe(302);
  for (const address of [path, `${path}?decision=rejected`]) {
    const page = await pageOf(address);
    expect(page).toContain("لا طلب تأشيرة ينتظر قرارًا.");
    for (const part of ["حفظ ومعاينة", 'name="numbers"', 'name="files"']) expect(page).not.toContain(part);
    expect(page).toContain("طلب تأشيرات للمجموعة");
  }
  const empty = await makeGroup("مجموعة خالية", []);
  for (const screen of ["visas", "papers"]) {
    const page = await pageOf(`/trips/groups/${empty}/${screen}`);
    for (const part of ["حفظ ومعاينة", "رفع ومعاينة", 'name="files"', "طلب تأشيرات للمجموعة"])
      expect(page).not.toContain(part);
    expect(page).toContain(`href="/trips/groups/${empty}/members/new"`);
    expect(page).toContain("لا أعضاء في المجموعة بعد");
  }
});
