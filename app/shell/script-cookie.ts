/**
 * Sets a cookie that the server reads (http/cookies.server.ts). Over https it drops those of other hosts, which lack the prefix.
 * @param seconds how long the browser keeps it
 */
export function setScriptCookie(name: string, value: string, seconds: number) {
  const [prefix, end] = location.protocol === "https:" ? ["__Host-", "; Secure"] : ["", ""];
  const rest = `Path=/; Max-Age=${seconds}; SameSite=Lax${end}`;
  // biome-ignore lint/suspicious/noDocumentCookie: the next request takes it along
  document.cookie = `${prefix}${name}=${encodeURIComponent(value)}; ${rest}`;
}
