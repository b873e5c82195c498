import { once } from "node:events";
import { createServer, request } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll } from "vitest";

/** The line to an office, which can die for some addresses. Unlike Playwright's routes it also cuts what follows a redirect. */
export function useLine(office: { readonly url: string }) {
  let dead: RegExp | undefined;
  let broken: RegExp | undefined;
  let held: RegExp | undefined;
  const asked: string[] = [];
  const server = createServer((from, to) => {
    const { method, headers, url = "" } = from;
    asked.push(url);
    if (method === "GET" && dead?.test(url)) return from.socket.destroy();
    const onward = request(office.url + url, { method, headers }, (answer) => {
      to.writeHead(answer.statusCode as number, answer.headers);
      const isHeld = held?.test(url);
      if (method === "GET" && (isHeld || broken?.test(url)))
        return answer.once("data", (bytes: Buffer) =>
          to.write(bytes.subarray(0, bytes.length / 2), () => isHeld || to.destroy()),
        );
      answer.pipe(to);
    });
    onward.on("error", () => to.destroy());
    from.pipe(onward);
  });
  beforeAll(async () => {
    await once(server.listen(0, "127.0.0.1"), "listening");
  });
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });
  return {
    get url() {
      return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    },
    /** The addresses that were asked for. */
    asked,
    /** From now on no GET of such an address gets an answer. */
    cut(addresses: RegExp) {
      dead = addresses;
    },
    /** From now on an answer to a GET of such an address ends in its middle. */
    breakOff(addresses: RegExp) {
      broken = addresses;
    },
    /** From now on an answer to a GET of such an address stops in its middle. */
    holdBack(addresses: RegExp) {
      held = addresses;
    },
    mend() {
      dead = broken = held = undefined;
    },
  };
}
