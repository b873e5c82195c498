import { describe, expect, test } from "vitest";
import { useOffice } from "./support/office";
import { queriesOf } from "./support/queries";

const { office, client } = useOffice({ demo: true });
const { rows, value, nothing } = queriesOf(office);

const minorUnit = (currency: string) => `CASE ${currency}.code WHEN 'KWD' THEN 3 ELSE 2 END`;

describe("its figures", () => {
  test("packages cost and sell for what spec §9 says", async () => {
    const figures = await rows<Record<"name" | "total_cost" | "cost" | "total_price" | "price", string>>(`
      WITH costs AS (
        SELECT packages.*,
          coalesce((SELECT sum((CASE room_occupancy_basis WHEN 1 THEN single_room_price WHEN 2 THEN double_room_price
                                  WHEN 3 THEN triple_room_price ELSE quad_room_price END) * exchange_rate * nights)
                    FROM stays_of_packages stays JOIN hotels ON hotels.id = stays.hotel_id
                    JOIN currencies ON currencies.id = hotels.currency_id WHERE package_id = packages.id), 0)
            ::numeric(60, 30) / room_occupancy_basis
          + coalesce(price_per_person * bus.exchange_rate, 0)
          + coalesce(price_per_day * duration * meal.exchange_rate, 0)
          + coalesce((SELECT sum(price * exchange_rate) FROM package_other_services
                      JOIN other_services ON other_services.id = other_service_id
                      JOIN currencies ON currencies.id = other_services.currency_id
                      WHERE package_id = packages.id), 0) AS cost
        FROM packages
        LEFT JOIN transportations ON transportations.id = transportation_id
        LEFT JOIN currencies bus ON bus.id = transportations.currency_id
        LEFT JOIN catering_services ON catering_services.id = catering_id
        LEFT JOIN currencies meal ON meal.id = catering_services.currency_id
      )
      SELECT costs.name, round(total_cost, 2) AS total_cost, round(cost, 2) AS cost, round(total_price, 2) AS total_price,
             round(cost::numeric(60, 30) / (1 - profit_margin / 100) / exchange_rate, 2) AS price
      FROM costs JOIN currencies ON currencies.id = costs.currency_id`);
    for (const { name, total_cost, cost, total_price, price } of figures) {
      expect({ name, total_cost, total_price }).toEqual({ name, total_cost: cost, total_price: price });
    }

    const twoCities = `SELECT count(DISTINCT package_id) FROM package_stays JOIN hotels ON hotels.id = hotel_id
      JOIN cities ON cities.id = city_id WHERE cities.name = 'المدينة المنورة'`;
    expect(Number(await value(twoCities))).toBe(3);
    const mixed = "SELECT count(DISTINCT (type, currency_id)) FROM packages";
    expect(Number(await value(mixed))).toBeGreaterThanOrEqual(5);
  });

  test("no package's price is out of date", async () => {
    const { body } = await client.get("/api/packages");
    expect(body.packages).toHaveLength(12);
    expect(body.packages.filter((row: { price_out_of_date: boolean }) => row.price_out_of_date)).toEqual([]);
  });

  test("prices by room and age are those that the package's form proposes", async () => {
    const packages = await rows<{ id: number }>(
      "SELECT DISTINCT package_id AS id FROM package_prices ORDER BY 1",
    );
    expect(packages).toHaveLength(3);
    for (const { id } of packages) {
      const { body } = await client.get(`/services/packages/${id}/edit`);
      const cells = [
        ...body.matchAll(
          /data-cell="([a-z_ ]+)"[^>]* value="([\d.]+)"\/><small>[^/]*?<bdi dir="ltr">([\d,.]+)</g,
        ),
      ];
      expect(cells).toHaveLength(12);
      for (const [, cell, price, proposal = ""] of cells)
        expect([id, cell, Number(price)]).toEqual([id, cell, Number(proposal.replaceAll(",", ""))]);
    }
  });

  test("contracts take currency and price, some that of a room, from a package of their campaign", async () => {
    expect(await rows("SELECT FROM contracts WHERE room = 'double' AND traveller = 'adult'")).not.toEqual([]);
    await nothing(`
      SELECT contract_number FROM contracts JOIN packages ON packages.id = package_id
      LEFT JOIN package_prices ON (package_prices.package_id, package_prices.room, package_prices.traveller) = (packages.id, contracts.room, contracts.traveller)
      WHERE total_amount + discount_amount <> coalesce(amount, total_price) OR contracts.currency_id <> packages.currency_id
        OR total_amount + discount_amount - coalesce(supplement_amount, 0) <> total_price OR (contracts.room IS NOT NULL AND amount IS NULL)
        OR (campaign_id, contracts.package_id) NOT IN (SELECT campaign_id, package_id FROM campaign_packages)`);
  });

  test("contracts are paid by their confirmed receipts, and no further", () =>
    nothing(`
      SELECT contract_number FROM contracts WHERE paid_amount > total_amount OR paid_amount <>
        (SELECT coalesce(sum(equivalent_amount), 0) FROM receipt_vouchers
         WHERE contract_id = contracts.id AND status = 'confirmed')
        + (SELECT coalesce(sum(equivalent_amount), 0) FROM allocations WHERE contract_id = contracts.id)`));

  test("receipts are worth their amount at the stored rates, or what remained of the contract", async () => {
    const wrong = await rows(`
      WITH booked AS (
        SELECT receipt_vouchers.*, paid.exchange_rate / owed.exchange_rate AS rate,
          round(amount * exchange_rate_at_payment, ${minorUnit("owed")}) AS worth,
          power(10::numeric, -(${minorUnit("paid")})) * exchange_rate_at_payment AS one_minor_unit,
          total_amount - sum(CASE receipt_vouchers.status WHEN 'confirmed' THEN equivalent_amount ELSE 0 END)
            OVER (PARTITION BY contract_id ORDER BY receipt_vouchers.id) AS left_after
        FROM receipt_vouchers JOIN currencies paid ON paid.id = receipt_vouchers.currency_id
        LEFT JOIN contracts ON contracts.id = contract_id
        JOIN currencies owed ON owed.id = contracts.currency_id OR (contract_id IS NULL AND owed.is_default)
      )
      SELECT receipt_number FROM booked
      WHERE abs(exchange_rate_at_payment - rate) > 1e-15
        OR (equivalent_amount <> worth AND NOT (left_after = 0 AND abs(equivalent_amount - worth) < one_minor_unit))`);
    expect(wrong).toEqual([]);
    expect(
      Number(await value("SELECT count(*) FROM receipt_vouchers WHERE equivalent_amount <> amount")),
    ).toBeGreaterThan(20);
  });

  test("receipts enter an account of their method's kind with their worth in its currency", async () => {
    await nothing(`
      SELECT receipt_number FROM receipt_vouchers JOIN accounts ON accounts.id = account_id
      JOIN currencies paid ON paid.id = receipt_vouchers.currency_id JOIN currencies own ON own.id = accounts.currency_id
      WHERE (payment_method = 'cash') <> (kind = 'cash_box')
        OR account_amount <> round(amount * paid.exchange_rate / own.exchange_rate, ${minorUnit("own")})`);
    await nothing(`
      SELECT receipt_number FROM receipt_vouchers
      WHERE (payment_method IN ('cheque', 'bank_transfer')) <> (payment_reference IS NOT NULL)`);
    const converted = `SELECT count(DISTINCT accounts.currency_id) FROM receipt_vouchers
      JOIN accounts ON accounts.id = account_id WHERE accounts.currency_id <> receipt_vouchers.currency_id`;
    expect(Number(await value(converted))).toBeGreaterThanOrEqual(2);
  });

  test("invoices are paid by their confirmed payments, no further, and their state says so", async () => {
    await nothing(`
      SELECT invoice_number FROM invoices WHERE paid_amount > total_amount OR paid_amount <>
        (SELECT coalesce(sum(settled_amount), 0) FROM payment_vouchers
         WHERE invoice_id = invoices.id AND status = 'confirmed')
        + (SELECT coalesce(sum(equivalent_amount), 0) FROM allocations WHERE invoice_id = invoices.id)`);
    await nothing(`
      SELECT invoice_number FROM invoices WHERE document_type = 'invoice' AND (
        (payment_status = 'paid') <> (paid_amount + credited_amount = total_amount OR paid_on IS NOT NULL)
        OR (paid_on IS NOT NULL AND (paid_amount = total_amount OR paid_on < invoice_date OR payment_reason IS NULL))
        OR (payment_status = 'cancelled' AND paid_amount > 0)
        OR (payment_status = 'overdue' AND due_date >= (now() AT TIME ZONE 'Asia/Riyadh')::date)
        OR (payment_status = 'pending' AND due_date < (now() AT TIME ZONE 'Asia/Riyadh')::date - 3))`);
    await nothing(
      "SELECT invoice_number FROM invoices WHERE document_type = 'credit_note' AND payment_status NOT IN ('paid', 'cancelled')",
    );
    const unmarked = `SELECT count(*) FROM invoices
      WHERE payment_status = 'pending' AND due_date < (now() AT TIME ZONE 'Asia/Riyadh')::date`;
    expect(Number(await value(unmarked))).toBeGreaterThan(0);
  });

  test("payments settle invoices of their own beneficiary, later than them, at the stored rates in riyals", async () => {
    await nothing(`
      SELECT payment_number FROM payment_vouchers JOIN invoices ON invoices.id = invoice_id
      JOIN currencies paid ON paid.id = payment_vouchers.currency_id
      JOIN currencies riyal ON riyal.code = 'SAR'
      WHERE payment_vouchers.agent_id IS DISTINCT FROM invoices.agent_id
        OR payment_vouchers.supplier_id IS DISTINCT FROM invoices.supplier_id
        OR date < invoice_date OR payment_status = 'cancelled'
        OR abs(exchange_rate_at_payment - paid.exchange_rate / riyal.exchange_rate) > 1e-15
        OR payment_vouchers.settled_amount <> round(payment_vouchers.amount * exchange_rate_at_payment, 2)`);
    const currencies = `SELECT count(DISTINCT currency_id) FROM payment_vouchers WHERE invoice_id IS NOT NULL`;
    expect(Number(await value(currencies))).toBe(4);
  });

  test("what was on account is set against contracts, one in another currency, and an invoice, later than it came", async () => {
    const allocated = await rows(`
      SELECT own.code, coalesce(targets.code, 'SAR') AS target, allocations.amount::float, equivalent_amount::float AS equivalent,
             coalesce(remaining_amount > 0, invoices.total_amount > invoices.paid_amount) AS owes
      FROM allocations JOIN currencies AS own ON own.id = allocations.currency_id
      LEFT JOIN contracts ON contracts.id = contract_id LEFT JOIN currencies AS targets ON targets.id = contracts.currency_id
      LEFT JOIN invoices ON invoices.id = invoice_id
      ORDER BY allocations.id`);
    expect(allocated).toEqual([
      { code: "USD", target: "USD", amount: 200, equivalent: 200, owes: true },
      { code: "SAR", target: "USD", amount: 750, equivalent: 200, owes: true },
      { code: "USD", target: "SAR", amount: 200, equivalent: 750, owes: true },
    ]);
    const onAccount = await rows(`
      SELECT currency_code AS code, -sum(amount)::float AS amount FROM entries
      WHERE customer_id IS NOT NULL AND contract_id IS NULL GROUP BY customer_id, 1 HAVING sum(amount) < 0 ORDER BY 1, 2`);
    expect(onAccount).toEqual([
      { code: "SAR", amount: 300 },
      { code: "SAR", amount: 300 },
      { code: "USD", amount: 100 },
    ]);
  });

  test("payments leave an account of their method's kind with their worth in its currency", async () => {
    await nothing(`
      SELECT payment_number FROM payment_vouchers JOIN accounts ON accounts.id = account_id
      JOIN currencies paid ON paid.id = payment_vouchers.currency_id JOIN currencies own ON own.id = accounts.currency_id
      WHERE (payment_method = 'cash') <> (kind = 'cash_box')
        OR account_amount <> round(amount * paid.exchange_rate / own.exchange_rate, ${minorUnit("own")})
        OR amount <> round(amount, ${minorUnit("paid")})
        OR (payment_method = 'cash') <> (payment_reference IS NULL)`);
    const converted = `SELECT count(*) FROM payment_vouchers
      JOIN accounts ON accounts.id = account_id WHERE accounts.currency_id <> payment_vouchers.currency_id`;
    expect(Number(await value(converted))).toBeGreaterThanOrEqual(3);
  });

  test("balances are the sums of movements, which never fall below zero", async () => {
    await nothing(`
      SELECT name FROM accounts WHERE balance <>
        (SELECT coalesce(sum(amount), 0) FROM movements WHERE account_id = accounts.id)`);
    await nothing(`
      SELECT id FROM (SELECT id, balance_after, sum(amount) OVER (PARTITION BY account_id ORDER BY id) AS balance
                      FROM movements) moved WHERE balance <> balance_after OR balance < 0`);
    await nothing(
      "SELECT name FROM accounts WHERE (SELECT count(*) FROM movements WHERE account_id = accounts.id) < 2",
    );
  });

  test.each([
    ["receipt", "receipt_vouchers", "account_amount"],
    ["payment", "payment_vouchers", "-account_amount"],
  ])("each %s has its movement, and a cancelled one its reversal", (cause, table, moved) =>
    nothing(`
      SELECT ${cause}_number FROM ${table} WHERE (
        SELECT coalesce(array_agg((movements.account_id, movements.amount, cause) ORDER BY id), '{}') FROM movements
        WHERE document_number = ${cause}_number AND movements.cause <> 'collect'
      ) <> CASE status
        WHEN 'confirmed' THEN ARRAY[(account_id, ${moved}, '${cause}'::text)]
        ELSE ARRAY[(account_id, ${moved}, '${cause}'::text), (account_id, -(${moved}), '${cause}_reversal'::text)]
      END`),
  );

  test("cash counts found what the movements before them said, in notes and coins, or booked the difference", async () => {
    await nothing(`
      SELECT count_number FROM cash_counts WHERE expected <> (
        SELECT balance_after FROM movements WHERE account_id = cash_counts.account_id
          AND movements.created_at <= cash_counts.created_at AND document_number IS DISTINCT FROM count_number
        ORDER BY id DESC LIMIT 1)`);
    await nothing(`
      SELECT count_number FROM cash_counts LEFT JOIN movements ON document_number = count_number
      WHERE difference <> coalesce(amount, 0) OR cause <> 'adjustment' OR movements.account_id <> cash_counts.account_id
        OR (difference <> 0) <> (reason IS NOT NULL)`);
    await nothing(`
      SELECT count_number FROM cash_counts WHERE counted <>
        (SELECT sum((piece ->> 0)::numeric * (piece ->> 1)::integer) FROM jsonb_array_elements(pieces) piece)`);
    await nothing(
      "SELECT name FROM accounts WHERE kind = 'cash_box' AND id NOT IN (SELECT account_id FROM cash_counts)",
    );
    const [found] = await rows<Record<string, number>>(`
      SELECT count(*)::integer AS all, count(pieces)::integer AS by_pieces,
             count(*) FILTER (WHERE difference <> 0)::integer AS different FROM cash_counts`);
    expect(found).toEqual({ all: 8, by_pieces: 7, different: 1 });
  });

  test("its first months are closed, before its first contract, and what was paid in them stands", async () => {
    const closings = await rows<{ closed_until: string; reason: string }>(
      "SELECT * FROM period_closings ORDER BY id",
    );
    expect(closings).toHaveLength(3);
    const until = closings[2]?.closed_until;
    for (const date of [
      "contract_date FROM contracts",
      "date FROM receipt_vouchers",
      "invoice_date FROM invoices",
    ])
      expect(String(await value(`SELECT min${date.replace(/(\w+)/, "($1)")}`)) > String(until)).toBe(true);
    const paid = `SELECT count(*) FROM payment_vouchers WHERE date <= '${until}'`;
    expect(Number(await value(paid))).toBeGreaterThan(2);
    expect(Number(await value(paid))).toBeLessThan(10);
    await expect(
      office.knex("payment_vouchers").where({ id: 1 }).update({ description: "آخر" }),
    ).rejects.toThrow(`up to ${until} is closed`);
  });

  test("kept totals are the sums of the rows", async () => {
    await nothing(`
      SELECT * FROM (SELECT status, count(*) FROM customers GROUP BY 1) rows
      FULL JOIN customers_totals kept USING (status, count) WHERE rows.status IS NULL OR kept.status IS NULL`);
    await nothing(`
      SELECT * FROM (SELECT currency_id, status, count(*), sum(total_amount) AS total_amount, sum(paid_amount) AS paid_amount
                     FROM contracts GROUP BY 1, 2) rows
      FULL JOIN contracts_totals kept USING (currency_id, status, count, total_amount, paid_amount)
      WHERE rows.count IS NULL OR kept.count IS NULL`);
    for (const table of ["receipt_vouchers", "payment_vouchers"])
      await nothing(`
      SELECT * FROM (SELECT currency_id, status, date_trunc('month', date)::date AS month, count(*), sum(amount) AS amount
                     FROM ${table} GROUP BY 1, 2, 3) rows
      FULL JOIN ${table}_totals kept USING (currency_id, status, month, count, amount)
      WHERE rows.currency_id IS NULL OR kept.currency_id IS NULL`);
    await nothing(`
      SELECT * FROM (SELECT kind, document_type, payment_status, count(*), sum(total_amount) AS total_amount, sum(paid_amount) AS paid_amount,
                       sum(credited_amount) AS credited_amount
                     FROM invoices GROUP BY 1, 2, 3) rows
      FULL JOIN invoices_totals kept USING (kind, document_type, payment_status, count, total_amount, paid_amount, credited_amount)
      WHERE rows.count IS NULL OR kept.count IS NULL`);
  });
});

