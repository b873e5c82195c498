const entities: Record<string, string> = { lt: "<", gt: ">", quot: '"', "#x27": "'", amp: "&" };

/** What a page says, without its marks and scripts. */
export const textOf = (html: string) =>
  html
    .replace(/<script[\s\S]*?<\/script>/g, "")
    .replace(/<!--[\s\S]*?-->/g, "")
    .replace(/<[^>]*>/g, " ")
    .replace(/&(\w+|#x27);/g, (whole, name) => entities[name] ?? whole)
    .replace(/\s+/g, " ")
    .replace(/ ([،.:])/g, "$1");
