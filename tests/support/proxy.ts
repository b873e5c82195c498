import { once } from "node:events";
import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  request,
  type ServerResponse,
} from "node:http";
import type { AddressInfo } from "node:net";

/**
 * What stands before several office servers, behaving as that of deploy/: each request to the next of them; to another
 * one only when it could not be sent, or is a GET; 502 when it was sent and no answer came.
 * @param passOn the headers of an answer, as the client gets them
 */
export async function startProxy(
  servers: string[],
  passOn = (headers: IncomingHttpHeaders): IncomingHttpHeaders => headers,
) {
  let turn = 0;
  const pass = (from: IncomingMessage, to: ServerResponse, triesLeft: number) => {
    const server = servers[turn++ % servers.length] as string;
    const onward = request(server + from.url, { method: from.method, headers: from.headers, agent: false });
    let isSent = false;
    onward.on("socket", (socket) => {
      socket.on("connect", () => {
        isSent = true;
        from.pipe(onward);
      });
    });
    onward.on("response", (answer) => {
      to.writeHead(answer.statusCode as number, passOn(answer.headers));
      answer.pipe(to);
      answer.on("error", () => to.destroy());
    });
    onward.on("error", () => {
      if (to.headersSent) to.destroy();
      else if ((!isSent || from.method === "GET") && triesLeft > 0) pass(from, to, triesLeft - 1);
      else to.writeHead(502).end();
    });
  };
  const proxy = createServer((from, to) => pass(from, to, servers.length - 1)).listen(0, "127.0.0.1");
  await once(proxy, "listening");
  return {
    url: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`,
    /** Switches to these servers. */
    use(next: string[]) {
      servers = next;
    },
    close: () => {
      proxy.closeAllConnections();
      proxy.close();
    },
  };
}
