/**
 * Dates, telephones and numbers of documents that stand on two lines or are drawn from right to left («24-08-2026» of 2026-08-24, which
 * an Arabic word before it does). Runs in the page.
 */
export function numberFaults(): string[] {
  const faults: string[] = [];
  const numbers = /\d{4}-\d\d(-\d\d)?|\+\d[\d ]{5,}\d|\b[A-Z]{1,4}-\d{4}-\d+/g;
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const text = texts.currentNode as Text;
    if (!text.parentElement?.checkVisibility() || text.parentElement.closest("option, script, style"))
      continue;
    for (const { 0: number, index } of text.data.matchAll(numbers)) {
      const [first, last] = [index, index + number.length - 1].map((place) => {
        const sign = document.createRange();
        sign.setStart(text, place);
        sign.setEnd(text, place + 1);
        return sign.getBoundingClientRect();
      });
      if (!first?.width || !last) continue; // within what is folded
      if (Math.abs(first.top - last.top) > first.height / 2) faults.push(`${number} stands on two lines`);
      else if (first.left > last.left) faults.push(`${number} is drawn from right to left`);
    }
  }
  return faults;
}
