import { beforeEach, describe, expect, test } from "vitest";
import { costOf, repeat } from "../support/cpu";
import { useOffice } from "../support/office";
import { eriksson, khalid, linesOf, specimen, spoilt } from "../support/passports";

const { office, client } = useOffice();

beforeEach(async () => {
  await office.knex("customers").delete();
});

const read = async (mrz: unknown) => client.post("/api/customers/passport", { mrz });
const passportOf = async (mrz: string) => {
  const { status, body } = await read(mrz);
  expect([mrz, status], JSON.stringify(body)).toEqual([mrz, 200]);
  return body.passport;
};
const faultOf = async (mrz: unknown) => {
  const { status, body } = await read(mrz);
  expect([status, body.passport]).toEqual([422, undefined]);
  expect(Object.keys(body.fields)).toEqual(["mrz"]);
  expect(body.message).toMatch(/[\u0600-\u06FF]/);
  return body.fields.mrz as string;
};

describe("a passport's two lines by call", () => {
  test("say who its holder is, and nothing is written", async () => {
    expect(await passportOf(specimen)).toEqual(eriksson);
    expect(await passportOf(linesOf())).toEqual(khalid);
    expect(await passportOf(linesOf({ personal: "1075030370" }))).toEqual({
      ...khalid,
      national_id: "1075030370",
    });
    expect(await passportOf(linesOf({ code: "PM" }))).toEqual(khalid);
    expect(await office.knex("customers")).toEqual([]);
  });

  test.each([
    ["lower case", (text: string) => text.toLowerCase()],
    ["blanks", (text: string) => `  ${text.replace("ALG", "ALG ").replace("\n", " \u00A0\n\n ")}\n`],
    ["CRLF", (text: string) => text.replace("\n", "\r\n")],
    ["Arabic digits", (text: string) => text.replace(/\d/g, (one) => "٠١٢٣٤٥٦٧٨٩"[Number(one)] ?? "")],
    ["marks of direction", (text: string) => `\u200E${text.replace("\n", "\u200E\n\u202A")}\u202C`],
    ["one line", (text: string) => text.replace("\n", "")],
    ["one line with a blank", (text: string) => text.replace("\n", " ")],
    ["‹ for <", (text: string) => text.replaceAll("<", "‹")],
    ["« for <", (text: string) => text.replaceAll("<", "«")],
    ["« for <<", (text: string) => text.replaceAll("<<", "«")],
  ])("are read with %s", async (_, typed) => {
    expect(await passportOf(typed(linesOf()))).toEqual(khalid);
  });

  test.each([
    ["ALI<<ALI", "ALI ALI"],
    ["SUKARNO", "SUKARNO"],
    ["<<SUKARNO", "SUKARNO"],
    ["AL<GHAMDI<<NOURA<BINT<SAAD", "NOURA BINT SAAD AL GHAMDI"],
    ["VENKATANARASIMHARAJUVARIPETAPALLEGOLKONDA".slice(0, 39), "VENKATANARASIMHARAJUVARIPETAPALLEGOLKON"],
  ])("of the name %s make %s", async (holder, name) => {
    expect(await passportOf(linesOf({ holder }))).toMatchObject({ name });
  });

  test("put dates into their century: no birth to come, no expiry in more than fifty years", async () => {
    const year = new Date().getUTCFullYear();
    const two = (year: number) => String(year % 100).padStart(2, "0");
    for (const [birth, born] of [
      [`${two(year - 1)}0301`, `${year - 1}-03-01`],
      [`${two(year + 1)}0301`, `${year - 99}-03-01`],
      ["000229", "2000-02-29"],
      ["7904<<", null],
    ])
      expect(await passportOf(linesOf({ birth: birth ?? "" }))).toMatchObject({ date_of_birth: born });
    for (const [expiry, expires] of [
      [`${two(year + 49)}0301`, `${year + 49}-03-01`],
      [`${two(year + 51)}0301`, `${year - 49}-03-01`],
    ])
      expect(await passportOf(linesOf({ expiry }))).toMatchObject({ passport_expiry: expires });
    expect(await faultOf(linesOf({ birth: "790230" }))).toBe(
      "تاريخ الميلاد في السطر الثاني ليس تاريخًا صحيحًا",
    );
    expect(await faultOf(linesOf({ expiry: "AB0101" }))).toContain("تاريخ انتهاء الجواز");
  });

  test.each([
    ["D", "DEU"],
    ["EGY", "EGY"],
    ["XXA", null],
    ["UNO", null],
    ["GBD", null],
    ["UTO", null],
    ["", null],
  ])("of the state %s give the nationality %s", async (state, nationality) => {
    expect(await passportOf(linesOf({ nationality: state }))).toEqual({ ...khalid, nationality });
  });

  test.each(["<", "X"])("leave the gender empty for %s", async (sex) => {
    expect(await passportOf(linesOf({ sex }))).toEqual({ ...khalid, gender: null });
  });

  const digits: [place: number, named: string][] = [
    [9, "رقم التحقق من رقم الجواز غير صحيح"],
    [19, "رقم التحقق من تاريخ الميلاد غير صحيح"],
    [27, "رقم التحقق من تاريخ انتهاء الجواز غير صحيح"],
    [42, "رقم التحقق من الرقم الشخصي غير صحيح"],
    [43, "رقم التحقق من السطر الثاني كله غير صحيح"],
  ];
  const [, , , , [, whole] = [43, ""]] = digits;

  test.each(digits)("name the wrong digit at place %i", async (place, named) => {
    for (const lines of [specimen, linesOf({ personal: "1075030370" })]) {
      const next = String((Number(lines[45 + place]) + 1) % 10);
      expect(await faultOf(spoilt(lines, place, next))).toBe(place === 43 ? named : `${named}؛ ${whole}`);
      for (const sign of lines[45 + place] === "0" ? ["<"] : ["O", "<"])
        expect(await faultOf(spoilt(lines, place, sign))).toContain(named);
    }
  });

  test("are read with an O for a zero and a zero for an O where only the other can stand, and it is said", async () => {
    const lines = linesOf({ number: "O0O0O", nationality: "OMN", birth: "000110", holder: "OMAR<<NOOR" });
    const [first = "", second = ""] = lines.split("\n");
    const typed = `${first.replaceAll("O", "0")}\n${second.slice(0, 9)}${second.slice(9).replace(/[O0]/g, (sign) => (sign === "0" ? "O" : "0"))}`;
    const { status, body } = await read(typed);
    expect([status, body.passport]).toEqual([200, (await read(lines)).body.passport]);
    expect(body.passport).toMatchObject({
      name: "NOOR OMAR",
      passport_number: "O0O0O",
      nationality: "OMN",
      date_of_birth: "2000-01-10",
    });
    expect(body.notes).toEqual([
      "قرئ الصفر حرف O في السطر الأول عند العلامة 3 والعلامة 6 والعلامة 13 والعلامة 14",
      expect.stringMatching(
        /^قرئ حرف O صفرًا، أو الصفر حرف O، في السطر الثاني عند .*العلامة 11 والعلامة 14 والعلامة 15/,
      ),
    ]);
    expect((await read(lines)).body.notes).toEqual([]);
  });

  test.each([
    ["SAU", "1O9O765432", "1090765432", "العلامة 30 والعلامة 32"],
    ["SAU", "107503037O", "1075030370", "العلامة 38"],
    ["PAK", "352O212345671", "3520212345671", "العلامة 32"],
  ])(
    "of %s are read with an O in the national number, and it is said",
    async (nationality, typed, number, at) => {
      const lines = linesOf({ nationality, personal: number });
      const { body } = await read(lines.replace(number, typed));
      expect([body.passport?.national_id, body.notes]).toEqual([
        number,
        [`قرئ حرف O صفرًا، أو الصفر حرف O، في السطر الثاني عند ${at}`],
      ]);
      const next = String((Number(lines[45 + 42]) + 1) % 10);
      expect(await faultOf(spoilt(lines.replace(number, typed), 42, next))).toContain("الرقم الشخصي");
    },
  );

  test.each([
    ["SAU", "A075O30370", "لم يقرأ رقم الهوية: «A075O30370» في السطر الثاني ليست 10 أرقام أولها 1"],
    ["PAK", "35202", "لم يقرأ رقم الهوية: «35202» في السطر الثاني ليست 13 رقمًا"],
    ["SAU", "", undefined],
    ["EGY", "OO7", undefined],
  ])("of %s with %s for a national number say that it was not read", async (nationality, personal, note) => {
    const { body } = await read(linesOf({ nationality, personal }));
    expect([body.passport.national_id, body.notes]).toEqual([null, note ? [note] : []]);
  });

  test.each([
    ["A0120456", "AO12O456", "لعل حرف O صفر عند العلامة 2 والعلامة 5"],
    ["A0O20456", "A0O2O456", "لعل حرف O صفر عند العلامة 5"],
    ["AO120456", "A0120456", "لعل الصفر حرف O عند العلامة 2"],
    ["O1234567", "01234567", "لعل الصفر حرف O عند العلامة 1"],
  ])("of the number %s that was read as %s name the likely cause", async (number, typed, cause) => {
    const fault = await faultOf(linesOf({ number }).replace(number, typed));
    expect(fault).toContain(`رقم التحقق من رقم الجواز غير صحيح، ${cause}`);
  });

  test.each([
    ["SAU", "1075030370", "1075030370"],
    ["PAK", "3520212345671", "3520212345671"],
    ["PAK", "35202", null],
    ["SAU", "A075030370", null],
    ["EGY", "1075030370", null],
  ])(
    "of %s with %s in the optional data give the national number %s",
    async (nationality, personal, number) => {
      const lines = linesOf({ nationality, personal });
      expect(await passportOf(lines)).toMatchObject({ national_id: number });
      const next = String((Number(lines[45 + 42]) + 1) % 10);
      expect((await read(spoilt(lines, 42, next))).status).toBe(422);
    },
  );

  test("are read without the fillers at the end of the first", async () => {
    const [first = "", second = ""] = linesOf().split("\n");
    for (const short of [
      first.slice(0, -1),
      first.replace(/<+$/, ""),
      first.replace(/<+$/, "").replace("<<", "«"),
    ]) {
      const { body } = await read(`${short}\n${second}`);
      expect([body.passport, body.notes]).toEqual([
        khalid,
        ["أكملت علامات الحشو الناقصة في آخر السطر الأول، فتحقق من أن الاسم لم يقطع"],
      ]);
    }
    for (const cut of ["P<SAUALGHAMD", "P<SAUALGH<", "P<SAU"])
      expect(await faultOf(`${cut}\n${second}`)).toContain(`والمكتوب ${cut.length} في الأول و44`);
    expect(await faultOf(`${first}\n${second.slice(0, -1)}`)).toContain("44 في الأول و43");
  });

  test("name every part whose signs were misread", async () => {
    expect(await faultOf(spoilt(spoilt(specimen, 0, "2"), 14, "9"))).toBe(
      [digits[0], digits[1], digits[4]].map((each) => each?.[1]).join("؛ "),
    );
    expect(await faultOf(linesOf({ holder: "ALGHAMD1<<KHALID" }))).toContain("الاسم");
  });

  test("are refused with a sentence where they are no passport's", async () => {
    const length = "القراءة الآلية سطران في أسفل صفحة الجواز، في كل منهما 44 حرفًا";
    const [first = "", second = ""] = linesOf().split("\n");
    for (const mrz of ["x", "<", "سطر", first, `${first}\n${second}\n${second}`, "P<".repeat(43)])
      expect(await faultOf(mrz)).toBe(length);
    expect(await faultOf(`${first.slice(1)}\n${second}`)).toBe(
      `${length}، والمكتوب 43 في الأول و44 في الثاني`,
    );
    expect(await faultOf(`${first.slice(1)}\n<${second}`)).toContain("43 في الأول و45");
    expect(await faultOf(`V${linesOf().slice(1)}`)).toContain("ليسا من جواز سفر");
    for (const odd of ["é", "ع", "-", "'"])
      expect(await faultOf(`${first}\n${odd}${second.slice(1)}`)).toContain("حروف لاتينية وأرقام");
    for (const nothing of [undefined, null, "", " \n ", "\u0000\u202E"])
      expect(await faultOf(nothing)).toBe("هذا الحقل مطلوب");
    for (const other of [{}, [specimen], true]) expect(await faultOf(other)).toBe("القيمة ليست نصًا");
  });

  test("are refused before they are read where they are long or hostile", async () => {
    const ordinary = await costOf(office.app, () => repeat(50, () => passportOf(specimen)));
    for (const mrz of ["<".repeat(201), `${specimen}${"\n<".repeat(100_000)}`, "«".repeat(400_000)])
      expect(
        await costOf(office.app, async () => expect(await faultOf(mrz)).toContain("النص أطول من المسموح")),
      ).toBeLessThan(ordinary);
    for (const mrz of [
      "__proto__",
      "constructor",
      "\uD800".repeat(88),
      "<script>alert(1)</script>".repeat(4),
    ])
      await faultOf(mrz);
    const { status } = await client.send("POST", "/api/customers/passport", {
      headers: { "Content-Type": "application/json" },
      body: `{"__proto__":{"mrz":${JSON.stringify(specimen)}}}`,
    });
    expect(status).toBe(422);
  });
});
