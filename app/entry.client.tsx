import { RemixBrowser } from "@remix-run/react";
import { startTransition, useEffect, useLayoutEffect } from "react";
import { hydrateRoot } from "react-dom/client";
import { untilDecoded } from "./framework/decoding";
import { tolerateMovedNodes } from "./framework/tolerant-dom";
import { watchLine } from "./shell/dead-line";
import { watchEarlyInput } from "./shell/early-input";
import { watchFaults } from "./shell/faults";
import { pageId } from "./shell/page-id";
import { leaveBy, stopScripts, WithoutScriptsAfterFault } from "./shell/page-without-scripts";
import { watchPresses } from "./shell/press-once";
import { watchReturns } from "./shell/returns";
import { supplyStorage } from "./shell/storage";
import { setReady } from "./ui/page/hydration";

supplyStorage();
const early = watchEarlyInput();
watchFaults();
watchPresses();
watchReturns();
watchLine();
tolerateMovedNodes();

/** The page. Once it is ready it hears of what the user did before (shell/boot.js). */
function Page() {
  // Before the next key: if others have changed the page, React has drawn it anew.
  useLayoutEffect(early.restore, []);
  useEffect(() => {
    // After this effect a type-ahead listens.
    setTimeout(async () => {
      await early.repeat();
      setReady();
      window.dispatchEvent(new Event("hydrated"));
    });
  }, []);
  return (
    <WithoutScriptsAfterFault>
      <RemixBrowser />
    </WithoutScriptsAfterFault>
  );
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

/** Draws the element that the server has marked, and nothing else of the document: the rest belongs to the browser and its extensions. */
function draw() {
  const element = document.getElementById(pageId) as HTMLElement;
  startTransition(() => {
    // React draws anew what others have changed, which is no fault of ours.
    const root = hydrateRoot(element, <Page />, { onRecoverableError() {} });
    leaveBy(() => root.unmount());
  });
}

untilDecoded().then(untilReleased).then(draw).catch(stopScripts);
