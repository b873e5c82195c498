import type { Db } from "~/db/knex.server";

type Account = { number: string; name: string };
export type ChartRow = Account & { id: number; key: string };

/** The office's accounts in the order of their numbers. */
export const chartRows = (db: Db): Promise<ChartRow[]> =>
  db("chart_accounts").select("id", "key", "number", "name").orderBy(["number", "id"]);

/**
 * A function that says what an account is called in lines of a day: of a closed day as its closing keeps it, so that later names and numbers change no file of
 * the period.
 */
export async function accountNames(db: Db, { from, to }: { from: string; to: string }) {
  const now = new Map((await chartRows(db)).map((row): [string, Account] => [row.key, row]));
  const days: { date: string; closing: number }[] = (
    await db.raw(
      `SELECT date, closing_of(date) AS closing FROM (
         SELECT date FROM journal_lines_totals WHERE date BETWEEN :from AND :to UNION SELECT :to::date) AS days`,
      { from, to },
    )
  ).rows;
  const closingOn = new Map(days.map(({ date, closing }) => [date, closing]));
  const charts = new Map(
    (
      await db("period_closings")
        .whereIn("id", [...new Set(closingOn.values())].filter(Boolean))
        .select("id", "chart")
    ).map(({ id, chart }: { id: number; chart: Chart | null }) => [id, chart]),
  );
  return (key: string, date: string): Account => {
    const kept = charts.get(closingOn.get(date) ?? 0)?.[key];
    return kept ? { number: kept[0], name: kept[1] } : (now.get(key) ?? { number: "", name: key });
  };
}

type Chart = Record<string, [number: string, name: string]>;
