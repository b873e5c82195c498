import { type FieldName, parse } from "mrz";
import { z } from "zod";
import { isNationality } from "~/domain/countries.server";
import { latinDigits } from "~/domain/digits";
import { longText } from "~/domain/input.server";
import { officeToday } from "~/domain/office-day.server";
import { type Customer, customer } from "./customer";

const { labels } = customer;

/** What a passport's machine-readable zone says of its holder; null where it does not say it, or not credibly. */
type Passport = { name: string | null } & Pick<
  Customer,
  | "surname_latin"
  | "given_names_latin"
  | "passport_number"
  | "national_id"
  | "nationality"
  | "date_of_birth"
  | "gender"
  | "passport_expiry"
>;

type PassportScan = {
  passport: Passport;
  /** What is wrong with the lines, in one sentence; empty where nothing is. */
  fault: string;
  /** What was read otherwise than it was typed, a sentence each. */
  notes: string[];
  /** Whom the passport calls its holder's state, where that is no country of ISO 3166: `XXA` for the stateless. */
  unknownState: string | null;
};

const lineLength = 44;
/** With room for blanks; whatever is longer is refused before anything is read in it. */
const longest = 200;

const unreadable = (fault: string): PassportScan => ({
  passport: {
    name: null,
    surname_latin: null,
    given_names_latin: null,
    passport_number: null,
    national_id: null,
    nationality: null,
    date_of_birth: null,
    gender: null,
    passport_expiry: null,
  },
  fault,
  notes: [],
  unknownState: null,
});

/** Where in each line only letters, and where only digits, can stand; the sex is its own check. */
const masks = [
  "A".repeat(lineLength),
  `${"?".repeat(9)}0AAA${"0".repeat(7)}?${"0".repeat(7)}${"?".repeat(14)}00`,
] as const;

/** What those states write into the optional data of the second line: the holder's number in the state, and how one tells it. */
const nationalNumbers = new Map([
  ["SAU", { pattern: /^1\d{9}$/, told: "10 أرقام أولها 1" }],
  ["PAK", { pattern: /^\d{13}$/, told: "13 رقمًا" }],
]);

/** The check digits of the second line, by what each of them stands behind. */
const checkDigits = {
  documentNumberCheckDigit: labels.passport_number,
  birthDateCheckDigit: labels.date_of_birth,
  expirationDateCheckDigit: labels.passport_expiry,
  personalNumberCheckDigit: "الرقم الشخصي",
  compositeCheckDigit: "السطر الثاني كله",
} satisfies Partial<Record<FieldName, string>>;

const genders = new Map<string, Customer["gender"]>([
  ["M", "ذكر"],
  ["F", "أنثى"],
]);

/**
 * Reads the machine-readable zone of a passport (ICAO 9303, TD3), however it was typed. What a wrong check digit stands
 * behind is not taken; name, nationality and sex have none.
 * @param sent what a form or a call sent
 */
export function readPassport(sent: unknown): PassportScan {
  const { data: text = "", error } = longText(longest).safeParse(sent);
  if (error) return unreadable(error.issues[0]?.message ?? "");
  // One « is typed for one <, and put by word processors in the place of two.
  const readings = ["<", "<<"].map((fillers) => linesOf(text.replaceAll("«", fillers)));
  const whole = readings.find(isWhole);
  const lines = whole ?? readings.toReversed().map(withFillers).find(isWhole);
  if (!lines) return unreadable(wrongLength(readings[0] ?? []));
  const first = correct(lines[0], masks[0]);
  const positions = correct(lines[1], masks[1]);
  const state = positions.slice(10, 13).replaceAll("<", "");
  const nationality = state === "D" ? "DEU" : state; // ICAO's code for Germany, the only one that is shorter
  const national = nationalNumbers.get(nationality);
  const optionalData = positions.slice(28, 42).replace(/<+$/, "");
  const digits = optionalData.replaceAll("O", "0");
  const isNumber = national?.pattern.test(digits);
  const second = isNumber ? positions.slice(0, 28) + digits.padEnd(14, "<") + positions.slice(42) : positions;
  if (!/^[A-Z0-9<]+$/.test(first + second))
    return unreadable("في السطرين ما ليس من القراءة الآلية، وهي حروف لاتينية وأرقام وعلامات حشو فقط");
  if (!first.startsWith("P")) return unreadable("هذان السطران ليسا من جواز سفر، فأولهما لا يبدأ بالحرف P");

  const { fields } = parse([first, second]);
  const faults = Object.entries(checkDigits)
    .filter(([digit]) => fields[digit as FieldName] === null)
    .map(([digit, checked]) => {
      const cause = digit === "documentNumberCheckDigit" ? likelyCause(first, second) : "";
      return `رقم التحقق من ${checked} غير صحيح${cause}`;
    });
  const checkedDay = (digit: keyof typeof checkDigits, yymmdd: string, limit: string) => {
    if (fields[digit] === null || yymmdd.includes("<")) return null; // a day or month may be unknown
    const day = latestDay(yymmdd, limit);
    if (!day) faults.push(`${checkDigits[digit]} في السطر الثاني ليس تاريخًا صحيحًا`);
    return day;
  };
  const { name, ...latinNames } = namesIn(first.slice(5));
  if (!name) faults.push("الاسم في السطر الأول ليس حروفًا");
  const today = officeToday();
  const inFiftyYears = `${Number(today.slice(0, 4)) + 50}${today.slice(4)}`;
  return {
    passport: {
      name,
      ...latinNames,
      passport_number: (fields.documentNumberCheckDigit && fields.documentNumber) || null,
      national_id: (isNumber && fields.personalNumberCheckDigit && digits) || null,
      nationality: isNationality(nationality) ? nationality : null,
      date_of_birth: checkedDay("birthDateCheckDigit", second.slice(13, 19), today),
      gender: genders.get(second.charAt(20)) ?? null,
      passport_expiry: checkedDay("expirationDateCheckDigit", second.slice(21, 27), inFiftyYears),
    },
    fault: faults.join("؛ "),
    notes: [
      ...(whole ? [] : ["أكملت علامات الحشو الناقصة في آخر السطر الأول، فتحقق من أن الاسم لم يقطع"]),
      ...corrections(lines[0], first, "قرئ الصفر حرف O في السطر الأول"),
      ...corrections(lines[1], second, "قرئ حرف O صفرًا، أو الصفر حرف O، في السطر الثاني"),
      ...(national && optionalData && !isNumber
        ? [`لم يقرأ ${labels.national_id}: «${optionalData}» في السطر الثاني ليست ${national.told}`]
        : []),
    ],
    unknownState: isNationality(nationality) ? null : state,
  };
}

