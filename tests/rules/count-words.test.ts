import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { type Case, countNoun, countPhrase, days } from "~/domain/count-words";
import { contractCount } from "~/features/contracts/contract";
import { memberCount } from "~/features/groups/member";

/* Counts with their nouns, in the case that the sentence asks for. */

const night = countNoun("ليلة واحدة", "ليلتان", "ليال", "ليلة");
const receipt = countNoun("سند قبض واحد", "سندا قبض", "سندات قبض", "سند قبض");
const standing = countNoun("عقد قائم واحد", "عقدان قائمان", "عقود قائمة", "عقدًا قائمًا", "عقد قائم");

test.each([
  [1, memberCount, "عضو واحد", "عضو واحد", "عضوًا واحدًا"],
  [2, memberCount, "عضوان", "عضوين", "عضوين"],
  [3, memberCount, "3 أعضاء", "3 أعضاء", "3 أعضاء"],
  [11, memberCount, "11 عضوًا", "11 عضوًا", "11 عضوًا"],
  [100, memberCount, "100 عضو", "100 عضو", "100 عضو"],
  [1, night, "ليلة واحدة", "ليلة واحدة", "ليلة واحدة"],
  [2, night, "ليلتان", "ليلتين", "ليلتين"],
  [1, days, "يوم واحد", "يوم واحد", "يومًا واحدًا"],
  [2, days, "يومان", "يومين", "يومين"],
  [2, contractCount, "عقدان", "عقدين", "عقدين"],
  [2, receipt, "سندا قبض", "سندي قبض", "سندي قبض"],
  [2, standing, "عقدان قائمان", "عقدين قائمين", "عقدين قائمين"],
])("%i of a thing: %#", (count, noun, ...phrases) => {
  const cases: Case[] = ["nominative", "genitive", "accusative"];
  expect(cases.map((one) => countPhrase(count, noun, one))).toEqual(phrases);
});

describe("in the sources", () => {
  const sources = readdirSync("app", { recursive: true, encoding: "utf8" })
    .filter((path) => /\.tsx?$/.test(path))
    .map((path) => [path, readFileSync(`app/${path}`, "utf8")] as const);

  test("a count after a preposition or a noun is in the genitive", () => {
    const governing =
      /(?:^|[\s`"«])(?:في|من|إلى|على|قبل|بعد|منذ|مع|تسجيل|تقديم|إضافة|توقيع|تسليم|توزيع|مقاعد|صلات|عمولة|حفظ|اعتماد|رفض) \$?\{countPhrase\([^{}]*?\)\}/g;
    const wrong = sources.flatMap(([path, source]) =>
      [...source.matchAll(governing)].flatMap(([phrase]) =>
        phrase.includes('"genitive"') ? [] : `${path}: ${phrase.trim()}`,
      ),
    );
    expect(wrong).toEqual([]);
  });

  test("nouns are told in the nominative", () => {
    const oblique = sources.flatMap(([path, source]) =>
      [...source.matchAll(/countNoun\(\s*"[^"]*",\s*"([^"]*)"/g)].flatMap(([, two = ""]) =>
        /ي(?:ن)?(?:\s|$)/.test(two) ? `${path}: ${two}` : [],
      ),
    );
    expect(oblique).toEqual([]);
  });
});
