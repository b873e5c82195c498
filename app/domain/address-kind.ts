import { notFound } from "./domain-error";

/**
 * Makes a function that reads the kind of record from an address, in any case. The function throws not_found for unknown kinds.
 * @param kinds the kinds by their names in addresses
 */
export function kindBy<Kind>(kinds: Record<string, Kind>) {
  const byName = new Map(Object.entries(kinds));
  return ({ kind = "" }: { kind?: string }): Kind => {
    const match = byName.get(kind.toLowerCase());
    if (!match) throw notFound("لا توجد صفحة بهذا العنوان");
    return match;
  };
}
