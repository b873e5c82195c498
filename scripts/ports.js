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
 * @returns {Promise<number>} a port of 127.0.0.1 that nobody listened on a moment ago
 */
export async function freePort() {
  const probe = createServer().listen(0, "127.0.0.1");
  await once(probe, "listening");
  const { port } = /** @type {import("node:net").AddressInfo} */ (probe.address());
  probe.close();
  await once(probe, "close");
  return port;
}
