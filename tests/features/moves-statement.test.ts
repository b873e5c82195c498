import { expect, test } from "vitest";
import { useMoves } from "../support/moves";
import { useOffice } from "../support/office";
import { textOf } from "../support/papers-text";

/* What a customer's statement says of money that goes from one contract to another (docs/decisions/statements.md). */

const { office, client } = useOffice({ isFaultless: true });
const { ids, makeCustomer, makeContract, receive, find, offer, moved, netsOf, ...on } = useMoves(
  office,
  client,
);

async function paidContract(customer_id: number, total: string, paid: number) {
  const id = await makeContract(total, ids.usd, customer_id);
  await receive({ customer_id, contract_id: id, amount: paid });
  return id;
}

/** The lines of a statement's file that allocations have made, with what stands in the columns of text and amounts. */
async function linesOf(customer_id: number) {
  const address = `/financial/statements/customers/${customer_id}/export/csv`;
  const { status, body } = await client.get(address);
  expect(status).toBe(200);
  const [head = "", ...lines] = String(body).trim().split(/\r?\n/);
  const heads = head.replace(/^\uFEFF/, "").split(",");
  return lines
    .map((line) => {
      const cells = line.split(",");
      return Object.fromEntries(heads.map((name, place) => [name, cells[place] ?? ""]));
    })
    .filter((line) => line.المستند?.includes("تخصيص") || line.المستند?.includes("تحت الحساب"));
}

const amountsIn = (line: Record<string, string>) => [
  line.المستند,
  line.البيان,
  line.العملة,
  Number(line["مدين (عليه)"]),
  Number(line["دائن (له)"]),
];

test("a move in one currency is one line, which changes no balance", async () => {
  const customer_id = await makeCustomer();
  const id = await paidContract(customer_id, "1000", 700);
  const row = await moved(id, { ...(await offer("1500")), fee: 100 });
  const { contract_number } = await find(id);
  const said = `نقل من العقد ${contract_number} إلى العقد ${row.contract_number}`;
  const lines = await linesOf(customer_id);
  expect(lines.map(amountsIn)).toEqual([["تخصيص", said, "USD", 600, 600]]);
  const net = 1000 - 700 - 1000 + 100 + 1500;
  expect([Number(lines[0]?.الرصيد), await netsOf(customer_id)]).toEqual([net, [["USD", net]]]);
  for (const page of ["", "/print"])
    expect(
      textOf((await client.get(`/financial/statements/customers/${customer_id}${page}`)).body).split(said),
    ).toHaveLength(2);
});

test("into another currency it is a line of each, and its cancelling likewise", async () => {
  const customer_id = await makeCustomer();
  const id = await paidContract(customer_id, "1000", 700);
  const row = await moved(id, await offer("300.500", ids.kwd));
  const { contract_number } = await find(id);
  const [allocation] = (await client.get(`/api/allocations?contract_id=${row.id}`)).body.allocations;
  const said = `نقل من العقد ${contract_number} إلى العقد ${row.contract_number}`;
  const { amount, equivalent_amount } = allocation;
  const made = [
    ["تخصيص", said, "USD", amount, 0],
    ["تخصيص", said, "KWD", 0, equivalent_amount],
  ];
  expect((await linesOf(customer_id)).map(amountsIn)).toEqual(made);
  expect((await client.post(`/api/allocations/${allocation.id}/cancel`, {})).status).toBe(200);
  expect((await linesOf(customer_id)).map(amountsIn)).toEqual([
    ...made,
    ["إلغاء تخصيص", said, "KWD", equivalent_amount, 0],
    ["إلغاء تخصيص", said, "USD", 0, amount],
  ]);
  expect((await client.delete(`/api/allocations/${allocation.id}`)).status).toBe(200);
  expect(await linesOf(customer_id)).toEqual([]);
});

test("what is set against a contract from what is on account has its two lines as before", async () => {
  const customer_id = await makeCustomer();
  const id = await paidContract(customer_id, "1000", 700);
  await on.cancelled(id);
  const { body } = await client.post("/api/allocations", {
    customer_id,
    from_contract_id: id,
    currency_id: ids.usd,
    amount: 200,
  });
  expect(body.allocation.amount).toBe(200);
  const target = await makeContract("500", ids.usd, customer_id);
  await client.post("/api/allocations", {
    customer_id,
    contract_id: target,
    currency_id: ids.usd,
    amount: 150,
  });
  const lines = (await linesOf(customer_id)).map(amountsIn);
  expect(lines.map(([, , , debit, credit]) => [debit, credit])).toEqual([
    [200, 0],
    [0, 200],
    [150, 0],
    [0, 150],
  ]);
  expect(new Set(lines.map((line) => line.join())).size).toBe(4);
});
