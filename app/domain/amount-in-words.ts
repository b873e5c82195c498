/**
 * Amounts of money in Arabic words, for receipts. A numeral decides its noun's form, and the noun its numeral's gender; English
 * readers find the rules in docs/decisions/amount-in-words.md.
 */

/** A counted noun, with its adjective if it has one, in the forms that numerals require. */
interface Noun {
  /** The bare singular, as after 100 and 1000: مئة «ريال سعودي» */
  one: string;
  /** The dual, which needs no numeral: «ريالان سعوديان» */
  two: string;
  /** The plural after 3 to 10: خمسة «ريالات سعودية» */
  few: string;
  /** The accusative singular after 11 to 99: عشرون «ريالًا سعوديًا» */
  many: string;
  feminine: boolean;
  /** The form for one, if it is not the singular followed by واحد or واحدة */
  single?: string;
}

function noun(singular: string, plural: string, irregular: Partial<Noun> = {}): Noun {
  const feminine = singular.endsWith("ة");
  return {
    one: singular,
    two: feminine ? singular.replace(/ة$/, "تان") : `${singular}ان`,
    few: plural,
    many: feminine ? singular : `${singular}ًا`,
    feminine,
    ...irregular,
  };
}

/** Adds an adjective in ـي to the noun in agreement. The plural of things counts as feminine singular. */
function withAdjective(noun: Noun, adjective: string): Noun {
  const { one, two, few, many, feminine } = noun;
  return {
    one: `${one} ${adjective}${feminine ? "ة" : ""}`,
    two: `${two} ${adjective}${feminine ? "تان" : "ان"}`,
    few: `${few} ${adjective}ة`,
    many: `${many} ${adjective}${feminine ? "ة" : "ًا"}`,
    feminine,
  };
}

/** A name with unknown grammar stays unchanged after a masculine numeral. */
const invariableNoun = (name: string): Noun => ({
  single: `واحد ${name}`,
  one: name,
  two: `اثنان ${name}`,
  few: name,
  many: name,
  feminine: false,
});

const dinar = noun("دينار", "دنانير");
const dirham = noun("درهم", "دراهم");
const dollar = noun("دولار", "دولارات");
const pound = noun("جنيه", "جنيهات");
const lira = noun("ليرة", "ليرات");
const riyal = noun("ريال", "ريالات");
const rupee = noun("روبية", "روبيات");

const cent = noun("سنت", "سنتات");
const centime = noun("سنتيم", "سنتيمات");
const fils = noun("فلس", "فلوس");
const paisa = noun("بيسة", "بيسات");
const piastre = noun("قرش", "قروش");
const sen = noun("سين", "سينات");

