import { expect, test } from "vitest";
import { isOneName } from "~/domain/names";

test.each([
  ["سالم باوزير", "سالم بن علي باوزير", true],
  ["عبد الله محمد", "عبدالله محمد", true],
  ["أحمد", "احمد بن سعيد", true],
  ["محمد احمد الحاشدي", "محمد أحمد الحشدي", true],
  ["علي سالم باوزير", "سالم باوزير", false], // a son and his father
  ["هدى علي محسن الحاشدي", "أحمد علي محسن الحاشدي", false], // sister and brother
  ["سعيد", "زيد", false],
])("whether «%s» and «%s» may be one: %s", (one, other, isOne) => {
  expect([isOneName(one, other), isOneName(other, one)]).toEqual([isOne, isOne]);
});
