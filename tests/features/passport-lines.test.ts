import { beforeEach, describe, expect, test } from "vitest";
import { csv, importsOf } from "../support/imports";
import { useOffice } from "../support/office";
import { khalid, linesOf } from "../support/passports";

/* Machine-readable lines as scanners, word processors and other states write them. */

const { office, client } = useOffice();
const { uploaded } = importsOf(office, client);

beforeEach(async () => {
  await office.knex("customers").delete();
});

const read = async (mrz: string) => {
  const { status, body } = await client.post("/api/customers/passport", { mrz });
  expect([mrz, status], JSON.stringify(body)).toEqual([mrz, 200]);
  return body;
};

describe("a blank in a line of 44 is a filler", () => {
  const short = linesOf({ number: "V16303", personal: "1075030370" });
  const blank = (text: string) => text.replace(/</g, " ");
  test.each([
    ["everywhere", blank(short)],
    ["between the parts of the name", short.replace("KHALID<FAHD", "KHALID FAHD")],
    ["in the second line alone", short.replace(/(?<=\n.*)</g, " ")],
    ["as blanks of other kinds", short.replace(/</g, "\u00A0")],
    ["in one line of 88", blank(short).replace("\n", "")],
    ["in one line of 89", blank(short).replace("\n", " ")],
    [
      "in lines with blanks around",
      `  ${short.replace("KHALID<FAHD", "KHALID FAHD").replace("\n", "  \n ")} `,
    ],
  ])("%s", async (_, typed) => {
    expect((await read(typed)).passport).toEqual({
      ...khalid,
      passport_number: "V16303",
      national_id: "1075030370",
    });
  });

  test.each([
    ["with the quotation marks of a copied cell", `"${blank(short).replace("\n", "\r\n")}"\r\n`],
    ["in full width", short.replace(/[\w<]/g, (sign) => String.fromCharCode(sign.charCodeAt(0) + 0xfee0))],
  ])("%s", async (_, typed) => {
    expect((await read(typed)).passport).toEqual({
      ...khalid,
      passport_number: "V16303",
      national_id: "1075030370",
    });
  });

  test("and in other lines it is none", async () => {
    expect((await read(short.replace("KHALID", "KHA LID"))).passport).toMatchObject({
      name: "KHALID FAHD ALGHAMDI",
    });
  });
});

describe("three fillers end a name", () => {
  const { name, surname_latin, given_names_latin } = khalid;
  test.each([
    ["ALGHAMDI<<KHALID<FAHD<<<<<K<<KK<K", "K<<KK<K"],
    ["ALGHAMDI<<KHALID<FAHDKKKKKKKKKKKKKKKKKK", "K".repeat(18)],
    ["ALGHAMDI<<KHALID<FAHD<KKKK<<<<<", "KKKK"],
    ["ALGHAMDI<<KHALID<FAHD<<<X7", "X7"],
  ])("of %s", async (holder, rest) => {
    const { passport, notes } = await read(linesOf({ holder }));
    expect(passport).toMatchObject({ name, surname_latin, given_names_latin });
    expect(notes).toEqual([expect.stringContaining(`ترك «${rest}» في السطر الأول`)]);
  });

  test.each([
    ["<<SUKARNO", "SUKARNO"],
    ["<<<SUKARNO", "SUKARNO"],
    ["KHAN<<K<ISHAK", "K ISHAK KHAN"],
    ["MALIKK<<AKKAD<K", "AKKAD K MALIKK"],
  ])("and nothing of %s is left out", async (holder, whole) => {
    const { passport, notes } = await read(linesOf({ holder }));
    expect([passport.name, notes]).toEqual([whole, []]);
  });
});

test.each(["RKS", "XXK", "XKX"])("%s is Kosovo, in files too", async (nationality) => {
  const lines = linesOf({ nationality });
  const { nationality: state } = (await read(lines)).passport;
  expect(state).toBe("XKK");
  const trial = await uploaded(
    "customers",
    csv(["الاسم", "رقم الهاتف", "الجنسية"], [`مواطن ${nationality}`, "0531", nationality]),
  );
  expect((await client.submit(trial, {})).status).toBe(302);
  expect(await office.knex("customers").pluck("nationality")).toEqual([state]);
});

test("a name that fills its place may be cut, which is said", async () => {
  const long = "ABDULRAHMANOV<<MUHAMMADJON<ABDUVALIYEVICH";
  const notes = async (holder: string) => (await read(linesOf({ holder }))).notes;
  expect(await notes(long.slice(0, 39))).toEqual([expect.stringContaining("فلعله مقطوع")]);
  expect(await notes(long.slice(0, 38))).toEqual([]);
});

describe("a day that is not known", () => {
  test.each(["790700", "790000", "000000", "7907<<", "79<<<<", "<<<<<<"])(
    "is no refusal: %s",
    async (birth) => {
      const { passport, notes } = await read(linesOf({ birth }));
      expect(passport).toEqual({ ...khalid, date_of_birth: null });
      expect(notes).toEqual([`تاريخ الميلاد في السطر الثاني بلا يوم أو شهر («${birth}»)، فاكتبه كما تعرفه`]);
    },
  );

  test("of an expiry neither", async () => {
    const { passport, notes } = await read(linesOf({ expiry: "330100" }));
    expect([passport.passport_expiry, notes.length]).toEqual([null, 1]);
  });
});
