import { code as iso } from "currency-codes";
import { toCardinal } from "n2words/ar-SA";
import { describe, expect, it, test } from "vitest";
import { amountInWords, receiptWords } from "~/ui/words";

const named = (code: string) => ({ code, name: code });
const riyals = (amount: string) => amountInWords(amount, named("SAR"), 2);
const dinars = (amount: string) => amountInWords(amount, named("KWD"), 3);
const liras = (amount: string) => amountInWords(amount, named("SYP"), 2);
const unknown = (amount: string, minorUnit = 2) =>
  amountInWords(amount, { code: "SEK", name: "كرونة" }, minorUnit);

test.each([
  ["0", "صفر ريال سعودي"],
  ["0.00", "صفر ريال سعودي"],
  ["1", "ريال سعودي واحد"],
  ["2", "ريالان سعوديان"],
  ["3", "ثلاثة ريالات سعودية"],
  ["8", "ثمانية ريالات سعودية"],
  ["10", "عشرة ريالات سعودية"],
  ["11", "أحد عشر ريالًا سعوديًا"],
  ["12", "اثنا عشر ريالًا سعوديًا"],
  ["18", "ثمانية عشر ريالًا سعوديًا"],
  ["20", "عشرون ريالًا سعوديًا"],
  ["21", "واحد وعشرون ريالًا سعوديًا"],
  ["22", "اثنان وعشرون ريالًا سعوديًا"],
  ["99", "تسعة وتسعون ريالًا سعوديًا"],
  ["100", "مئة ريال سعودي"],
  ["101", "مئة وريال سعودي واحد"],
  ["102", "مئة وريالان سعوديان"],
  ["103", "مئة وثلاثة ريالات سعودية"],
  ["111", "مئة وأحد عشر ريالًا سعوديًا"],
  ["200", "مئتا ريال سعودي"],
  ["201", "مئتان وريال سعودي واحد"],
  ["250", "مئتان وخمسون ريالًا سعوديًا"],
  ["300", "ثلاثمئة ريال سعودي"],
  ["800", "ثمانمئة ريال سعودي"],
  ["1000", "ألف ريال سعودي"],
  ["1001", "ألف وريال سعودي واحد"],
  ["1002", "ألف وريالان سعوديان"],
  ["1200", "ألف ومئتا ريال سعودي"],
  ["1234.56", "ألف ومئتان وأربعة وثلاثون ريالًا سعوديًا وست وخمسون هللة"],
  ["2000", "ألفا ريال سعودي"],
  ["2001", "ألفان وريال سعودي واحد"],
  ["2002", "ألفان وريالان سعوديان"],
  ["2500", "ألفان وخمسمئة ريال سعودي"],
  ["3000", "ثلاثة آلاف ريال سعودي"],
  ["10000", "عشرة آلاف ريال سعودي"],
  ["11000", "أحد عشر ألف ريال سعودي"],
  ["11001", "أحد عشر ألفًا وريال سعودي واحد"],
  ["12345", "اثنا عشر ألفًا وثلاثمئة وخمسة وأربعون ريالًا سعوديًا"],
  ["22000", "اثنان وعشرون ألف ريال سعودي"],
  ["50000", "خمسون ألف ريال سعودي"],
  ["100000", "مئة ألف ريال سعودي"],
  ["101000", "مئة ألف وألف ريال سعودي"],
  ["102000", "مئة ألف وألفا ريال سعودي"],
  ["102500", "مئة ألف وألفان وخمسمئة ريال سعودي"],
  ["103000", "مئة وثلاثة آلاف ريال سعودي"],
  ["111111", "مئة وأحد عشر ألفًا ومئة وأحد عشر ريالًا سعوديًا"],
  ["200000", "مئتا ألف ريال سعودي"],
  ["200200", "مئتا ألف ومئتا ريال سعودي"],
  ["1000000", "مليون ريال سعودي"],
  ["1001000", "مليون وألف ريال سعودي"],
  ["1002000", "مليون وألفا ريال سعودي"],
  ["2000000", "مليونا ريال سعودي"],
  ["2000002", "مليونان وريالان سعوديان"],
  ["3000000", "ثلاثة ملايين ريال سعودي"],
  ["11000000", "أحد عشر مليون ريال سعودي"],
  ["15000020", "خمسة عشر مليونًا وعشرون ريالًا سعوديًا"],
  ["200000000", "مئتا مليون ريال سعودي"],
  ["1000000000", "مليار ريال سعودي"],
  ["2000000000", "مليارا ريال سعودي"],
  ["8000000000", "ثمانية مليارات ريال سعودي"],
  ["0.01", "هللة واحدة"],
  ["0.02", "هللتان"],
  ["0.05", "خمس هللات"],
  ["0.08", "ثماني هللات"],
  ["0.10", "عشر هللات"],
  ["0.11", "إحدى عشرة هللة"],
  ["0.12", "اثنتا عشرة هللة"],
  ["0.15", "خمس عشرة هللة"],
  ["0.18", "ثماني عشرة هللة"],
  ["0.20", "عشرون هللة"],
  ["0.21", "إحدى وعشرون هللة"],
  ["0.22", "اثنتان وعشرون هللة"],
  ["0.28", "ثمانٍ وعشرون هللة"],
  ["1.01", "ريال سعودي واحد وهللة واحدة"],
  ["7.5", "سبعة ريالات سعودية وخمسون هللة"],
])("%s riyals", (amount, words) => expect(riyals(amount)).toBe(words));

