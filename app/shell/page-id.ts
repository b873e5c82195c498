/** The id of the element that React draws, in the document that the server alone writes (document.server.ts). */
export const pageId = "page";
