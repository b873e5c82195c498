import Big from "big.js";
import type { z } from "zod";
import { columnsOf } from "~/db/document.server";
import { type Db, db, type Transaction } from "~/db/knex.server";
import { searchOf } from "~/db/list.server";
import { byName } from "~/db/order.server";
import { referrersOf } from "~/db/references.server";
import { lockRow, lockRowWithKey, withoutUndefined } from "~/db/rows.server";
import { whereSearch } from "~/db/search.server";
import type { By, Store } from "~/db/store.server";
import { conflicting, DomainError, invalid, notFound } from "~/domain/domain-error";
import type { StoredOf } from "~/domain/fields";
import { schemaOf } from "~/domain/fields.server";
import { choice, code, decimal, optional, text } from "~/domain/input.server";
import type { ShownCurrency } from "~/domain/money";
import { missingSentence, nouns } from "~/domain/nouns";
import { usesInFees } from "~/features/fees/fee-lines.server";
import { decimalOf, exactRate } from "~/features/money/divide";
import { type Decimal, minorUnit } from "~/features/money/money.server";
import { readRateShown } from "~/features/money/rate";
import { type Currency, currency, rateSides } from "./currency";

const wrongRate = "أدخل سعر صرف صحيحًا، مثل 3.75";

const schema = schemaOf(currency.fields).extend({
  // Checked before it becomes upper case: some letters of other alphabets have Latin capitals.
  code: text(3)
    .refine((value) => /^[A-Za-z]{3}$/.test(value), "الرمز الدولي ثلاثة أحرف لاتينية، مثل SAR")
    .transform((value) => value.toUpperCase()),
  // As many decimals as calls show of a converted rate, so that it can be sent back.
  exchange_rate: decimal({
    exclusive: true,
    decimals: 30,
    message: wrongRate,
    minMessage: "سعر الصرف يجب أن يكون أكبر من صفر",
  }),
});

type CurrencyInput = z.output<typeof schema>;

type Stored = StoredOf<(typeof currency)["fields"]> & { is_default: boolean };

const columns = [...columnsOf(currency), "is_default"];

const toCurrency = (row: Stored): Currency => ({
  ...row,
  exchange_rate: Number(row.exchange_rate),
  decimals: minorUnit(row.code),
});

/** All currencies by name, or those that match the address's search (name or code). */
export async function listCurrencies(db: Db, params = new URLSearchParams()): Promise<Currency[]> {
  const query = db("currencies").select(columns).orderByRaw(byName("name", "id"));
  whereSearch(query, "fold(' ' || name || ' ' || code)", searchOf(params));
  return (await query).map(toCurrency);
}

/** The choices of a price's currency, the default one first. */
export async function currencyChoices(db: Db) {
  const currencies = await listCurrencies(db);
  return currencies
    .sort((a, b) => Number(b.is_default) - Number(a.is_default))
    .map(({ id, name, code }): [number, string] => [id, `${name} (${code})`]);
}

/** @throws DomainError not_found */
export async function findCurrency(db: Db, id: number): Promise<Currency> {
  const row = await db("currencies").select(columns).where({ id }).first();
  if (!row) throw notFound(missingSentence("currencies"));
  return toCurrency(row);
}

/** The base currency, or null before there is one. Sums over several currencies are in it. */
export async function defaultCurrency(db: Db): Promise<Currency | null> {
  const row = await db("currencies").select(columns).where({ is_default: true }).first();
  return row ? toCurrency(row) : null;
}

/** The currency of sums over several currencies, also of an office that has none yet. */
export const currencyOfSums = async (db: Db): Promise<ShownCurrency> =>
  (await defaultCurrency(db)) ?? { code: "USD", symbol: "$", decimals: 2 };

/**
 * Allows one writer of currencies at a time: otherwise a rate could be entered for one base and stored with another, or two first
 * currencies could both become the base. Readers do not wait.
 */
function lockCurrencies(trx: Transaction) {
  return trx.raw("LOCK TABLE currencies IN SHARE ROW EXCLUSIVE MODE");
}

/** The first currency becomes the default with the rate 1, whatever rate is given. @throws DomainError conflict */
async function createCurrency(trx: Transaction, input: CurrencyInput): Promise<Currency> {
  await lockCurrencies(trx);
  const isFirst = !(await defaultCurrency(trx));
  const row = { ...input, ...(isFirst && { exchange_rate: "1" }), is_default: isFirst };
  const [created] = await trx("currencies").insert(row).returning(columns);
  return toCurrency(created);
}

/** @throws DomainError not_found, conflict */
async function updateCurrency(
  trx: Transaction,
  id: number,
  input: Partial<CurrencyInput>,
  { readAt }: By,
): Promise<Currency> {
  await lockCurrencies(trx);
  if (input.code) await lockRowWithKey(trx, "currencies", id);
  const present = await lockRow<Stored>(trx, "currencies", id, readAt, () => findCurrency(trx, id));
  const change = withoutUndefined(input);
  // A rate that is sent back unchanged keeps the exact stored one.
  if (Number(change.exchange_rate) === Number(present.exchange_rate)) delete change.exchange_rate;
  if (change.exchange_rate && present.is_default) {
    throw conflicting("exchange_rate", "لا يمكن تغيير سعر صرف العملة الافتراضية");
  }
  if (change.code && minorUnit(change.code) < minorUnit(present.code) && (await usesOf(trx, id)).length) {
    throw conflicting("code", "لا يمكن تغيير رمز عملة مستخدمة إلى رمز بمنازل عشرية أقل");
  }
  if (change.code && change.code !== present.code && (await hasEntries(trx, present.code)))
    throw conflicting("code", "في كشوف الحسابات مبالغ بهذه العملة، فلا يتغير رمزها: أضف عملة أخرى");
  if (Object.keys(change).length) await trx("currencies").where({ id }).update(change);
  return findCurrency(trx, id);
}

