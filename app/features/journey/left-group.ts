import { quote } from "~/domain/nouns";

/** A group that somebody is no longer in, since his contract was cancelled or deleted, or since it has no room for him (journey.md, 1 and 2). */
export type LeftGroup = { id: number; name: string };

/** «، وخرج العميل من المجموعة «النور»» */
export const leftText = (left: LeftGroup | undefined) =>
  left ? `، وخرج العميل من المجموعة ${quote(left.name)}` : "";

/** «، وخرج العميل من المجموعة «النور» المكتملة»: he travels again, and his seat is taken. */
export const noRoomText = (left: LeftGroup | undefined) => (left ? `${leftText(left)} المكتملة` : "");

/** «، وعاد العميل مسافرًا في المجموعة «النور»، بلا سرير ولا مقعد» */
export const againText = (group: LeftGroup | undefined) =>
  group ? `، وعاد العميل مسافرًا في المجموعة ${quote(group.name)}، بلا سرير ولا مقعد` : "";
