const entities: Record<string, string> = { lt: "<", gt: ">", quot: '"', "#x27": "'", amp: "&" };

/** A page's text without markup and scripts. */
export const textOf = (html: string) =>
  html
    .replace(/<script[\s\S]*?<\/script>/g, "")
    .replace(/<!--[\s\S]*?-->/g, "")
    .replace(/<[^>]*>/g, " ")
    .replace(/&(\w+|#x27);/g, (whole, name) => entities[name] ?? whole)
    .replace(/\s+/g, " ")
    .replace(/ ([،.:])/g, "$1");
