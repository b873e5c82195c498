/** The list that a voucher's form came from; the document that its address may name is for that form only. */
export function listAddress(path: string, search: string, document: "contract" | "invoice") {
  const params = new URLSearchParams(search);
  params.delete(document);
  return params.size ? `${path}?${params}` : path;
}
