import { expect, test } from "vitest";
import { decisionsOf } from "../support/closing";
import { useCreditNotes } from "../support/credit-notes";
import { formsIn } from "../support/forms";
import { useOffice } from "../support/office";
import { questionsIn } from "../support/questions";

/* What forms ask before a credit note takes off more than its invoice, and where they lead instead of a refusal. */

const { office, client } = useOffice({ isFaultless: true });
const { ids, bill, note, received } = useCreditNotes(office, client);

const formAt = async (address: string, action: RegExp) => {
  const { status, body } = await client.get(address);
  expect(status).toBe(200);
  const form = formsIn(body).find((one) => action.test(one.action ?? address));
  return { ...form?.values } as Record<string, string>;
};

test("money back begins in riyals, and is asked about beyond what is left of its invoice's value", async () => {
  const invoice = await bill(100);
  await note(30, { credited_invoice_id: invoice.id });
  const address = `/financial/receipts/new?supplier=${ids.supplier}&credited=${invoice.id}`;
  const form = await formAt(address, /receipts\/new/);
  expect(form.currency_id).toBe(String(ids.sar));
  const sent = {
    ...form,
    amount: "80",
    payment_method: "cash",
    cash_box_id: String(ids.sarBox),
    description: "رد",
  };
  const { status, body } = await client.submit(address, sent);
  const { asked, confirmed } = questionsIn(body);
  expect([status, asked]).toEqual([
    409,
    [expect.stringContaining(`${invoice.invoice_number} بعد إشعاراتها 70.00 SAR`)],
  ]);
  expect((await client.submit(address, { ...sent, confirmed })).status).toBe(302);
  expect(
    (
      await client.submit(address, {
        ...(await formAt(address, /receipts\/new/)),
        ...sent,
        idempotency_key: "",
        amount: "1",
      })
    ).status,
  ).toBe(409);
});

test("a credit note is asked about beyond that, and called one in its dialog", async () => {
  const invoice = await bill(100);
  const address = `/invoices/purchases/new?credit=${invoice.id}`;
  const form = await formAt(address, /invoices\/purchases\/new/);
  const { status, body } = await client.submit(address, { ...form, amount: "100.01" });
  expect([status, questionsIn(body).asked]).toEqual([409, [expect.stringContaining("100.01 SAR")]]);
  expect(body).toContain("إشعار دائن جديد");
  expect((await client.submit(address, { ...form, amount: "100" })).status).toBe(302);
});

test("the form of a voucher of a closed period leads to what may be done with it", async () => {
  const { closeUntil, reopenAll } = decisionsOf(client);
  const receipt = await received(40, { supplier_id: ids.supplier, purpose: "returned" });
  await closeUntil("2026-03-31");
  const { status, body } = await client.get(`/financial/receipts/${receipt.id}/edit`);
  expect([status, body.includes("الفترة مقفلة حتى 2026-03-31")]).toEqual([409, true]);
  expect(body).toContain(`href="/financial/receipts/${receipt.id}/cancel"`);
  expect(body).toContain(`href="/financial/receipts?search=${receipt.receipt_number}"`);
  await reopenAll();
});
