import { later } from "./calendar";
import { campaigns } from "./campaigns";
import type { Contract, Prices } from "./contracts";
import type { Office } from "./office";

/** The package and the campaign to which somebody was moved. */
const target = { campaign: 3, package: "عمرة أنجم – قريبة من الحرم" };

export type Move = { from: Contract; to: Contract };

/** The last one who withdrew without having paid goes with a later campaign instead: his contract is signed after all the others. */
export function moveLast(contracts: Contract[], prices: Prices): Move {
  const from = contracts.findLast(({ status, paid_amount }) => status === "cancelled" && paid_amount === "0");
  const last = contracts.at(-1);
  const price = prices[target.package];
  const campaign = campaigns[target.campaign];
  if (!from || !last || !price || !campaign) throw new Error("Nobody can be moved to another campaign.");
  const signed = later(last.signed, 4);
  const to: Contract = {
    ...from,
    number: "",
    campaign: campaign.name,
    package: target.package,
    currency: price.currency,
    total_amount: price.total_price,
    discount: null,
    supplement: null,
    package_cost: price.cost,
    status: "active",
    cancellation: null,
    signed,
    changed: signed,
    visa: null,
  };
  from.cancellation = { on: signed, reason: "", fee: "0" };
  from.changed = signed;
  contracts.push(to);
  return { from, to };
}

/** Tells the reason of the old contract, whose new one has its number by now. */
export function nameMove({ from, to }: Move) {
  if (from.cancellation) from.cancellation.reason = `نُقل إلى العقد ${to.number}`;
}

/** The new contract names the old one. */
export const linkMove = ({ trx, id }: Office, { from, to }: Move) =>
  trx("contracts")
    .where({ id: id("contracts", to.number) })
    .update({ moved_from_id: id("contracts", from.number) });
