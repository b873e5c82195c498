import { connect } from "node:net";
import { parentPort, workerData } from "node:worker_threads";

/*
 * Connections that do harm, of nine addresses where they name one, opened again as often as they are closed, but at most once a second each. They run on a thread of their
 * own, so that they do not delay the user whose pages are measured, and only against this machine.
 */

/** @typedef {{ count: number, sent: string, drip?: string, reads: boolean, leavesAfter?: number }} Attack */
/** @type {{ port: number, attack: Attack }} */
const { port, attack } = workerData;

let isOver = false;
/** @type {Set<import("node:net").Socket>} */
const sockets = new Set();

/** @param {number} index */
function open(index) {
  if (isOver) return;
  const socket = connect(port, "127.0.0.1").on("error", () => {});
  sockets.add(socket);
  socket.write(attack.sent.replaceAll("{address}", `198.51.100.${index % 9}`));
  if (attack.reads) socket.resume();
  else socket.pause();
  const { drip } = attack;
  const timer = drip ? setInterval(() => socket.write(drip), 1000) : undefined;
  if (attack.leavesAfter) setTimeout(() => socket.destroy(), attack.leavesAfter);
  const opened = performance.now();
  socket.once("close", () => {
    clearInterval(timer);
    sockets.delete(socket);
    setTimeout(() => open(index), Math.max(1000 - (performance.now() - opened), 0));
  });
}

for (let count = 0; count < attack.count; count++) open(count);

parentPort?.once("message", () => {
  isOver = true;
  for (const socket of sockets) socket.destroy();
  parentPort?.postMessage("over");
});