/** By ISO 4217 code: the currency and its minor unit. */
const currencies: Record<string, [unit: Noun, minor?: Noun]> = {
  AED: [withAdjective(dirham, "إماراتي"), fils],
  AFN: [noun("أفغاني", "أفغانيات"), noun("بول", "بولات")],
  BDT: [
    withAdjective(noun("تاكا", "تاكات", { two: "تاكتان", many: "تاكا", feminine: true }), "بنغلاديشي"),
    noun("بويشا", "بويشات", { two: "بويشتان", many: "بويشا", feminine: true }),
  ],
  BHD: [withAdjective(dinar, "بحريني"), fils],
  DZD: [withAdjective(dinar, "جزائري"), centime],
  EGP: [withAdjective(pound, "مصري"), piastre],
  EUR: [noun("يورو", "يوروهات", { many: "يورو" }), cent],
  GBP: [withAdjective(pound, "إسترليني"), noun("بنس", "بنسات")],
  IDR: [withAdjective(rupee, "إندونيسي"), sen],
  INR: [withAdjective(rupee, "هندي"), paisa],
  IQD: [withAdjective(dinar, "عراقي"), fils],
  IRR: [withAdjective(riyal, "إيراني"), dinar],
  JOD: [withAdjective(dinar, "أردني"), fils],
  JPY: [withAdjective(noun("ين", "ينات"), "ياباني")],
  KWD: [withAdjective(dinar, "كويتي"), fils],
  LBP: [withAdjective(lira, "لبناني"), piastre],
  LYD: [withAdjective(dinar, "ليبي"), dirham],
  MAD: [withAdjective(dirham, "مغربي"), centime],
  MYR: [withAdjective(noun("رينغيت", "رينغيتات"), "ماليزي"), sen],
  NGN: [withAdjective(noun("نيرة", "نيرات"), "نيجيري"), noun("كوبو", "كوبوهات", { many: "كوبو" })],
  OMR: [withAdjective(riyal, "عماني"), paisa],
  PKR: [withAdjective(rupee, "باكستاني"), paisa],
  QAR: [withAdjective(riyal, "قطري"), dirham],
  SAR: [withAdjective(riyal, "سعودي"), noun("هللة", "هللات")],
  SDG: [withAdjective(pound, "سوداني"), piastre],
  SYP: [withAdjective(lira, "سوري"), piastre],
  TND: [withAdjective(dinar, "تونسي"), noun("مليم", "مليمات")],
  TRY: [withAdjective(lira, "تركي"), piastre],
  USD: [withAdjective(dollar, "أمريكي"), cent],
  YER: [withAdjective(riyal, "يمني"), fils],
};

/** The minor unit of a currency without a known name for it, by its decimals: سبعة أجزاء «من المئة» */
const part = noun("جزء", "أجزاء", { two: "جزآن" });
const wholes = ["", "العشرة", "المئة", "الألف", "عشرة آلاف"];

// By number. 1 and 2 never stand alone before a noun, so theirs are the forms of 21 and 22.
const masculine = [
  ...["", "واحد", "اثنان", "ثلاثة", "أربعة", "خمسة", "ستة", "سبعة", "ثمانية", "تسعة", "عشرة"],
  ...[
    "أحد عشر",
    "اثنا عشر",
    "ثلاثة عشر",
    "أربعة عشر",
    "خمسة عشر",
    "ستة عشر",
    "سبعة عشر",
    "ثمانية عشر",
    "تسعة عشر",
  ],
];
const feminine = [
  ...["", "إحدى", "اثنتان", "ثلاث", "أربع", "خمس", "ست", "سبع", "ثماني", "تسع", "عشر"],
  ...[
    "إحدى عشرة",
    "اثنتا عشرة",
    "ثلاث عشرة",
    "أربع عشرة",
    "خمس عشرة",
    "ست عشرة",
    "سبع عشرة",
    "ثماني عشرة",
    "تسع عشرة",
  ],
];
const tens = ["", "", "عشرون", "ثلاثون", "أربعون", "خمسون", "ستون", "سبعون", "ثمانون", "تسعون"];
const hundreds = ["", "مئة", "مئتان", "ثلاثمئة", "أربعمئة", "خمسمئة", "ستمئة", "سبعمئة", "ثمانمئة", "تسعمئة"];
const scales = [noun("مليار", "مليارات"), noun("مليون", "ملايين"), noun("ألف", "آلاف")];

/** The numeral of 3 to 99, in the form before a noun of this gender. */
function numeral(n: number, gender: typeof masculine): string {
  if (n < 20) return gender[n] ?? "";
  // ثماني keeps its ي only before its noun
  const unit = gender[n % 10]?.replace(/ي$/, "ٍ");
  return [unit, tens[Math.floor(n / 10)]].filter(Boolean).join(" و");
}

/** 1 to 99 of the noun: «ريال واحد», «ريالان», «ثلاثة ريالات», «أحد عشر ريالًا» */
function upTo99(n: number, noun: Noun): string {
  if (n === 1) return noun.single ?? `${noun.one} ${noun.feminine ? "واحدة" : "واحد"}`;
  if (n === 2) return noun.two;
  return `${numeral(n, noun.feminine ? feminine : masculine)} ${n <= 10 ? noun.few : noun.many}`;
}