/** @throws DomainError not_found, conflict for the default one and for a currency that is in use */
async function deleteCurrency(trx: Transaction, id: number) {
  await lockCurrencies(trx);
  const { is_default } = await lockRowWithKey<Stored>(trx, "currencies", id);
  if (is_default) throw new DomainError("conflict", "لا يمكن حذف العملة الافتراضية");
  const uses = await usesOf(trx, id);
  if (uses.length) throw new DomainError("conflict", `لا يمكن الحذف: العملة مستخدمة في ${uses.join("، ")}`);
  await trx("currencies").where({ id }).delete();
}

/** Whether something is owed in the currency, or was: entries name it by its code. */
const hasEntries = async (trx: Transaction, currency_code: string) =>
  Boolean(await trx("entries").where({ currency_code }).first("id"));

/** What uses the currency, in words. Accounts are named, since a deleted one appears in no list. */
async function usesOf(trx: Transaction, currencyId: number) {
  const uses = new Set<string>();
  for (const { referrer, column } of await referrersOf(trx, "currencies")) {
    if (!(await trx(referrer).where(column, currencyId).first("id"))) continue;
    uses.add(referrer === "accounts" ? await accountsIn(trx, currencyId) : nouns[referrer].some);
  }
  return [...uses, ...(await usesInFees(trx, currencyId))];
}

async function accountsIn(trx: Transaction, currencyId: number) {
  const accounts = await trx("accounts").where({ currency_id: currencyId }).orderBy("id").limit(4);
  const names = accounts
    .slice(0, 3)
    .map(({ name, deleted_at }) => `«${name}»${deleted_at ? " المحذوف" : ""}`);
  return `${nouns.accounts.some} (${names.join("، ")}${accounts.length > 3 ? " وغيرها" : ""})`;
}

/**
 * Makes another currency the base. It divides every rate by its rate and converts the packages' total_cost, which is in the
 * base. Balances, contracts and vouchers stay, each in its own currency (rulings §3).
 * @throws DomainError not_found
 */
export async function setDefaultCurrency(trx: Transaction, id: number): Promise<Currency[]> {
  await lockCurrencies(trx);
  // Waits for transactions that compute with the rates, which hold them FOR SHARE.
  const currencies: Stored[] = await trx("currencies").select(columns).orderBy("id").forNoKeyUpdate();
  const base = currencies.find((currency) => currency.id === id);
  if (!base) throw notFound(missingSentence("currencies"));
  if (!base.is_default) {
    await trx("currencies").where({ is_default: true }).update({ is_default: false });
    for (const currency of currencies) {
      const is_default = currency.id === id;
      const exchange_rate = is_default ? "1" : restate(currency.exchange_rate, base.exchange_rate);
      await trx("currencies").where({ id: currency.id }).update({ exchange_rate, is_default });
    }
    // Not rounded; the cast makes PostgreSQL divide to 40 digits.
    const { n, d } = exactRate(base.exchange_rate);
    await trx.raw(
      "UPDATE packages SET total_cost = round((total_cost * ?::numeric)::numeric(120, 40) / ?::numeric, 24)",
      [String(d), String(n)],
    );
  }
  return listCurrencies(trx);
}

/**
 * A rate in a base whose own rate is `base`. Both are divided as the fractions they stand for: 1 ÷ 0.2666…67, which is cut, is
 * 3.75 and not 3.7499…. Twenty digits are kept if they stand for the same fraction or differ from it by next to nothing: the
 * change A → B → A gives back the first rate.
 */
function restate(rate: Decimal, base: Decimal): Decimal {
  const exact = exactRate(rate).div(exactRate(base));
  const quotient = decimalOf(exact);
  const short = quotient.prec(20);
  const isShort = exactRate(short).equals(exact) || quotient.minus(short).abs().lt(hair(quotient));
  return (isShort ? short : quotient).toFixed();
}

const hair = (rate: Big) => rate.times("1e-24");

export const currencies: Store<Currency, typeof schema> = {
  schema,
  list: (params) => listCurrencies(db, params),
  find: findCurrency,
  create: createCurrency,
  update: updateCurrency,
  remove: deleteCurrency,
};

/** The form tells a rate as people say it: a new currency's in a chosen direction, another's in that of the shown rate. */
const formSchema = schema.extend({
  rate_of: choice(rateSides).optional(),
  rate_shown: optional(code(100)),
});

/** @throws DomainError invalid */
function toStored<Input extends Partial<z.output<typeof formSchema>>>({
  rate_of,
  rate_shown,
  ...input
}: Input) {
  const { exchange_rate } = input;
  const shown = readRateShown(rate_shown);
  if (!exchange_rate) return input;
  if (shown && Big(shown.rate).eq(exchange_rate)) return { ...input, exchange_rate: undefined };
  if (shown ? shown.one === shown.from : rate_of !== "base") return input;
  const inverse = restate("1", exchange_rate);
  if (Big(inverse).gte("1e12")) throw invalid("exchange_rate", wrongRate); // more than calls take
  return { ...input, exchange_rate: inverse };
}

/** The store of the screen's form. */
export const currencyForms: Store<Currency, typeof formSchema> = {
  ...currencies,
  schema: formSchema,
  create: (trx, input, by) => currencies.create(trx, toStored(input) as CurrencyInput, by),
  update: (trx, id, change, by) => currencies.update(trx, id, toStored(change), by),
};
