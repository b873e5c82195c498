/** The title of a page over which a dialog may lie, whose heading says what kind of work is open. A refused form says so first. */
export const titleWith = (heading: string | null | undefined, title: string, isRefused: boolean) =>
  (isRefused && !title.startsWith(refused) ? refused : "") +
  (heading && !title.includes(heading) ? `${heading} - ${title}` : title);

const refused = "خطأ: ";
