import { latinDigits } from "~/domain/digits";
import type { LeftFile, UploadFile } from "./upload";

/* Whose a file or a pasted line is, by the numbers in it. */

/** Members by a number of theirs, as `bare` gives it. A number may be of several. */
export type Owners = Map<string, Set<number>>;

/** A number without case, blanks and signs, its digits and letters in their plain form. */
export const bare = (text: string) =>
  latinDigits(text.normalize("NFKC"))
    .toUpperCase()
    .replace(/[^\p{L}\p{N}]/gu, "");

export function addOwner(owners: Owners, number: string | null, id: number) {
  const key = bare(number ?? "");
  if (!key) return;
  const ids = owners.get(key);
  if (ids) ids.add(id);
  else owners.set(key, new Set([id]));
}

/** A shorter number counts only where the name says nothing else: «1» stands in many names by chance. */
const shortest = 5;
/** A number in a name may be written with blanks or signs between its parts. */
const mostParts = 4;

/** The members a number of whom stands in the name of a file, each once. */
export function ownersOfFile(name: string, owners: Owners): number[] {
  const stem = name.replace(/\.[a-z0-9]{1,5}$/i, "");
  const words = latinDigits(stem.normalize("NFKC"))
    .toUpperCase()
    .split(/[^A-Z0-9]+/)
    .filter(Boolean);
  const found = new Set(owners.get(bare(stem)));
  for (const [start] of words.entries())
    for (let end = start + 1; end <= Math.min(start + mostParts, words.length); end++) {
      const number = words.slice(start, end).join("");
      if (number.length >= shortest) for (const id of owners.get(number) ?? []) found.add(id);
    }
  return [...found];
}

/**
 * Whose each file is.
 * @param typed finds members by what was typed beside a file, `named` by what stands in its name
 * @param tried the numbers of `named` in words
 */
export function matchFiles(files: UploadFile[], typed: Owners, named: Owners, tried: string) {
  const filesOf = new Map<number, UploadFile[]>();
  const left: LeftFile[] = [];
  for (const file of files) {
    const { id, given_name, file_name, fault, owner } = file;
    const leave = (reason: string) => left.push({ id, given_name, file_name, owner, reason });
    const ids = owner ? [...(typed.get(bare(owner)) ?? [])] : ownersOfFile(given_name, named);
    const [member] = ids;
    if (fault) leave(fault);
    else if (!member) leave(owner ? "لا عضو في المجموعة برقم الجواز المكتوب" : `ليس في اسمه ${tried}`);
    else if (ids.length > 1) leave("يطابق أكثر من عضو: اكتب رقم جواز صاحبه");
    else filesOf.set(member, [...(filesOf.get(member) ?? []), file]);
  }
  return { filesOf, left };
}

/** What a pasted line says: whose it is, and the text that belongs to the number that says so; blank where there is none. */
type PastedLine = { text: string; ids: number[]; value: string };

const longestLine = 500;

const hasDigit = (text: string) => /\d|[٠-٩۰-۹]/.test(text);

/** Whether a cell before the passport is a number of the embassy's, and not the line's own number or a name. */
const isNumber = (cell: string) => hasDigit(cell) && bare(cell).length >= shortest;

/**
 * Reads lines as a spreadsheet copies them: a passport's number in one cell, in the next one the text that belongs to it. If nothing
 * follows, it is the number before the passport. Other cells before it are passed over. Lines without a digit before the first
 * number are headings.
 */
export function readPasted(text: string, owners: Owners): PastedLine[] {
  const lines = text.split("\n").map((line) => line.trim().slice(0, longestLine));
  const first = lines.findIndex(hasDigit);
  return lines
    .slice(Math.max(first, 0))
    .filter(Boolean)
    .map((line) => readLine(line, owners));
}

export function readLine(line: string, owners: Owners): PastedLine {
  const cells = line.split(/\t|[;,،|]|\s{2,}/).map((cell) => cell.trim());
  const parts = cells.length > 1 ? cells : line.split(/\s+/);
  const place = parts.findIndex((part) => owners.has(bare(part)));
  const ids = [...(owners.get(bare(parts[place] ?? "")) ?? [])];
  const rest = place < 0 ? [] : parts.slice(place + 1);
  const after = cells.length > 1 ? rest.find(Boolean) : rest.join(" ");
  const before = parts.slice(0, Math.max(place, 0)).findLast(Boolean) ?? "";
  return { text: line, ids, value: after || (isNumber(before) ? before : "") };
}
