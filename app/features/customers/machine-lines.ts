/* The two machine-readable lines of a passport as text, for the form and the server. */

export const lineLength = 44;

/** A line as it is printed. If it has its whole length, each blank stands for a filler; otherwise blanks are typed in addition. */
const lineOf = (line: string, length: number) =>
  line.length === length ? line.replace(/\s/g, "<") : line.replace(/\s/g, "");

/**
 * The lines of a text without blank ones. A single line with the length of two is divided. A cell of two lines that was copied out of a
 * sheet stands in quotation marks.
 */
export function machineLines(text: string): string[] {
  const lines = text
    .normalize("NFKC")
    .replaceAll('"', "")
    .split("\n")
    .map((line) => (line.length === lineLength ? line : line.trim()))
    .filter((line) => line.trim());
  const [only = ""] = lines;
  if (lines.length !== 1) return lines.map((line) => lineOf(line, lineLength));
  const both = lineOf(
    only.replace(new RegExp(`^(.{${lineLength}})\\s(?=.{${lineLength}}$)`), "$1"),
    2 * lineLength,
  );
  return both.length === 2 * lineLength ? [both.slice(0, lineLength), both.slice(lineLength)] : [both];
}
