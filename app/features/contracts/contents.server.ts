import { isDeepStrictEqual } from "node:util";
import type { Db, Transaction } from "~/db/knex.server";
import { contractTerms } from "~/features/company/company.server";
import type { SignedLine } from "~/features/fees/fee-lines";
import { contentsOf, type PackageContents } from "~/features/services/packages/contents.server";

/** What a contract says is sold, in the words of its paper. */
export type ContractContents = {
  package: string;
  type: string;
  /** In days. */
  duration: number;
  /** Pilgrims in a room, 1 to 4. */
  room_occupancy_basis: number;
  stays: PackageContents["stays"];
  transportation: { company_name: string; bus_type: string } | null;
  catering: { name: string; meals_per_day: number } | null;
  other_services: string[];
  /** The office's terms, a paragraph a line. */
  terms: string;
  /** The fee of a cancelling before the departure; missing where there is none. */
  fee_lines?: SignedLine[];
};

/** What a contract of this package says if it is signed now. */
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

/** What was kept under an id. */
export const contentsKept = async (db: Db, id: number): Promise<ContractContents> =>
  (await db("contract_contents").where({ id }).first("contents")).contents;

/**
 * What a contract says: what was signed, or, if nothing was kept then, what its package is now.
 * @returns `hasChanged`: whether the package has become another one since
 */
export async function contentsOfContract(db: Db, contract: { id: number; package_id: number }) {
  const contents = await contentsOf(db, [contract.package_id]);
  const now = await contentsNow(db, contents.get(contract.package_id) as PackageContents);
  const signed: { contents: ContractContents } | undefined = await db("contract_contents")
    .join("contracts", "contents_id", "contract_contents.id")
    .where("contracts.id", contract.id)
    .first("contents");
  const said = signed?.contents ?? now;
  const { fee_lines = [], ...sold } = said;
  const hasChanged = !isDeepStrictEqual({ ...sold, terms: "" }, { ...now, terms: "" });
  return { ...sold, fee_lines, hasChanged };
}
