import { type FieldName, parse } from "mrz";
import { isNationality, passportStates } from "~/domain/countries.server";
import { isDay } from "~/domain/dates";
import { latinDigits } from "~/domain/digits";
import { longText } from "~/domain/input.server";
import { officeToday } from "~/domain/office-day.server";
import { type Customer, customer } from "./customer";
import { lineLength, machineLines } from "./machine-lines";
import { nameIn } from "./machine-name.server";

const { labels } = customer;

/**
 * The values of a passport's machine-readable zone; null if a value is missing or not credible. `passport_country` is there if it is
 * not the holder's own.
 */
type Passport = { name: string | null; passport_country?: string } & Pick<
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
  /** The fault of the lines in one sentence; empty without one. */
  fault: string;
  /** A sentence for each character that was corrected. */
  notes: string[];
  /** The code of the holder's state if it is no country of ISO 3166, such as `XXA` for the stateless. */
  unknownState: string | null;
};

/** The longest text that is read, with room for blanks. Longer texts are refused at once. */
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

/** By line: the places where only letters or only digits can stand. The sex is checked separately. */
const masks = [
  "A".repeat(lineLength),
  `${"?".repeat(9)}0AAA${"0".repeat(7)}?${"0".repeat(7)}${"?".repeat(14)}00`,
] as const;

/** By country: the format of a holder's national number in the second line's optional data. */
const nationalNumbers = new Map([
  ["SAU", { pattern: /^1\d{9}$/, told: "10 أرقام أولها 1" }],
  ["PAK", { pattern: /^\d{13}$/, told: "13 رقمًا" }],
]);

/** The check digits of the second line, with the field that each of them checks. */
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
 * Reads the machine-readable zone of a passport (ICAO 9303, TD3), in any typed form. A field with a wrong check digit
 * is not taken; name, nationality and sex have no check digit.
 * @param sent the value of a form or a call
 */
export function readPassport(sent: unknown): PassportScan {
  const { data: text = "", error } = longText(longest).safeParse(sent);
  if (error) return unreadable(error.issues[0]?.message ?? "");
  // Users type « for one <, and word processors replace two < by one «.
  const readings = ["<", "<<"].map((fillers) => linesOf(text.replaceAll("«", fillers)));
  const whole = readings.find(isWhole);
  const lines = whole ?? readings.toReversed().map(withFillers).find(isWhole);
  if (!lines) return unreadable(wrongLength(readings[0] ?? []));
  const first = correct(lines[0], masks[0]);
  const positions = correct(lines[1], masks[1]);
  const nationality = stateOf(positions.slice(10, 13));
  const issuer = stateOf(first.slice(2, 5));
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
  const unknownDays: string[] = [];
  const checkedDay = (digit: keyof typeof checkDigits, yymmdd: string, limit: string) => {
    if (fields[digit] === null) return null;
    if (/<|^..00|00$/.test(yymmdd)) {
      unknownDays.push(
        `${checkDigits[digit]} في السطر الثاني بلا يوم أو شهر («${yymmdd}»)، فاكتبه كما تعرفه`,
      );
      return null;
    }
    const day = latestDay(yymmdd, limit);
    if (!day) faults.push(`${checkDigits[digit]} في السطر الثاني ليس تاريخًا صحيحًا`);
    return day;
  };
  const { names, notes: notesOfName } = nameIn(first);
  if (!names.name) faults.push("الاسم في السطر الأول ليس حروفًا");
  const today = officeToday();
  const inFiftyYears = `${Number(today.slice(0, 4)) + 50}${today.slice(4)}`;
  const dates = {
    date_of_birth: checkedDay("birthDateCheckDigit", second.slice(13, 19), today),
    passport_expiry: checkedDay("expirationDateCheckDigit", second.slice(21, 27), inFiftyYears),
  };
  return {
    passport: {
      ...names,
      passport_number: (fields.documentNumberCheckDigit && fields.documentNumber) || null,
      national_id: (isNumber && fields.personalNumberCheckDigit && digits) || null,
      nationality: isNationality(nationality) ? nationality : null,
      ...(issuer !== nationality && isNationality(issuer) && { passport_country: issuer }),
      ...dates,
      gender: genders.get(second.charAt(20)) ?? null,
    },
    fault: faults.join("؛ "),
    notes: [
      ...(whole ? [] : ["أكملت علامات الحشو الناقصة في آخر السطر الأول، فتحقق من أن الاسم لم يقطع"]),
      ...notesOfName,
      ...corrections(lines[0], first, "قرئ الصفر حرف O في السطر الأول"),
      ...corrections(lines[1], second, "قرئ حرف O صفرًا، أو الصفر حرف O، في السطر الثاني"),
      ...(national && optionalData && !isNumber
        ? [`لم يقرأ ${labels.national_id}: «${optionalData}» في السطر الثاني ليست ${national.told}`]
        : []),
      ...unknownDays,
    ],
    unknownState: isNationality(nationality) ? null : nationality,
  };
}

/** The code of `nationalities` of a state in a passport. */
function stateOf(code: string) {
  const letters = code.replaceAll("<", "");
  return passportStates.get(letters) ?? letters;
}

const linesOf = (text: string) => machineLines(latinDigits(text).toUpperCase().replaceAll("‹", "<"));

const isWhole = (lines: string[]): lines is [string, string] =>
  lines.length === 2 && lines.every(({ length }) => length === lineLength);

/** Adds missing fillers at the end of a passport's first line. Without `<<` the name is cut off. */
const withFillers = ([first = "", ...others]: string[]) =>
  /^P.{4}[^<]+(<[^<]+)*<</.test(first) ? [first.padEnd(lineLength, "<"), ...others] : [first, ...others];

/** Corrects a zero among letters to O, and an O among digits to zero: they look alike in passports. */
const correct = (line: string, mask: string) =>
  line.replace(/[O0]/g, (sign, place) => ({ A: "O", "0": "0" })[mask.charAt(place)] ?? sign);

/** The corrected characters, with their places in the line. */
function corrections(readings: string, read: string, sentence: string) {
  const places = [...readings].flatMap((sign, index) =>
    sign === read[index] ? [] : [`العلامة ${index + 1}`],
  );
  return places.length ? [`${sentence} عند ${places.join(" و")}`] : [];
}

/** The places where an O may have been read as a zero or a zero as an O, for a passport's number with a wrong check digit. */
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

/** The latest day with this short form, in any century, that is not after `limit`; null if there is no such day. */
function latestDay(yymmdd: string, limit: string) {
  const written = yymmdd.replace(/^(..)(..)(..)$/, "$1-$2-$3");
  const century = Number(limit.slice(0, 2));
  const day = [century, century - 1].map((century) => century + written).find((day) => day <= limit);
  return day && isDay(day) ? day : null;
}
