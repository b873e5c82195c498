import codes from "i18n-iso-countries/codes.json" with { type: "json" };
import arabic from "i18n-iso-countries/langs/ar.json" with { type: "json" };
import english from "i18n-iso-countries/langs/en.json" with { type: "json" };
import demonyms from "i18n-nationality/langs/en.json" with { type: "json" };
import { passportStates } from "~/domain/countries.server";
import { fold } from "~/domain/fold";
import { ofWord } from "./choices";

/*
 * Nationalities in the forms that people write. The Arabic demonyms stand here, since neither ICU nor a library has them: first
 * the countries that send most pilgrims and their neighbours.
 */

/** By alpha-2 code: the spellings of the masculine form. The feminine is regular. */
const arabicDemonyms: Record<string, string> = {
  SA: "سعودي",
  YE: "يمني",
  EG: "مصري",
  ID: "إندونيسي أندنوسي اندونوسي",
  PK: "باكستاني",
  IN: "هندي",
  BD: "بنغلاديشي بنجلاديشي بنغالي بنجالي بنقلاديشي بنقالي",
  NG: "نيجيري",
  IR: "إيراني",
  TR: "تركي",
  DZ: "جزائري",
  MA: "مغربي",
  IQ: "عراقي",
  SD: "سوداني",
  MY: "ماليزي",
  SY: "سوري",
  JO: "أردني",
  PS: "فلسطيني",
  TN: "تونسي",
  LY: "ليبي",
  AF: "أفغاني أفغانستاني",
  UZ: "أوزبكي أوزبكستاني",
  SN: "سنغالي",
  NE: "نيجري",
  ML: "مالي",
  KW: "كويتي",
  AE: "إماراتي",
  OM: "عماني",
  QA: "قطري",
  BH: "بحريني",
  LB: "لبناني",
  SO: "صومالي",
  ET: "إثيوبي أثيوبي حبشي",
  ER: "إريتري أرتيري إرتري",
  DJ: "جيبوتي",
  MR: "موريتاني",
  KM: "قمري",
  TD: "تشادي",
  CM: "كاميروني",
  GH: "غاني",
  GN: "غيني",
  GM: "غامبي",
  CI: "إيفواري عاجي",
  BF: "بوركيني بوركينابي",
  KE: "كيني",
  TZ: "تنزاني",
  UG: "أوغندي",
  KZ: "كازاخستاني كازاخي",
  KG: "قيرغيزي قرغيزي قرقيزي قرغيزستاني",
  TJ: "طاجيكي طاجيكستاني",
  TM: "تركماني تركمانستاني",
  AZ: "أذربيجاني أذري",
  RU: "روسي",
  CN: "صيني",
  MM: "بورمي برماوي ميانماري",
  TH: "تايلاندي تايلندي",
  PH: "فلبيني فليبيني",
  SG: "سنغافوري",
  BN: "بروناوي",
  LK: "سريلانكي سيرلانكي",
  NP: "نيبالي",
  MV: "مالديفي",
  GB: "بريطاني إنجليزي",
  US: "أمريكي أميركي",
  CA: "كندي",
  AU: "أسترالي",
  FR: "فرنسي",
  DE: "ألماني",
  NL: "هولندي",
  BE: "بلجيكي",
  SE: "سويدي",
  NO: "نرويجي",
  DK: "دنماركي دانماركي",
  IT: "إيطالي",
  ES: "إسباني",
  CH: "سويسري",
  AT: "نمساوي",
  BA: "بوسني",
  AL: "ألباني",
  XK: "كوسوفي",
  MK: "مقدوني",
};

