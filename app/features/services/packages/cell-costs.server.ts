import type { Db } from "~/db/knex.server";
import type { Decimal } from "~/features/money/money.server";
import { type Cell, costOfCell } from "./grid";
import { packageRows } from "./packages.server";
import { readShares } from "./prices-by-room.server";

type Row = { id: number; components: Parameters<typeof costOfCell>[2] } & Parameters<typeof costOfCell>[1];
type CostOf = (cell: Pick<Cell, "room" | "traveller">) => Decimal;

/** By package: what a pilgrim of each room and age costs in it now, in the default currency (`costOfCell`). */
export async function cellCosts(db: Db, packageIds: number[]): Promise<Map<number, CostOf>> {
  if (!packageIds.length) return new Map();
  const rows: Row[] = await packageRows(db).whereIn("packages.id", packageIds);
  const shares = await readShares(db);
  return new Map(
    rows.map((row): [number, CostOf] => [
      row.id,
      (cell) => costOfCell(cell, row, row.components, shares).toFixed(),
    ]),
  );
}
