import { tell } from "~/ui/page/ask";
import { connectionLost } from "~/ui/page/post";

/** In milliseconds: how long a failed question waits until it is asked again. */
const pause = 3_000;

/** Whose session the browser has; undefined without one, and null if the server does not answer. */
async function presentUser(): Promise<string | undefined | null> {
  try {
    const answer = await fetch("/api/auth/check-session");
    return (await answer.json()).user?.username;
  } catch {
    return null;
  }
}

/**
 * Shows a page that Back takes from the browser's memory only to the user to whom it was shown. `no-store` keeps pages out of that
 * memory, but not in WebKit over http. Until the server has answered, nothing is to be seen.
 */
export function watchReturns() {
  addEventListener("pageshow", async ({ persisted }) => {
    if (!persisted || /^\/login(\/|$)/.test(location.pathname)) return;
    const { style } = document.documentElement;
    style.visibility = "hidden";
    let user = await presentUser();
    while (user === null) {
      tell(connectionLost);
      await new Promise((resolve) => setTimeout(resolve, pause));
      user = await presentUser();
    }
    const owner = document.querySelector(".whoami bdi")?.textContent; // none in a print
    if (user === undefined || (owner && owner !== user)) location.reload();
    else style.visibility = "";
  });
}
