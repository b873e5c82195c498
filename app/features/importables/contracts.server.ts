import Big from "big.js";
import { z } from "zod";
import type { Db, Transaction } from "~/db/knex.server";
import { insertNumbered } from "~/db/rows.server";
import type { By } from "~/db/store.server";
import { together } from "~/db/together.server";
import type { FieldErrors } from "~/domain/domain-error";
import { choice, code, decimal, documentDate, optional, text } from "~/domain/input.server";
import { holdsAny, permissionLabels, type SessionUser } from "~/domain/permissions";
import { contractStates, contract as entity } from "~/features/contracts/contract";
import { discountLimit, discountToStore } from "~/features/contracts/discount.server";
import { contracts, series } from "~/features/contracts/writes.server";
import type { Booking, Terms } from "~/features/financial/receipts/booking.server";
import { recordAll } from "~/features/financial/receipts/writes.server";
import { questionsOf } from "~/features/financial/vouchers/questions.server";
import { convert, type Decimal, fits, tooFine } from "~/features/money/money.server";
import { oneOf } from "./choices";
import { type ContractMatch, presentContracts } from "./contracts-duplicates.server";
import { hold, type Offers, readOffers } from "./contracts-offers.server";
import { paidVoucher } from "./contracts-payments.server";
import { customerLabels, customerReadings, customerShape, findCustomers } from "./customers.server";
import { date } from "./dates.server";
import { columnsOf, type Importable, type JudgementScope, type Verdict } from "./importable.server";
import { ask, blame, orBlame, stillNew, tellKnown } from "./verdicts.server";

/* Contracts of an old year from a file, with their own prices and their paid amounts as receipts (docs/decisions/imports.md). */

const { discount_amount, discount_reason, visa_issue_date, visa_duration_days, notes } =
  contracts.schema.shape;

const schema = z.object({
  ...customerShape,
  campaign_id: text(200),
  package_id: text(200),
  contract_date: documentDate(),
  discount_amount,
  discount_reason,
  total_amount: decimal(),
  currency_id: optional(text(50)),
  paid_amount: optional(decimal()),
  account_id: optional(text(150)),
  payment_date: optional(documentDate()),
  status: choice(contractStates.names).optional(),
  contract_number: optional(code(50)),
  visa_issue_date,
  visa_duration_days,
  notes,
});
type ContractRow = z.output<typeof schema>;

/** The records that a row would create. */
export type Draft = {
  contract: {
    customer_id: number;
    campaign_id: number;
    package_id: number;
    contract_date: string;
    currency_id: number;
    total_amount: Decimal;
    discount_amount?: Decimal;
    discount_reason?: string | null;
    discounted_on?: string | null;
    discounted_by?: number | null;
    package_cost: Decimal;
    status: (typeof contractStates.names)[number];
    visa_issue_date?: string | null;
    visa_duration_days?: number | null;
    notes: string | null;
  };
  /** The faults of the payment and of the discount; they count only if the contract is new. */
  faults: FieldErrors;
  paid: { amount: Decimal; account_id: number; date: string; description: string } | null;
  voucher?: Terms & Booking;
};

const labels = {
  ...customerLabels,
  campaign_id: entity.labels.campaign_id,
  package_id: entity.labels.package_id,
  contract_date: entity.labels.contract_date,
  discount_amount: entity.labels.discount_amount,
  discount_reason: entity.labels.discount_reason,
  total_amount: entity.labels.total_amount,
  currency_id: "العملة",
  paid_amount: entity.labels.paid_amount,
  account_id: "الصندوق أو الحساب البنكي",
  payment_date: "تاريخ السداد",
  status: entity.labels.status,
  contract_number: "رقم العقد السابق",
  visa_issue_date: entity.labels.visa_issue_date,
  visa_duration_days: entity.labels.visa_duration_days,
  notes: entity.labels.notes,
};