test.each([
  ["1.005", "دينار كويتي واحد وخمسة فلوس"],
  ["2.101", "ديناران كويتيان ومئة وفلس واحد"],
  ["0.200", "مئتا فلس"],
  ["0.250", "مئتان وخمسون فلسًا"],
  ["100.302", "مئة دينار كويتي وثلاثمئة وفلسان"],
  [
    "999999999999.999",
    "تسعمئة وتسعة وتسعون مليارًا وتسعمئة وتسعة وتسعون مليونًا وتسعمئة وتسعة وتسعون ألفًا " +
      "وتسعمئة وتسعة وتسعون دينارًا كويتيًا وتسعمئة وتسعة وتسعون فلسًا",
  ],
])("%s dinars, of a thousand fils", (amount, words) => expect(dinars(amount)).toBe(words));

test.each([
  ["1", "ليرة سورية واحدة"],
  ["2", "ليرتان سوريتان"],
  ["8", "ثماني ليرات سورية"],
  ["11", "إحدى عشرة ليرة سورية"],
  ["101", "مئة وليرة سورية واحدة"],
  ["102", "مئة وليرتان سوريتان"],
  ["128", "مئة وثمانٍ وعشرون ليرة سورية"],
  ["200", "مئتا ليرة سورية"],
  ["3000", "ثلاثة آلاف ليرة سورية"],
  ["12012", "اثنا عشر ألفًا واثنتا عشرة ليرة سورية"],
  ["21021.01", "واحد وعشرون ألفًا وإحدى وعشرون ليرة سورية وقرش واحد"],
])("%s liras, which are feminine", (amount, words) => expect(liras(amount)).toBe(words));

