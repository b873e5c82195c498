import { expect, test } from "vitest";
import { useCancelling } from "../support/cancelling";
import { inCash } from "../support/factories";
import { useOffice } from "../support/office";

/* Numbers never change: a voucher's date stays in the year of its number (books.md). */

const { office, client } = useOffice({ isFaultless: true });
const { ids, receive } = useCancelling(office, client);

test("a voucher's date stays in the year of its number; its other values change", async () => {
  const receipt = await receive({ date: "2026-01-02" });
  const { body } = await client.post("/api/payment-vouchers", {
    customer_id: ids.customer,
    ...inCash(ids.box, ids.usd, 10),
    date: "2026-01-02",
  });
  for (const path of [
    `/api/receipt-vouchers/${receipt.id}`,
    `/api/payment-vouchers/${body.payment_voucher.id}`,
  ]) {
    const refused = await client.put(path, { date: "2025-12-31" });
    expect([refused.status, refused.body.fields]).toEqual([
      409,
      { date: "رقم السند من سنة 2026: ألغه وأدخله من جديد بتاريخه" },
    ]);
    expect((await client.put(path, { date: "2026-01-03", description: "دفعة" })).status).toBe(200);
  }
});
