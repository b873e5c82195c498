import Big from "big.js";
import { z } from "zod";
import { type Asked, offer } from "~/db/choices.server";
import { documentOf } from "~/db/document.server";
import { type Db, db, type Transaction } from "~/db/knex.server";
import { choiceOf, currencyCodeOf, flagOf, searchOf } from "~/db/list.server";
import { byName } from "~/db/order.server";
import { refuseWhileUsed } from "~/db/references.server";
import { lockRow, lockRowWithKey, withoutUndefined } from "~/db/rows.server";
import { whereSearch } from "~/db/search.server";
import type { By, Store } from "~/db/store.server";
import { later } from "~/domain/dates";
import { conflicting, invalid, notFound } from "~/domain/domain-error";
import { wordsOf } from "~/domain/entity";
import type { Fields, StoredOf } from "~/domain/fields";
import { schemaOf } from "~/domain/fields.server";
import { decimal, optional, text } from "~/domain/input.server";
import { officeToday, timeZone } from "~/domain/office-day.server";
import { statuses } from "~/domain/status";
import { defaultCurrency } from "~/features/currencies/currencies.server";
import { post } from "~/features/money/ledger.server";
import { type Decimal, fits, roundTo, shownCurrency, tooFine } from "~/features/money/money.server";
import { type Account, type AccountKind, accountKinds } from "./account";

const negative = "الرصيد لا يكون سالبًا";
const balance = decimal({ message: "أدخل رصيدًا صحيحًا", minMessage: negative });

/** A call sends a bank back as it read it, also one that a returned cheque has taken below zero. */
const common = {
  currency_code: text(3).transform((value) => value.toUpperCase()),
  balance: optional(decimal({ signed: true, message: "أدخل رصيدًا صحيحًا" })),
};

const noHolder = optional(z.custom<never>(() => false, "العهدة لصندوق، ولا تكون لبنك"));

const schemas = {
  bank: schemaOf(accountKinds.bank.fields).extend({
    ...common,
    holder_user_id: noHolder,
    holder_name: noHolder,
  }),
  cash_box: schemaOf(accountKinds.cash_box.fields).extend(common),
};

/** The schema of an adjustment: the account's new balance, in its own currency. */
export const adjustmentSchema = z.object({ balance });

type AccountInput = z.output<typeof schemas.bank> | z.output<typeof schemas.cash_box>;

type AccountRow = StoredOf<(typeof accountKinds)[AccountKind]["fields"]> & {
  kind: AccountKind;
  currency_id: number;
  code: string;
  symbol: string;
};

/** The name of an account's holder, in SQL. @param account the name of its table in the query */
export const holderOf = (account: string) =>
  `coalesce("${account}".holder_name, (SELECT coalesce(full_name, username) FROM users WHERE users.id = "${account}".holder_user_id))`;

const documentOfKind = (kind: AccountKind) =>
  documentOf<Fields, AccountRow, Pick<Account, "currency_code" | "currency">>(accountKinds[kind], {
    /** A deleted account keeps its row for its movements, but appears nowhere. */
    join: (query) =>
      query
        .join("currencies", "currencies.id", "accounts.currency_id")
        .where({ kind, deleted_at: null })
        .select("currencies.code", "currencies.symbol", {
          holder: query.client.raw(holderOf("accounts")),
        }),
    more: ({ currency_id, code, symbol }) => ({
      currency_code: code,
      currency: shownCurrency(currency_id, code, symbol),
    }),
  });

const documents = { bank: documentOfKind("bank"), cash_box: documentOfKind("cash_box") };

const accountsOf = (db: Db, kind: AccountKind) => documents[kind].rows(db);
const toAccount = (row: AccountRow) => documents[row.kind].toRow(row) as object as Account;

/** Whether a cash box was counted since the day before `today`, in SQL and its parameters. */
const counted = (today: string): [string, string[]] => [
  `EXISTS (SELECT FROM cash_counts WHERE account_id = accounts.id
     AND cash_counts.created_at >= ?::date::timestamp AT TIME ZONE ?)`,
  [later(today, -1), timeZone],
];

/** Whether it was there before `today` and was not counted since the day before: nobody could have counted a new one. */
export function uncounted(today: string): [string, string[]] {
  const [condition, values] = counted(today);
  return [
    `NOT ${condition} AND accounts.created_at < ?::date::timestamp AT TIME ZONE ?`,
    [...values, today, timeZone],
  ];
}