describe("its papers", () => {
  test.each([
    ["contracts", "contract_number", "contract_date", "C"],
    ["receipt_vouchers", "receipt_number", "date", "RV"],
    ["payment_vouchers", "payment_number", "date", "PV"],
    ["allocations", "allocation_number", "date", "AL"],
    ["transfers", "transfer_number", "date", "TV"],
    ["offers", "offer_number", "offer_date", "Q"],
    ["cash_counts", "count_number", "((created_at AT TIME ZONE 'Asia/Riyadh')::date)", "CC"],
  ])(
    "%s are numbered by year without gaps, in the order of their days",
    async (table, number, date, prefix) => {
      await nothing(`
      SELECT ${number} FROM (
        SELECT *, row_number() OVER (PARTITION BY extract(year FROM ${date}) ORDER BY id) AS place,
               max(${date}) OVER (ORDER BY id) AS latest FROM ${table}) papers
      WHERE ${number} <> '${prefix}-' || extract(year FROM ${date}) || '-' || lpad(place::text, 5, '0') OR ${date} < latest`);
      const given = `SELECT extract(year FROM ${date})::integer AS year, count(*)::integer AS last FROM ${table} GROUP BY 1`;
      const counters = `SELECT year, last FROM document_numbers WHERE prefix = '${prefix}'`;
      expect(await rows(`${counters} ORDER BY 1`)).toEqual(await rows(`${given} ORDER BY 1`));
    },
  );

  test("invoices are numbered by kind and year as the form suggests, in the order of their days", () =>
    nothing(`
      SELECT invoice_number FROM (
        SELECT *, row_number() OVER (PARTITION BY kind, extract(year FROM invoice_date) ORDER BY id) AS place,
               max(invoice_date) OVER (PARTITION BY kind ORDER BY id) AS latest FROM invoices) papers
      WHERE (invoice_date < latest AND document_type = 'invoice') OR invoice_number <> CASE kind WHEN 'agent' THEN 'AGT-' ELSE 'PUR-' END
        || extract(year FROM invoice_date) || '-' || lpad(place::text, 3, '0')`));

  test("their moments lie on their days, in order, and none is still to come", async () => {
    const day = "(created_at AT TIME ZONE 'Asia/Riyadh')::date";
    await nothing(`SELECT contract_number FROM contracts WHERE contract_date <> ${day}`);
    await nothing(`SELECT receipt_number FROM receipt_vouchers WHERE date <> ${day}`);
    await nothing(`SELECT payment_number FROM payment_vouchers WHERE date <> ${day}`);
    await nothing(`SELECT allocation_number FROM allocations WHERE date <> ${day}`);
    await nothing(`SELECT transfer_number FROM transfers WHERE date <> ${day}`);
    await nothing(`SELECT invoice_number FROM invoices WHERE invoice_date <> ${day}`);
    for (const table of [
      "contracts",
      "receipt_vouchers",
      "payment_vouchers",
      "invoices",
      "customers",
      "campaigns",
      "packages",
      "accounts",
    ]) {
      await nothing(
        `SELECT id FROM ${table} WHERE created_at > now() OR updated_at > now() OR updated_at < created_at`,
      );
    }
    await nothing(`
      SELECT contract_number FROM contracts JOIN customers ON customers.id = customer_id
      JOIN campaigns ON campaigns.id = campaign_id JOIN packages ON packages.id = package_id
      WHERE contracts.created_at < greatest(customers.created_at, campaigns.created_at, packages.created_at)
        OR contract_date > start_date OR visa_issue_date NOT BETWEEN contract_date AND start_date`);
    await nothing(`
      SELECT receipt_number FROM receipt_vouchers JOIN contracts ON contracts.id = contract_id
      WHERE receipt_vouchers.created_at < contracts.created_at`);
    const payers = await rows(`
      SELECT coalesce(agents.name, customers.name) AS payer, owners.name AS owner FROM receipt_vouchers
      JOIN contracts ON contracts.id = contract_id JOIN customers AS owners ON owners.id = contracts.customer_id
      LEFT JOIN customers ON customers.id = receipt_vouchers.customer_id LEFT JOIN agents ON agents.id = receipt_vouchers.agent_id
      WHERE receipt_vouchers.customer_id IS DISTINCT FROM contracts.customer_id ORDER BY receipt_vouchers.agent_id NULLS FIRST`);
    expect(payers).toHaveLength(2);
    expect(payers[0]).toEqual({ payer: "عبدالله محمد صالح الرداعي", owner: "أنس عبدالله محمد الرداعي" });
    const services =
      "SELECT count(*) FROM receipt_vouchers WHERE num_nonnulls(service_name, other_service_id) > 0";
    expect(Number(await value(services))).toBe(12);
    await nothing(`
      SELECT payment_number FROM payment_vouchers JOIN customers ON customers.id = customer_id
      WHERE payment_vouchers.created_at < customers.created_at`);
    for (const table of ["cash_counts", "period_closings", "movements"])
      await nothing(`SELECT id FROM ${table} WHERE created_at > now()`);
    await nothing(`
      SELECT receipt_number FROM receipt_vouchers
      WHERE position('{' IN description) > 0 OR length(description) < 5`);
  });

  test("nobody is twice in one campaign", () =>
    nothing(`
      SELECT customer_id FROM contracts WHERE status <> 'cancelled' GROUP BY customer_id, campaign_id HAVING count(*) > 1`));
});
