import Big from "big.js";
import Fraction from "fraction.js";
import { decimalOf, exactRate } from "~/features/money/divide";

/** A price as exact text, and the rate of its currency to the default one. */
export type Priced = { price: string; rate: string };
/** The prices of a night in the whole room: single, double, triple, quad. */
export type PricedRooms = { rooms: [string, string, string, string]; rate: string };
export type PricedStay = PricedRooms & { nights: number };

export type Components<Of extends PricedStay = PricedStay> = {
  stays: Of[];
  transportation: Priced | null;
  catering: Priced | null;
  other_services: Priced[];
};

export type Terms = {
  /** In days. */
  duration: number;
  /** Pilgrims in a room. */
  room_occupancy_basis: number;
  /** Percent of the price. */
  profit_margin: string;
  /** The rate of the package's currency to the default one. */
  rate: string;
};

/** The cost of each part of a package for one pilgrim, in the default currency, as an exact fraction. A room for more has no price. */
function costOfParts(
  { duration, room_occupancy_basis: sharing }: Pick<Terms, "duration" | "room_occupancy_basis">,
  { stays, transportation, catering, other_services }: Components,
) {
  return {
    stays: stays.map(({ rooms, rate, nights }) =>
      worth({ price: rooms[sharing - 1] ?? "0", rate }, nights).div(sharing),
    ),
    transportation: transportation && worth(transportation),
    catering: catering && worth(catering, duration),
    other_services: other_services.map((service) => worth(service)),
  };
}

/**
 * A package's cost for one pilgrim, in the default currency, and its price, in its own (spec §9); neither is rounded.
 * A margin outside of 0 to less than 100 percent adds nothing. All is exact and divided once, at the end.
 * @param share of both, in percent
 */
export function costAndPrice(terms: Terms, components: Components, share = "100"): { cost: Big; price: Big } {
  const parts = Object.values(costOfParts(terms, components)).flat();
  const whole = parts.reduce<Fraction>((sum, part) => (part ? sum.add(part) : sum), new Fraction(0));
  const cost = whole.mul(share).div(100);
  const costShare = addsToPrice(terms.profit_margin) ? Big(100).minus(terms.profit_margin) : Big(100);
  return {
    cost: decimalOf(cost),
    price: decimalOf(cost.mul(100).div(exactRate(terms.rate).mul(costShare.toFixed()))),
  };
}

export const addsToPrice = (margin: string) => Big(margin).gte(0) && Big(margin).lt(100);

const worth = ({ price, rate }: Priced, times = 1) => exactRate(rate).mul(price).mul(times);
