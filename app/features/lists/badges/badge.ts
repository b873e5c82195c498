import type { Bed } from "~/features/journey/beds.server";
import { listTitles } from "~/features/links/handed-papers";

/** What is cut out of a sheet of A4: cards to wear, and tags for luggage. Millimetres. */
export const formats = {
  cards: { label: listTitles.cards.ar, width: 86, height: 54, columns: 2, rows: 5 },
  tags: { label: listTitles.tags.ar, width: 100, height: 60, columns: 2, rows: 4 },
} as const;

export type Format = keyof typeof formats;
export type Measures = (typeof formats)[Format];

export const paper = { width: 210, height: 297 };

/** Where the first piece of a sheet begins: the pieces stand in the middle, edge to edge. Millimetres. */
export const originOf = ({ width, height, columns, rows }: Measures) => ({
  left: (paper.width - columns * width) / 2,
  top: (paper.height - rows * height) / 2,
});

/** As long as the narrowest margin takes, and as far from the pieces that a cut leaves none of it. Millimetres. */
const mark = { length: 3.5, gap: 1 };

/** The marks by which a sheet is cut, at the ends of each line between pieces, as the path of a drawing in millimetres. */
export function cutMarks(format: Measures) {
  const { width, height, columns, rows } = format;
  const { left, top } = originOf(format);
  const [right, bottom] = [paper.width - left, paper.height - top];
  const { length, gap } = mark;
  const upright = Array.from({ length: columns + 1 }, (_, column) => left + column * width).flatMap((x) => [
    `M${x} ${top - gap}v${-length}`,
    `M${x} ${bottom + gap}v${length}`,
  ]);
  const level = Array.from({ length: rows + 1 }, (_, row) => top + row * height).flatMap((y) => [
    `M${left - gap} ${y}h${-length}`,
    `M${right + gap} ${y}h${length}`,
  ]);
  return [...upright, ...level].join("");
}

/** The name under which a form sends the memberships that were chosen. */
export const chosen = "member";

/** The badge of one traveller. */
export type Badge = {
  /** The membership's. */
  id: number;
  group_id: number;
  name: string;
  name_latin: string | null;
  /** The address of their picture. */
  photo: string | null;
  /** Where they sleep, in this order. */
  stays: Bed[];
  /** What a telephone reads from the badge. */
  qr: { size: number; path: string };
};

/** What the badges of a group have in common. */
export type BadgeGroup = { name: string; supervisor_phone: string | null };

/** A day of a journey, whose year everybody knows: `5/3`. */
export const dayAndMonth = (date: string) => date.split("-").slice(1).reverse().map(Number).join("/");
