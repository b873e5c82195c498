import { randomInt } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:net";

/**
 * The reason why a port cannot be listened on.
 *
 * @param {number} port
 * @param {string} [host] all interfaces if left out
 * @returns {Promise<string | undefined>} the system's error code, undefined if the port is free
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
 * Chooses a port below those that the system gives to outgoing connections: a client that repeatedly tries to
 * reach a server on one of those could itself be given the port, and then the server could not listen on it.
 *
 * @returns {Promise<number>}
 */
export async function freePort() {
  const port = randomInt(20_000, 32_000);
  return (await whyTaken(port)) ? freePort() : port;
}
