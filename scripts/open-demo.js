import { setTimeout as pause } from "node:timers/promises";
import { demoLogins } from "./demo-logins.js";
import { whyTaken } from "./ports.js";

/**
 * Sets this process's environment to that of a demo office, on PORT, port 3000 or the next free one, and prints its address when
 * it is open.
 */
export async function openDemo() {
  process.env.DEMO = "1";
  process.env.WEB_CONCURRENCY ||= "1";
  process.env.LOG_LEVEL ||= "warn";
  process.env.PORT ||= String(await nextFreePort(3000));
  announce(`http://${addressedHost()}:${process.env.PORT}`);
}

/**
 * @param {number} port
 * @returns {Promise<number>}
 */
async function nextFreePort(port) {
  const reason = await whyTaken(port, process.env.HOST || undefined);
  return reason === "EADDRINUSE" ? nextFreePort(port + 1) : port;
}

function addressedHost() {
  const { HOST } = process.env;
  return HOST && HOST !== "0.0.0.0" && HOST !== "::" ? HOST : "localhost";
}

/**
 * Prints the address and the logins.
 *
 * @param {string} address
 */
async function announce(address) {
  while (!(await isOpen(address))) await pause(100);
  const logins = demoLogins.map(
    ({ username, password, title }) => `  ${username.padEnd(10)}${password.padEnd(14)}${title}`,
  );
  console.log(`\nThe office is open at ${address}\n\n${logins.join("\n")}\n\nCtrl-C closes it.\n`);
}

/** @param {string} address */
async function isOpen(address) {
  try {
    return (await fetch(`${address}/healthz`)).ok;
  } catch {
    return false;
  }
}