/** Up to 999 thousands, millions or milliards, as parts that و joins. */
function scaleParts(group: number, scale: Noun): string[] {
  const hundred = hundreds[Math.floor(group / 100)] ?? "";
  const rest = group % 100;
  if (rest > 2) return [hundred, upTo99(rest, scale)].filter(Boolean);
  // «مئة ألف وألفان» for 102,000: the scale is repeated, because «مئة وألفان» is 2,100.
  return [hundred && `${construct(hundred)} ${scale.one}`, ["", scale.one, scale.two][rest] ?? ""].filter(
    Boolean,
  );
}

/** A number's form directly before its noun: the dual (not مليون) loses its ن, the accusative its tanween. */
const construct = (number: string) => number.replace(/(?<=ا)ن$|ًا$/, "");

/** A number of up to twelve digits with its noun. */
function countText(digits: string, noun: Noun): string {
  const groups = digits.padStart(12, "0");
  const parts = scales.flatMap((scale, i) => scaleParts(Number(groups.slice(3 * i, 3 * i + 3)), scale));
  const hundred = hundreds[Number(groups[9])];
  if (hundred) parts.push(hundred);
  const rest = Number(groups.slice(10));
  // The noun belongs to the last part only: «مئتان وريال واحد», but «مئتا ريال».
  parts.push(rest ? upTo99(rest, noun) : `${construct(parts.pop() ?? "صفر")} ${noun.one}`);
  return parts.join(" و");
}

const figuresOf = (amount: string) => {
  const [, whole = "", decimals = ""] = /^0*(\d{1,12})(?:\.(\d+))?$/.exec(amount) ?? [];
  return { whole, decimals };
};

function hasWords(amount: string, minorUnit: number) {
  const { whole, decimals } = figuresOf(amount);
  return whole !== "" && !/[1-9]/.test(decimals.slice(minorUnit));
}

/**
 * An amount in words, with the names of its currency and minor unit: «ألفان وخمسمئة ريال سعودي».
 *
 * A currency without known names keeps its given name uninflected, and its decimals become fractions:
 * «اثنا عشر كرونة وخمسون جزءًا من المئة».
 *
 * @param amount exact decimal, from 0 to 999999999999.999
 * @param currency its ISO 4217 code, and the name that the office gave it
 * @param minorUnit ISO 4217's number of decimals (rulings §3); further decimals of the amount must be zeros
 * @throws RangeError for any other amount: words must never say another sum than the figures
 */
export function amountInWords(
  amount: string,
  currency: { code: string; name: string },
  minorUnit: number,
): string {
  if (!hasWords(amount, minorUnit)) throw new RangeError(`Not an amount in words: ${amount}`);
  const { whole, decimals } = figuresOf(amount);
  const fraction = decimals.slice(0, minorUnit).padEnd(minorUnit, "0");

  const [unit = invariableNoun(currency.name), minor] = currencies[currency.code.toUpperCase()] ?? [];
  if (!/[1-9]/.test(fraction)) return countText(whole, unit);
  if (!minor) return `${countText(whole, unit)} و${countText(fraction, part)} من ${wholes[minorUnit]}`;
  return [/[1-9]/.test(whole) && countText(whole, unit), countText(fraction, minor)]
    .filter(Boolean)
    .join(" و");
}

/**
 * The amount in words as a receipt prints it, with words at both ends so that nothing can be added: «فقط … لا غير». An amount that has
 * no words stands in figures, so that its paper can be printed. Its parameters are those of {@link amountInWords}.
 */
export function receiptWords(...[amount, currency, minorUnit]: Parameters<typeof amountInWords>) {
  const words = hasWords(amount, minorUnit)
    ? amountInWords(amount, currency, minorUnit)
    : `${amount} ${currency.name}`;
  return `فقط ${words} لا غير`;
}
