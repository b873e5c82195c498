/** The address of the list from which a voucher's form was opened, without the form's own parameters. */
export function listAddress(
  path: string,
  search: string,
  ...own: ("contract" | "customer" | "agent" | "supplier" | "credited" | "invoice" | "add" | "from_account")[]
) {
  const params = new URLSearchParams(search);
  for (const name of own) params.delete(name);
  return params.size ? `${path}?${params}` : path;
}
