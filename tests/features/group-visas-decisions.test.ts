import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { untilScripted } from "../support/browser";
import { hiddenField } from "../support/client";
import { administrator } from "../support/database";
import { groupVisas, visaPdf } from "../support/group-visas";
import { useOffice } from "../support/office";
import { enterAs } from "../support/users";

/* The visas of a group are decided together or not at all, on the screen and by call. */

const { office, client, browser } = useOffice({ isBusy: true });
const { makeApplied, formOf, bring, decide, read, approve } = groupVisas(office, client);

const folder = () => join(office.app.dataDir, "uploads", "visas");
const stored = () => (existsSync(folder()) ? readdirSync(folder()) : []);
const file = (name: string, words = name) => ({ name, bytes: visaPdf(words) });

const pageOf = async (path: string, as = client) => (await as.get(path)).body as string;

describe("a decision of many", () => {
  test("made by two at once is made once: the other does nothing and is told", async () => {
    const { path, passports, visaIds } = await makeApplied(6);
    const second = await enterAs(office, "second clerk", ["manage_trips"]);
    const both = [client, second];
    for (const [clerk, as] of both.entries()) {
      const numbers = passports.map((passport) => `${passport}\tR${clerk}-${passport}`).join("\n");
      await bring(
        path,
        { numbers },
        passports.map((passport) => file(`${passport}.pdf`, `${clerk} ${passport}`)),
        as,
      );
    }
    const answers = await Promise.all(both.map((as) => decide(path, {}, as)));
    expect(answers.map(({ status }) => status).sort()).toEqual([302, 409]);
    const winner = answers.findIndex(({ status }) => status === 302);
    expect(answers[1 - winner]?.body).toContain("فلم ينفذ شيء");
    for (const [index, id] of visaIds.entries()) {
      const visa = await read(id);
      expect(visa).toMatchObject({ status: "approved", visa_number: `R${winner}-${passports[index]}` });
      expect(visa.history).toHaveLength(2);
    }
  });

  test("is done by nobody where one of them changed since the page was shown", async () => {
    const { path, passports, visaIds } = await makeApplied(3);
    await bring(
      path,
      { numbers: passports.map((passport) => `${passport}\tC-${passport}`).join("\n") },
      passports.map((passport) => file(`${passport}.pdf`)),
    );
    const page = await pageOf(path);
    await approve(visaIds[1] as number, { visa_number: `O-${passports[1]}` });
    const late = await bring(path, { seen: hiddenField(page, "seen"), idempotency_key: "late" });
    expect(late.status).toBe(409);
    expect((await read(visaIds[0] as number)).status).toBe("pending");
    expect((await decide(path)).status).toBe(302);
    expect((await read(visaIds[0] as number)).status).toBe("approved");
    for (const seen of ["", "x".repeat(22)]) expect((await bring(path, { seen })).status).toBe(409);
  });

  test("where one changed meanwhile, the page says whose, has the fresh rows, and is done at the next try", async () => {
    const { path, passports, members, visaIds } = await makeApplied(3);
    await bring(
      path,
      { numbers: passports.map((passport) => `${passport}\tF-${passport}`).join("\n") },
      passports.map((passport) => file(`${passport}.pdf`)),
    );
    for (const javaScript of [true, false]) {
      const page = await browser.open({ login: administrator, javaScript });
      await page.goto(path);
      if (javaScript) await untilScripted(page);
      await page.getByLabel("ملاحظة في السجل").fill("وصلت اليوم");
      const index = javaScript ? 1 : 2;
      await approve(visaIds[index] as number, { visa_number: `X-${passports[index]}` });
      await page.getByRole("button", { name: "اعتماد" }).click();
      await expect.poll(() => page.getByRole("alert").innerText()).toContain(`«${members[index]?.name}»`);
      const button = page.getByRole("button", {
        name: javaScript ? "اعتماد تأشيرتين" : "اعتماد تأشيرة واحدة",
      });
      await button.waitFor();
      expect(await page.getByLabel("ملاحظة في السجل").inputValue()).toBe("وصلت اليوم");
      if (!javaScript) await button.click();
    }
    await expect.poll(async () => (await read(visaIds[0] as number)).status).toBe("approved");
  });

  test("takes what was pasted and chosen off the page, so that the next press sends none of it again", async () => {
    const { path, passports, visaIds } = await makeApplied(21);
    const page = await browser.open({ login: administrator });
    await page.goto(path);
    await untilScripted(page);
    const pasted = page.getByLabel("ألصق من جدول");
    const chosen = page.locator("#files");
    const save = page.getByRole("button", { name: "حفظ ومعاينة" }).first();
    const lines = passports.slice(0, 19).map((passport) => `${passport}\tW-${passport}`);
    await pasted.fill(lines.join("\n"));
    await chosen.setInputFiles(
      passports.map((one) => ({ name: `${one}.pdf`, mimeType: "application/pdf", buffer: visaPdf(one) })),
    );
    await save.click();
    await page.getByRole("button", { name: "اعتماد 19 تأشيرة" }).click();
    await expect.poll(async () => (await read(visaIds[18] as number)).status).toBe("approved");
    const contents = async () => [
      await pasted.inputValue(),
      await chosen.evaluate((input: HTMLInputElement) => input.files?.length),
    ];
    await expect.poll(contents).toEqual(["", 0]);
    await save.click();
    await page.getByText("ينتظر تأكيدك").first().waitFor();
    expect(await pageOf(path)).not.toContain("لا تتغير إلا حالة طلب");
    expect((await read(visaIds[20] as number)).status).toBe("pending");
  });

  test("is not asked for again by the rows of a page that is older than it", async () => {
    const { path, passports, members, visaIds } = await makeApplied(3);
    const rowsOf = (field: string, value: (index: number) => string) =>
      Object.fromEntries(members.map(({ id }, index) => [`${field}_${id}`, value(index)]));
    const numbers = rowsOf("number", (index) => `V-${passports[index]}`);
    const firstTwo = passports.slice(0, 2).map((passport) => file(`${passport}.pdf`));
    await bring(path, numbers, firstTwo);
    expect((await decide(path)).status).toBe(302);
    expect((await bring(path, numbers)).status).toBe(302);
    expect(await pageOf(path)).not.toContain("لا تتغير إلا حالة طلب");
    await bring(
      path,
      rowsOf("number", (index) => `Other-${passports[index]}`),
    );
    expect(await pageOf(path)).toContain("لا تتغير إلا حالة طلب");
    const rejections = `${path}?decision=rejected`;
    const ticked = {
      [`listed_${members[2]?.id}`]: "1",
      [`reject_${members[2]?.id}`]: "1",
    };
    await bring(rejections, ticked);
    expect((await decide(rejections)).status).toBe(302);
    expect((await read(visaIds[2] as number)).status).toBe("rejected");
    await bring(rejections, ticked);
    expect(await pageOf(rejections)).not.toContain("لا تتغير إلا حالة طلب");
  });

  test("sent twice is done once", async () => {
    const { path, passports, visaIds } = await makeApplied(2);
    await bring(
      path,
      { numbers: passports.map((passport) => `${passport}\tT-${passport}`).join("\n") },
      passports.map((passport) => file(`${passport}.pdf`)),
    );
    const page = await pageOf(path);
    const fields = { seen: hiddenField(page, "seen"), idempotency_key: hiddenField(page, "idempotency_key") };
    const answers = await Promise.all([bring(path, fields), bring(path, fields)]);
    expect(answers.map(({ status }) => status)).toEqual([302, 302]);
    expect((await read(visaIds[0] as number)).history).toHaveLength(2);
  });

  test("rejects who is ticked or pasted, each with a reason", async () => {
    const { path, passports, members, visaIds } = await makeApplied(4);
    const own = `${path}?decision=rejected`;
    await bring(own, {
      numbers: `${passports[0]}\tالصورة غير واضحة`,
      [`listed_${members[1]?.id}`]: "1",
      [`reject_${members[1]?.id}`]: "1",
      [`listed_${members[2]?.id}`]: "1",
    });
    expect(await pageOf(own)).toContain("رفض تأشيرتين");
    expect((await decide(own, { change_reason: "رد السفارة" })).status).toBe(302);
    expect((await read(visaIds[0] as number)).history[0]).toMatchObject({
      status: "rejected",
      change_reason: "الصورة غير واضحة",
    });
    expect((await read(visaIds[1] as number)).history[0]).toMatchObject({
      status: "rejected",
      change_reason: "رد السفارة",
    });
    for (const id of visaIds.slice(2)) expect((await read(id)).status).toBe("pending");
  });
});

