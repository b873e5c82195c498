import Big from "big.js";
import { type Db, db } from "~/db/knex.server";
import type { List } from "~/db/list";
import { filterOf, readPage, searchOf } from "~/db/list.server";
import { escapeLike, partnersNamed, searchMatches, wherePerson } from "~/db/search.server";
import { latinDigits } from "~/domain/digits";
import { text } from "~/domain/input.server";
import { lastClosedDay } from "~/features/closing/closings.server";
import { type DocumentKind, documentKinds } from "~/features/financial/statements/documents";
import type { Decimal } from "~/features/money/money.server";
import type { Span } from "../period";
import { kindLabels } from "./journal";

export type JournalLine = {
  id: string;
  number: string;
  date: string;
  /** The document's number; of a balance of its own the account's name. */
  document: string | null;
  document_kind: DocumentKind | keyof typeof kindLabels;
  /** The key of its account. */
  account: string;
  currency_code: string;
  /** A debit, or a credit where it is negative. */
  amount: Decimal;
  /** The worth of one unit in the base when it was written; null where the office had no such currency. */
  rate: Decimal | null;
  base_code: string;
  base_amount: Decimal;
  party: string | null;
  campaign: string | null;
  description: string | null;
  /** The currency whose worth a closing brings to its rate, of a line in the base. */
  revalues: string | null;
};

/** `accounts` are the keys of those that are chosen. */
export type Lines = Pick<Span, "from" | "to"> & { accounts?: string[]; search?: string };

const anAccount = text(100);

/** The filters of an address besides its period. @throws DomainError invalid */
export const filtersOf = (params: URLSearchParams) => ({
  account: filterOf(params, "account", anAccount),
  search: searchOf(params) || undefined,
});

const fields = [
  ...["id", "number", "date", "document", "document_kind", "account", "currency_code", "amount", "rate"],
  ...["base_code", "base_amount", "party", "campaign", "description", "revalues"],
];

/** The lines of a period, and of some accounts if they are chosen. */
function linesIn({ from, to, accounts }: Lines) {
  const query = db("journal_lines").whereBetween("date", [from, to]);
  return accounts ? query.whereIn("account", accounts) : query;
}

/** The journal's lines as a list, newest first. A search finds the beginning of a number or of a document's, and the names of parties. */
export function listLines(lines: Lines): List<JournalLine> {
  const { from, to, accounts, search } = lines;
  const ids = () => linesIn(lines).select("id", "date");
  const list = {
    table: "journal_lines",
    newestBy: "date" as const,
    rows: rowsOf,
    toRow: (row: JournalLine) => row,
  };
  if (search === undefined) {
    const total = db("journal_lines_totals").whereBetween("date", [from, to]);
    if (accounts) total.whereIn("account", accounts);
    return { ...list, matching: ids(), total: total.select(db.raw("coalesce(sum(count), 0)")) };
  }
  const beginning = `${escapeLike(latinDigits(search).trim().toUpperCase())}%`;
  return {
    ...list,
    ...searchMatches(ids, [
      { own: (row) => row.where("number", "like", beginning) },
      { own: (row) => row.where("document", "like", beginning) },
      { of: wherePerson(db("customers").select("id"), "search", search), by: "customer_id" },
      { of: partnersNamed("agents", search), by: "agent_id" },
      { of: partnersNamed("suppliers", search), by: "supplier_id" },
    ]),
  };
}

const rowsOf = (from: Db) => from("journal_lines").select(fields.map((field) => `journal_lines.${field}`));

const batch = 2000;

/** How many lines a period has; a search counts to the bound of its list. */
export async function countLines(lines: Lines): Promise<number> {
  return (await readPage(listLines(lines), new URLSearchParams({ per_page: "1" }))).total;
}

/** All lines of a period in batches, oldest first; those that are expected of it come last. */
export async function* allLines(lines: Lines): AsyncGenerator<JournalLine[]> {
  for (let last: JournalLine | undefined; ; ) {
    const query = linesIn(lines).select(fields).orderBy(["date", "id"]).limit(batch);
    if (lines.search) query.whereIn("id", db.from(listLines(lines).matching.as("matching")).select("id"));
    if (last) query.whereRaw("(date, id) > (?, ?)", [last.date, last.id]);
    const rows: JournalLine[] = await query;
    if (rows.length) yield rows;
    if (rows.length < batch) break;
    last = rows.at(-1);
  }
  if (!lines.accounts && !lines.search) yield* expectedLines(lines);
}

/** Whether a period ends in an open day, so that its closing is yet to come. */
export const isOpen = async (db: Db, { to }: Pick<Span, "to">) => (await lastClosedDay(db)) < to;

/**
 * The lines that a closing at the end of an open period would write for journeys that depart in it, with the numbers that would follow. Nothing is written.
 */
export async function* expectedLines({ to }: Pick<Span, "to">): AsyncGenerator<JournalLine[]> {
  if (!(await isOpen(db, { to }))) return;
  const year = to.slice(0, 4);
  const given = await db("document_numbers").where({ prefix: "J", year }).first("last");
  const ordinals = new Map<string, number>();
  const last = given?.last ?? 0;
  for (let first = 0; ; ) {
    const part = db("journal_lines").where("account", "deferred_sales").where("contract_id", ">=", first);
    const contracts = part.distinct("contract_id").orderBy("contract_id").limit(batch).as("part");
    const reach: { last: number | null } = await db
      .from(contracts)
      .first({ last: db.raw("max(contract_id)") });
    if (reach.last === null) return;
    const { rows } = await db.raw<{ rows: JournalLine[] }>(
      `SELECT ${fields.join(", ")} FROM drafts_of_earnings(:to, NULL, :first, :last) ORDER BY id`,
      { to, first, last: reach.last },
    );
    first = reach.last + 1;
    yield rows.map((row) => {
      const ordinal = ordinals.get(row.number) ?? last + ordinals.size + 1;
      ordinals.set(row.number, ordinal);
      return {
        ...row,
        id: `expected ${row.id} ${ordinal}`,
        number: `J-${year}-${String(ordinal).padStart(5, "0")}`,
        description: `${row.description} (متوقع عند الإقفال)`,
      };
    });
  }
}

/** Whether a line is stored, not expected of a closing. */
export const isEntered = ({ id }: JournalLine) => /^\d+$/.test(id);

/** Debit, credit and amount in the base as positive numbers; the empty side is null. */
export function sidesOf({ amount, base_amount }: Pick<JournalLine, "amount" | "base_amount">) {
  const isDebit = Big(amount).gt(0) || (Big(amount).eq(0) && Big(base_amount).gt(0));
  const size = Big(amount).abs().toNumber();
  return {
    debit: isDebit ? size : null,
    credit: isDebit ? null : size,
    base: Big(base_amount).abs().toNumber(),
  };
}

/** What a line is about: its own words, else what its document is. */
export const textOf = ({ description, document_kind }: JournalLine) => description || wordOf(document_kind);

export const wordOf = (kind: JournalLine["document_kind"]) =>
  Object.hasOwn(kindLabels, kind)
    ? kindLabels[kind as keyof typeof kindLabels]
    : (documentKinds[kind as DocumentKind]?.name ?? "");