/**
 * The accounts of a kind by name, filtered by a search (name, number, place, holder), a status, a currency, whether they were counted
 * since yesterday, and whether they have a holder.
 */
async function listAccounts(db: Db, kind: AccountKind, params = new URLSearchParams()): Promise<Account[]> {
  const query = accountsOf(db, kind)
    .leftJoin("users", "users.id", "holder_user_id")
    .orderByRaw(byName("accounts.name", "accounts.id"));
  const status = choiceOf(params, "status", statuses);
  const currency = currencyCodeOf(params);
  const isUncounted = flagOf(params, "uncounted");
  const hasHolder = flagOf(params, "has_holder");
  if (status) query.where({ status });
  if (isUncounted !== undefined) query.whereRaw(...(isUncounted ? uncounted : counted)(officeToday()));
  if (hasHolder !== undefined)
    query.whereRaw("num_nonnulls(holder_user_id, holder_name) = ?", [hasHolder ? 1 : 0]);
  if (currency) query.where("currencies.code", currency);
  whereSearch(
    query,
    `fold(concat_ws(' ', '', accounts.name, account_number, account_name, location, holder_name, users.full_name, users.username))`,
    searchOf(params),
  );
  return (await query).map(toAccount);
}

/** The active accounts of a kind, for a voucher's form. @param takesCheques whether those of cheques in hand are among them */
export const accountOffer = (asked: Asked, kind: AccountKind, field: string, takesCheques: boolean) =>
  offer<AccountRow, Account>(asked, field, {
    table: "accounts",
    rows: accountsOf(db, kind),
    open: (accounts) =>
      accounts.where({
        ...{ kind, deleted_at: null, status: "active" },
        ...(!takesCheques && { is_cheques_in_hand: false }),
      }),
    noun: wordsOf(accountKinds[kind]),
    toChoice: toAccount,
  });

/** @throws DomainError not_found, also for an account of the other kind and a deleted one */
export async function findAccount(db: Db, kind: AccountKind, id: number): Promise<Account> {
  const row = await accountsOf(db, kind).where("accounts.id", id).first();
  if (!row) throw notFound(`${accountKinds[kind].noun.one} غير موجود`);
  return toAccount(row as AccountRow);
}

/** Whether an account has movements or counts: then it keeps its currency, and its row when it is deleted. */
export async function wasUsed(db: Db, accountId: number) {
  const { rows } = await db.raw<{ rows: { used: boolean }[] }>(
    `SELECT EXISTS (SELECT FROM movements WHERE account_id = :accountId)
         OR EXISTS (SELECT FROM cash_counts WHERE account_id = :accountId) AS used`,
    { accountId },
  );
  return Boolean(rows[0]?.used);
}

/**
 * The sum of accounts in the default currency at the stored rates, and the number of active ones; null while there is no
 * currency.
 */
export async function worthOfAccounts(db: Db, accounts: Account[]) {
  const base = await defaultCurrency(db);
  if (!base) return null;
  const [sum] = await db("accounts")
    .join("currencies", "currencies.id", "accounts.currency_id")
    .whereRaw("accounts.id = ANY(?)", [accounts.map(({ id }) => id)])
    .select(db.raw("coalesce(sum(balance * exchange_rate), 0) AS total"))
    .select(db.raw("count(*) FILTER (WHERE status = 'active') AS active"));
  return { total: Number(roundTo(sum.total, base.code)), active: sum.active as number, currency: base };
}

/** The balance of cheques in hand is the sum of the cheques. */
const onlyByCheques = "رصيد شيكات برسم التحصيل مجموع شيكاتها: تدخله بسندات القبض وتخرج منه بتحصيلها";

/** A first balance becomes the opening movement (rulings §3). @throws DomainError invalid */
async function createAccount(
  trx: Transaction,
  kind: AccountKind,
  { currency_code, balance, ...input }: AccountInput,
  { user }: By,
): Promise<Account> {
  const currency_id = await currencyIdOf(trx, currency_code);
  checkBalance(balance, currency_code);
  if ("is_cheques_in_hand" in input && input.is_cheques_in_hand && Number(balance ?? 0))
    throw invalid("balance", onlyByCheques);
  const [{ id }] = await trx("accounts")
    .insert({ ...withoutUndefined(input), ...(await checkedHolder(trx, input)), kind, currency_id })
    .returning("id");
  await post(trx, user.id, [{ accountId: id, amount: balance ?? "0", cause: "opening" }]);
  return findAccount(trx, kind, id);
}

