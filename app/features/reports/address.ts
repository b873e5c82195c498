/** The selectors that reports of a family share. */
export const periodSelectors = ["period", "on", "from", "to"];

/**
 * An address with some parameters of another one (empty ones too) and with further ones.
 * @param more replaces parameters; undefined removes them
 */
export function addressWith(
  path: string,
  address: URLSearchParams,
  names: string[],
  more: Record<string, string | number | undefined> = {},
) {
  const params = new URLSearchParams(
    [...address].filter(([name]) => names.includes(name) && !(name in more)),
  );
  for (const [name, value] of Object.entries(more)) if (value !== undefined) params.set(name, `${value}`);
  return params.size ? `${path}?${params}` : path;
}
