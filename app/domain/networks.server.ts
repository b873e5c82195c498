import { BlockList, isIPv6 } from "node:net";

const privateNetworks = new BlockList();
for (const [network, bits] of [
  ["127.0.0.0", 8],
  ["10.0.0.0", 8],
  ["172.16.0.0", 12],
  ["192.168.0.0", 16],
  ["169.254.0.0", 16],
] as const)
  privateNetworks.addSubnet(network, bits, "ipv4");
privateNetworks.addAddress("::1", "ipv6");
privateNetworks.addSubnet("fc00::", 7, "ipv6");
privateNetworks.addSubnet("fe80::", 10, "ipv6");

/** Whether an address is of this machine or of a private network: a proxy or a colleague, and no stranger of the internet. */
export const isPrivate = (address: string) =>
  privateNetworks.check(address, isIPv6(address) ? "ipv6" : "ipv4");

/**
 * An address without what stands around it: the port that some proxies write beside it, the brackets of IPv6, and the prefix of an IPv4
 * address in IPv6.
 */
export const plainAddress = (address: string) =>
  address
    .replace(/^\[([\da-f:.]+)\](:\d+)?$/i, "$1")
    .replace(/^([\d.]+):\d+$/, "$1")
    .replace(/^::ffff:(?=[\d.]+$)/i, "");

/**
 * The network that one sender may own, under which shares and failures are counted: of an IPv6 address the first 64 bits, since a
 * customer of a provider has at least these; any other address as it is.
 */
export function networkOf(address: string) {
  if (!isIPv6(address)) return address;
  const [start = [], rest = []] = address.split("::").map((part) => part.split(":").filter(Boolean));
  const zeros = Array<string>(Math.max(8 - start.length - rest.length, 0)).fill("0");
  const groups = [...start, ...zeros, ...rest].slice(0, 4);
  return `${groups.map((group) => Number.parseInt(group, 16).toString(16)).join(":")}::/64`;
}
