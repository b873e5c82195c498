/** The first form of a page's content that posts. */
export const formIn = (html: string) =>
  formsIn(html.slice(html.indexOf("<main")))[0] ?? {
    action: undefined,
    enctype: undefined,
    values: {},
    buttons: [],
  };

/**
 * The forms of a page that post: the values that a browser sends if nothing is typed (boxes that are not ticked send nothing), and
 * the buttons.
 */
export const formsIn = (html: string) =>
  [...html.matchAll(/<form((?=[^>]*method="post")[^>]*)>([\s\S]*?)<\/form>/g)].map(
    ([, attributes = "", inside = ""]) => {
      const values: Record<string, string> = {};
      for (const [input] of inside.matchAll(/<input[^>]*>/g)) {
        const of = attributeOf(input);
        const isTicked = !["checkbox", "radio"].includes(of("type") ?? "") || input.includes(" checked");
        if (of("type") === "file" || !isTicked) continue;
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
      const buttons = [...inside.matchAll(/<button[^>]*>/g)]
        .map(([button]) => attributeOf(button))
        .filter((of) => of("type") !== "button")
        .map((of) => ({
          name: of("name") ?? "",
          value: unescaped(of("value") ?? ""),
          action: unescapedOrNone(of("formAction")),
        }));
      const of = attributeOf(attributes);
      return { action: unescapedOrNone(of("action")), enctype: of("encType"), values, buttons };
    },
  );

const attributeOf = (tag: string) => (name: string) => tag.match(new RegExp(` ${name}="([^"]*)"`, "i"))?.[1];

const unescapedOrNone = (text: string | undefined) => (text === undefined ? undefined : unescaped(text));

const unescaped = (text: string) =>
  text
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&quot;", '"')
    .replaceAll("&#x27;", "'")
    .replaceAll("&amp;", "&");
