import { type Db, db } from "~/db/knex.server";
import { readPage } from "~/db/list.server";
import { valuesOf } from "~/domain/form-values";
import { id } from "~/domain/input.server";
import type { Contract } from "~/features/contracts/contract";
import { contractsNamed } from "~/features/contracts/contracts.server";
import { contracts } from "~/features/contracts/writes.server";
import { pickedOf } from "~/features/customers/picks.server";
import { step } from "~/http/form-steps.server";
import { refusalOf } from "~/http/screen.server";
import { statusOf } from "~/http/status";
import { mostContracts, proposeShares, sharesSchema } from "./split-writes.server";

/* The rows of the form of one payment for several contracts, and the steps that change them. */

/** A contract's row: the contract, whether it is ticked, and its typed share. */
export type SplitRow = ReturnType<typeof rowOf>;

const rowOf = (contract: Contract, isTicked: boolean, share = "") => ({
  id: contract.id,
  contract_number: contract.contract_number,
  customer_name: contract.customer_name,
  total_amount: contract.total_amount,
  remaining_amount: contract.remaining_amount,
  due_amount: contract.due_amount,
  currency: contract.currency,
  isTicked,
  share,
});

const isOpen = ({ remaining_amount }: Contract) => remaining_amount > 0;

/** The payable contracts that an address names. */
export async function rowsNamed(db: Db, params: URLSearchParams) {
  return (await contractsNamed(db, params))
    .filter(isOpen)
    .slice(0, mostContracts)
    .map((one) => rowOf(one, true));
}

/** The rows of a posted form, at their indexes. */
async function rowsOf(form: FormData): Promise<SplitRow[]> {
  const text = (name: string) => String(form.get(name) ?? "");
  const places = [...Array(mostContracts).keys()].flatMap((place) => {
    const { data } = id().safeParse(text(`rows[${place}]`));
    return data
      ? [{ id: data, isTicked: form.has(`contract_ids[${place}]`), share: text(`shares[${place}]`) }]
      : [];
  });
  const matches = await contractsNamed(
    db,
    new URLSearchParams({ contracts: places.map(({ id }) => id).join() }),
  );
  return places.flatMap(({ id, isTicked, share }) =>
    matches.filter((contract) => contract.id === id).map((contract) => rowOf(contract, isTicked, share)),
  );
}

/** The data of a refused form. */
export async function besideOf(form: FormData) {
  const { customer, query: customerQuery, matches } = await pickedOf(form);
  const query = String(form.get("contract_query") ?? "");
  return { rows: await rowsOf(form), query, customer, customerQuery, matches };
}

/** The steps of the form: `find` adds contracts to tick, `divide` fills in the empty shares. */
export async function takeStep(form: FormData) {
  const intent = form.get("intent");
  if (!intent || intent === "offer" || intent === "lookup") return undefined;
  const beside = await besideOf(form);
  const typedValues = valuesOf(form);
  if (intent === "find") {
    const search = beside.query.trim();
    const params = new URLSearchParams({ search, is_owing: "true", status: "standing", per_page: "10" });
    const matches = search ? (await readPage(contracts.list(params), params)).rows : [];
    const others = matches
      .filter((one) => !beside.rows.some(({ id }) => id === one.id))
      .map((one) => rowOf(one, false));
    const rows = [...beside.rows, ...others].slice(0, mostContracts);
    return step(typedValues, { ...beside, rows, hasFound: others.length > 0 });
  }
  const input = sharesSchema.safeParse({
    amount: form.get("amount"),
    currency_id: form.get("currency_id"),
    contract_ids: beside.rows.map(({ id, isTicked }) => (isTicked ? id : null)),
    shares: beside.rows.map(({ share }) => share),
  });
  if (!input.success) return step(typedValues, beside, 422, { amount: ["اكتب المبلغ كله ليوزع على العقود"] });
  try {
    const shares = await proposeShares(db, input.data);
    return step(typedValues, {
      ...beside,
      rows: beside.rows.map((row, place) => ({ ...row, share: shares[place] ?? row.share })),
    });
  } catch (thrown) {
    const refusal = refusalOf(thrown);
    const error = Object.entries(refusal.fields ?? {}).map(([name, text]) => [name, [text]]);
    return step(typedValues, beside, statusOf(refusal), Object.fromEntries(error));
  }
}
