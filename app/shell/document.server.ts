import { directionOf, type Language } from "~/domain/language";
import { titleWith } from "~/ui/page/title";
import { pageId } from "./page-id";

const openDialog = /^<dialog [^>]*><div class="dialog-head"><h2[^>]*>([^<]*)/;

/**
 * The HTML of a whole page.
 * @param page what React has drawn; it begins with the page's title and language (root.tsx)
 * @param style the element with the page's rules, or the link to them
 * @param scripts the elements that load the page's scripts
 */
export function documentOf(page: string, { style, scripts }: { style: string; scripts: string }) {
  const [, language = "ar", title = ""] = /^<div hidden="" lang="(\w+)"><title>([^<]*)/.exec(page) ?? [];
  const heading = page.slice(page.lastIndexOf("<dialog ")).match(openDialog)?.[1];
  const direction = directionOf(language as Language);
  return `<!DOCTYPE html><html lang="${language}" dir="${direction}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="theme-color" content="#0d3b2e"><link rel="icon" href="/favicon.svg" type="image/svg+xml"><title>${titleWith(heading, title, page.includes('class="errors" role="alert"'))}</title>${style}</head><body><div id="${pageId}">${page}</div>${scripts}</body></html>`;
}