describe("by call", () => {
  test("members are listed with their visas, tried out, and approved", async () => {
    const { group, passports, visaIds, members } = await makeApplied(3);
    const address = `/api/groups/${group}/visas`;
    expect((await client.get(address)).body.members).toMatchObject([
      { id: members[0]?.id, passport_number: passports[0], visa_id: visaIds[0], status: "pending" },
      {},
      {},
    ]);
    const visas = JSON.stringify([
      { passport_number: passports[0], visa_number: `API-${passports[0]}` },
      { passport_number: passports[1], visa_number: `API-${passports[1]}` },
      { passport_number: "NOBODY1", visa_number: "1" },
    ]);
    const files = [file(`${passports[0]}.pdf`), file("other.pdf")];
    const before = stored().length;
    const send = (more: Record<string, string>, headers = {}) =>
      client.send("POST", address, { body: formOf({ status: "approved", visas, ...more }, files), headers });
    const trial = await send({ dry_run: "true" });
    expect([trial.status, trial.body]).toEqual([
      200,
      {
        dry_run: true,
        matched: [
          {
            customer_id: members[0]?.id,
            name: members[0]?.name,
            visa_id: visaIds[0],
            value: `API-${passports[0]}`,
            files: [`${passports[0]}.pdf`],
          },
        ],
        left: {
          members: [expect.objectContaining({ customer_id: members[1]?.id, reason: "ينقصه ملف التأشيرة" })],
          lines: [{ passport_number: "NOBODY1", reason: expect.any(String) }],
          files: [{ file: "other.pdf", reason: expect.any(String) }],
        },
      },
    ]);
    await expect.poll(() => stored().length).toBe(before);
    const key = { "Idempotency-Key": `bulk ${group}` };
    const answers = await Promise.all([send({}, key), send({}, key)]);
    expect(answers.map(({ status, body }) => [status, body.decided.length])).toEqual([
      [200, 1],
      [200, 1],
    ]);
    expect((await read(visaIds[0] as number)).visa_number).toBe(`API-${passports[0]}`);
    await expect.poll(() => stored().length).toBe(before + 1);
    const rejected = await client.post(address, {
      status: "rejected",
      visas: [{ passport_number: passports[2], change_reason: "نقص" }],
    });
    expect(rejected.body.decided).toHaveLength(1);
  });

  test("refuses what is no decision or list", async () => {
    const { group } = await makeApplied(1);
    const address = `/api/groups/${group}/visas`;
    for (const body of [
      {},
      { status: "expired" },
      { status: "approved", visas: "x" },
      { status: "approved", visas: [1] },
      { status: "approved", visas: [{}] },
    ])
      expect([body, (await client.post(address, body)).status]).toEqual([body, 422]);
    expect((await client.get("/api/groups/999999/visas")).status).toBe(404);
  });
});
