import { RemixBrowser } from "@remix-run/react";
import { useEffect, useLayoutEffect } from "react";
import { flushSync } from "react-dom";
import { hydrateRoot } from "react-dom/client";
import { watchEarlyInput } from "~/first-page/early-input";
import { untilDecoded } from "./framework/decoding";
import { tolerateMovedNodes } from "./framework/tolerant-dom";
import { watchLine } from "./shell/dead-line";
import { watchFaults } from "./shell/faults";
import { pageId } from "./shell/page-id";
import { leaveBy, stopScripts, WithoutScriptsAfterFault } from "./shell/page-without-scripts";
import { watchPresses } from "./shell/press-once";
import { watchReturns } from "./shell/returns";
import { supplyStorage } from "./shell/storage";
import { setHydrated, setReady } from "./ui/page/hydration";
import { untilReleased } from "./ui/page/presses";

supplyStorage();
const early = watchEarlyInput();
watchFaults();
watchPresses();
watchReturns();
watchLine();
tolerateMovedNodes();

/** The page. Once it is ready it hears of what the user did before (first-page/boot.js). */
function Page() {
  // Before the next key: if others have changed the page, React has drawn it anew.
  useLayoutEffect(early.restore, []);
  useEffect(() => {
    setTimeout(async () => {
      await untilReleased();
      flushSync(setHydrated); // now a type-ahead listens
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
 * Draws the element that the server has marked, and nothing else of the document: the rest belongs to the browser and its extensions.
 * All at once: a press that comes between React's listening and its drawing would make it draw a button anew that is held, and what
 * moves between press and release is not clicked.
 */
function draw() {
  const element = document.getElementById(pageId) as HTMLElement;
  // React draws anew what others have changed, which is no fault of ours.
  const root = flushSync(() => hydrateRoot(element, <Page />, { onRecoverableError() {} }));
  leaveBy(() => root.unmount());
}

untilDecoded().then(untilReleased).then(draw).catch(stopScripts);
