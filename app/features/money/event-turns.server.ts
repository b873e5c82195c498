/** What concerns one thing: the columns of entries by which a statement makes lines. */
export const entryItem = "document, document_id, cause, contract_id, invoice_id, currency_code";

/**
 * Entries, in SQL, the events of a day for one cause one after the other by `turn`; 0 for what is no event. What was written together with
 * an entry that is no event is a correction, also of the event before it. Of a document that was deleted everything is.
 * @param which a condition, in SQL, that all entries of a document fulfil or none
 */
export const entriesByTurn = (which: string) => `
  SELECT *, CASE WHEN is_event THEN count(*) FILTER (WHERE is_alone AND stands) OVER (PARTITION BY date, ${entryItem} ORDER BY id) ELSE 0 END AS turn
  FROM (
    SELECT *, bool_or(is_left) OVER (PARTITION BY document, document_id) AS stands
    FROM (
      SELECT *, bool_and(is_event) OVER (PARTITION BY document, document_id, created_at) AS is_alone,
             sum(amount) FILTER (WHERE NOT is_event) OVER (PARTITION BY ${entryItem}) <> 0 AS is_left
      FROM entries WHERE ${which}) AS entries) AS entries`;
