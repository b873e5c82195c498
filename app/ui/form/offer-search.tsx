import { SearchStep } from "./search-step";

/**
 * Below a select that does not offer all rows: a search by name, which is a step of the form and gives it others.
 * @param offer whether there are further rows, and what the last search has found
 */
export function OfferSearch({
  offer: { hasMore, message },
  ...search
}: Omit<Parameters<typeof SearchStep>[0], "note"> & { offer: { hasMore: boolean; message?: string } }) {
  if (!hasMore && !message) return null;
  return (
    <div className="field wide">
      <SearchStep {...search} note={message} />
    </div>
  );
}
