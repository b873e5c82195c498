const longest = 2000; // an answer's headers have a limited size

/**
 * The address to return to after login: local paths only, percent-encoded. Everything else becomes "/":
 * `//evil`, `/\evil`, `javascript:`, and addresses that are no pages.
 */
export function safePath(target: string | null | undefined): string {
  const base = "http://office.invalid";
  if (!target?.startsWith("/") || !URL.canParse(target, base)) return "/";
  const { origin, pathname, search } = new URL(target, base);
  const path = pathname + search;
  const isVisited = !/^\/(login|logout|api)(\/|$)/i.test(pathname) && path.length <= longest;
  return origin === base && !pathname.startsWith("//") && isVisited ? path : "/";
}

/** An address of the login with the address to return to. */
export const withReturn = (path: string, to: string) =>
  to === "/" ? path : `${path}?to=${encodeURIComponent(to)}`;
