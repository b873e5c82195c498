import type { Db } from "~/db/knex.server";
import type { Decimal } from "~/features/money/money.server";
import { type Cell, costOfCell } from "./grid";
import { packageRows } from "./packages.server";
import { readShares } from "./prices-by-room.server";

/** What a pilgrim of each room and age costs in a package now, in the default currency (`costOfCell`). */
export async function cellCosts(db: Db, packageId: number) {
  const terms = await packageRows(db).where("packages.id", packageId).first();
  const shares = await readShares(db);
  return (cell: Pick<Cell, "room" | "traveller">): Decimal =>
    terms ? costOfCell(cell, terms, terms.components, shares).toFixed() : "0";
}
