import { connect } from "node:net";
import { Readable } from "node:stream";
import { text } from "node:stream/consumers";

/**
 * Sends these bytes unchanged, which no client library does, and reads until the connection closes.
 * @param end closes the writing side after the last byte, whether the request is complete or not
 */
export async function sendRaw(
  url: string,
  request: string | AsyncIterable<string | Uint8Array>,
  { end = false } = {},
) {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  socket.on("error", () => {}); // some tests are about a server that closes early
  Readable.from(typeof request === "string" ? [request] : request).pipe(socket, { end });
  const answer = await text(socket);
  const [head = "", ...body] = answer.split("\r\n\r\n");
  return { status: Number(head.split(" ")[1]), head, body: body.join("\r\n\r\n") };
}

/** A request's head in HTTP/1.1, on a connection that is closed afterwards. */
export function head(method: string, path: string, headers: Record<string, string | number> = {}) {
  const lines = Object.entries({ Host: "localhost", Connection: "close", ...headers });
  return [`${method} ${path} HTTP/1.1`, ...lines.map(([name, value]) => `${name}: ${value}`), "", ""].join(
    "\r\n",
  );
}
