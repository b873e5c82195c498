import Big from "big.js";
import type { z } from "zod";
import type { Db, Transaction } from "~/db/knex.server";
import { visibleRows } from "~/db/rows.server";
import type { By } from "~/db/store.server";
import { countPhrase } from "~/domain/count-words";
import { DomainError, notFound } from "~/domain/domain-error";
import { documentDate, optional } from "~/domain/input.server";
import { formatMoney } from "~/domain/money";
import { missingSentence } from "~/domain/nouns";
import { officeToday } from "~/domain/office-day.server";
import { commissionLines, ratesToRiyals, requireRates } from "~/features/commissions/commissions.server";
import { contractCount } from "~/features/contracts/contract";
import type { Decimal } from "~/features/money/money.server";
import { riyal } from "~/features/money/riyal";
import { type Invoice, isCreditNote } from "../invoice";
import { invoices } from "../invoices.server";

/** What may be said of an invoice of commission. Its amount is what is earned and not invoiced yet, or a credit note's what is to be taken back. */
export const commissionSchema = invoices.agent.schema
  .pick({ due_date: true, notes: true, campaign_id: true })
  .extend({
    invoice_date: optional(documentDate()),
    description: optional(invoices.agent.schema.shape.description),
  });

type Input = z.output<typeof commissionSchema>;

/** What is not invoiced yet, in riyals: the parts as JSON, which only the database reads, and their campaign if they have the same. */
type Proposal = { count: number; amount: Decimal; parts: string; campaign_id: number | null };

/**
 * Makes an invoice of all that an agent has earned and that is not invoiced yet, at the present rates. Contracts whose payments were
 * taken back lower it; where all together is less than nothing it is a credit note, which keeps their parts, so that no later invoice takes
 * them back again. Without a campaign it is a cost of that of its contracts, if they are of one. Locks the agent first and then the contracts by id, so that nothing is invoiced twice. Who has waited for
 * another invoice of the agent is refused at once, since what they saw is invoiced.
 * @throws DomainError not_found, invalid, conflict if nothing is left, the sum is nothing, the agent is inactive (of an invoice) or the period is
 * closed
 */
export async function issueCommission(
  trx: Transaction,
  agentId: number,
  input: Input,
  by: By,
): Promise<Invoice> {
  const lastSeen = await lastInvoice(trx, agentId);
  const agent = await visibleRows(trx, "agents").where({ id: agentId }).forNoKeyUpdate().first("id");
  if (!agent) throw notFound(missingSentence("agents"));
  const last = await lastInvoice(trx, agentId);
  if (last && last.id > (lastSeen?.id ?? 0))
    throw new DomainError("conflict", `صدرت للوكيل الآن ${inWords(last)}: راجع ما بقي من عمولته`);
  await trx.raw(
    `SELECT count(*) FROM (
       SELECT id FROM contracts WHERE id IN (
         SELECT id FROM contracts WHERE agent_id = :agentId UNION
         SELECT contract_id FROM commission_parts JOIN invoices ON invoices.id = invoice_id WHERE agent_id = :agentId)
       ORDER BY id FOR SHARE) AS locked`,
    { agentId },
  );
  const rates = await requireRates(trx);
  const { count, amount, parts, campaign_id } = await propose(trx, agentId, rates);
  if (Big(amount).eq(0)) throw new DomainError("conflict", refusalOf(last, count));
  const isNote = Big(amount).lt(0);
  const invoice = await invoices.agent.create(
    trx,
    {
      ...input,
      agent_id: agentId,
      campaign_id: input.campaign_id === undefined ? campaign_id : input.campaign_id,
      invoice_date: input.invoice_date ?? officeToday(),
      description:
        input.description ??
        `${isNote ? "استرداد عمولة" : "عمولة"} ${countPhrase(count, contractCount, "genitive")}`,
      document_type: isNote ? "credit_note" : "invoice",
      amount: Big(amount).abs().toFixed(),
      tax_amount: "0",
    },
    by,
  );
  await trx.raw(
    `INSERT INTO commission_parts (invoice_id, contract_id, amount, exchange_rate, riyals)
     SELECT ?, contract_id, due, rate, due_riyals
     FROM jsonb_to_recordset(?::jsonb) AS parts (contract_id integer, due numeric, rate numeric, due_riyals numeric)
     ORDER BY contract_id`,
    [invoice.id, parts],
  );
  return invoice;
}

const onlyCampaign = "CASE WHEN min(campaign_id) = max(campaign_id) THEN min(campaign_id) END";

/** One statement, so that the sum is that of the parts. */
async function propose(db: Db, agent: number, rates: string): Promise<Proposal> {
  const { rows } = await db.raw<{ rows: Proposal[] }>(
    `SELECT count(*)::integer AS count, coalesce(sum(due_riyals), 0)::numeric(20, 2) AS amount,
            coalesce(jsonb_agg(jsonb_build_object('contract_id', contract_id, 'due', due, 'rate', rate, 'due_riyals', due_riyals)),
              '[]')::text AS parts,
            ${onlyCampaign} AS campaign_id
     FROM (${commissionLines("= :agent")}) AS lines WHERE due <> 0`,
    { agent, rates },
  );
  return rows[0] as Proposal;
}

type LastInvoice = Pick<Invoice, "id" | "invoice_number" | "document_type"> & { amount: Decimal };

const lastInvoice = (db: Db, agent: number): Promise<LastInvoice | undefined> =>
  commissionInvoices(db, agent)
    .orderBy("id", "desc")
    .first("id", "invoice_number", "amount", "document_type");

const inWords = ({ invoice_number, amount, document_type }: LastInvoice) =>
  `${isCreditNote({ document_type }) ? "الإشعار الدائن" : "الفاتورة"} ${invoice_number} بمبلغ ${formatMoney(Number(amount), riyal)}`;

/** The campaign of all contracts of which something is not invoiced; null if they are of several, or the office has no riyals. */
export async function commonCampaign(db: Db, agent: number) {
  const rates = await ratesToRiyals(db);
  if (!rates) return null;
  const { rows } = await db.raw<{ rows: Pick<Proposal, "campaign_id">[] }>(
    `SELECT ${onlyCampaign} AS campaign_id FROM (${commissionLines("= :agent")}) AS lines WHERE due <> 0`,
    { agent, rates },
  );
  return rows[0]?.campaign_id ?? null;
}

/** Why an agent gets no invoice now, in a sentence. */
function refusalOf(last: LastInvoice | undefined, count: number) {
  if (count > 0) return `${balanced}، فلا تصدر فاتورة`;
  if (!last) return "لم يستحق الوكيل عمولة بعد: تستحق بما يدفعه عملاء عقوده";
  return `لم يبق من عمولة الوكيل ما يفوتر: آخر فواتيرها ${inWords(last)}`;
}

/** The sentence about parts that sum to nothing. */
export const balanced = "ما يسترد مما فوتر للوكيل يساوي ما استحقه بعده";

/** The invoices of an agent that have parts, those that were cancelled too. */
export const commissionInvoices = (db: Db, agent: number) =>
  db("invoices")
    .where({ agent_id: agent })
    .whereRaw("EXISTS (SELECT FROM commission_parts WHERE invoice_id = invoices.id)");
