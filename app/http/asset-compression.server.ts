import { readdirSync } from "node:fs";
import type { IncomingMessage, ServerResponse } from "node:http";

const folder = "/assets/";
const encoding = ".br";

/** The addresses of files that the build has compressed (vite.config.ts); empty in the development server. */
const compressible = new Set(
  filesIn(`build/client${folder}`)
    .filter((name) => name.endsWith(encoding))
    .map((name) => folder + name.slice(0, -encoding.length)),
);

function filesIn(directory: string) {
  try {
    return readdirSync(directory);
  } catch {
    return [];
  }
}

/** Makes the server send the compressed file of a script or style sheet. */
export function sendCompressed(request: IncomingMessage, response: ServerResponse) {
  const { url = "", headers } = request;
  if (!compressible.has(url) || !/\bbr\b(?!;q=0)/.test(String(headers["accept-encoding"]))) return;
  request.url = url + encoding;
  response.setHeader("Content-Encoding", "br");
  response.setHeader("Content-Type", `text/${url.endsWith(".css") ? "css" : "javascript"}; charset=utf-8`);
  response.setHeader("Vary", "Accept-Encoding");
}
