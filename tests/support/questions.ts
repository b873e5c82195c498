/** The questions of a returned form, and the answer that each button would send. */
export function questionsIn(html: string) {
  const box = html.match(/<div class="notice info questions".*?<\/div>/s)?.[0] ?? "";
  return {
    asked: [...box.matchAll(/<li>(.*?)<\/li>/gs)].map(([, sentence = ""]) =>
      sentence
        .replaceAll(/<[^>]*>/g, "")
        .replaceAll(/\s+/g, " ")
        .trim(),
    ),
    /** All that the box says. */
    text: box
      .replaceAll(/<[^>]*>/g, "")
      .replaceAll(/\s+/g, " ")
      .trim(),
    links: [...box.matchAll(/href="([^"]*)"/g)].map(([, href]) => href),
    confirmed: box.match(/name="confirmed" value="([^"]*)"/)?.[1] ?? "",
  };
}
