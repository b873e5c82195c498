import { RemixBrowser } from "@remix-run/react";

/**
 * Waits until Remix has decoded the page's data. Its component throws the promise to React. A page that hydrates before that fails
 * at the user's next key (React's error 345, "Root did not complete").
 */
export async function untilDecoded() {
  try {
    RemixBrowser({});
  } catch (promise) {
    await promise;
  }
}
