import Big from "big.js";
import type { Db, Transaction } from "~/db/knex.server";
import { insertNumbered } from "~/db/rows.server";
import type { By } from "~/db/store.server";
import { together } from "~/db/together.server";
import type { FieldErrors } from "~/domain/domain-error";
import { holdsAny, permissionLabels, type SessionUser } from "~/domain/permissions";
import { takesSeat } from "~/domain/travellers";
import { cellOf } from "~/features/contracts/cell.server";
import { judgeCommission } from "~/features/contracts/commission.server";
import { contract as entity, stands } from "~/features/contracts/contract";
import { discountLimit, discountToStore } from "~/features/contracts/discount.server";
import { series } from "~/features/contracts/signing.server";
import { recordAll } from "~/features/financial/receipts/writes.server";
import { questionsOf } from "~/features/financial/vouchers/questions.server";
import { convert, type Decimal, fits, tooFine } from "~/features/money/money.server";
import { withBreaks } from "~/http/breaks.server";
import type { Draft, Key } from "./contract-draft";
import { type ContractRow, columns, labels, schema } from "./contracts-columns.server";
import { discountOf, firstDayOfPrices } from "./contracts-discounts.server";
import { type ContractMatch, presentContracts } from "./contracts-duplicates.server";
import { hold, type Offers, readOffers } from "./contracts-offers.server";
import { paidVoucher } from "./contracts-payments.server";
import { findCustomers } from "./customers.server";
import type { Importable, JudgementScope, Verdict } from "./importable.server";
import { ask, blame, orBlame, stillNew, tellKnown } from "./verdicts.server";

/* Contracts of an old year from a file, with their own prices and their paid amounts as receipts (docs/decisions/imports.md). */

export const contractImports: Importable = {
  entity,
  schema,
  labels,
  columns,
  identity: "عميله وحملته وباقته وتاريخه",
  hasPage: true, // in a closed period the form refuses to open
  asking: {
    outcome: "يحتاج إلى تأكيد",
    add: "نعم، يضاف",
    addAll: "نعم، تضاف كلها",
    leave: "لا، يترك",
    notice: "في الملف أسطر تحتاج إلى تأكيدك: أكد كل سطر منها أو أكدها كلها، وإلا تركت.",
    refusal: "في الملف أسطر تحتاج إلى تأكيدك: أكدها، أو استورد الباقي وحده",
  },
  settle,
  createAll,
};

const isPaid = ({ paid_amount }: ContractRow) => Boolean(paid_amount) && Big(paid_amount ?? 0).gt(0);

/**
 * The faults of a payment that does not fit its contract or that the user may not book. They do not count if the contract exists
 * already.
 */
function paidFaults(row: ContractRow, user: SessionUser) {
  const fields: FieldErrors = {};
  if (!isPaid(row)) return fields;
  if (Big(row.paid_amount ?? 0).gt(row.total_amount)) fields.paid_amount = "المدفوع أكبر من إجمالي العقد";
  if (row.status === "cancelled") fields.paid_amount = "العقد الملغي لا يستورد بمبلغ مدفوع";
  if (!row.account_id) fields.account_id = "اكتب الصندوق أو الحساب البنكي الذي دخله المدفوع";
  if (!holdsAny(user, ["manage_financials"]))
    fields.paid_amount = `المدفوع يسجل سند قبض، ويلزمه صلاحية «${permissionLabels.manage_financials}»`;
  return fields;
}

/**
 * Finds the records that the rows name, and checks the rows as contracts and receipts are checked: seats, closed periods and
 * amounts.
 */
async function settle(db: Db, verdicts: Verdict[], scope: JudgementScope) {
  const { user, isHeld } = scope;
  const customers = await findCustomers(db, verdicts);
  const offers = await readOffers(db);
  const limit = await discountLimit(db, user);
  const firstDay = await firstDayOfPrices(db);
  for await (const [verdict, customer_id] of withBreaks(customers)) {
    const row = verdict.input as ContractRow;
    const draft = draftOf(verdict, row, customer_id, offers, { user, limit, firstDay });
    if (draft) verdict.input = draft;
  }
  const drafts = stillNew(verdicts).map(({ input }) => input as Draft);
  const error = await hold(db, drafts, isHeld);
  const rows = await similarContracts(db, drafts);
  const idByKey = new Map(rows.map((row) => [keyOf(row), row.id]));
  for await (const verdict of withBreaks(stillNew(verdicts))) {
    const { contract, faults } = verdict.input as Draft;
    if (idByKey.has(keyOf(contract))) continue;
    for (const [field, sentence] of Object.entries(faults)) blame(verdict, field, sentence);
  }
  await tellKnown(verdicts, ({ contract }: Draft) => keyOf(contract), idByKey);
  const presentOf = presentContracts(rows);
  for await (const verdict of withBreaks(stillNew(verdicts))) {
    const draft = verdict.input as Draft;
    const { contract, paid } = draft;
    if (error.closed && contract.contract_date <= error.closed)
      blame(verdict, "contract_date", `الفترة مقفلة حتى ${error.closed}`);
    else if (error.closed && paid && paid.date <= error.closed)
      blame(verdict, "payment_date", `الفترة مقفلة حتى ${error.closed}`);
    if (verdict.outcome === "new" && paid)
      draft.voucher = paidVoucher(verdict, contract, paid, offers.rates, error.accounts.get(paid.account_id));
    if (verdict.outcome !== "new") continue;
    const present = presentOf(verdict.line, contract);
    const [posting] = draft.voucher
      ? questionsOf(
          "receipt",
          draft.voucher,
          error.accounts.get(draft.voucher.account_id),
          offers.rates,
          draft.voucher,
        )
      : [];
    const terms = {
      ...(present && { campaign_id: present.text }),
      ...(posting && { account_id: posting.text }),
    };
    if (Object.keys(terms).length) ask(verdict, terms, present?.id, scope);
    if (verdict.outcome === "new" && stands(contract)) takeSeat(verdict, contract, error.campaigns);
  }
}

