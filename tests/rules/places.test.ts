import { expect, test } from "vitest";
import { placeInEnglish } from "~/domain/places";

const hotels = (text: string) => (text === "أنجم مكة" ? "Anjum Makkah" : null);

test.each([
  ["مكة المكرمة", "Makkah"],
  ["مكه", "Makkah"],
  ["مِنى", "Mina"],
  ["مطار الملك عبدالعزيز – جدة", "Jeddah Airport (JED)"],
  ["الفندق – المدينة المنورة", "Hotel, Madinah"],
  ["مزدلفة، منى", "Muzdalifah, Mina"],
  ["أنجم مكة", "Anjum Makkah"],
  ["أنجم مكة (مكة)", "Anjum Makkah"],
  ["بيت الشيخ – مكة", null],
  ["بيت الشيخ", null],
])("%s is %s in English", (place, english) => {
  expect(placeInEnglish(place, hotels)).toBe(english);
});
