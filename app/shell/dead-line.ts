import { createPath, type Location } from "@remix-run/react";
import { isConnectionLost } from "~/ui/page/error-page";
import { connectionLost, hasServer } from "~/ui/page/post";
import { showFlash } from "~/ui/page/toast";
import { isAnythingUnsaved } from "~/ui/page/unsaved";

declare global {
  interface Window {
    __remixRouter?: {
      state: {
        location: Location;
        navigation: { state: string; location?: Location; formMethod?: string };
        actionData?: unknown;
        errors?: unknown;
      };
    };
  }
}

/**
 * A request for a screen that failed (framework/dead-line.ts): for data, which `again` asks for until the signal is aborted, for the
 * answer to a form, or for a script or the description of a screen.
 */
type Loss = { error: unknown; signal?: AbortSignal; again?: () => void; isPost?: true };

/** Between two questions whether the server is there again, in milliseconds. */
const pause = 2_000;

/**
 * In milliseconds: a page that is left is gone by then. Firefox breaks off what it asked for as soon as the user goes to another
 * address, which is no dead line. Where a file was asked for, the page stays.
 */
const leave = 10_000;

/** The address to which the router is on its way. */
const nextLocation = () => window.__remixRouter?.state.navigation.location;

const losesTyped = (next?: Location) =>
  next && next.pathname !== window.__remixRouter?.state.location.pathname && isAnythingUnsaved();

/**
 * Keeps the page while the server cannot be reached, with all that was typed, and says so. Whether it can be reached only the request
 * itself shows: browsers that take themselves for offline may have a server on their own machine, or behind a VPN. The page goes on as
 * soon as the server answers, unless the user goes elsewhere, or typed values would be lost.
 */
export function watchLine() {
  const told = new WeakSet<object>();
  let left: Location | null | undefined = null;
  addEventListener("beforeunload", () => {
    left = nextLocation();
  });
  addEventListener("linelost", async (event) => {
    const { error, signal, again, isPost } = (event as CustomEvent<Loss>).detail;
    const isScreen = !again && !isPost;
    if (!isScreen && !isConnectionLost(error)) return; // called off, or a fault of the server
    event.preventDefault();
    const next = nextLocation();
    // A server of a later version has none of the earlier scripts, and a browser does not ask again for one that failed.
    const goOn = again ?? (() => next && location.assign(createPath(next)));
    const isLeft = () => (signal ? signal.aborted : next !== nextLocation());
    if (left === next) await new Promise((resolve) => setTimeout(resolve, leave));
    if (isScreen && (await hasServer())) return isLeft() || goOn();
    const key = next ?? signal ?? event;
    if (!told.has(key)) showFlash({ kind: "error", text: connectionLost });
    told.add(key);
    if (isPost) return;
    do await new Promise((resolve) => setTimeout(resolve, pause));
    while (!isLeft() && (losesTyped(next) || !(await hasServer())));
    if (again || !isLeft()) goOn();
  });
}
