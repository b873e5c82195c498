import type { Server, ServerOptions } from "node:http";
import type { Socket } from "node:net";
import { isPrivate, networkOf, plainAddress } from "~/domain/networks.server";
import { answerUnreadable } from "./client-errors.server";
import { trustsProxy } from "./proxy.server";

/*
 * Bounds where requests begin: at the server's connections (docs/decisions/bounds.md). Node's own bounds come first.
 */

/** Open connections: of all, and of one address that is not private. Sixty people of one office have six each. */
export const mostConnections = { all: 4000, ofAddress: 400 };

/** Options of the server. Times are in milliseconds: for a request's head, for a whole request, and between two looks at them. */
export const serverOptions: ServerOptions = {
  requireHostHeader: false, // the gate also checks requests without a host
  headersTimeout: 15_000,
  requestTimeout: 20 * 60_000, // the largest body on the slowest line that we promise to serve; bodies have bounds of their own
  connectionsCheckingInterval: 5_000,
};

const connectionsOf = new Map<string, number>();
let connections = 0;

/** The number of open connections, counted by themselves and not by their requests. */
export const openConnections = () => connections;

/** Gives a server its bounds. */
export function boundConnections(server: Server) {
  server.maxConnections = mostConnections.all;
  server.on("connection", takePlace).on("clientError", answerUnreadable);
}

function takePlace(socket: Socket) {
  const address = plainAddress(socket.remoteAddress ?? "");
  const network = networkOf(address);
  count(network, 1);
  socket.once("close", () => count(network, -1));
  const isBounded = !trustsProxy() && !isPrivate(address);
  if (isBounded && (connectionsOf.get(network) ?? 0) > mostConnections.ofAddress) socket.destroy();
}

function count(network: string, by: 1 | -1) {
  connections += by;
  const own = (connectionsOf.get(network) ?? 0) + by;
  if (own) connectionsOf.set(network, own);
  else connectionsOf.delete(network);
}
