/**
 * The address to return to after login: local paths only, percent-encoded. Everything else becomes "/":
 * `//evil`, `/\evil`, `javascript:`, and addresses that a person does not visit.
 */
export function safePath(target: string | null | undefined): string {
  const base = "http://office.invalid";
  if (!target?.startsWith("/") || !URL.canParse(target, base)) return "/";
  const { origin, pathname, search } = new URL(target, base);
  if (origin !== base || pathname.startsWith("//") || /^\/(login|logout|api)(\/|$)/.test(pathname))
    return "/";
  return pathname + search;
}
