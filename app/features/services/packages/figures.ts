import Big from "big.js";
import { latinDigits } from "~/domain/digits";
import { formatMoney } from "~/domain/money";
import { addsToPrice, costAndPrice } from "./cost";
import { proposedPrices, type Shares } from "./grid";
import type { Offers } from "./offers.server";
import { excessOfNights, stayRowsOf } from "./stay";

/** The values of the form's fields by their names; for boxes all ticked ones. */
export type Typed = Record<string, unknown>;

/** Cost and price of the typed values, formatted, and the prices that cells would have; null while a field that they need is not a number. */
export function figuresOf(typed: Typed, offers: Offers, shares: Shares) {
  const currency = rowOf(offers.currencies, typed.currency_id);
  const base = offers.currencies[0];
  const duration = number(typed.duration);
  const sharing = number(typed.room_occupancy_basis);
  const margin = number(typed.profit_margin);
  if (!currency || !base || !duration || !sharing || !margin) return null;
  if (!isWhole(duration, 1, 365) || !isWhole(sharing, 1, 4) || margin.abs().gte(1000)) return null;

  const stays = staysOf(typed, offers, duration);
  if (!stays || excessOf(typed, offers)) return null;
  const services = [typed.other_service_ids ?? []].flat();
  const terms = {
    duration: duration.toNumber(),
    room_occupancy_basis: sharing.toNumber(),
    profit_margin: margin.toString(),
    rate: currency.rate,
  };
  const components = {
    stays,
    transportation: rowOf(offers.transportations, typed.transportation_id) ?? null,
    catering: rowOf(offers.caterings, typed.catering_id) ?? null,
    other_services: offers.services.filter(({ id }) => services.some((one) => String(one) === String(id))),
  };
  const { cost, price } = costAndPrice(terms, components);
  return {
    cost: figureText(cost, base),
    price: figureText(price, currency),
    marginIsIdle: !addsToPrice(margin.toString()),
    /** A hotel has no price for such a room: it would be given away. */
    roomIsFree: stays.some(({ rooms }) => Number(rooms[sharing.toNumber() - 1]) === 0),
    /** Of all stays. */
    nights: nightsOf(stays),
    currency,
    proposals: proposedPrices(terms, components, shares).map(({ price, ...cell }) => ({
      ...cell,
      amount: price.round(currency.decimals, Big.roundHalfUp).toFixed(),
    })),
  };
}

/** Why the typed nights are too many for the typed duration; undefined if they are not, or not yet numbers. */
export function excessOf(typed: Typed, offers: Offers) {
  const duration = number(typed.duration);
  const stays = duration && isWhole(duration, 1, 365) && staysOf(typed, offers, duration);
  return stays ? excessOfNights(nightsOf(stays), duration.toNumber()) : undefined;
}

const nightsOf = (stays: { nights: number }[]) => stays.reduce((sum, { nights }) => sum + nights, 0);

/** The stays that have a hotel; null while the nights of one of several are not yet a number. */
function staysOf(typed: Typed, { hotels }: Offers, duration: Big) {
  const rows = stayRowsOf(typed).filter(({ hotel_id }) => hotel_id);
  const stays = rows.flatMap((row) => {
    const hotel = rowOf(hotels, row.hotel_id);
    const nights = row.nights || rows.length > 1 ? number(row.nights) : duration;
    return hotel && nights && isWhole(nights, 1, 365) ? [{ ...hotel, nights: nights.toNumber() }] : [];
  });
  return stays.length < rows.length ? null : stays;
}

const rowOf = <Row extends { id: number }>(rows: Row[], id: unknown) =>
  rows.find((row) => String(row.id) === String(id));

const isWhole = (value: Big, min: number, max: number) =>
  value.round(0, Big.roundDown).eq(value) && value.gte(min) && value.lte(max);

function number(typed: unknown) {
  const text = latinDigits(String(typed ?? ""))
    .trim()
    .replace(/^−/, "-");
  return /^-?\d{1,12}(\.\d+)?$/.test(text) ? Big(text) : null;
}

function figureText(amount: Big, currency: Offers["currencies"][number]) {
  return formatMoney(amount.round(currency.decimals, Big.roundHalfUp).toNumber(), currency);
}
