/** How many groups' departures and typed stays moved with a row's days (journey.md, rule 4). */
export type Moved = { groups: number; stays: number };

/** A row as its change answers it. */
export type WithMoved<Row> = Row & { moved?: Moved };

/** What a call answers to a creation or a change of a row, of which the change says what moved along. */
export const movedAnswer =
  (item: string) =>
  ({ moved, ...row }: WithMoved<object>) => ({ [item]: row, ...(moved && { moved }) });

/** The end of the sentence after saving. */
export const movedText = ({ moved }: WithMoved<object>) => {
  if (!moved?.groups && !moved?.stays) return "";
  const parts = [
    moved.groups && `مغادرات المجموعات ${moved.groups}`,
    moved.stays && `مواعيد الإقامات ${moved.stays}`,
  ];
  return `. انتقل معها: ${parts.filter(Boolean).join("، ")}`;
};
