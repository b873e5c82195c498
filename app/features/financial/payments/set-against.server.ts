import Big from "big.js";
import type { Knex } from "knex";
import type { Transaction } from "~/db/knex.server";
import { insertNumbered } from "~/db/rows.server";
import type { Step } from "~/db/together.server";
import { officeToday } from "~/domain/office-day.server";
import type { Question } from "~/domain/question";
import { amountInText, type Decimal } from "~/features/money/money.server";
import { allocationSeries } from "~/features/money/pots.server";
import type { Currencies } from "~/features/money/rates.server";
import { addOwed, type Contract } from "../vouchers/contracts.server";
import { refundableOf } from "../vouchers/on-account.server";
import { isOnAccount } from "../vouchers/pots.server";
import type { Terms } from "./payments.server";

/*
 * A payment to a customer that names no contract is set against what is to be given back of his contracts in that currency, the oldest
 * first; what is left of it stands on account (books.md, rule 3). Who sends `not_refund` chooses otherwise.
 */

/** What a payment gives back of a contract. */
type Part = { contract_id: number; amount: Decimal };

type Voucher = Terms & { id?: number; status?: string };

/** The parts of payments that are changed, and the contracts that may take new ones, oldest first. */
export async function readRefunds(trx: Transaction, all: Voucher[], voucher: Partial<Voucher>) {
  const ids = all.flatMap(({ id }) => id ?? []);
  const own: (Part & { id: number })[] = ids.length
    ? await trx("allocations")
        .whereIn("payment_id", ids)
        .where({ status: "confirmed" })
        .select("id", "amount", { contract_id: "from_contract_id" })
    : [];
  const { customer_id, currency_id } = voucher;
  const isSetAgainst = takesRefunds(voucher);
  const contracts: { id: number; contract_number: string }[] =
    isSetAgainst && customer_id
      ? await trx("contracts")
          .where({ customer_id, currency_id })
          .where((one) =>
            one.where("refundable_amount", ">", 0).orWhereIn(
              "id",
              own.map((part) => part.contract_id),
            ),
          )
          .orderBy(["contract_date", "contract_number"])
          .select("id", "contract_number")
      : [];
  return { own, contracts };
}

/**
 * What locked contracts may give back by a payment, on its day and since: the one that it names, or those that it is set against; and the
 * day of an event.
 * @param all the payments that are changed, whose own part is there again
 */
export async function readAvailable(
  trx: Transaction,
  { own, contracts }: Awaited<ReturnType<typeof readRefunds>>,
  all: Voucher[],
  { contract_id, date }: Partial<Voucher>,
) {
  const available = new Map<number, Decimal>();
  if (!contract_id && !contracts.length) return { available, eventDay: officeToday() };
  const { rows } = await trx.raw(
    `SELECT current_setting('office.event_date') AS day,
       (SELECT closed_until FROM period_closings ORDER BY id DESC LIMIT 1) AS closed_until`,
  );
  const eventDay: string = rows[0].day;
  const isEvent = all.some(({ status }) => status === "cancelled");
  const day = [date ?? eventDay, isEvent ? eventDay : ""].sort().at(-1) as string;
  if (day <= (rows[0].closed_until ?? "")) return { available, eventDay }; // the database refuses that day
  const parts = own.map(({ id }) => id);
  for (const { id } of contracts) available.set(id, await refundableOf(trx, id, day, "allocation", parts));
  const ids = all.flatMap(({ id }) => id ?? []);
  if (contract_id) available.set(contract_id, await refundableOf(trx, contract_id, day, "payment", ids));
  return { available, eventDay };
}
export type Refunds = Awaited<ReturnType<typeof readRefunds>> & Awaited<ReturnType<typeof readAvailable>>;

const takesRefunds = (voucher: Partial<Voucher>) =>
  Boolean(voucher.customer_id) && isOnAccount(voucher) && !voucher.not_refund;

/** The parts that a payment gives back as it is now. @param contracts locked, with what its own parts gave back */
function partsOf(
  voucher: Voucher,
  { own, contracts: candidates, available }: Refunds,
  contracts: Map<number | null, Contract>,
): Part[] {
  if (!takesRefunds(voucher)) return [];
  let rest = Big(voucher.amount);
  return candidates.flatMap(({ id }) => {
    const given = own
      .filter((part) => part.contract_id === id)
      .reduce((sum, { amount }) => sum.plus(amount), Big(0));
    const most = [
      rest,
      given.plus(contracts.get(id)?.refundable_amount ?? 0),
      Big(available.get(id) ?? 0),
    ].reduce((a, b) => (a.lt(b) ? a : b));
    if (most.lte(0)) return [];
    rest = rest.minus(most);
    return [{ contract_id: id, amount: most.toFixed() }];
  });
}

