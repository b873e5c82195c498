import { drawRow } from "~/db/drawing.server";
import { db } from "~/db/knex.server";
import { orRefusal, readPage } from "~/db/list.server";
import { latinDigits } from "~/domain/digits";
import { invalid } from "~/domain/domain-error";
import { holdsAny, type SessionUser } from "~/domain/permissions";
import { closing } from "~/features/closing/closing";
import { closingOf } from "~/features/closing/closings.server";
import { addressOf, type DocumentKind, documentKinds } from "~/features/financial/statements/documents";
import { postJournal } from "~/features/money/journal.server";
import { minorUnit } from "~/features/money/money.server";
import { textOfSpan } from "../period";
import { spanOf } from "../period.server";
import type { Cell, Report, ReportTable } from "../report";
import { accountNames, chartRows } from "./accounts.server";
import {
  allLines,
  countLines,
  filtersOf,
  isEntered,
  isOpen,
  type JournalLine,
  type Lines,
  listLines,
  sidesOf,
  wordOf,
} from "./lines.server";

/** The period and the filters of an address, after all that was written is in the journal. @throws DomainError invalid */
export async function askedLines(params: URLSearchParams) {
  const span = spanOf(params);
  const { account, search } = filtersOf(params);
  const lines: Lines = {
    from: span.from,
    to: span.to,
    search,
    accounts: account ? await accountsOf(account) : undefined,
  };
  await postJournal();
  return { span, lines };
}

/** The keys of the account that an address names, by its key or by its number, which several may have. @throws DomainError invalid */
async function accountsOf(account: string) {
  const number = latinDigits(account).trim().toUpperCase();
  const rows = (await chartRows(db)).filter((row) => row.key === account || row.number === number);
  if (!rows.length) throw invalid("account", "الحساب: قيمة غير معروفة");
  return rows.map(({ key }) => key);
}

/**
 * A page of the journal's lines; on paper its first lines.
 *
 * @param most the lines of paper
 */
export async function journalReport(
  { params, user }: { params: URLSearchParams; user: SessionUser },
  most?: number,
): Promise<Report & { count: number }> {
  const { span, lines } = await askedLines(params);
  const [{ rows, ...page }, names, closed, isExpecting] = await Promise.all([
    most ? readFirst(lines, most) : readPage(listLines(lines), params),
    accountNames(db, span),
    closingOf(db, span.to),
    isOpen(db, span),
  ]);
  const links = await linksOf(rows.filter(isEntered), user);
  const account = lines.accounts?.[0] && names(lines.accounts[0], span.to);
  const notes = [
    closed,
    isExpecting &&
      (most
        ? "الفترة مفتوحة: الاستحقاق المتوقع عند إقفالها في آخر السطور."
        : "الفترة مفتوحة: يكتب إقفالها فروق العملة واستحقاق مبيعات ما سافر من الرحلات. الملف يذكر الاستحقاق المتوقع، ولا تذكره هذه الصفحة."),
    account && `الحساب ${account.number} ${account.name} وحده.`,
    most && page.total > most && `أول ${most} سطر من ${page.total}: الملف فيه كلها.`,
  ].filter((note) => typeof note === "string");
  const table: ReportTable = {
    title: "القيود",
    columns: [
      { label: "رقم القيد", kind: "code" },
      { label: "اليوم", kind: "date" },
      { label: "المستند", kind: "code" },
      { label: "الحساب" },
      { label: "مدين", kind: "amount" },
      { label: "دائن", kind: "amount" },
      { label: "العملة", kind: "code" },
      { label: "بالعملة الأساسية", kind: "amount" },
      { label: "الطرف" },
      { label: "البيان" },
    ],
    rows: (most ? rows : inOrder(rows)).map((one) =>
      drawRow(
        one,
        (row): Cell[] => {
          const { debit, credit, base } = sidesOf(row);
          const decimals = minorUnit(row.currency_code);
          const { number, name } = names(row.account, row.date);
          return [
            row.number,
            row.date,
            { value: row.document, href: links.get(row.id), remark: wordOf(row.document_kind) },
            `${number} ${name}`,
            { value: debit, decimals },
            { value: credit, decimals },
            row.currency_code,
            { value: base, decimals: minorUnit(row.base_code) },
            row.party,
            { value: row.description, remark: row.campaign ?? undefined },
          ];
        },
        () => ["تعذر عرض هذا السطر"],
      ),
    ),
    ...(!most && { page: { name: "page", ...page } }),
  };
  return {
    span,
    lead: textOfSpan(span),
    notes,
    figures: [],
    tables: [table],
    count: rows.length,
  };
}

/** The oldest lines of a period for paper, and how many there are. */
async function readFirst(lines: Lines, most: number) {
  const rows: JournalLine[] = [];
  for await (const batch of allLines(lines)) {
    rows.push(...batch);
    if (rows.length >= most) break;
  }
  return {
    rows: rows.slice(0, most),
    total: await countLines(lines),
    page: 1,
    perPage: most,
    isCapped: false,
  };
}

/** A page newest first has the lines of one number in their own order. */
const inOrder = (rows: JournalLine[]) =>
  rows
    .map((row) => ({ row, first: rows.findIndex(({ number }) => number === row.number) }))
    .sort((a, b) => a.first - b.first || Number(a.row.id) - Number(b.row.id))
    .map(({ row }) => row);

/** The address of each line's document, where there is one and the user may open it. */
async function linksOf(rows: JournalLine[], user: SessionUser) {
  const found: { line: string; id: number; account_id: number | null }[] = (
    await db.raw(
      `SELECT line.id AS line, coalesce(contracts.id, receipts.id, payments.id, transfers.id, allocations.id, counts.id, invoices.id) AS id, counts.account_id
       FROM journal_lines AS line
       LEFT JOIN contracts ON document_kind = 'contract' AND contract_number = document
       LEFT JOIN receipt_vouchers AS receipts ON document_kind = 'receipt' AND receipt_number = document
       LEFT JOIN payment_vouchers AS payments ON document_kind = 'payment' AND payment_number = document
       LEFT JOIN transfers ON document_kind = 'transfer' AND transfer_number = document
       LEFT JOIN allocations ON document_kind = 'allocation' AND allocation_number = document
       LEFT JOIN cash_counts AS counts ON document_kind = 'count' AND count_number = document
       LEFT JOIN invoices ON document_kind = invoices.kind AND upper(invoice_number) = upper(document)
       WHERE line.id = ANY (?)`,
      [rows.map(({ id }) => id)],
    )
  ).rows;
  const documents = new Map(found.map(({ line, ...document }) => [line, document]));
  const links = new Map<string, string>();
  for (const { id, document, document_kind } of rows) {
    const { id: of, account_id } = documents.get(id) ?? {};
    if (document_kind === "closing" && holdsAny(user, ["manage_financials"])) links.set(id, closing.path);
    if (!of || !document || !Object.hasOwn(documentKinds, document_kind)) continue;
    const named = { id: of, number: document, account_id: account_id ?? undefined };
    const href = addressOf(user, document_kind as DocumentKind, named);
    if (href) links.set(id, href);
  }
  return links;
}

/** What a screen or paper shows: the report, or the sentence why there is none (rulings §1). */
export const readJournal = (visit: { params: URLSearchParams; user: SessionUser }, most?: number) =>
  orRefusal(() => journalReport(visit, most));
