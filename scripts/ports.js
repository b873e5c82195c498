import { randomInt } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:net";

/**
 * Says why nothing could listen there.
 *
 * @param {number} port
 * @param {string} [host] all interfaces when left out
 * @returns {Promise<string | undefined>} the system's error code, undefined when the port is free
 */
export async function whyTaken(port, host) {
  const probe = createServer().listen(port, host);
  try {
    await once(probe, "listening");
  } catch (error) {
    return /** @type {NodeJS.ErrnoException} */ (error).code;
  }
  probe.close();
  await once(probe, "close");
}

/**
 * Picks a port below those that the system gives to outgoing connections: a client that tries again and again to
 * reach a server on one of those could be given the very port it tries, and then the server could never have it.
 *
 * @returns {Promise<number>}
 */
export async function freePort() {
  const port = randomInt(20_000, 32_000);
  return (await whyTaken(port)) ? freePort() : port;
}