export const contractImports: Importable = {
  entity,
  schema,
  labels,
  columns: columnsOf(labels, schema, {
    ...customerReadings,
    name: {
      ...customerReadings.name,
      others: `${customerReadings.name.others}، ${entity.labels.customer_id}`,
    },
    campaign_id: { own: "words", hint: "كما في قائمة الحملات", others: "اسم الحملة، Campaign" },
    package_id: { hint: "من باقات الحملة", others: "اسم الباقة، البرنامج، Package" },
    contract_date: { ...date, others: "التاريخ، تاريخ التوقيع، Date، Contract Date" },
    discount_amount: { hint: "بعملة العقد، إن كان خصم", others: "مبلغ الخصم، التخفيض، Discount" },
    discount_reason: { hint: "يلزم مع الخصم", others: "Discount Reason" },
    total_amount: {
      own: "code",
      hint: "سعر العقد كما وقع، بعد الخصم",
      others: "الإجمالي، إجمالي العقد، قيمة العقد، المبلغ، السعر، Total، Amount",
    },
    currency_id: { hint: "رمزها أو اسمها، وإن تركت فعملة الباقة", others: "عملة العقد، Currency" },
    paid_amount: {
      own: "code",
      hint: "بعملة العقد، ويسجل سند قبض",
      others: "المبلغ المدفوع، المسدد، الواصل، المقبوض، Paid",
    },
    account_id: { hint: "الذي دخله المدفوع", others: "الحساب، الصندوق، البنك، الحساب البنكي، Account" },
    payment_date: { ...date, hint: "وإن ترك فتاريخ العقد", others: "تاريخ الدفع، تاريخ القبض، Payment Date" },
    status: { ...oneOf(Object.entries(contractStates.labels)), others: "حالة العقد، Status" },
    contract_number: { hint: "يحفظ في الملاحظات", others: "رقم العقد، العقد، Contract No، Contract Number" },
    visa_issue_date: date,
    notes: { others: "ملاحظة، Notes، Remarks" },
  }),
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
  for (const [verdict, customer_id] of customers) {
    const row = verdict.input as ContractRow;
    const draft = draftOf(verdict, row, customer_id, offers, { user, limit });
    if (draft) verdict.input = draft;
  }
  const drafts = stillNew(verdicts).map(({ input }) => input as Draft);
  const error = await hold(db, drafts, isHeld);
  const rows = await similarContracts(db, drafts);
  const idByKey = new Map(rows.map((row) => [keyOf(row), row.id]));
  for (const verdict of stillNew(verdicts)) {
    const { contract, faults } = verdict.input as Draft;
    if (idByKey.has(keyOf(contract))) continue;
    for (const [field, sentence] of Object.entries(faults)) blame(verdict, field, sentence);
  }
  tellKnown(verdicts, ({ contract }: Draft) => keyOf(contract), idByKey);
  const presentOf = presentContracts(rows);
  for (const verdict of stillNew(verdicts)) {
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
    if (verdict.outcome === "new" && contract.status !== "cancelled")
      takeSeat(verdict, contract.campaign_id, error.campaigns);
  }
}

function draftOf(
  verdict: Verdict,
  row: ContractRow,
  customer_id: number,
  offers: Offers,
  { user, limit }: { user: SessionUser; limit: Decimal },
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
  const { discount_amount, discount_reason, contract_date: day } = row;
  const price = Big(row.total_amount)
    .plus(discount_amount ?? 0)
    .toFixed();
  const discount = orBlame(judged, () =>
    discountToStore({ discount_amount, discount_reason }, { price, code: currency.code, day }, user, limit),
  );
  const old = row.contract_number && `رقم العقد السابق: ${row.contract_number}`;
  return {
    contract: {
      customer_id,
      campaign_id: campaign.id,
      package_id: offer.id,
      contract_date: row.contract_date,
      currency_id: currency.id,
      total_amount: row.total_amount,
      ...discount,
      package_cost: convert(offer.total_cost, "1", currency.exchange_rate).toFixed(),
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

export type Key = Pick<Draft["contract"], "customer_id" | "campaign_id" | "package_id" | "contract_date">;

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
  campaignId: number,
  campaigns: Map<number, { free: number; status: string }>,
) {
  const campaign = campaigns.get(campaignId);
  if (!campaign || campaign.status === "cancelled")
    return blame(verdict, "campaign_id", "الحملة ملغية ولا تقبل عقودًا");
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
