import type { IncomingMessage } from "node:http";

/** The number of proxies in front, whose forwarding headers are true (TRUST_PROXY). The settings are checked at the start. */
const proxies = () => {
  const { TRUST_PROXY = "" } = process.env;
  return TRUST_PROXY === "true" ? 1 : Number(TRUST_PROXY) || 0;
};

export const trustsProxy = () => proxies() > 0;

/**
 * What the outermost proxy says by a header to which each proxy appends, or which the outermost alone sets.
 * @returns undefined without a proxy, or if it says nothing
 */
export function forwarded({ headers }: IncomingMessage, name: string) {
  const count = proxies();
  if (!count) return undefined;
  const values = String(headers[name] ?? "").split(",");
  return (values.at(-count) ?? values[0])?.trim() || undefined;
}
