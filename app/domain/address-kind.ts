import { notFound } from "./domain-error";

/**
 * What reads the kind of record that an address names, in capitals too, as everywhere; it throws not_found.
 * @param kinds by their names in addresses
 */
export function kindBy<Kind>(kinds: Record<string, Kind>) {
  const byName = new Map(Object.entries(kinds));
  return ({ kind = "" }: { kind?: string }): Kind => {
    const match = byName.get(kind.toLowerCase());
    if (!match) throw notFound("لا توجد صفحة بهذا العنوان");
    return match;
  };
}
