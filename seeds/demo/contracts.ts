import Big from "big.js";
import { compareMoments, later, type Moment } from "./calendar";
import { type Campaign, campaigns, contractlessReceipts, type History } from "./campaigns";
import type { Generator } from "./generator";
import { roundTo } from "./money";
import { agents } from "./partners";
import type { Pilgrim } from "./pilgrims";
import { closing, instalment, type PaidIn, type Receipt, receipt } from "./receipts";

export type Contract = {
  number: string;
  pilgrim: Pilgrim;
  campaign: string;
  package: string;
  currency: PaidIn;
  total_amount: string;
  discount: { amount: string; reason: string; daysAgo: number } | null;
  /** What an adult in a double pays more than the package's price; null of a contract at that price. */
  supplement: string | null;
  package_cost: string;
  agent: { name: string; rate: string; reason: string | null } | null;
  paid_amount: string;
  status: History["status"];
  cancellation: { on: Moment; reason: string; fee: string } | null;
  refunded_amount: string;
  signed: Moment;
  changed: Moment;
  visa: { daysAgo: number; durationDays: number } | null;
};

/** The packages' prices by name, and the cost of each in the same currency. */
type Price = { total_price: string; cost: string };
/** @property double that of an adult in a double, where the package has prices by room */
export type Prices = Record<string, Price & { currency: PaidIn; double?: Price }>;

export const noon = 12 * 60;
const evening = 19 * 60 + 30;

/** The contracts of all campaigns and the receipts of the office, each in the order of their signing or issue. */
export function sales(prices: Prices, pilgrims: Pilgrim[], chance: Generator) {
  const contracts: Contract[] = [];
  const receipts: Receipt[] = [];
  for (const campaign of campaigns) {
    for (const { contract, history } of signings(campaign, prices, pilgrims, chance)) {
      contracts.push(contract);
      receipts.push(...payments(contract, history, campaign.paidUntilDaysAgo, chance));
      if (contract.status === "completed" && campaign.closedDaysAgo) {
        contract.changed = { daysAgo: campaign.closedDaysAgo, minute: noon };
      }
    }
  }
  for (const { daysAgo, pilgrim, ...terms } of contractlessReceipts) {
    const issued = { daysAgo, minute: officeHour(chance) };
    receipts.push(receipt({ ...terms, pilgrim: at(pilgrims, pilgrim), contract: null, issued }, chance));
  }
  payForOthers(receipts, pilgrims);
  return {
    contracts: contracts.sort((a, b) => compareMoments(a.signed, b.signed)),
    receipts: receipts.sort((a, b) => compareMoments(a.issued, b.issued)),
  };
}

/** A father pays for his son, and an agent for a customer of his. */
function payForOthers(receipts: Receipt[], pilgrims: Pilgrim[]) {
  const named = (given: string) => pilgrims.find(({ name }) => name === `${given} الرداعي`);
  const [father, son] = ["عبدالله محمد صالح", "أنس عبدالله محمد"].map(named);
  const sons = receipts.find(({ contract }) => son && contract?.pilgrim === son);
  if (!father || !sons) throw new Error("No father pays for his son.");
  sons.payer = father;
  const agents = receipts.find(({ contract, payer }) => contract?.agent && !payer);
  if (!agents?.contract?.agent) throw new Error("No agent pays for a customer.");
  agents.payer = { agent: agents.contract.agent.name };
}

/** Numbers papers by year, in their order, with this many digits. */
export function number<Paper extends { number: string }>(
  prefix: string,
  papers: Paper[],
  yearOf: (paper: Paper) => string,
  digits = 5,
) {
  const last: Record<string, number> = {};
  for (const paper of papers) {
    const year = yearOf(paper);
    last[year] = (last[year] ?? 0) + 1;
    paper.number = `${prefix}-${year}-${String(last[year]).padStart(digits, "0")}`;
  }
}