function draftOf(
  verdict: Verdict,
  row: ContractRow,
  customer_id: number,
  offers: Offers,
  { user, limit, firstDay }: { user: SessionUser; limit: Decimal; firstDay: string },
): Draft | undefined {
  const campaign = offers.campaign(verdict, "campaign_id", row.campaign_id);
  const offer = campaign && offers.packageOf(campaign.id, verdict, row.package_id);
  const currency = row.currency_id
    ? offers.currency(verdict, "currency_id", row.currency_id)
    : offers.rates.get(offer?.currency_id ?? 0);
  const account = row.account_id && isPaid(row) && offers.account(verdict, "account_id", row.account_id);
  if (!campaign || !offer || !currency) return undefined;
  for (const field of ["total_amount", "paid_amount"] as const)
    if (!fits(row[field] ?? "0", currency.code)) blame(verdict, field, tooFine("المبلغ", currency.code));
  const judged: Pick<Verdict, "outcome" | "faults"> = { outcome: "new", faults: paidFaults(row, user) };
  const cell = orBlame(judged, () => cellOf(offer, row));
  const discount = orBlame(judged, () => {
    const isOld = row.contract_date < firstDay;
    const present = offers.amountIn(cell?.price ?? offer.total_price, offer, currency);
    const sent = isOld ? row : discountOf(row, present, currency.code);
    const price = Big(row.total_amount)
      .plus(sent.discount_amount ?? 0)
      .toFixed();
    const day = isOld ? row.contract_date : undefined;
    return discountToStore(sent, { price, code: currency.code, day }, user, limit);
  });
  const agent = row.agent_id ? offers.agent(verdict, "agent_id", row.agent_id) : null;
  const commission =
    agent === undefined
      ? undefined
      : orBlame(judged, () => judgeCommission({ ...row, agent_id: agent?.id ?? null }, agent));
  const old = row.contract_number && `رقم العقد السابق: ${row.contract_number}`;
  return {
    contract: {
      customer_id,
      campaign_id: campaign.id,
      package_id: offer.id,
      room: cell?.room ?? null,
      traveller: cell?.traveller ?? null,
      supplement_amount: cell?.room
        ? Big(row.total_amount)
            .plus(discount?.discount_amount ?? 0)
            .minus(offers.amountIn(offer.total_price, offer, currency))
            .toFixed()
        : null,
      contract_date: row.contract_date,
      currency_id: currency.id,
      total_amount: row.total_amount,
      ...discount,
      ...commission,
      package_cost: convert(
        cell ? offers.costIn(offer, cell) : offer.total_cost,
        "1",
        currency.exchange_rate,
      ).toFixed(),
      status: row.status ?? "active",
      visa_issue_date: row.visa_issue_date,
      visa_duration_days: row.visa_duration_days,
      notes: [old, row.notes].filter(Boolean).join("\n") || null,
    },
    faults: judged.faults,
    paid: account
      ? {
          amount: row.paid_amount ?? "0",
          account_id: account.id,
          date: row.payment_date ?? row.contract_date,
          description: ["رصيد افتتاحي: ما دفع من العقد قبل استيراده", old].filter(Boolean).join("، "),
        }
      : null,
  };
}

const keyOf = ({ customer_id, campaign_id, package_id, contract_date }: Key) =>
  [customer_id, campaign_id, package_id, contract_date].join(" ");

/** The contracts of these customers in these campaigns. */
async function similarContracts(db: Db, drafts: Draft[]): Promise<ContractMatch[]> {
  const ids = (field: "customer_id" | "campaign_id") => [
    ...new Set(drafts.map(({ contract }) => contract[field])),
  ];
  return db("contracts")
    .whereIn("customer_id", ids("customer_id"))
    .whereIn("campaign_id", ids("campaign_id"))
    .orderBy("id", "desc") // so that the oldest of several is named
    .select("id", "contract_number", "status", "customer_id", "campaign_id", "package_id", "contract_date");
}

function takeSeat(
  verdict: Verdict,
  { campaign_id, traveller }: Pick<Draft["contract"], "campaign_id" | "traveller">,
  campaigns: Map<number, { free: number; status: string }>,
) {
  const campaign = campaigns.get(campaign_id);
  if (!campaign || campaign.status === "cancelled")
    return blame(verdict, "campaign_id", "الحملة ملغية ولا تقبل عقودًا");
  if (!takesSeat(traveller)) return;
  if (campaign.free <= 0) return blame(verdict, "campaign_id", "لا توجد مقاعد متاحة في هذه الحملة");
  campaign.free--;
}

/** Creates the contracts and the receipts of their payments. */
async function createAll(trx: Transaction, drafts: Draft[], { user }: By) {
  const signed = await together(
    trx,
    ...drafts.map(
      ({ contract }) =>
        () =>
          insertNumbered(trx, series, contract.contract_date, { ...contract, created_by: user.id }),
    ),
  );
  const vouchers = drafts.flatMap(({ voucher }, index) =>
    voucher ? [{ ...voucher, contract_id: signed[index]?.id ?? null }] : [],
  );
  await together(trx, ...recordAll(trx, user.id, vouchers));
}
