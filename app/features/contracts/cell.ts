import { rowsOfFlat } from "~/domain/rows";
import { type AgeGroup, cellText, type RoomName, type Traveller, travellerOf } from "~/domain/travellers";
import type { Cell } from "~/features/services/packages/grid";

/** The columns of what a form says of each companion: under `companion_cells` stand a customer, a room and a kind in turn. */
export const companionColumns = ["customer_id", "room", "traveller"] as const;

/** Who signs, as the form of a new contract shows one. */
export type Signer = { id: number; name: string };

/** How old signers are when they depart in a campaign. */
export type Ages = { of: string; rows: { id: number; age: AgeGroup | null; departure: string }[] };

export type CellFields = Partial<Record<"room" | "traveller" | "companion_cells", unknown>>;

/** A signer with what the form says of room and kind, and the price that follows; no price where the package has none for them. */
export type PricedSigner = Signer & {
  typed: { room: string; traveller: string };
  room: RoomName | null;
  traveller: Traveller | null;
  age?: Ages["rows"][number];
  price: number | undefined;
};

/** «ثنائية، طفل بسرير», or that the package's own price was taken. */
export const soldText = ({ room, traveller }: { room: RoomName | null; traveller: Traveller | null }) =>
  room && traveller ? cellText(room, traveller) : "بسعر الباقة";

/**
 * What each signer would pay, the first of whom signs for the others too: who has no own room has his, and who has no kind that of
 * his age. The server decides it again (`partiesOf`).
 */
export function pricedSigners(
  people: Signer[],
  typed: CellFields,
  ages: Ages | undefined,
  offer: { total_price: number; prices?: Cell[] },
): PricedSigner[] {
  const rows = rowsOfFlat(typed.companion_cells, companionColumns);
  const text = (value: unknown) => String(value ?? "");
  const first = { room: text(typed.room), traveller: text(typed.traveller) };
  return people.map((one, place) => {
    const row = rows.find(({ customer_id }) => customer_id === String(one.id));
    const own = place ? { room: row?.room ?? "", traveller: row?.traveller ?? "" } : first;
    const age = ages?.rows.find(({ id }) => id === one.id);
    const room = (own.room || first.room || null) as RoomName | null;
    const traveller = room && ((own.traveller || travellerOf(age?.age ?? null)) as Traveller);
    const cell = offer.prices?.find((one) => one.room === room && one.traveller === traveller);
    return { ...one, typed: own, room, traveller, age, price: room ? cell?.amount : offer.total_price };
  });
}
