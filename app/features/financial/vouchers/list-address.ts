/** The list that a voucher's form came from; what else its address may name is for that form only. */
export function listAddress(
  path: string,
  search: string,
  ...own: ("contract" | "customer" | "invoice" | "add")[]
) {
  const params = new URLSearchParams(search);
  for (const name of own) params.delete(name);
  return params.size ? `${path}?${params}` : path;
}
