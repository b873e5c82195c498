/** The title of a printed page, by which a browser names its PDF: the kind of paper, its number, and whose it is. */
export const printTitle = (...parts: (string | null | undefined | false)[]) => [
  { title: parts.filter(Boolean).join(" - ") },
];
