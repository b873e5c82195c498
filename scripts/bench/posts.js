import { query } from "./data.js";

/**
 * Instalments of many contracts in many cash boxes, so that the posts wait for one another as little as they would.
 *
 * @param {string} url
 */
export async function receiptsToPost(url) {
  const { rows } = await query(
    url,
    `SELECT contracts.id AS contract_id, customer_id, contracts.currency_id, accounts.id AS cash_box_id,
       1 AS amount, 'cash' AS payment_method, 'دفعة من قيمة العقد' AS description, current_date::text AS date
     FROM contracts JOIN accounts ON accounts.kind = 'cash_box' AND accounts.currency_id = contracts.currency_id
       AND accounts.name LIKE '% ' || 1 + contracts.id % 3
     WHERE contracts.status = 'active' ORDER BY contracts.id % 1009, contracts.id LIMIT 2000`,
  );
  return rows;
}
