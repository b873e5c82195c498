import { RemixBrowser } from "@remix-run/react";
import { startTransition, useEffect } from "react";
import { hydrateRoot } from "react-dom/client";
import { untilDecoded } from "./framework/decoding";
import { watchEarlyInput } from "./shell/early-input";

const repeatEarlyInput = watchEarlyInput();

/** The page. Once it is ready it hears of what the user did before (shell/boot.js). */
function Page() {
  useEffect(() => {
    // Forms show the parts that need scripts after this effect.
    setTimeout(async () => {
      await repeatEarlyInput();
      window.dispatchEvent(new Event("hydrated"));
    });
  }, []);
  return <RemixBrowser />;
}

untilDecoded().then(() => startTransition(() => void hydrateRoot(document, <Page />)));