/**
 * Changes an account. If the balance differs from the present one, the difference becomes an adjustment movement.
 * @throws DomainError not_found, invalid, conflict
 */
export async function updateAccount(
  trx: Transaction,
  kind: AccountKind,
  id: number,
  { currency_code, balance, ...input }: Partial<AccountInput>,
  { user, readAt }: By,
): Promise<Account> {
  const current = () => findAccount(trx, kind, id);
  const row = await lockRow<AccountRow>(trx, "accounts", id, readAt, current);
  const account = await current();
  const change: Record<string, unknown> = {
    ...withoutUndefined(input),
    ...(await checkedHolder(trx, input, account)),
  };
  if (currency_code && currency_code !== account.currency_code) {
    change.currency_id = await currencyIdOf(trx, currency_code);
    if (await wasUsed(trx, id)) {
      throw conflicting("currency_code", "لا يمكن تغيير عملة حساب له حركات أو جرد");
    }
  }
  const { is_cheques_in_hand = account.is_cheques_in_hand } = change;
  if (is_cheques_in_hand !== account.is_cheques_in_hand && (await wasUsed(trx, id)))
    throw conflicting("is_cheques_in_hand", "لا يتغير نوع حساب له حركات: أضف حسابًا آخر");
  if (Object.keys(change).length) await trx("accounts").where({ id }).update(change);
  if (balance) {
    const amount = Big(balance).minus(row.balance).toFixed();
    if (Number(amount) && is_cheques_in_hand) throw invalid("balance", onlyByCheques);
    if (Number(amount)) checkBalance(balance, currency_code ?? account.currency_code);
    await post(trx, user.id, [{ accountId: id, amount, cause: "adjustment" }]);
  }
  return current();
}

/**
 * Deletes an account that was never used, so that its currency can be deleted too. A used account disappears from every list, and
 * its row, movements and counts stay. @throws DomainError not_found, conflict while vouchers name the account
 */
async function deleteAccount(trx: Transaction, kind: AccountKind, id: number) {
  await lockRowWithKey(trx, "accounts", id);
  await findAccount(trx, kind, id);
  await refuseWhileUsed(trx, "accounts", id, accountKinds[kind].noun, ["movements", "cash_counts"]);
  if (await wasUsed(trx, id)) await trx("accounts").where({ id }).update({ deleted_at: trx.fn.now() });
  else await trx("accounts").where({ id }).delete();
}

/**
 * The columns of the holder that is sent, who replaces the present one, be it a user or a name; none if nobody is sent.
 * @throws DomainError invalid for both at once, and for a user who is not there or not active, unless they hold the box already
 */
async function checkedHolder(
  trx: Transaction,
  { holder_user_id, holder_name }: Pick<AccountInput, "holder_user_id" | "holder_name">,
  present?: Account,
) {
  if (holder_user_id && holder_name)
    throw invalid("holder_name", "صاحب العهدة واحد: اختر مستخدمًا أو اكتب اسمًا");
  if (holder_name) return { holder_name, holder_user_id: null };
  if (!holder_user_id) return {};
  const isNew = holder_user_id !== present?.holder_user_id;
  if (isNew && !(await trx("users").where({ id: holder_user_id, is_active: true }).first("id")))
    throw invalid("holder_user_id", "اختر مستخدمًا نشطًا من القائمة");
  return { holder_user_id, holder_name: null };
}

async function currencyIdOf(trx: Transaction, code: string): Promise<number> {
  const currency = await trx("currencies").where({ code }).first("id");
  if (!currency) throw invalid("currency_code", "اختر عملة من القائمة");
  return currency.id;
}

function checkBalance(balance: Decimal | null | undefined, currencyCode: string) {
  if (!balance) return;
  if (Big(balance).lt(0)) throw invalid("balance", negative);
  if (!fits(balance, currencyCode)) throw invalid("balance", tooFine("الرصيد", currencyCode));
}

const storeOf = (kind: AccountKind): Store<Account, typeof schemas.bank> => ({
  schema: schemas[kind] as typeof schemas.bank,
  list: (params) => listAccounts(db, kind, params),
  find: (db, id) => findAccount(db, kind, id),
  create: (trx, input, by) => createAccount(trx, kind, input, by),
  update: (trx, id, change, by) => updateAccount(trx, kind, id, change, by),
  remove: (trx, id) => deleteAccount(trx, kind, id),
});

export const accounts = { bank: storeOf("bank"), cash_box: storeOf("cash_box") };
