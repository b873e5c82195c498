export const lineDead = "انقطع الاتصال بالخادم، تحقق من الاتصال ثم أعد المحاولة";

/**
 * Posts to an address as its form without fields does, past the router: on a line that is dead that one would put an
 * error in the place of the whole page (spec §8).
 * @returns what was refused, in the words of the page that says so; undefined once it is done
 */
export async function post(address: string): Promise<string | undefined> {
  try {
    const answer = await fetch(address, { method: "POST", redirect: "manual" });
    if (answer.type === "opaqueredirect") return undefined;
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    return page.querySelector("[role=alert]")?.textContent || "حدث خطأ غير متوقع، حاول مرة أخرى";
  } catch {
    return lineDead;
  }
}
