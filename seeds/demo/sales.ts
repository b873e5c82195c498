import Big from "big.js";
import { type AccountName, accounts, baseCurrency, type CurrencyCode, currencyOf } from "./agency";
import { type Calendar, compareMoments, later, type Moment } from "./calendar";
import { campaigns, contractlessReceipts, type History } from "./campaigns";
import type { Generator } from "./generator";
import { convert, divide, minorUnit, type Rated, roundTo } from "./money";
import type { Pilgrim } from "./pilgrims";

/** The packages' prices by name. */
export type Prices = Record<string, { currency: CurrencyCode; total_price: string }>;

export type Contract = {
  number: string;
  pilgrim: Pilgrim;
  campaign: string;
  package: string;
  currency: CurrencyCode;
  total_amount: string;
  paid_amount: string;
  status: History["status"];
  signed: Moment;
  changed: Moment;
  visaDaysAgo: number | null;
  visa_duration_days: number | null;
};

export type Receipt = {
  number: string;
  pilgrim: Pilgrim;
  contract: Contract | null;
  currency: CurrencyCode;
  amount: string;
  payment_method: "cash" | "bank_transfer" | "cheque" | "credit_card";
  payment_reference: string | null;
  account: AccountName;
  account_amount: string;
  exchange_rate_at_payment: string;
  equivalent_amount: string;
  /** `{contract}` stands for the contract's number. */
  description: string;
  received_by: "cashier" | "admin";
  issued: Moment;
  cancelled: Moment | null;
};

type PaidIn = "USD" | "SAR" | "YER";

/** What a round instalment is a multiple of. */
const steps: Record<PaidIn, number> = { USD: 50, SAR: 100, YER: 10_000 };

const paidIn: Partial<Record<CurrencyCode, [PaidIn, ...PaidIn[]]>> = {
  USD: ["USD", "USD", "USD", "USD", "SAR", "SAR", "YER"],
  SAR: ["SAR", "SAR", "SAR", "SAR", "YER", "YER", "USD"],
  YER: ["YER", "YER", "YER", "YER", "SAR"],
};

const cashBoxes: Record<PaidIn, AccountName> = {
  USD: "الصندوق الرئيسي – دولار",
  SAR: "صندوق الريال السعودي",
  YER: "صندوق الريال اليمني",
};
const riyalBank: AccountName = "مصرف الراجحي – ريال سعودي";
const dollarBank: AccountName = "بنك التضامن – دولار";
const dinarBank: AccountName = "بيت التمويل الكويتي – دينار";

