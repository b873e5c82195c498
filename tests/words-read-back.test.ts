import { toCardinal } from "n2words/ar-SA";
import { describe, expect, it } from "vitest";
import { dinars, liras, riyals, unknown } from "./support/amounts";

describe("against another hand", () => {
  // n2words counts without a noun, so it never drops the ن; it spells some words otherwise.
  const theirs = (n: number, gender?: "feminine") =>
    alike(
      toCardinal(n, { gender })
        .replaceAll("مائة", "مئة")
        .replaceAll("اً", "ًا")
        .replace(/واحدة(?= و)/, "إحدى"),
    );
  const ours = (words: string) => alike(words.replace(/ (كرونة|(ليرة|ليرات) سورية)$/, ""));
  const alike = (words: string) =>
    words.replace(/ثماني(?!ة)|ثمانٍ/g, "ثمان").replace(/(?<=مئت|ألف|مليون|مليار)ا(?= |$)/g, "ان");

  it("counts as n2words does up to 1999, and round numbers", () => {
    const round = [1e3, 1e6, 1e9].flatMap((unit) =>
      [1, 2, 3, 8, 10, 11, 12, 20, 99, 100, 200, 999].map((n) => n * unit),
    );
    for (const n of [...Array(2000).keys(), ...round]) expect(ours(unknown(`${n}`))).toBe(theirs(n));
  });

  it("counts the feminine as n2words does, but for a last 1 or 2, which the noun itself says", () => {
    for (let n = 3; n < 2000; n++) {
      if (![1, 2].includes(n % 100)) expect(ours(liras(`${n}`))).toBe(theirs(n, "feminine"));
    }
  });
});

describe("for amounts of every length", () => {
  // xorshift: the same amounts at each run
  let state = 20_260_101;
  const random = (below: number) => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) % below;
  };
  const figures = "000011223589"; // irregular amounts appear more often
  const whole = () => Array.from({ length: 1 + random(12) }, () => figures[random(12)]).join("");
  const fraction = (decimals: number) => String(random(3) && random(10 ** decimals)).padStart(decimals, "0");
  const small = [...Array(3000).keys()];

  const money = [
    {
      words: riyals,
      decimals: 2,
      major: ["ريال", "ريالان", "ريالات", "ريالًا"],
      minor: ["هللة", "هللتان", "هللات"],
    },
    {
      words: dinars,
      decimals: 3,
      major: ["دينار", "ديناران", "دنانير", "دينارًا"],
      minor: ["فلس", "فلسان", "فلوس", "فلسًا"],
    },
    {
      words: liras,
      decimals: 2,
      major: ["ليرة", "ليرتان", "ليرات"],
      minor: ["قرش", "قرشان", "قروش", "قرشًا"],
    },
  ];

  it.each(money)(
    "gives each amount a reading of its own, in $major.0",
    ({ words, decimals, major, minor }) => {
      const amounts = small.map((n) => `${n}.${String(n % 10 ** decimals).padStart(decimals, "0")}`);
      for (let i = 0; i < 20_000; i++) amounts.push(`${BigInt(whole())}.${fraction(decimals)}`);
      for (const amount of amounts) {
        const [riyals, halalas] = read(words(amount), major, minor);
        expect(`${riyals}.${String(halalas).padStart(decimals, "0")}`).toBe(amount);
      }
    },
  );

  it("puts every amount as the grammar has it", () => {
    const masculine = sentence("ريال سعودي", "ريالان سعوديان", "ريالات سعودية", "ريالًا سعوديًا", "واحد");
    const feminine = sentence("ليرة سورية", "ليرتان سوريتان", "ليرات سورية", "ليرة سورية", "واحدة");
    const amounts = small.map(String);
    for (let i = 0; i < 20_000; i++) amounts.push(whole());
    for (const amount of amounts) {
      expect(riyals(amount)).toMatch(masculine);
      expect(liras(amount)).toMatch(feminine);
    }
  });

  it.each([
    ...["مئتان ريال سعودي", "ألفان ريال سعودي", "مليونان ريال سعودي", "مئتا", "ألفا وريال سعودي واحد"],
    ...[
      "ثلاثة ريال سعودي",
      "ثلاث ريالات سعودية",
      "أحد عشر ريال سعودي",
      "أحد عشر ريالات سعودية",
      "مئة ريالًا سعوديًا",
    ],
    ...[
      "مئة وواحد ريال سعودي",
      "أحد عشر ألفًا ريال سعودي",
      "أحد عشر ألف ومئة ريال سعودي",
      "ثلاثة ألف ريال سعودي",
    ],
    ...[
      "ريالات سعوديات",
      "ثلاثة ريالات سعوديات",
      "ريالان سعودي",
      "مئتان ألف ريال سعودي",
      "مئة وواحد ألف ريال سعودي",
    ],
  ])("by a grammar that refuses «%s»", (words) => {
    expect(words).not.toMatch(
      sentence("ريال سعودي", "ريالان سعوديان", "ريالات سعودية", "ريالًا سعوديًا", "واحد"),
    );
  });
});

