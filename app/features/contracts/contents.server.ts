import { isDeepStrictEqual } from "node:util";
import { z } from "zod";
import type { Db, Transaction } from "~/db/knex.server";
import { list, mostIds } from "~/domain/lists.server";
import { contractTerms } from "~/features/company/company.server";
import type { SignedLine } from "~/features/fees/fee-lines";
import { signedLines } from "~/features/fees/fee-lines.server";
import { contentsOf, type PackageContents } from "~/features/services/packages/contents.server";
import { mostStays } from "~/features/services/packages/stay";

/** What a contract says is sold, in the words of its paper. */
const contractContents = z.object({
  package: z.string(),
  type: z.string(),
  /** In days. */
  duration: z.number(),
  /** Pilgrims in a room, 1 to 4. */
  room_occupancy_basis: z.number(),
  stays: list(
    z.object({
      place: z.number(),
      hotel_id: z.number(),
      hotel: z.string(),
      city: z.string(),
      nights: z.number(),
    }),
    mostStays,
  ),
  transportation: z.object({ company_name: z.string(), bus_type: z.string() }).nullable(),
  catering: z.object({ name: z.string(), meals_per_day: z.number() }).nullable(),
  other_services: list(z.string(), mostIds),
  /** The office's terms, a paragraph a line. */
  terms: z.string(),
  /** The fee of a cancelling before the departure; missing where there is none. */
  fee_lines: signedLines.optional(),
});
export type ContractContents = z.infer<typeof contractContents>;

async function contentsNow(
  db: Db,
  contents: PackageContents,
  fee_lines?: SignedLine[],
): Promise<ContractContents> {
  const {
    name,
    type,
    duration,
    room_occupancy_basis,
    stays,
    transportation: bus,
    catering: meals,
  } = contents;
  return {
    package: name,
    type,
    duration,
    room_occupancy_basis,
    stays,
    transportation: bus && { company_name: bus.company_name, bus_type: bus.bus_type },
    catering: meals && { name: meals.name, meals_per_day: meals.meals_per_day },
    other_services: contents.other_services.map(({ name }) => name),
    terms: await contractTerms(db),
    ...(fee_lines && { fee_lines }),
  };
}

/**
 * Keeps what contracts of this package say that are signed now (docs/decisions/stays.md, fee-calendar.md).
 * @returns the id for their `contents_id`; contracts that say the same have the same
 */
export async function keepContents(
  trx: Transaction,
  contents: PackageContents,
  feeLines: SignedLine[] | undefined,
): Promise<number> {
  const said = JSON.stringify(await contentsNow(trx, contents, feeLines));
  await trx.raw("INSERT INTO contract_contents (contents) VALUES (?) ON CONFLICT DO NOTHING", [said]);
  const { rows } = await trx.raw(
    "SELECT id FROM contract_contents WHERE md5(contents::text) = md5((?::jsonb)::text)",
    [said],
  );
  return rows[0].id;
}

/** What was kept for a contract or an offer; undefined where nothing was, or nothing that can be read. */
async function contentsKept(
  db: Db,
  table: "contracts" | "offers",
  id: number,
): Promise<ContractContents | undefined> {
  const row: { contents: unknown } | undefined = await db("contract_contents")
    .whereIn("id", db(table).where({ id }).select("contents_id"))
    .first("contents");
  return contractContents.safeParse(row?.contents).data;
}

/** What a contract of this package says if it is signed now. */
const contentsOfPackage = async (db: Db, id: number) =>
  contentsNow(db, (await contentsOf(db, [id])).get(id) as PackageContents);

type Named = { id: number; package_id: number };

/** What an offer says: what was kept, or else what its package is now. */
export async function contentsOfOffer(db: Db, { id, package_id }: Named) {
  const said = (await contentsKept(db, "offers", id)) ?? (await contentsOfPackage(db, package_id));
  return { ...said, fee_lines: said.fee_lines ?? [] };
}

/**
 * What a contract says: what was kept, or else what its package is now.
 * @returns `hasChanged`: whether the package has become another one since
 */
export async function contentsOfContract(db: Db, { id, package_id }: Named) {
  const now = await contentsOfPackage(db, package_id);
  const { fee_lines = [], ...said } = (await contentsKept(db, "contracts", id)) ?? now;
  const hasChanged = !isDeepStrictEqual({ ...said, terms: "" }, { ...now, terms: "" });
  return { ...said, fee_lines, hasChanged };
}
