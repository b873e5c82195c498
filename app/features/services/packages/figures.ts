import Big from "big.js";
import { latinDigits } from "~/domain/digits";
import { formatMoney } from "~/ui/page/money";
import { addsToPrice, costAndPrice } from "./cost";
import type { Offers } from "./offers.server";

/** The values of the form's fields by their names; for boxes all ticked ones. */
export type Typed = Record<string, unknown>;

/** Cost and price of the typed values, formatted; null while a field that they need is not a number. */
export function figuresOf(typed: Typed, offers: Offers) {
  const currency = rowOf(offers.currencies, typed.currency_id);
  const base = offers.currencies[0];
  const duration = number(typed.duration);
  const sharing = number(typed.room_occupancy_basis);
  const margin = number(typed.profit_margin);
  if (!currency || !base || !duration || !sharing || !margin) return null;
  if (!isWhole(duration, 1, 365) || !isWhole(sharing, 1, 4) || margin.abs().gte(1000)) return null;

  const hotel = rowOf(offers.hotels, typed.hotel_id);
  const services = [typed.other_service_ids ?? []].flat();
  const { cost, price } = costAndPrice(
    {
      duration: duration.toNumber(),
      room_occupancy_basis: sharing.toNumber(),
      profit_margin: margin.toString(),
      rate: currency.rate,
    },
    {
      hotel: hotel ?? null,
      transportation: rowOf(offers.transportations, typed.transportation_id) ?? null,
      catering: rowOf(offers.caterings, typed.catering_id) ?? null,
      other_services: offers.services.filter(({ id }) => services.some((one) => String(one) === String(id))),
    },
  );
  return {
    cost: figureText(cost, base),
    price: figureText(price, currency),
    marginIsIdle: !addsToPrice(margin.toString()),
    /** The hotel has no price for such a room, so it would be free. */
    roomIsFree: hotel !== undefined && Number(hotel.rooms[sharing.toNumber() - 1]) === 0,
  };
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
