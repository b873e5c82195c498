import Big from "big.js";
import { z } from "zod";
import type { Db, Transaction } from "~/db/knex.server";
import { invalid } from "~/domain/domain-error";
import { choice, price } from "~/domain/input.server";
import { mostOfForm, rows } from "~/domain/lists.server";
import { rowsOfFlat } from "~/domain/rows";
import { cellText, type RoomName, type Traveller } from "~/domain/travellers";
import { type Decimal, fits, tooFine } from "~/features/money/money.server";
import { type Cell, gridColumns, gridRooms, gridTravellers, type Shares } from "./grid";

/* A package's prices by room and age (docs/decisions/grid.md). */

export type SentCell = { room: RoomName; traveller: Traveller; amount: Decimal };
/** A cell as the database has it; exact amounts travel in JSON as text. */
export type StoredCell = SentCell;

const names = ["room", "traveller", "amount"] as const;
const room = choice(gridRooms as [RoomName, ...RoomName[]]);
const traveller = choice(gridTravellers as [Traveller, ...Traveller[]]);
const amount = price("اكتب السعر رقمًا لا يكون سالبًا");
const most = gridRooms.length * gridTravellers.length;
const long = `الأسعار ${most} على الأكثر، سعر لكل نوع غرفة ومسافر`;

/** Of a call `[{room, traveller, amount}]`, of a form the grid in which an empty cell is none; none removes the grid. Undefined when not sent. */
export const pricesField = () =>
  z
    .preprocess(
      cellsOfForm,
      rows(names, {
        most,
        long,
        wrong: "الأسعار قائمة فيها الغرفة والمسافر والسعر",
        faultOf,
        read: (row): SentCell => ({
          room: room.parse(row.room),
          traveller: traveller.parse(row.traveller),
          amount: amount.parse(row.amount),
        }),
      }),
    )
    .optional();

/** The cells of a form's grid; what no form sends stays as it is. */
function cellsOfForm(sent: unknown) {
  const isFlat = Array.isArray(sent) && sent.length > 0 && sent.length <= mostOfForm;
  if (!isFlat || !sent.every((value) => typeof value === "string")) return sent;
  return rowsOfFlat(sent, gridColumns).flatMap((row) =>
    gridTravellers.flatMap((traveller) =>
      row[traveller] ? [{ room: row.room, traveller, amount: row[traveller] }] : [],
    ),
  );
}

function faultOf(all: { [name in (typeof names)[number]]?: unknown }[]) {
  const cells = new Set<string>();
  for (const [index, row] of all.entries()) {
    const of = room.safeParse(row.room);
    const by = traveller.safeParse(row.traveller);
    if (!of.success || !by.success) return `السعر ${index + 1}: اختر نوع الغرفة والمسافر من القائمة`;
    const name = cellText(of.data, by.data);
    if (cells.has(name)) return `${name}: تكرر السعر`;
    cells.add(name);
    const fault = amount.safeParse(row.amount).error?.issues[0]?.message;
    if (fault) return `${name}: ${fault}`;
  }
  return undefined;
}

/** The cells of a row of `packages`, in SQL. */
export const cellsOfPackage = `(
  SELECT coalesce(json_agg(json_build_object('room', room, 'traveller', traveller, 'amount', trim_scale(amount)::text)), '[]')
  FROM package_prices WHERE package_id = packages.id)`;

/** Cells in the order of the grid. */
export const inOrder = (cells: StoredCell[]): Cell[] =>
  gridRooms.flatMap((room) =>
    gridTravellers.flatMap((traveller) => {
      const cell = cells.find((one) => one.room === room && one.traveller === traveller);
      return cell ? [{ room, traveller, amount: Number(cell.amount) }] : [];
    }),
  );

/** The office's shares of children and infants in an adult's price. */
export const readShares = (db: Db): Promise<Shares> =>
  db("company_info").first("child_share", "infant_share");

/**
 * Writes the cells of a package in place of the present ones; undefined leaves them.
 * @param code of the currency that the package has then
 * @throws DomainError invalid
 */
export async function writePrices(
  trx: Transaction,
  package_id: number,
  cells: SentCell[] | undefined,
  code: string,
) {
  if (!cells) return;
  const fine = cells.find(({ amount }) => !fits(amount, code));
  if (fine) throw invalid("prices", `${cellText(fine.room, fine.traveller)}: ${tooFine("السعر", code)}`);
  const present: StoredCell[] = await trx("package_prices")
    .where({ package_id })
    .select("room", "traveller", "amount");
  if (isSame(cells, present)) return;
  await trx("package_prices").where({ package_id }).delete();
  if (cells.length) await trx("package_prices").insert(cells.map((cell) => ({ package_id, ...cell })));
}

const isSame = (cells: SentCell[], present: StoredCell[]) =>
  cells.length === present.length &&
  cells.every(({ room, traveller, amount }) =>
    present.some((one) => one.room === room && one.traveller === traveller && Big(one.amount).eq(amount)),
  );