const meanings = (table: string) =>
  new Map(
    table
      .trim()
      .split("\n")
      .map((line) => line.trim().split(" "))
      .flatMap(([value, ...words]) => words.map((word) => [word, Number(value)])),
  );

const numbers = meanings(`
  0 صفر
  1 واحد واحدة أحد إحدى
  2 اثنان اثنا اثنتان اثنتا
  3 ثلاثة ثلاث
  4 أربعة أربع
  5 خمسة خمس
  6 ستة ست
  7 سبعة سبع
  8 ثمانية ثماني ثمانٍ
  9 تسعة تسع
  10 عشرة عشر
  20 عشرون
  30 ثلاثون
  40 أربعون
  50 خمسون
  60 ستون
  70 سبعون
  80 ثمانون
  90 تسعون
  100 مئة
  200 مئتان مئتا
  300 ثلاثمئة
  400 أربعمئة
  500 خمسمئة
  600 ستمئة
  700 سبعمئة
  800 ثمانمئة
  900 تسعمئة`);

const scales = meanings(`
  1e3 ألف ألفًا آلاف
  2e3 ألفان ألفا
  1e6 مليون مليونًا ملايين
  2e6 مليونان مليونا
  1e9 مليار مليارًا مليارات
  2e9 ملياران مليارا`);

/** The numbers that the words name, for each noun. It knows the words' meanings and nothing of the code that joins them. */
function read(words: string, ...nouns: string[][]): number[] {
  const found = nouns.map(() => 0);
  let [sum, group, counting] = [0, 0, true];
  words.split(" ").forEach((token, i) => {
    const joined = token.startsWith("و") && !numbers.has(token);
    const word = joined ? token.slice(1) : token;
    const noun = nouns.findIndex((forms) => forms.includes(word));
    counting ||= joined; // what follows a noun without a و describes it: سعودي واحد
    if (noun >= 0) {
      const ones = nouns[noun]?.[1] === word ? 2 : joined || i === 0 ? 1 : 0;
      found[noun] = sum + group + ones;
      [sum, group, counting] = [0, 0, false];
    } else if (counting && numbers.has(word)) {
      group += numbers.get(word) ?? 0;
    } else if (scales.has(word)) {
      sum += (joined ? 1 : group || 1) * (scales.get(word) ?? 0);
      if (!joined) group = 0;
    }
  });
  return found;
}

/** The whole grammar of counting one noun, as an expression that the well-formed sentences match. */
function sentence(one: string, two: string, few: string, many: string, single: "واحد" | "واحدة"): RegExp {
  const tens = "(عشرون|ثلاثون|أربعون|خمسون|ستون|سبعون|ثمانون|تسعون)";
  const masculine = {
    to10: "(ثلاثة|أربعة|خمسة|ستة|سبعة|ثمانية|تسعة|عشرة)",
    to19: "(أحد|اثنا|ثلاثة|أربعة|خمسة|ستة|سبعة|ثمانية|تسعة) عشر",
    to99: `((واحد|اثنان|ثلاثة|أربعة|خمسة|ستة|سبعة|ثمانية|تسعة) و)?${tens}`,
  };
  const feminine = {
    to10: "(ثلاث|أربع|خمس|ست|سبع|ثماني|تسع|عشر)",
    to19: "(إحدى|اثنتا|ثلاث|أربع|خمس|ست|سبع|ثماني|تسع) عشرة",
    to99: `((إحدى|اثنتان|ثلاث|أربع|خمس|ست|سبع|ثمانٍ|تسع) و)?${tens}`,
  };
  const hundreds = "ثلاثمئة|أربعمئة|خمسمئة|ستمئة|سبعمئة|ثمانمئة|تسعمئة";
  const before = `(مئة|مئتا|${hundreds})`; // right before a noun, and
  const apart = `(مئة|مئتان|${hundreds})`; // with something between

  const scale = ([singular, plural]: string[], nun: "ن" | "", tanween: "ًا" | "") => {
    const { to10, to19, to99 } = masculine;
    const few = `(${apart} و)?(${to10} ${plural}|(${to19}|${to99}) ${singular}${tanween})`;
    const oneOrTwo = `(${singular}|${singular}ا${nun})`;
    return `(${few}|${before} ${singular}( و${oneOrTwo})?|${oneOrTwo})`;
  };
  const scales = ["مليار مليارات", "مليون ملايين", "ألف آلاف"].map((names) => names.split(" "));
  const higher = scales.map((names) => `(${scale(names, "ن", "ًا")} و)?`);
  const { to10, to19, to99 } = single === "واحد" ? masculine : feminine;
  const forms = [
    `صفر ${one}`,
    ...scales.map((names, i) => `${higher.slice(0, i).join("")}${scale(names, "", "")} ${one}`),
    `${higher.join("")}${before} ${one}`,
    `${higher.join("")}(${apart} و)?(${one} ${single}|${two}|${to10} ${few}|(${to19}|${to99}) ${many})`,
  ];
  return new RegExp(`^(${forms.join("|")})$`);
}