function linesOf(text: string) {
  const lines = latinDigits(text)
    .toUpperCase()
    .replace(/[‹＜]/g, "<")
    .split("\n")
    .map((line) => line.replace(/\s/g, ""))
    .filter(Boolean);
  const [only = ""] = lines;
  return lines.length === 1 && only.length === 2 * lineLength
    ? [only.slice(0, lineLength), only.slice(lineLength)]
    : lines;
}

const isWhole = (lines: string[]): lines is [string, string] =>
  lines.length === 2 && lines.every(({ length }) => length === lineLength);

/** The lines with the fillers that are missing at the end of a passport's first; without `<<` its name is cut off. */
const withFillers = ([first = "", ...others]: string[]) =>
  /^P.{4}[^<]+(<[^<]+)*<</.test(first) ? [first.padEnd(lineLength, "<"), ...others] : [first, ...others];

/** A zero where only a letter can stand is an O, and the other way about: they look the same in a passport. */
const correct = (line: string, mask: string) =>
  line.replace(/[O0]/g, (sign, place) => ({ A: "O", "0": "0" })[mask.charAt(place)] ?? sign);

/** What was corrected, with its places in the line. */
function corrections(readings: string, read: string, sentence: string) {
  const places = [...readings].flatMap((sign, index) =>
    sign === read[index] ? [] : [`العلامة ${index + 1}`],
  );
  return places.length ? [`${sentence} عند ${places.join(" و")}`] : [];
}

/** Of a passport's number whose check digit is wrong: where it may be that an O was read as a zero, or a zero as an O. */
function likelyCause(first: string, second: string) {
  const number = second.slice(0, 9);
  for (const [sign, other, sentence] of [
    ["O", "0", "لعل حرف O صفر"],
    ["0", "O", "لعل الصفر حرف O"],
  ] as const) {
    const each = [...number].flatMap((one, place) =>
      one === sign ? [number.slice(0, place) + other + number.slice(place + 1)] : [],
    );
    for (const meant of [number.replaceAll(sign, other), ...each])
      if (parse([first, meant + second.slice(9)]).fields.documentNumberCheckDigit)
        return corrections(number, meant, `، ${sentence}`);
  }
  return "";
}

function wrongLength(lines: string[]) {
  const [first, second, ...more] = lines.map(({ length }) => length);
  const written = second && !more.length ? `، والمكتوب ${first} في الأول و${second} في الثاني` : "";
  return `القراءة الآلية سطران في أسفل صفحة الجواز، في كل منهما ${lineLength} حرفًا${written}`;
}

/** `SURNAME<<GIVEN<NAMES<<<` apart, and as one says it, given names first; null where something else than letters is in it. */
function namesIn(names: string) {
  const [surname = "", ...givenNames] = /\d/.test(names) ? [] : names.split("<<");
  const plain = (...parts: string[]) =>
    parts.join(" ").replaceAll("<", " ").replace(/\s+/g, " ").trim() || null;
  return {
    name: plain(...givenNames, surname),
    surname_latin: plain(surname),
    given_names_latin: plain(...givenNames),
  };
}

/** The latest day written so, of any century, that is not after `limit`; null where there is no such day. */
function latestDay(yymmdd: string, limit: string) {
  const written = yymmdd.replace(/^(..)(..)(..)$/, "$1-$2-$3");
  const century = Number(limit.slice(0, 2));
  const day = [century, century - 1].map((century) => century + written).find((day) => day <= limit);
  return day && z.iso.date().safeParse(day).success ? day : null;
}