const isSame = (own: Part[], parts: Part[]) =>
  own.length === parts.length &&
  parts.every(({ contract_id, amount }) =>
    own.some((part) => part.contract_id === contract_id && Big(part.amount).eq(amount)),
  );

/**
 * What a payment gives back after a change, and the statements that store it. What it gave back before is corrected, or taken back by the
 * event that ends the payment.
 * @param before the voucher as it stood, `after` as it stands; null where it does not
 * @param id of the payment, in SQL for a new one
 */
export function setAgainst(
  trx: Transaction,
  { before, after, id }: { before: Voucher | null; after: Voucher | null; id: number | Knex.Raw },
  refunds: Refunds,
  contracts: Map<number | null, Contract>,
): { parts: Part[]; steps: Step[] } {
  const { own } = refunds;
  const parts = after ? partsOf(after, refunds, contracts) : [];
  const isKept = before && after && before.date === after.date && isSame(own, parts);
  if (isKept || own.length + parts.length === 0) return { parts, steps: [] };
  for (const { contract_id, amount } of own) change(contracts, contract_id, Big(amount).neg());
  for (const { contract_id, amount } of parts) change(contracts, contract_id, Big(amount));
  const rows = () => trx("allocations").where({ payment_id: id, status: "confirmed" });
  const ends = after
    ? () => rows().delete()
    : () => rows().update({ status: "cancelled", taken_amount: trx.ref("amount") });
  const date = before || !after?.id ? after?.date : [after.date, refunds.eventDay].sort().at(-1);
  return {
    parts,
    steps: [
      ...(own.length ? [ends] : []),
      ...parts.map(({ contract_id, amount }) => () => {
        const row = {
          customer_id: after?.customer_id,
          from_contract_id: contract_id,
          payment_id: id,
          amount,
          currency_id: after?.currency_id,
        };
        return insertNumbered(trx, allocationSeries, date as string, { ...row, date });
      }),
    ],
  };
}

function change(contracts: Map<number | null, Contract>, id: number, amount: Big) {
  const contract = contracts.get(id);
  if (contract) addOwed(contract, amount);
}

/**
 * What a customer owes by his entries in each currency, below zero where the office owes him.
 * @param voucher the payment to him, which is left out
 */
export async function netsBeside(
  trx: Transaction,
  { customer_id, id }: Partial<Voucher>,
): Promise<Map<string, Big>> {
  if (!customer_id) return new Map();
  const rows: { code: string; net: Decimal }[] = await trx("entries")
    .where({ customer_id })
    .whereNot((own) => own.where({ document: "payment", document_id: id ?? 0 }))
    .groupBy("currency_code")
    .orderBy("currency_code")
    .select({ code: "currency_code", net: trx.raw("sum(amount)") });
  return new Map(rows.map(({ code, net }) => [code, Big(net)]));
}

/** The questions of a form before money goes to a customer: what of it is a refund, and what he then owes. */
export function customerQuestions(
  voucher: Voucher & { settled_amount: Decimal | null },
  {
    refunds,
    nets,
    contracts,
    currencies,
  }: {
    refunds: Refunds;
    nets: Map<string, Big>;
    contracts: Map<number | null, Contract>;
    currencies: Currencies;
  },
): Question[] {
  if (!voucher.customer_id) return [];
  const codeOf = (id: number | undefined) => currencies.get(id ?? 0)?.code ?? "";
  const code = codeOf(voucher.currency_id);
  const given = partsOf(voucher, refunds, contracts).map(({ contract_id, amount }) => {
    const number = refunds.contracts.find(({ id }) => id === contract_id)?.contract_number;
    return `${amountInText(amount, code)} من العقد ${number}`;
  });
  const contract = contracts.get(voucher.contract_id);
  const isTheirs = !contract || contract.customer_id === voucher.customer_id;
  const then = new Map(nets);
  if (isTheirs && !isService(voucher)) {
    const paid = contract ? codeOf(contract.currency_id) : code;
    then.set(paid, (then.get(paid) ?? Big(0)).plus(voucher.settled_amount ?? voucher.amount));
  }
  const owed = [...then].filter(([, net]) => net.gt(0)).map(([own, net]) => amountInText(net, own));
  return [
    ...(given.length
      ? [
          {
            text: `يُحسب هذا الصرف ردًا لما يستحقه العميل: ${given.join("، و")}. إن لم يكن ردًا فعلّم «ليس ردًا».`,
            about: given,
          },
        ]
      : []),
    ...(owed.length ? [{ text: `بعد هذا الصرف يكون على العميل ${owed.join("، و")}.`, about: owed }] : []),
  ];
}

const isService = ({ service_name, other_service_id }: Voucher) =>
  service_name !== null || other_service_id !== null;
