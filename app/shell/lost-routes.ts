import type { Location } from "@remix-run/react";
import { createPath } from "@remix-run/react";
import { useEffect } from "react";
import { connectionLost, hasServer } from "~/ui/page/post";
import { showFlash } from "~/ui/page/toast";

declare global {
  interface Window {
    __remixRouter?: { state: { navigation: { location?: Location } } };
  }
}

/** Between two questions whether the server is there again, in milliseconds. */
const pause = 2_000;

/**
 * What happens when the script of the next screen cannot be had (framework/lost-routes.ts): the page stays, says so, and goes on as
 * soon as the server answers, unless the user goes elsewhere. It loads a whole page, since a browser does not ask again for a script
 * that failed, and a server of a later version has no scripts of the earlier one.
 */
export function useLostRoutes() {
  useEffect(() => {
    window.addEventListener("routelost", goOn);
    return () => window.removeEventListener("routelost", goOn);
  }, []);
}

async function goOn() {
  const next = () => window.__remixRouter?.state.navigation.location;
  const location = next();
  if (!location) return;
  for (let isTold = false; location === next(); isTold = true) {
    if (await hasServer()) return location === next() && window.location.assign(createPath(location));
    if (!isTold) showFlash({ kind: "error", text: connectionLost });
    await new Promise((resolve) => setTimeout(resolve, pause));
  }
}
