import { connect } from "node:net";
import { Readable } from "node:stream";
import { text } from "node:stream/consumers";

/**
 * Sends these very bytes, which no client library would, and gives what came back before the line was closed.
 * @param end closes the line behind the last byte, whether the request is complete or not
 */
export async function sendRaw(
  url: string,
  request: string | AsyncIterable<string | Uint8Array>,
  { end = false } = {},
) {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  socket.on("error", () => {}); // a server that closes early is what some tests are about
  Readable.from(typeof request === "string" ? [request] : request).pipe(socket, { end });
  const answer = await text(socket);
  const [head = "", ...body] = answer.split("\r\n\r\n");
  return { status: Number(head.split(" ")[1]), head, body: body.join("\r\n\r\n") };
}

/** A request's head in HTTP/1.1, on a line that is closed afterwards. */
export function head(method: string, path: string, headers: Record<string, string | number> = {}) {
  const lines = Object.entries({ Host: "localhost", Connection: "close", ...headers });
  return [`${method} ${path} HTTP/1.1`, ...lines.map(([name, value]) => `${name}: ${value}`), "", ""].join(
    "\r\n",
  );
}
