/**
 * What is wrong in a page's HTML for who does not see it, or reads it with a program. Runs in the page, on every screen; what axe finds
 * beyond that (colours, roles) is the same on all screens of one shape (screens.ts).
 */
export function htmlFaults(): string[] {
  const faults: string[] = [];
  const all = (selector: string) => [...document.querySelectorAll<HTMLElement>(selector)];
  const visible = (selector: string) => all(selector).filter((element) => element.checkVisibility());
  const of = (element: HTMLElement) => element.outerHTML.slice(0, 120);
  const textOf = (element: Element | null) =>
    [
      element?.textContent,
      ...[...(element?.querySelectorAll("img[alt]") ?? [])].map((image) => image.getAttribute("alt")),
    ]
      .join("")
      .trim();
  const words = (element: HTMLElement) =>
    element.getAttribute("aria-label") ||
    (element.getAttribute("aria-labelledby") ?? "")
      .split(" ")
      .map((id) => textOf(document.getElementById(id)))
      .join("")
      .trim();

  const ids = all("[id]").map(({ id }) => id);
  for (const id of new Set(ids.filter((id, index) => ids.indexOf(id) !== index)))
    faults.push(`the id ${id} stands twice`);
  for (const name of ["for", "aria-labelledby", "aria-describedby", "aria-controls"])
    for (const element of all(`[${name}]`))
      for (const id of element.getAttribute(name)?.split(" ") ?? [])
        if (id && !document.getElementById(id) && name !== "aria-controls")
          faults.push(`${name} leads to nothing: ${of(element)}`);

  for (const control of visible("input:not([type=hidden], [type=submit], [type=button]), select, textarea")) {
    const labels = [...((control as HTMLInputElement).labels ?? [])];
    if (!labels.some(textOf) && !words(control)) faults.push(`a control without a label: ${of(control)}`);
  }
  for (const element of visible("a[href], button, summary, [role=button], [role=option], [role=tab]"))
    if (!textOf(element) && !words(element)) faults.push(`nothing says what this does: ${of(element)}`);
  for (const image of all("img:not([alt])")) faults.push(`a picture without a text: ${of(image)}`);
  for (const table of all("table"))
    if (!table.querySelector("th")) faults.push(`a table without heads: ${of(table)}`);

  const levels = all("main :is(h1, h2, h3, h4, h5, h6)").map(({ tagName }) => Number(tagName[1]));
  if (levels.some((level, index) => level > (levels[index - 1] ?? 0) + 1))
    faults.push(`a level of headings is left out: ${levels}`);
  if (all("main").length !== 1) faults.push(`${all("main").length} main parts`);
  if (!document.title.trim()) faults.push("no title");
  const { lang, dir } = document.documentElement;
  if (!/^(ar|en)/.test(lang) || !["rtl", "ltr"].includes(dir)) faults.push(`the language is ${lang} ${dir}`);
  return faults;
}
