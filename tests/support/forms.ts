/** The values that a browser sends of a page's form if nothing is typed; boxes that are not ticked send nothing. */
export function formIn(html: string) {
  const [, attributes = "", inside = ""] =
    html.match(/<main[\s\S]*?<form((?=[^>]*method="post")[^>]*)>([\s\S]*?)<\/form>/) ?? [];
  const values: Record<string, string> = {};
  for (const [input] of inside.matchAll(/<input[^>]*>/g)) {
    const of = (name: string) => input.match(new RegExp(` ${name}="([^"]*)"`))?.[1];
    if (of("type") === "file" || (of("type") === "checkbox" && !input.includes(" checked"))) continue;
    if (of("name")) values[of("name") as string] = unescaped(of("value") ?? "");
  }
  for (const [, name = "", options = ""] of inside.matchAll(
    /<select[^>]* name="(\w+)"[^>]*>(.*?)<\/select>/gs,
  )) {
    const chosen =
      options.match(/<option value="([^"]*)" selected=""/) ?? options.match(/<option value="([^"]*)"/);
    values[name] = unescaped(chosen?.[1] ?? "");
  }
  for (const [, name = "", text = ""] of inside.matchAll(/<textarea[^>]* name="(\w+)"[^>]*>([^<]*)</g))
    values[name] = unescaped(text.replace(/^\n/, ""));
  return {
    action: attributes.match(/ action="([^"]*)"/)?.[1],
    enctype: attributes.match(/ enctype="([^"]*)"/i)?.[1],
    values,
  };
}

const unescaped = (text: string) =>
  text
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&quot;", '"')
    .replaceAll("&#x27;", "'")
    .replaceAll("&amp;", "&");