/** Spread evenly over the campaign's days of sale. A family signs together for the same package. */
function signings(campaign: Campaign, prices: Prices, pilgrims: Pilgrim[], chance: Generator) {
  const { earlier, latest } = campaign.histories;
  const histories = [
    ...chance.shuffle(earlier.flatMap(([times, history]) => Array<History>(times).fill(history))),
    ...latest,
  ];
  const [first, last] = campaign.soldDaysAgo;
  let previous: Contract | undefined;
  return histories.map((history, place) => {
    const pilgrim = at(pilgrims, at(campaign.signers, place));
    const relative = previous?.pilgrim.address === pilgrim.address ? previous : undefined;
    const packageName = relative?.package ?? chance.pick(campaign.packages);
    const price = prices[packageName];
    if (!price) throw new Error(`The package ${packageName} has no price.`);
    const daysAgo = Math.round(first - ((first - last) * place) / (histories.length - 1));
    const signed = relative
      ? later(relative.signed, 9)
      : { daysAgo, minute: chance.between(9 * 60, 18 * 60) };
    const discount = campaign.discount?.place === place ? discountOf(price, campaign.discount, signed) : null;
    const isInDouble = !relative && !discount && pilgrim.date_of_birth < "2000" && place % 2 === 0;
    const double = isInDouble ? price.double : undefined;
    const sold = double ?? price;
    const contract: Contract = {
      number: "",
      pilgrim,
      campaign: campaign.name,
      package: packageName,
      currency: price.currency,
      total_amount: Big(sold.total_price)
        .minus(discount?.amount ?? 0)
        .toFixed(),
      discount,
      supplement: double ? Big(double.total_price).minus(price.total_price).toFixed() : null,
      package_cost: sold.cost,
      agent: relative ? relative.agent : agentOf(campaign, place),
      paid_amount: "0",
      status: history.status,
      cancellation: null,
      refunded_amount: "0",
      signed,
      changed: signed,
      visa:
        history.closes && place < (campaign.approved ?? place + 1) ? visa(campaign, signed, chance) : null,
    };
    previous = contract;
    return { contract, history };
  });
}

function discountOf(
  { total_price, currency }: Prices[string],
  { percent, reason, daysLater }: NonNullable<Campaign["discount"]>,
  signed: Moment,
) {
  const amount = roundTo(Big(total_price).times(percent).div(100), currency);
  return { amount, reason, daysAgo: signed.daysAgo - daysLater };
}

/** The agent who brought the pilgrim, at their own rate or the campaign's. */
function agentOf({ agent }: Campaign, place: number): Contract["agent"] {
  if (!agent || place % agent.every !== 1) return null;
  const { name, special } = agent;
  const own = agents.find((one) => one.name === name);
  if (!own) throw new Error(`The agency has no agent ${name}.`);
  return { name, rate: special?.rate ?? own.commission_rate, reason: special?.reason ?? null };
}

/** Visas are issued in the last days before departure; those for Hajj after the demo office's today. */
function visa({ departsIn }: Campaign, signed: Moment, chance: Generator) {
  if (departsIn === "hajj") return null;
  const daysAgo = departsIn < 0 ? chance.between(4, 11) - departsIn : chance.between(0, 6);
  return daysAgo < signed.daysAgo ? { daysAgo, durationDays: chance.pick([30, 90]) } : null;
}

/** A contract's receipts, and their changes of the contract. */
function payments(contract: Contract, history: History, untilDaysAgo: number, chance: Generator) {
  const { signed } = contract;
  const { receipts: count, closes, voided } = history;
  const taken: Receipt[] = [];
  const withdrawn = {
    daysAgo: Math.max(untilDaysAgo, signed.daysAgo - chance.between(4, 20)),
    minute: evening,
  };
  if (voided) {
    const mistaken = instalment(contract, chance.between(25, 40), later(signed, 6), "first", chance);
    mistaken.cancelled = contract.status === "cancelled" ? withdrawn : later(mistaken.issued, 3);
    if (contract.status !== "cancelled" && mistaken.payment_method === "cheque") {
      mistaken.cancelled = { daysAgo: Math.max(0, mistaken.issued.daysAgo - 6), minute: noon };
      mistaken.returned = { reason: "رصيد الساحب لا يكفي", charge: "50" };
    }
    taken.push(mistaken);
  }
  for (let index = 0; index < count; index++) {
    const daysAgo = Math.round(signed.daysAgo - ((signed.daysAgo - untilDaysAgo) * index) / count);
    const issued =
      daysAgo === signed.daysAgo ? later(signed, 12 + 4 * index) : { daysAgo, minute: officeHour(chance) };
    const percent = count > 2 ? chance.between(18, 32) : chance.between(25, 45);
    const next =
      closes && index === count - 1
        ? closing(contract, issued, count === 1, chance)
        : instalment(contract, percent, issued, index === 0 ? "first" : "further", chance);
    contract.paid_amount = Big(contract.paid_amount).plus(next.equivalent_amount).toFixed();
    contract.changed = next.issued;
    taken.push(next);
  }
  if (contract.status === "cancelled") {
    contract.changed = withdrawn;
    const fee = count ? roundTo(Big(contract.total_amount).div(10), contract.currency) : "0";
    contract.cancellation = { on: withdrawn, reason: "اعتذر عن السفر لظرف عائلي", fee };
  }
  return taken;
}

const officeHour = ({ between }: Generator) => between(9 * 60, 19 * 60);

function at<Item>(items: readonly Item[], place: number): Item {
  const item = items[place];
  if (item === undefined) throw new Error(`There are only ${items.length} to choose number ${place} from.`);
  return item;
}