/** Spellings that neither the platform nor the library knows, and corrections of the library. */
const others: Record<string, string[]> = {
  SA: ["KSA", "K.S.A.", "Kingdom of Saudi Arabia", "Saudi Arabian"],
  YE: ["Yemeni"],
  EG: ["جمهورية مصر العربية", "A.R.E."],
  AE: ["U.A.E.", "Emirati", "الإمارات"],
  JO: ["المملكة الأردنية الهاشمية"],
  SY: ["سورية", "الجمهورية العربية السورية", "Syria"],
  PS: ["Palestinian"],
  LY: ["الجماهيرية الليبية"],
  BD: ["بنجلاديش", "بنقلاديش", "بنغلادش", "بنجلادش", "Bangali", "Bengali"],
  ID: ["إندونوسيا", "أندنوسيا"],
  PK: ["الباكستان", "پاکستان", "پاکستانی"],
  UZ: ["أوزباكستان", "Uzbek"],
  KZ: ["كازخستان", "Kazakh"],
  TJ: ["طاجكستان"],
  KG: ["قرغيزستان", "قرغيزيا", "Kyrgyzstani"],
  TM: ["Turkmen"],
  BN: ["Brunei", "بروني"],
  LA: ["Laos"],
  MM: ["Burma", "برما", "ميانمار", "Myanmarese"],
  LK: ["سيرلانكا", "سيريلانكا", "Srilankan"],
  NP: ["Nepali"],
  MV: ["المالديف", "Maldivian"],
  TH: ["تايلند"],
  PH: ["الفليبين", "Filipina", "Philippine"],
  ET: ["الحبشة", "أثيوبيا"],
  ER: ["أرتيريا", "أريتريا"],
  DJ: ["Djiboutian"],
  SO: ["Somalian"],
  SS: ["South Sudanese", "جنوب سوداني", "جنوب سودانية"],
  KM: ["Comorian", "Comorean"],
  CI: ["كوت ديفوار"],
  CD: ["الكونغو الديمقراطية", "DRC", "DR Congo"],
  GB: ["بريطانيا", "بريطانيا العظمى", "إنجلترا", "U.K.", "England", "English", "Scottish", "Welsh"],
  US: ["أمريكا", "أميركا", "الولايات المتحدة الأمريكية", "America"],
  BA: ["البوسنة", "Bosnian"],
  XK: ["Kosovar", "Kosovan"],
  MK: ["مقدونيا"],
  RU: ["روسيا الاتحادية"],
  KR: ["كوريا", "Korea", "Korean", "كوري", "كورية", "كوري جنوبي", "كورية جنوبية"],
  VN: ["Viet Nam", "فيتنامي", "فيتنامية"],
  JP: ["ياباني", "يابانية"],
  BR: ["برازيلي", "برازيلية"],
  ZA: ["جنوب أفريقي", "جنوب أفريقية", "جنوب إفريقيا", "جنوب إفريقي", "جنوب إفريقية"],
};

/** A word with and without the article: «السعودية» and «سعودية». */
const withArticle = (word: string) => [word, word.startsWith("ال") ? word.slice(2) : `ال${word}`];

const namesOf = (names: Record<string, string | string[]>, code: string) => [names[code] ?? []].flat();
const platform = ["ar", "en"].map((locale) => new Intl.DisplayNames(locale, { type: "region" }));

/** The words for a country by source, the most certain first. A later source does not change the country of a word. */
const sources: ((two: string, three: string, number: string) => string[])[] = [
  (...all) => all,
  (_, three) => [...passportStates].flatMap(([code, state]) => (state === three ? code : [])),
  (two) => [
    ...(others[two] ?? []).flatMap(withArticle),
    ...(arabicDemonyms[two]?.split(" ") ?? []).flatMap((word) => [word, `${word}ة`]).flatMap(withArticle),
  ],
  (two) => [...namesOf(arabic.countries, two).flatMap(withArticle), ...namesOf(english.countries, two)],
  (two) => platform.flatMap((names) => names.of(two) ?? []).flatMap(withArticle),
  (two) => namesOf(demonyms.nationalities, two),
];

const words = new Map<string, string>();
for (const source of sources) {
  const said = new Map<string, Set<string>>();
  for (const [two = "", three = "", number = ""] of codes)
    for (const word of source(two, three, number).map(fold))
      said.set(word, (said.get(word) ?? new Set()).add(three));
  for (const [word, [code = "", ...more]] of said)
    if (!more.length && !words.has(word)) words.set(word, code);
}

/** Words before a name, such as «جمهورية» and «دولة», and «الجنسية» after it. */
const around = /^(ال)?(جمهوري|دول|مملك|سلطن)[ةه]\s|\s(ال)?جنسي[ةه]$/g;

/**
 * The ISO 3166 alpha-3 code of a country by its name, one of its codes or its demonym, in Arabic or English; undefined for a
 * word that is unknown or means two countries.
 */
export const nationalityOf = (text: string) => ofWord(words, text) ?? ofWord(words, text.replace(around, ""));
