/*
 * A page without the style sheet as a file contains the rules that it uses: 5 KB compressed instead of 12. Its scripts fetch the whole
 * sheet, since they show more than the page has.
 */

/** One rule of a style sheet: a statement, a rule with declarations, or a rule with further rules. */
type Rule = { head: string; body?: string; rules?: Rule[]; selectors?: Selector[] };
type Selector = { text: string; classes: string[] };

/** At-rules whose blocks contain rules. The blocks of others (`@font-face`, `@keyframes`) stay as they are. */
const nests = /^@(layer|media|supports|container)\b/;

/** Reads the rules of a minified style sheet. */
export function readRules(css: string): Rule[] {
  const rules: Rule[] = [];
  for (let start = 0; start < css.length; ) {
    const end = endOf(css, start, "{;");
    const head = css.slice(start, end);
    if (css[end] !== "{") {
      if (head.trim()) rules.push({ head });
      start = end + 1;
      continue;
    }
    const close = endOf(css, end + 1, "}");
    const body = css.slice(end + 1, close);
    if (nests.test(head)) rules.push({ head, rules: readRules(body) });
    else rules.push({ head, body, selectors: head.startsWith("@") ? undefined : selectorsOf(head) });
    start = close + 1;
  }
  return rules;
}

/** Where the text from `start` has one of these signs outside of strings, brackets and blocks. */
function endOf(css: string, start: number, signs: string) {
  let depth = 0;
  for (let at = start; at < css.length; at++) {
    const sign = css[at] as string;
    if (sign === "\\") at++;
    else if (sign === '"' || sign === "'") at = css.indexOf(sign, at + 1);
    else if (!depth && signs.includes(sign)) return at;
    else if ("{([".includes(sign)) depth++;
    else if ("})]".includes(sign)) depth--;
  }
  return css.length;
}

function selectorsOf(head: string): Selector[] {
  const selectors: Selector[] = [];
  for (let start = 0; start < head.length; ) {
    const end = endOf(head, start, ",");
    const text = head.slice(start, end);
    const plain = withoutBrackets(text.replace(/(?<!\\)\[[^\]]*\]/g, ""));
    const classes = [...plain.matchAll(/\.((?:\\.|[\w-])+)/g)].map(([, name = ""]) =>
      name.replaceAll("\\", ""),
    );
    selectors.push({ text, classes });
    start = end + 1;
  }
  return selectors;
}

/** What stands in brackets (`:is`, `:not`, `:has`) may be one of several, so its classes are not needed. */
function withoutBrackets(selector: string): string {
  const outer = selector.replace(/(?<!\\)\((?:\\.|[^()\\])*\)/g, "");
  return outer === selector ? outer : withoutBrackets(outer);
}

/** The rules that apply to elements with these classes only, and all that need no class, as text. */
export function rulesFor(rules: Rule[], classes: Set<string>): string {
  return rules
    .map(({ head, body, rules: inner, selectors }) => {
      if (inner) {
        const text = rulesFor(inner, classes);
        return text && `${head}{${text}}`;
      }
      if (body === undefined) return `${head};`;
      const used = selectors?.filter((selector) => selector.classes.every((name) => classes.has(name)));
      return used ? used.length && `${used.map(({ text }) => text)}{${body}}` : `${head}{${body}}`;
    })
    .filter(Boolean)
    .join("");
}

/** The classes of a page's elements. */
export function classesIn(html: string) {
  const classes = new Set<string>();
  for (const [, names = ""] of html.matchAll(/ class="([^"]*)"/g))
    for (const name of names.split(" ")) classes.add(name.replaceAll("&gt;", ">").replaceAll("&amp;", "&"));
  return classes;
}
