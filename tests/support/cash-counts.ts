import type { fixture } from "./app";
import { type Client, hiddenField } from "./client";

/** Cash boxes of an office and how a clerk counts them. */
export function cashCountsOf(office: ReturnType<typeof fixture>, clerk: Client) {
  let made = 0;
  async function makeBox(balance: number, currency_code = "SAR"): Promise<number> {
    const box = { name: `صندوق ${++made}`, currency_code, balance };
    return (await clerk.post("/api/cash-boxes", box)).body.cash_box.id;
  }

  const path = (box: number) => `/settings/accounts/cash-boxes/${box}/counts`;

  /** The hidden values of a newly opened form. */
  async function opened(box: number) {
    const { body } = await clerk.get(`${path(box)}/new`);
    return {
      idempotency_key: hiddenField(body, "idempotency_key"),
      updated_at: hiddenField(body, "updated_at"),
    };
  }

  const submit = (box: number, fields: Record<string, string>) => clerk.submit(`${path(box)}/new`, fields);

  async function count(box: number, fields: Record<string, string>) {
    return submit(box, { ...(await opened(box)), ...fields });
  }

  const countsOf = (account_id: number) => office.knex("cash_counts").where({ account_id }).orderBy("id");
  return { makeBox, path, opened, submit, count, countsOf };
}
