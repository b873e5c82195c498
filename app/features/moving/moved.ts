import { quote } from "~/domain/nouns";

/** How many groups' departures and typed stays moved with a row's days (journey.md, rule 4). */
export type Moved = { groups: number; stays: number };

/** The trip of the old days that a moved trip leaves to its groups that have departed (docs/decisions/trips.md). */
export type Kept = { trip_id: number; name: string; groups: number };

/** A row as its change answers it. */
export type WithMoved<Row> = Row & { moved?: Moved; kept?: Kept };

/** What a call answers to a creation or a change of a row, of which the change says what moved along and what was kept. */
export const movedAnswer =
  (item: string) =>
  ({ moved, kept, ...row }: { moved?: object; kept?: object }) => ({
    [item]: row,
    ...(moved && { moved }),
    ...(kept && { kept }),
  });

/** The end of the sentence after saving. */
export const movedText = ({ moved, kept }: WithMoved<object>) => {
  const parts = [
    moved?.groups && `مغادرات المجموعات ${moved.groups}`,
    moved?.stays && `مواعيد الإقامات ${moved.stays}`,
  ].filter(Boolean);
  return [
    parts.length && `. انتقل معها: ${parts.join("، ")}`,
    kept && `. ما غادر من مجموعاتها بقي بأيامه في الرحلة ${quote(kept.name)}`,
  ]
    .filter(Boolean)
    .join("");
};
