import codes from "i18n-iso-countries/codes.json" with { type: "json" };
import { expect, test } from "vitest";
import { nationalities } from "~/domain/countries";
import { nationalityOf } from "~/features/importables/nationalities.server";

/* Nationalities in an imported file, as people write them (docs/decisions/imports.md). */

test("every country is read by its name as the product writes it, and by each of its codes", () => {
  expect(nationalities.filter(([code, name]) => nationalityOf(name) !== code)).toEqual([]);
  for (const [two = "", three = "", number = ""] of codes)
    expect([two, three, number, two.toLowerCase()].map(nationalityOf)).toEqual([three, three, three, three]);
});

/** The thirty countries that send most pilgrims, and demonyms of a man and a woman. */
const demonyms =
  `IDN إندونيسي إندونيسية, PAK باكستاني باكستانية, IND هندي هندية, BGD بنغلاديشي بنجلاديشية, NGA نيجيري نيجيرية,
  IRN إيراني إيرانية, TUR تركي تركية, DZA جزائري جزائرية, EGY مصري مصرية, MAR مغربي مغربية, IRQ عراقي عراقية, SDN سوداني سودانية,
  MYS ماليزي ماليزية, SYR سوري سورية, YEM يمني يمنية, JOR أردني أردنية, SAU سعودي سعودية, TUN تونسي تونسية, LBY ليبي ليبية,
  AFG أفغاني أفغانية, UZB أوزبكي أوزبكية, SEN سنغالي سنغالية, NER نيجري نيجرية, MLI مالي مالية, KWT كويتي كويتية,
  ARE إماراتي إماراتية, OMN عماني عمانية, ETH إثيوبي إثيوبية, SOM صومالي صومالية, PSE فلسطيني فلسطينية, FRA فرنسي فرنسية`
    .split(",")
    .map((line) => line.trim().split(" ") as [string, string, string]);

test.each(demonyms)("%s is read by its demonyms, with the article and without", (code, man, woman) => {
  const written = [man, woman, `ال${man}`, `ال${woman}`, man.replace(/ي$/, "ى"), `${woman} الجنسية`];
  expect(written.map(nationalityOf)).toEqual(written.map(() => code));
});

test.each([
  ["SAU", ["KSA", "K.S.A", "Saudi", "saudi arabia", "المملكة العربية السعودية", "السعوديه"]],
  ["EGY", ["مصرى", "EGYPTIAN", "جمهورية مصر العربية", " Egypt "]],
  ["YEM", ["الجمهورية اليمنية", "Yemeni", "يمن", "887"]],
  ["ARE", ["UAE", "U.A.E", "Emirati", "دولة الإمارات العربية المتحدة", "امارات"]],
  ["OMN", ["سلطنة عُمان", "Omani"]],
  ["GBR", ["UK", "المملكة المتحدة", "British", "Welsh", "بريطانيا"]],
  ["USA", ["US", "أمريكية", "الولايات المتحدة الأمريكية", "American"]],
  ["MMR", ["ميانمار", "برماوي", "Burmese"]],
  ["CIV", ["Côte d'Ivoire", "ساحل العاج", "كوت ديفوار"]],
  ["PAK", ["پاکستان", "الباكستانية"]],
  ["SYR", ["سورية", "Syria"]],
])("%s as people write it: %j", (code, written) => {
  expect(written.map(nationalityOf)).toEqual(written.map(() => code));
});

test("a word for two countries, for none, or of any length is not guessed at", () => {
  expect(["Congo", "أطلانتس", "", "الجنسية", "x".repeat(1_000_000)].map(nationalityOf)).toEqual(
    Array(5).fill(undefined),
  );
});
