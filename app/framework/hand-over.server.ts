/**
 * Writes the loaders' data for Remix's script in the browser. The page is rendered whole, so the data follow in one piece; Remix
 * would stream them.
 */
export function handOver(data: string, nonce: string) {
  const literal = JSON.stringify(data).replace(/[&<>\u2028\u2029]/g, inScript);
  return `<script nonce="${nonce}">window.__remixContext.streamController.enqueue(${literal});window.__remixContext.streamController.close();</script>`;
}

const inScript = (character: string) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
