import { RemixBrowser } from "@remix-run/react";
import { startTransition, useEffect } from "react";
import { hydrateRoot } from "react-dom/client";
import { untilDecoded } from "./framework/decoding";
import { watchEarlyInput } from "./shell/early-input";
import { setReady } from "./ui/page/hydration";

const repeatEarlyInput = watchEarlyInput();

/** The page. Once it is ready it hears of what the user did before (shell/boot.js). */
function Page() {
  useEffect(() => {
    // After this effect a type-ahead listens.
    setTimeout(async () => {
      await repeatEarlyInput();
      setReady();
      window.dispatchEvent(new Event("hydrated"));
    });
  }, []);
  return <RemixBrowser />;
}

/**
 * Waits until no button is held, at most a second. React changes the page when it starts, and a button that moves between press and
 * release is not clicked.
 */
async function untilReleased() {
  if (!document.querySelector(":active")) return;
  await new Promise((resolve) => {
    // The click follows the release.
    for (const type of ["pointerup", "pointercancel"])
      addEventListener(type, () => setTimeout(resolve), { once: true });
    setTimeout(resolve, 1_000); // a select keeps the release to itself
  });
}

untilDecoded()
  .then(untilReleased)
  .then(() => startTransition(() => void hydrateRoot(document, <Page />)));
