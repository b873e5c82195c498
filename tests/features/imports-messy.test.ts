import { beforeAll, expect, test } from "vitest";
import { fixture } from "../support/app";
import { type Client, signIn } from "../support/client";
import { csv, figuresIn, importsOf, textOf } from "../support/imports";
import { createUser } from "../support/users";

/* Customers from the files that offices have. */

const office = fixture();
let client: Client;

beforeAll(async () => {
  client = await signIn(office.url);
});

const { uploaded } = importsOf(office, () => client);

test("the wrong rows are taken home with the reason beside each, mended, and imported again", async () => {
  await office.knex("customers").insert({ name: "صاحب الرقم", phone: "1", national_id: "H7" });
  const heads = ["م", "الاسم", "رقم الهاتف", "رقم الهوية", "تاريخ الميلاد"];
  const trial = await uploaded(
    "customers",
    csv(
      heads,
      ["1", "ريم", "0531", "", ""],
      ["2", "=سعد", "0532", "", "30/02/1990"],
      ["3", "علي", "0533", "H7", ""],
    ),
  );
  const left = () => client.get(`${trial}/left/csv`);
  const reasons = [
    ["تاريخ الميلاد: التاريخ غير صحيح (سنة-شهر-يوم)", "2", "'=سعد", "0532", "", "30/02/1990"],
    ["رقم الهوية مسجل باسم «صاحب الرقم»", "3", "علي", "0533", "H7", ""],
  ];
  const expected = csv(["سبب عدم الاستيراد", ...heads], ...reasons);
  expect([(await left()).body.trimEnd(), (await client.get(`${trial}/left/pdf`)).status]).toEqual([
    expected,
    404,
  ]);
  expect((await client.submit(trial, { only: "right" })).status).toBe(302);
  expect((await client.get(trial)).body).toContain(`href="${trial}/left/xlsx"`);
  expect((await client.get(`/api/imports/${trial.split("/").at(-1)}/progress`)).status).toBe(404);
  const file = (await left()).body as string;
  expect(file.trimEnd()).toBe(expected);
  const stranger = await signIn(office.url, await createUser(office.knex, "left", ["manage_customers"]));
  expect((await stranger.get(`${trial}/left/csv`)).status).toBe(404);

  const mended = await uploaded("customers", file.replace("30/02/1990", "28/02/1990").replace("H7", "H8"));
  const { body } = await client.get(mended);
  expect([figuresIn(body).سيضاف, textOf(body)]).toEqual([
    "2",
    expect.not.stringContaining("سبب عدم الاستيراد"),
  ]);
  expect((await client.submit(mended, {})).status).toBe(302);
  expect(await office.knex("customers").where({ national_id: "H8" }).orWhere({ name: "=سعد" })).toHaveLength(
    2,
  );
  expect((await client.get(`${mended}/left/csv`)).status).toBe(404);
});