const eachCurrency = {
  AED: ["درهمان إماراتيان", "ثلاثة دراهم إماراتية", "أحد عشر درهمًا إماراتيًا", "خمسة فلوس"],
  AFN: ["أفغانيان", "ثلاثة أفغانيات", "أحد عشر أفغانيًا", "خمسة بولات"],
  BDT: ["تاكتان بنغلاديشيتان", "ثلاث تاكات بنغلاديشية", "إحدى عشرة تاكا بنغلاديشية", "خمس بويشات"],
  BHD: ["ديناران بحرينيان", "ثلاثة دنانير بحرينية", "أحد عشر دينارًا بحرينيًا", "خمسون فلسًا"],
  DZD: ["ديناران جزائريان", "ثلاثة دنانير جزائرية", "أحد عشر دينارًا جزائريًا", "خمسة سنتيمات"],
  EGP: ["جنيهان مصريان", "ثلاثة جنيهات مصرية", "أحد عشر جنيهًا مصريًا", "خمسة قروش"],
  EUR: ["يوروان", "ثلاثة يوروهات", "أحد عشر يورو", "خمسة سنتات"],
  GBP: ["جنيهان إسترلينيان", "ثلاثة جنيهات إسترلينية", "أحد عشر جنيهًا إسترلينيًا", "خمسة بنسات"],
  IDR: ["روبيتان إندونيسيتان", "ثلاث روبيات إندونيسية", "إحدى عشرة روبية إندونيسية", "خمسة سينات"],
  INR: ["روبيتان هنديتان", "ثلاث روبيات هندية", "إحدى عشرة روبية هندية", "خمس بيسات"],
  IQD: ["ديناران عراقيان", "ثلاثة دنانير عراقية", "أحد عشر دينارًا عراقيًا", "خمسون فلسًا"],
  IRR: ["ريالان إيرانيان", "ثلاثة ريالات إيرانية", "أحد عشر ريالًا إيرانيًا", "خمسة دنانير"],
  JOD: ["ديناران أردنيان", "ثلاثة دنانير أردنية", "أحد عشر دينارًا أردنيًا", "خمسون فلسًا"],
  JPY: ["ينان يابانيان", "ثلاثة ينات يابانية", "أحد عشر ينًا يابانيًا", ""],
  KWD: ["ديناران كويتيان", "ثلاثة دنانير كويتية", "أحد عشر دينارًا كويتيًا", "خمسون فلسًا"],
  LBP: ["ليرتان لبنانيتان", "ثلاث ليرات لبنانية", "إحدى عشرة ليرة لبنانية", "خمسة قروش"],
  LYD: ["ديناران ليبيان", "ثلاثة دنانير ليبية", "أحد عشر دينارًا ليبيًا", "خمسون درهمًا"],
  MAD: ["درهمان مغربيان", "ثلاثة دراهم مغربية", "أحد عشر درهمًا مغربيًا", "خمسة سنتيمات"],
  MYR: ["رينغيتان ماليزيان", "ثلاثة رينغيتات ماليزية", "أحد عشر رينغيتًا ماليزيًا", "خمسة سينات"],
  NGN: ["نيرتان نيجيريتان", "ثلاث نيرات نيجيرية", "إحدى عشرة نيرة نيجيرية", "خمسة كوبوهات"],
  OMR: ["ريالان عمانيان", "ثلاثة ريالات عمانية", "أحد عشر ريالًا عمانيًا", "خمسون بيسة"],
  PKR: ["روبيتان باكستانيتان", "ثلاث روبيات باكستانية", "إحدى عشرة روبية باكستانية", "خمس بيسات"],
  QAR: ["ريالان قطريان", "ثلاثة ريالات قطرية", "أحد عشر ريالًا قطريًا", "خمسة دراهم"],
  SAR: ["ريالان سعوديان", "ثلاثة ريالات سعودية", "أحد عشر ريالًا سعوديًا", "خمس هللات"],
  SDG: ["جنيهان سودانيان", "ثلاثة جنيهات سودانية", "أحد عشر جنيهًا سودانيًا", "خمسة قروش"],
  SYP: ["ليرتان سوريتان", "ثلاث ليرات سورية", "إحدى عشرة ليرة سورية", "خمسة قروش"],
  TND: ["ديناران تونسيان", "ثلاثة دنانير تونسية", "أحد عشر دينارًا تونسيًا", "خمسون مليمًا"],
  TRY: ["ليرتان تركيتان", "ثلاث ليرات تركية", "إحدى عشرة ليرة تركية", "خمسة قروش"],
  USD: ["دولاران أمريكيان", "ثلاثة دولارات أمريكية", "أحد عشر دولارًا أمريكيًا", "خمسة سنتات"],
  YER: ["ريالان يمنيان", "ثلاثة ريالات يمنية", "أحد عشر ريالًا يمنيًا", "خمسة فلوس"],
};

test.each(Object.entries(eachCurrency))("%s by ISO's minor unit", (code, [two, three, eleven, five]) => {
  const words = (amount: string) => amountInWords(amount, named(code), iso(code)?.digits ?? 2);
  expect([words("2"), words("3"), words("11")]).toEqual([two, three, eleven]);
  if (five) expect(words("0.05")).toBe(five);
});

test.each([
  ["0", "صفر كرونة"],
  ["1", "واحد كرونة"],
  ["2", "اثنان كرونة"],
  ["102", "مئة واثنان كرونة"],
  ["200", "مئتا كرونة"],
  ["12000", "اثنا عشر ألف كرونة"],
  ["12.45", "اثنا عشر كرونة وخمسة وأربعون جزءًا من المئة"],
  ["12.01", "اثنا عشر كرونة وجزء واحد من المئة"],
  ["0.02", "صفر كرونة وجزآن من المئة"],
])("%s of a currency whose names are not known", (amount, words) => expect(unknown(amount)).toBe(words));

it("names the parts of an unknown currency by its decimals", () => {
  expect(unknown("5.250", 3)).toBe("خمسة كرونة ومئتان وخمسون جزءًا من الألف");
  expect(unknown("5", 0)).toBe("خمسة كرونة");
});

it("puts the receipt's frame around them", () => {
  expect(receiptWords("100.5", named("SAR"), 2)).toBe("فقط مئة ريال سعودي وخمسون هللة لا غير");
});

it("takes the zeros a column adds before and behind", () => {
  expect(riyals("1.500")).toBe(riyals("1.5"));
  expect(riyals("0000000000000007")).toBe(riyals("7"));
});

test.each(["", "-1", "+1", "1e3", "1,5", ".5", "1.", "NaN", "١", " 1", "1.005", "1000000000000"])(
  "refuses «%s»",
  (amount) => expect(() => riyals(amount)).toThrow(RangeError),
);

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
  const figures = "000011223589"; // the irregular ones oftener
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

/** What numbers the words say, of each noun; it knows what words mean, and nothing of how they were put together. */
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
