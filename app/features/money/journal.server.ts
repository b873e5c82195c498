import { db } from "~/db/knex.server";

const batch = 5000;

/**
 * Enters in the accountant's journal what was written since the last time (docs/decisions/journal.md), some thousand rows a transaction. Whoever reads the
 * journal calls it first, the office every hour, and a closing before it begins, since it enters the rest itself and lets nobody write meanwhile.
 */
export async function postJournal() {
  for (let isMore = true; isMore; ) {
    const { rows } = await db.raw<{ rows: { is_more: boolean }[] }>("SELECT post_journal(?) AS is_more", [
      batch,
    ]);
    isMore = rows[0]?.is_more ?? false;
  }
}
