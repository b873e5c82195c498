/** The id of the element that React draws, in the document that the server alone writes (document.server.ts). */
export const pageId = "page";

/** The title of a page over which a dialog may lie, whose heading says what kind of work is open. A refused form says so first. */
export const titleWith = (heading: string | null | undefined, title: string, isRefused: boolean) =>
  (isRefused ? "خطأ: " : "") + (heading && !title.includes(heading) ? `${heading} - ${title}` : title);