/** The contracts of all campaigns and the receipts of the office, numbered in the order of their signing or issue. */
export function sales(prices: Prices, pilgrims: Pilgrim[], generator: Generator, calendar: Calendar) {
  const { between, pick, digits, shuffle } = generator;
  const contracts: Contract[] = [];
  const receipts: Receipt[] = [];

  for (const campaign of campaigns) {
    const { earlier, latest } = campaign.histories;
    const histories = [
      ...shuffle(earlier.flatMap(([times, history]) => Array<History>(times).fill(history))),
      ...latest,
    ];
    const [first, last] = campaign.soldDaysAgo;
    let previous: Contract | undefined;
    for (const [place, history] of histories.entries()) {
      const pilgrim = pilgrims[campaign.signers[place] as number] as Pilgrim;
      const daysAgo = Math.round(first - ((first - last) * place) / (histories.length - 1));
      const isFamily = previous?.pilgrim.address === pilgrim.address;
      const packageName =
        isFamily && previous ? previous.package : pick(campaign.packages as [string, ...string[]]);
      const price = prices[packageName];
      if (!price) throw new Error(`The package ${packageName} has no price.`);
      const signed =
        isFamily && previous ? later(previous.signed, 9) : { daysAgo, minute: between(9 * 60, 18 * 60) };
      const contract: Contract = {
        number: "",
        pilgrim,
        campaign: campaign.name,
        package: packageName,
        currency: price.currency,
        total_amount: price.total_price,
        paid_amount: "0",
        status: history.status,
        signed,
        changed: signed,
        visaDaysAgo: visaOf(history, signed, campaign.departsIn),
        visa_duration_days: null,
      };
      if (contract.visaDaysAgo !== null) contract.visa_duration_days = pick([30, 90]);
      receipts.push(...payments(contract, history, campaign.paidUntilDaysAgo));
      if (history.status === "completed" && campaign.departsIn !== "hajj") {
        contract.changed = { daysAgo: -campaign.departsIn - campaign.days, minute: 10 * 60 };
      }
      contracts.push(contract);
      previous = contract;
    }
  }
  for (const { daysAgo, pilgrim, ...terms } of contractlessReceipts) {
    const issued = { daysAgo, minute: between(9 * 60, 19 * 60) };
    receipts.push(receipt({ ...terms, pilgrim: pilgrims[pilgrim] as Pilgrim, contract: null, issued }));
  }
  contracts.sort((a, b) => compareMoments(a.signed, b.signed));
  receipts.sort((a, b) => compareMoments(a.issued, b.issued));
  number("C", contracts, ({ signed }) => signed);
  number("RV", receipts, ({ issued }) => issued);
  return { contracts, receipts };

  function number<Paper extends { number: string }>(
    prefix: string,
    papers: Paper[],
    dated: (paper: Paper) => Moment,
  ) {
    const last: Record<string, number> = {};
    for (const paper of papers) {
      const year = calendar.day(dated(paper).daysAgo).slice(0, 4);
      last[year] = (last[year] ?? 0) + 1;
      paper.number = `${prefix}-${year}-${String(last[year]).padStart(5, "0")}`;
    }
  }

  /** Visas come before departure, for those who have paid. */
  function visaOf({ closes }: History, signed: Moment, departsIn: number | "hajj") {
    if (!closes || departsIn === "hajj") return null;
    const issued = departsIn < 0 ? -departsIn + between(4, 11) : between(0, 6);
    return issued < signed.daysAgo ? issued : null;
  }

  function payments(
    contract: Contract,
    { status, receipts: count, closes, voided }: History,
    untilDaysAgo: number,
  ) {
    const taken: Receipt[] = [];
    const { signed } = contract;
    if (voided) {
      const issued = later(signed, 6);
      const mistaken = instalment(contract, between(25, 40), issued, "first");
      const withdrawnDaysAgo = Math.max(untilDaysAgo, signed.daysAgo - between(4, 15));
      mistaken.cancelled =
        status === "cancelled" ? { daysAgo: withdrawnDaysAgo, minute: 19 * 60 + 30 } : later(issued, 3);
      taken.push(mistaken);
    }
    for (let index = 0; index < count; index++) {
      const daysAgo = Math.round(signed.daysAgo - ((signed.daysAgo - untilDaysAgo) * index) / count);
      const issued =
        daysAgo === signed.daysAgo
          ? later(signed, 12 + 4 * index)
          : { daysAgo, minute: between(9 * 60, 19 * 60) };
      const isLast = closes && index === count - 1;
      const share = between(25, 45) / (count > 2 ? 1.4 : 1);
      const next = isLast
        ? closing(contract, issued, count === 1)
        : instalment(contract, share, issued, index === 0 ? "first" : "further");
      contract.paid_amount = Big(contract.paid_amount).plus(next.equivalent_amount).toFixed();
      taken.push(next);
    }
    const lastMoments = taken.map(({ issued, cancelled }) => cancelled ?? issued).sort(compareMoments);
    contract.changed = lastMoments.at(-1) ?? signed;
    if (status === "cancelled" && !voided) {
      contract.changed = {
        daysAgo: Math.max(untilDaysAgo, signed.daysAgo - between(5, 20)),
        minute: 19 * 60 + 30,
      };
    }
    return taken;
  }

  /** A round sum that is about `percent` of the contract. */
  function instalment(contract: Contract, percent: number, issued: Moment, which: "first" | "further") {
    const currency = pick(paidIn[contract.currency] ?? ["USD"]);
    const step = steps[currency];
    const share = Big(contract.total_amount).times(percent).div(100);
    const worth = convert(share, currencyOf(contract.currency), currencyOf(currency));
    const amount = Big(step).times(worth.div(step).round(0, Big.roundHalfUp)).toFixed(2);
    const description =
      which === "first"
        ? pick([
            "دفعة مقدمة من قيمة العقد رقم {contract}",
            `عربون حجز مقعد في ${contract.campaign}`,
            `دفعة أولى من قيمة باقة ${contract.package}`,
          ])
        : pick(["دفعة ثانية من قيمة العقد رقم {contract}", `دفعة من قيمة باقة ${contract.package}`]);
    return receipt({ pilgrim: contract.pilgrim, contract, currency, amount, issued, description });
  }

  /** All that remains; nobody counts out fils, so rials close only what was agreed in rials. */
  function closing(contract: Contract, issued: Moment, isOnly: boolean) {
    const wanted = pick(paidIn[contract.currency] ?? ["USD"]);
    const currency = wanted === "YER" ? (contract.currency as PaidIn) : wanted;
    const remaining = Big(contract.total_amount).minus(contract.paid_amount);
    const worth = convert(remaining, currencyOf(contract.currency), currencyOf(currency));
    const description = isOnly
      ? pick(["سداد كامل قيمة العقد رقم {contract}", `كامل قيمة باقة ${contract.package}`])
      : pick(["الدفعة الأخيرة من قيمة العقد رقم {contract}", "تسوية المتبقي من قيمة العقد رقم {contract}"]);
    const amount = roundTo(worth, currency);
    return receipt({ pilgrim: contract.pilgrim, contract, currency, amount, issued, description });
  }

  /** Books a voucher as the office does (rulings §3). */
  function receipt(
    terms: Pick<Receipt, "pilgrim" | "contract" | "amount" | "issued" | "description"> & { currency: PaidIn },
  ): Receipt {
    const currency = currencyOf(terms.currency);
    const target = terms.contract ? currencyOf(terms.contract.currency) : baseCurrency;
    const rate = divide(currency.exchange_rate, target.exchange_rate);
    const means = meansFor(terms.currency);
    const own = currencyOf(accounts.find(({ name }) => name === means.account)?.currency ?? terms.currency);
    return {
      number: "",
      ...terms,
      ...means,
      amount: roundTo(Big(terms.amount), currency.code),
      account_amount: roundTo(convert(terms.amount, currency, own), own.code),
      exchange_rate_at_payment: rate.round(20, Big.roundHalfUp).toFixed(),
      equivalent_amount: equivalent(terms.amount, rate, currency, target, terms.contract),
      received_by: between(1, 8) === 1 ? "admin" : "cashier",
      cancelled: null,
    };
  }

  function meansFor(currency: PaidIn): Pick<Receipt, "payment_method" | "payment_reference" | "account"> {
    const bank: AccountName =
      currency === "USD" ? pick([dollarBank, dollarBank, dollarBank, dinarBank]) : riyalBank;
    const method = pick(
      currency === "YER"
        ? (["cash", "cash", "cash", "cash", "cash", "bank_transfer"] as const)
        : (["cash", "cash", "cash", "bank_transfer", "bank_transfer", "cheque", "credit_card"] as const),
    );
    switch (method) {
      case "cash":
        return { payment_method: method, payment_reference: null, account: cashBoxes[currency] };
      case "bank_transfer":
        return { payment_method: method, payment_reference: digits("TRX-########"), account: bank };
      case "cheque":
        return {
          payment_method: method,
          payment_reference: digits("00#####"),
          account: currency === "USD" ? dollarBank : riyalBank,
        };
      case "credit_card":
        return { payment_method: method, payment_reference: null, account: riyalBank };
    }
  }
}

/** In the contract's currency; what comes within one minor unit of what remains is what remains (rulings §3). */
function equivalent(amount: string, rate: Big, currency: Rated, target: Rated, contract: Contract | null) {
  const worth = roundTo(Big(amount).times(rate), target.code);
  if (!contract) return worth;
  const remaining = Big(contract.total_amount).minus(contract.paid_amount);
  const oneMinorUnit = Big(10).pow(-minorUnit(currency.code)).times(rate);
  if (remaining.minus(worth).abs().lt(oneMinorUnit)) return remaining.toFixed(minorUnit(target.code));
  if (remaining.lt(worth))
    throw new Error(`More would be paid than the contract of ${contract.pilgrim.name} asks for.`);
  return worth;
}
