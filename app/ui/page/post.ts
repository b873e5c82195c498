export const connectionLost = "انقطع الاتصال بالخادم، تحقق من الاتصال ثم أعد المحاولة";

/** Whether the server answers. */
export const hasServer = () =>
  fetch("/healthz", { signal: AbortSignal.timeout(5_000) }).then(
    () => true,
    () => false,
  );

/** The body that a call answers; undefined if it fails, on a dead line too, and where the page is left while it answers. */
export async function answerOf<Body>(address: string): Promise<Body | undefined> {
  try {
    const answer = await fetch(address);
    return answer.ok ? await answer.json() : undefined;
  } catch {
    return undefined;
  }
}

/** In milliseconds: a server that is there answers a deed sooner. */
const patience = 30_000;

const posts = new Map<string, Promise<string | undefined>>();

/**
 * Posts to an address without the router, which would follow the answer. Pressed twice, it is posted once: both presses get the same
 * answer.
 * @returns the refusal in the words of the answered page; undefined after a success
 */
export function post(address: string, body: FormData) {
  const underWay = posts.get(address) ?? send(address, body).finally(() => posts.delete(address));
  posts.set(address, underWay);
  return underWay;
}

async function send(address: string, body: FormData): Promise<string | undefined> {
  const bar = document.querySelector(".progress");
  bar?.setAttribute("data-busy", "");
  try {
    const answer = await fetch(address, {
      ...{ method: "POST", redirect: "manual", body },
      signal: AbortSignal.timeout(patience),
    });
    if (answer.type === "opaqueredirect") return undefined;
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    return page.querySelector("[role=alert]")?.textContent || "حدث خطأ غير متوقع، حاول مرة أخرى";
  } catch {
    return connectionLost;
  } finally {
    bar?.removeAttribute("data-busy");
  }
}
