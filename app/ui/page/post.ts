export const connectionLost = "انقطع الاتصال بالخادم، تحقق من الاتصال ثم أعد المحاولة";

/** Whether the server answers. */
export const hasServer = () =>
  fetch("/healthz").then(
    () => true,
    () => false,
  );

/**
 * Posts to an address without the router: if the connection fails, the router would replace the page by an error (spec §8).
 * @returns the refusal in the words of the answered page; undefined after a success
 */
export async function post(address: string, body: FormData): Promise<string | undefined> {
  try {
    const answer = await fetch(address, { method: "POST", redirect: "manual", body });
    if (answer.type === "opaqueredirect") return undefined;
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    return page.querySelector("[role=alert]")?.textContent || "حدث خطأ غير متوقع، حاول مرة أخرى";
  } catch {
    return connectionLost;
  }
}
