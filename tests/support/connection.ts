import { type AddressInfo, connect, createServer, type Socket } from "node:net";

/** A proxy between the office and its PostgreSQL that can silently drop connections, as a firewall that forgets them does. */
export async function openLine(databaseUrl: string) {
  const to = new URL(databaseUrl);
  const pairs = new Set<[Socket, Socket]>();
  const server = createServer((near) => {
    const far = connect(Number(to.port), to.hostname);
    const pair: [Socket, Socket] = [near, far];
    pairs.add(pair);
    near.pipe(far);
    far.pipe(near);
    for (const end of pair) {
      end.on("error", () => {});
      end.on("close", () => {
        if (!pairs.delete(pair)) return; // already silent: the other end gets no notice
        near.destroy();
        far.destroy();
      });
    }
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  const url = new URL(databaseUrl);
  url.port = String((server.address() as AddressInfo).port);
  return {
    url: url.href,
    /** From now on the open connections pass nothing and stay open at both ends; new ones work. */
    fallSilent() {
      const silent = [...pairs];
      pairs.clear();
      for (const [near, far] of silent) {
        near.unpipe(far);
        far.unpipe(near);
        near.resume(); // read and dropped
        far.resume();
      }
      return silent.length;
    },
    close: () => server.close(),
  };
}
