import Big from "big.js";
import { db, type Transaction } from "~/db/knex.server";
import { invalid } from "~/domain/domain-error";
import { choice, id } from "~/domain/input.server";
import { rows } from "~/domain/lists.server";
import type { Question } from "~/domain/question";
import { namesOf } from "~/domain/states";
import {
  ageLabels,
  ageOf,
  cellText,
  type RoomName,
  roomLabels,
  type Traveller,
  travellerLabels,
  travellerOf,
} from "~/domain/travellers";
import { ageGroups } from "~/features/journey/ages.server";
import type { Decimal } from "~/features/money/money.server";
import type { StoredCell } from "~/features/services/packages/prices-by-room.server";
import { type Ages, companionColumns } from "./cell";
import { mostCompanions } from "./contract";

/* The room and the kind of traveller of a contract, which make its price (docs/decisions/grid.md). */

export type SentCell = { room?: RoomName | null; traveller?: Traveller | null };
export type Party = SentCell & { id: number };

type SoldCell = { room: RoomName; traveller: Traveller; supplement_amount: Decimal };
type NoCell = { [name in keyof SoldCell]: null };

export const isCell = (cell: SoldCell | NoCell): cell is SoldCell => cell.room !== null;

/**
 * The price of a contract, and the columns of its cell: that of the package's prices, or none, where it has the package's own price.
 * @throws DomainError invalid
 */
export function cellOf(
  { total_price, cells }: { total_price: Decimal; cells: StoredCell[] },
  { room = null, traveller = null }: SentCell,
): { price: Decimal } & (SoldCell | NoCell) {
  if (!room && !traveller)
    return { price: total_price, room: null, traveller: null, supplement_amount: null };
  if (!room) throw invalid("room", "اختر الغرفة: السعر للغرفة والمسافر معًا");
  if (!traveller) throw invalid("traveller", "اختر نوع المسافر: السعر للغرفة والمسافر معًا");
  const cell = cells.find((one) => one.room === room && one.traveller === traveller);
  if (!cell) throw invalid("room", `لا سعر في الباقة لهذا الاختيار: ${cellText(room, traveller)}`);
  const supplement_amount = Big(cell.amount).minus(total_price).toFixed();
  return { price: cell.amount, room, traveller, supplement_amount };
}

const anId = id();
const room = choice(namesOf(roomLabels));
const traveller = choice(namesOf(travellerLabels));
const isChoice = (schema: typeof room | typeof traveller, value: unknown) =>
  !value || schema.safeParse(value).success;

/** What a form says of each companion; one without an own room has that of who signs. */
export const companionCells = () =>
  rows(companionColumns, {
    most: 100, // the form may still have rows of who is not ticked any more
    long: `المسافرون ${mostCompanions} على الأكثر`,
    wrong: "المسافرون معه قائمة فيها العميل والغرفة والمسافر",
    faultOf: (all) =>
      all.every(
        (row) =>
          anId.safeParse(row.customer_id).success &&
          isChoice(room, row.room) &&
          isChoice(traveller, row.traveller),
      )
        ? undefined
        : "اختر الغرفة ونوع المسافر من القائمة",
    read: (row): Party => ({
      id: anId.parse(row.customer_id),
      room: row.room ? room.parse(row.room) : null,
      traveller: row.traveller ? traveller.parse(row.traveller) : null,
    }),
  }).optional();

/** Who signs with a form, each with room and kind: where no kind was chosen it is that of the age on departure. */
export async function partiesOf(
  trx: Transaction,
  {
    campaign_id,
    room,
    traveller,
    companion_cells = [],
  }: SentCell & { campaign_id: number; companion_cells?: Party[] },
  ids: number[],
): Promise<Party[]> {
  const own = new Map(companion_cells.map((party) => [party.id, party]));
  const all = ids.map((id, place): Party => {
    const sent = place ? own.get(id) : { room, traveller };
    return { id, room: sent?.room ?? room, traveller: sent?.traveller };
  });
  if (!all.some(({ room }) => room)) return all;
  const ages = await ageGroups(trx, campaign_id, ids);
  return all.map((party) =>
    party.room
      ? { ...party, traveller: party.traveller ?? travellerOf(ages.get(party.id)?.age ?? null) }
      : party,
  );
}

/** The questions of a form before a kind is sold that is of another age than its customer's on departure, as far as that is known. */
export async function ageQuestions(
  trx: Transaction,
  campaign_id: number,
  parties: Party[],
  customers: { id: number; name: string }[],
): Promise<Question[]> {
  const sold = parties.flatMap(({ id, traveller }) => (traveller ? [{ id, traveller }] : []));
  if (!sold.length) return [];
  const ages = await ageGroups(
    trx,
    campaign_id,
    sold.map(({ id }) => id),
  );
  return sold.flatMap(({ id, traveller }) => {
    const { age = null, departure } = ages.get(id) ?? {};
    if (!age || age === ageOf(traveller)) return [];
    const name = customers.find((one) => one.id === id)?.name;
    return [
      {
        text: `العميل «${name}» ${ageLabels[age]} يوم المغادرة ${departure}، ونوعه في العقد: ${travellerLabels[traveller]}.`,
        about: [campaign_id, id, traveller, age],
      },
    ];
  });
}

/** How old those of a form's signers are, who are customers, when they depart in its campaign. */
export async function agesIn(campaignId: unknown, signers: unknown[]): Promise<Ages> {
  const { data: ofCampaign } = anId.safeParse(campaignId);
  const ids = signers.flatMap((one) => anId.safeParse(one).data ?? []).slice(0, mostCompanions + 1);
  const rows = ofCampaign && ids.length ? [...(await ageGroups(db, ofCampaign, ids)).values()] : [];
  return { of: String(campaignId ?? ""), rows };
}
