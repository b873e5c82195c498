import Big from "big.js";
import { type RoomName, roomLabels, sharing, type Traveller, travellerLabels } from "~/domain/travellers";
import { type Components, costAndPrice } from "./cost";

/** A cell of a package's prices by room and age, in the package's currency. */
export type Cell = { room: RoomName; traveller: Traveller; amount: number };

export const gridRooms = Object.keys(roomLabels) as RoomName[];
export const gridTravellers = Object.keys(travellerLabels) as Traveller[];

/** The columns of the form's grid: under `prices` stand a room and its prices in turn. */
export const gridColumns = ["room", ...gridTravellers] as const;
export type GridRow = Record<(typeof gridColumns)[number], string>;

/** What the form has under `prices` for the cells of a package. */
export const gridValues = (cells: { room: RoomName; traveller: Traveller; amount: number | string }[]) =>
  gridRooms.flatMap((room) => [
    room,
    ...gridTravellers.map((traveller) => {
      const cell = cells.find((one) => one.room === room && one.traveller === traveller);
      return cell ? String(cell.amount) : "";
    }),
  ]);

/** What the office asks of children and infants, in percent of an adult's price; null where it has not said. */
export type Shares = Record<"child_share" | "infant_share", string | null>;

type Terms = Omit<Parameters<typeof costAndPrice>[0], "room_occupancy_basis">;

const shareOf = (traveller: Traveller, { child_share, infant_share }: Shares) =>
  traveller === "adult" ? "100" : traveller === "infant" ? infant_share : child_share;

/** Whether each hotel has a price for a room. No hotel has one for five. */
const hasPrices = (room: RoomName, { stays }: Components) =>
  stays.every(({ rooms }) => Big(rooms[sharing[room] - 1] ?? 0).gt(0));

/**
 * What the cells of a package would be, unrounded and in its currency: §9's price with the room's basis, and of it the office's share for
 * children and infants. A cell has none where a hotel has no price for the room, or the office no share.
 */
export function proposedPrices(terms: Terms, components: Components, shares: Shares) {
  return gridRooms.flatMap((room) => {
    if (!hasPrices(room, components)) return [];
    const ofRoom = { ...terms, room_occupancy_basis: sharing[room] };
    return gridTravellers.flatMap((traveller) => {
      const share = shareOf(traveller, shares);
      if (share === null) return [];
      return [{ room, traveller, price: costAndPrice(ofRoom, components, share).price }];
    });
  });
}

/**
 * What a pilgrim costs in a room, in the default currency: §9's cost with the room's basis, and of it the office's share. Where a hotel has
 * no price for the room it is the package's own cost, where the office has no share the whole of it.
 */
export function costOfCell(
  { room, traveller }: Pick<Cell, "room" | "traveller">,
  { total_cost, ...terms }: Terms & { total_cost: string },
  components: Components,
  shares: Shares,
) {
  const share = shareOf(traveller, shares) ?? "100";
  if (!hasPrices(room, components)) return Big(total_cost).times(share).div(100);
  return costAndPrice({ ...terms, room_occupancy_basis: sharing[room] }, components, share).cost;
}
