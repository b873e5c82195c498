import type { Knex } from "knex";
import { afterAll, beforeAll, describe, expect, inject, test, vi } from "vitest";
import { demoLogins } from "../scripts/demo-logins.js";
import { seed as seedRoles } from "../seeds/01_permissions_and_roles";
import { seed as seedAdministrator } from "../seeds/02_administrator";
import { seed as seedDemo } from "../seeds/03_demo_agency";
import { fixture } from "./support/app";
import { signIn } from "./support/client";
import { createEmptyDatabase, type TestDatabase } from "./support/database";

const office = fixture({ demo: true });

/** Rows of a query; numeric columns are text. */
async function rows<Row = Record<string, string>>(sql: string, knex: Knex = office.knex): Promise<Row[]> {
  return (await knex.raw(sql)).rows;
}

async function value(sql: string) {
  return Object.values((await rows(sql))[0] ?? {})[0];
}

/** What a query finds wrong. */
const nothing = async (sql: string) => expect(await rows(sql)).toEqual([]);

const minorUnit = (currency: string) => `CASE ${currency}.code WHEN 'KWD' THEN 3 ELSE 2 END`;

describe("the agency", () => {
  test("has the size of a working one", async () => {
    const least = { hotels: 25, transportations: 8, catering_services: 6, other_services: 15, expenses: 20 };
    for (const [table, count] of Object.entries(least)) {
      expect(Number(await value(`SELECT count(*) FROM ${table}`)), table).toBeGreaterThanOrEqual(count);
    }
    const exact = {
      packages: 12,
      campaigns: 3,
      customers: 60,
      contracts: 80,
      receipt_vouchers: 120,
      agents: 8,
      suppliers: 12,
      invoices: 40,
      payment_vouchers: 90,
      expense_categories: 8,
      trip_plans: 2,
      trips: 3,
    };
    for (const [table, count] of Object.entries(exact)) {
      expect(Number(await value(`SELECT count(*) FROM ${table}`)), table).toBe(count);
    }
    expect(await rows("SELECT kind, count(*)::integer AS count FROM accounts GROUP BY 1 ORDER BY 1")).toEqual(
      [
        { kind: "bank", count: 3 },
        { kind: "cash_box", count: 3 },
      ],
    );
    expect(await value("SELECT name FROM company_info")).not.toBe("");
    expect(await value("SELECT code FROM currencies WHERE is_default")).toBe("USD");
  });

  test("shows every icon that a service can have", async () => {
    const icons =
      "Plus Train Accessibility Camera ShoppingBag Stethoscope Wifi Car Plane ShoppingCart UserCheck HeartHandshake MapPin";
    const used = await rows("SELECT DISTINCT icon FROM other_services");
    expect(used.map(({ icon }) => icon).sort()).toEqual(icons.split(" ").sort());
  });

  test("has one campaign over, one nearly full and one open", async () => {
    const campaigns = await rows<{ status: string; over: boolean; free: number }>(
      `SELECT status, end_date < CURRENT_DATE AS over, total_seats -
         (SELECT count(*) FROM contracts WHERE campaign_id = campaigns.id AND status <> 'cancelled')::integer AS free
       FROM campaigns ORDER BY start_date`,
    );
    expect(campaigns).toEqual([
      { status: "completed", over: true, free: 2 },
      { status: "active", over: false, free: 1 },
      { status: "active", over: false, free: 28 },
    ]);
  });

  test("has groups in every state, of those who signed", async () => {
    const groups = await rows(
      `SELECT CASE WHEN has_departed OR departure_date <= CURRENT_DATE THEN 'departed'
                   WHEN members = capacity THEN 'full' WHEN members = 0 THEN 'empty' ELSE 'active' END AS state
       FROM groups ORDER BY id`,
    );
    expect(groups.map(({ state }) => state)).toEqual([
      "departed",
      "departed",
      "full",
      "active",
      "active",
      "empty",
    ]);
    await nothing(
      `SELECT * FROM group_members JOIN customers ON customers.id = customer_id WHERE NOT EXISTS (
         SELECT FROM contracts WHERE contracts.campaign_id = group_members.campaign_id AND contracts.status <> 'cancelled'
           AND contracts.customer_id = group_members.customer_id AND added_at >= contracts.created_at)`,
    );
    await nothing(
      "SELECT * FROM groups JOIN group_members ON group_id = groups.id WHERE added_at > now() OR added_at < created_at",
    );
  });

  test("has visas in every state, of members in their groups, with real files; and photos", async () => {
    const states = await rows("SELECT status, count(*)::integer AS count FROM visas GROUP BY 1 ORDER BY 1");
    expect(states.map(({ status }) => status)).toEqual(["approved", "expired", "pending", "rejected"]);
    await nothing(`
      SELECT visas.id FROM visas JOIN group_members USING (customer_id, group_id) JOIN contracts USING (customer_id, campaign_id)
      WHERE visas.group_id IS NULL`);
    expect(Number(await value("SELECT count(*) FROM visas WHERE group_id IS NOT NULL"))).toBeGreaterThan(40);
    await nothing("SELECT id FROM visas WHERE (approval_date IS NULL) <> (document IS NULL)");
    const client = await signIn(office.url, demoLogins[0]);
    for (const [folder, name, head] of [
      ["visas", await value("SELECT document FROM visas WHERE document IS NOT NULL"), "%PDF-1.4"],
      ["visas", await value("SELECT file_name FROM visa_documents"), "%PDF-1.4"],
      ["customers", await value("SELECT image FROM customers WHERE image IS NOT NULL"), "RIFF"],
    ]) {
      const { status, body } = await client.get(`/uploads/${folder}/${name}`);
      expect([status, body.slice(0, head?.length)]).toEqual([200, head]);
    }
  });

  test("has contracts and receipts in every state and way", async () => {
    const states = await rows(`
      SELECT DISTINCT status || CASE WHEN paid_amount = 0 THEN ' unpaid' WHEN remaining_amount = 0 THEN ' paid' ELSE ' partly' END
        AS state FROM contracts ORDER BY 1`);
    expect(states.map(({ state }) => state)).toEqual(
      expect.arrayContaining([
        "active unpaid",
        "active partly",
        "active paid",
        "completed paid",
        "cancelled unpaid",
      ]),
    );
    const receipts = await rows<{
      methods: string;
      currencies: string;
      statuses: string;
      loose: number;
      today: number;
    }>(`
      SELECT string_agg(DISTINCT payment_method, ' ') AS methods, string_agg(DISTINCT currencies.code, ' ') AS currencies,
             string_agg(DISTINCT status, ' ') AS statuses,
             count(*) FILTER (WHERE contract_id IS NULL)::integer AS loose,
             count(*) FILTER (WHERE date = (now() AT TIME ZONE 'Asia/Riyadh')::date)::integer AS today
      FROM receipt_vouchers JOIN currencies ON currencies.id = currency_id`);
    expect(receipts[0]).toMatchObject({
      methods: "bank_transfer cash cheque credit_card",
      currencies: "SAR USD YER",
      statuses: "cancelled confirmed",
      loose: 15,
    });
    expect(receipts[0]?.today).toBeGreaterThanOrEqual(3);
  });

  test("owes invoices in every state, of every partner", async () => {
    const states = await rows(`
      SELECT kind || ' ' || payment_status || CASE WHEN paid_amount > 0 AND paid_amount < total_amount THEN ' partly' ELSE '' END
        AS state FROM invoices GROUP BY 1 ORDER BY 1`);
    expect(states.map(({ state }) => state)).toEqual(
      ["agent", "purchase"].flatMap((kind) =>
        ["cancelled", "overdue", "overdue partly", "paid", "pending", "pending partly"].map(
          (state) => `${kind} ${state}`,
        ),
      ),
    );
    const least = await rows<{ payment_status: string; count: number }>(
      "SELECT payment_status, count(*)::integer AS count FROM invoices GROUP BY 1 ORDER BY 1",
    );
    expect(least.map(({ count }) => count).sort((a, b) => a - b)[0]).toBeGreaterThanOrEqual(2);
    for (const partner of ["agent", "supplier"])
      await nothing(
        `SELECT name FROM ${partner}s WHERE id NOT IN (SELECT ${partner}_id FROM invoices WHERE ${partner}_id IS NOT NULL)`,
      );
    expect(Number(await value("SELECT count(*) FROM invoices WHERE tax_amount > 0"))).toBeGreaterThan(5);
    expect(Number(await value("SELECT count(*) FROM invoices WHERE due_date IS NULL"))).toBeGreaterThan(0);
  });

  test("has payments to everyone, in every way and state, this month and today", async () => {
    const [payments] = await rows<Record<string, string | number>>(`
      SELECT string_agg(DISTINCT beneficiary_type, ' ') AS types, string_agg(DISTINCT payment_method, ' ') AS methods,
             string_agg(DISTINCT code, ' ') AS currencies, string_agg(DISTINCT status, ' ') AS statuses,
             count(*) FILTER (WHERE status = 'cancelled')::integer AS cancelled,
             count(*) FILTER (WHERE invoice_id IS NOT NULL)::integer AS settling,
             count(*) FILTER (WHERE date > (now() AT TIME ZONE 'Asia/Riyadh')::date - 30)::integer AS lately,
             count(*) FILTER (WHERE date = (now() AT TIME ZONE 'Asia/Riyadh')::date)::integer AS today
      FROM payment_vouchers JOIN currencies ON currencies.id = currency_id`);
    expect(payments).toMatchObject({
      types: "agent customer expense other supplier",
      methods: "bank_transfer cash cheque",
      currencies: "KWD SAR USD YER",
      statuses: "cancelled confirmed",
    });
    expect(payments?.cancelled).toBeGreaterThanOrEqual(3);
    expect(payments?.settling).toBeGreaterThanOrEqual(30);
    expect(payments?.lately).toBeGreaterThanOrEqual(20);
    expect(payments?.today).toBeGreaterThanOrEqual(3);
    const mistaken =
      "SELECT count(*) FROM payment_vouchers WHERE invoice_id IS NOT NULL AND status = 'cancelled'";
    expect(Number(await value(mistaken))).toBeGreaterThan(0);
  });

  test("has pilgrims whose names are short and long, from many countries, each with papers of their own", async () => {
    expect(Number(await value("SELECT min(length(name)) FROM customers"))).toBeLessThan(10);
    expect(Number(await value("SELECT max(length(name)) FROM customers"))).toBeGreaterThan(40);
    const countries = "SELECT count(DISTINCT split_part(phone, ' ', 1)) FROM customers";
    expect(Number(await value(countries))).toBeGreaterThan(8);
    await nothing(
      "SELECT name FROM customers WHERE national_id IS NULL OR nationality IS NULL OR gender IS NULL",
    );
  });

  test("has passports of every kind, among them who travels with one in the way", async () => {
    const kinds = `
      SELECT count(*) FILTER (WHERE passport_number IS NULL) AS none,
             count(*) FILTER (WHERE passport_number IS NOT NULL AND passport_expiry IS NULL) AS undated,
             count(*) FILTER (WHERE passport_expiry < current_date) AS expired,
             count(*) FILTER (WHERE passport_expiry BETWEEN current_date AND current_date + 183) AS soon
      FROM customers JOIN`;
    const all = await rows(`${kinds} (SELECT) AS everyone ON true`);
    expect(all).toEqual([{ none: "4", undated: "1", expired: "3", soon: "4" }]);
    const members = `group_members ON customer_id = customers.id JOIN groups ON groups.id = group_id
      WHERE departure_date > current_date`;
    const [travelling = {}] = await rows(`${kinds} ${members}`);
    for (const [kind, count] of Object.entries(travelling)) expect(Number(count), kind).toBeGreaterThan(0);
    await nothing(`
      SELECT name FROM customers
      WHERE passport_number IS NOT NULL
        AND (passport_issue_date > current_date OR passport_issue_date <= date_of_birth)`);
    await nothing(
      "SELECT name FROM customers JOIN visas ON customer_id = customers.id WHERE customers.passport_number IS NULL",
    );
  });
});

test("one group has its rooms and seats, families together", async () => {
  const placed = await rows(`
    SELECT kind, sum(occupants)::integer AS people, sum(beds)::integer AS beds FROM rooms GROUP BY 1 ORDER BY 1`);
  expect(placed.map(({ kind }) => kind)).toEqual(["family", "men", "women"]);
  await nothing(`
    SELECT customer_id FROM room_members JOIN customers ON customers.id = customer_id JOIN rooms ON rooms.id = room_id
    WHERE (kind, gender) IN (('men', 'أنثى'), ('women', 'ذكر'))`);
  await nothing(`
    SELECT group_id, family FROM group_members JOIN room_members USING (group_id, customer_id) WHERE family IS NOT NULL
    GROUP BY 1, 2 HAVING count(DISTINCT room_id) > 1`);
  expect(await rows("SELECT count(*)::integer AS seats FROM bus_seats")).toEqual([{ seats: 12 }]);
});

describe("its figures", () => {
  test("packages cost and sell for what spec §9 says", async () => {
    const figures = await rows<Record<"name" | "total_cost" | "cost" | "total_price" | "price", string>>(`
      WITH costs AS (
        SELECT packages.*,
          coalesce((CASE room_occupancy_basis WHEN 1 THEN single_room_price WHEN 2 THEN double_room_price
                      WHEN 3 THEN triple_room_price ELSE quad_room_price END) * hotel.exchange_rate * duration, 0)
            ::numeric(60, 30) / room_occupancy_basis
          + coalesce(price_per_person * bus.exchange_rate, 0)
          + coalesce(price_per_day * duration * meal.exchange_rate, 0)
          + coalesce((SELECT sum(price * exchange_rate) FROM package_other_services
                      JOIN other_services ON other_services.id = other_service_id
                      JOIN currencies ON currencies.id = other_services.currency_id
                      WHERE package_id = packages.id), 0) AS cost
        FROM packages
        LEFT JOIN hotels ON hotels.id = hotel_id LEFT JOIN currencies hotel ON hotel.id = hotels.currency_id
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
    const mixed = "SELECT count(DISTINCT (type, currency_id)) FROM packages";
    expect(Number(await value(mixed))).toBeGreaterThanOrEqual(5);
  });

  test("no package's price is out of date", async () => {
    const { body } = await (await signIn(office.url, demoLogins[0])).get("/api/packages");
    expect(body.packages).toHaveLength(12);
    expect(body.packages.filter((row: { price_out_of_date: boolean }) => row.price_out_of_date)).toEqual([]);
  });

  test("contracts take price and currency from a package of their campaign", () =>
    nothing(`
      SELECT contract_number FROM contracts JOIN packages ON packages.id = package_id
      WHERE total_amount <> total_price OR contracts.currency_id <> packages.currency_id
        OR (campaign_id, package_id) NOT IN (SELECT campaign_id, package_id FROM campaign_packages)`));

  test("contracts are paid by their confirmed receipts, and no further", () =>
    nothing(`
      SELECT contract_number FROM contracts WHERE paid_amount > total_amount OR paid_amount <>
        (SELECT coalesce(sum(equivalent_amount), 0) FROM receipt_vouchers
         WHERE contract_id = contracts.id AND status = 'confirmed')`));

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
         WHERE invoice_id = invoices.id AND status = 'confirmed')`);
    await nothing(`
      SELECT invoice_number FROM invoices WHERE
        (payment_status = 'paid') <> (paid_amount = total_amount)
        OR (payment_status = 'cancelled' AND paid_amount > 0)
        OR (payment_status = 'overdue' AND due_date >= (now() AT TIME ZONE 'Asia/Riyadh')::date)
        OR (payment_status = 'pending' AND due_date < (now() AT TIME ZONE 'Asia/Riyadh')::date - 3)`);
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
        OR settled_amount <> round(payment_vouchers.amount * exchange_rate_at_payment, 2)`);
    const currencies = `SELECT count(DISTINCT currency_id) FROM payment_vouchers WHERE invoice_id IS NOT NULL`;
    expect(Number(await value(currencies))).toBe(4);
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
        WHERE document_number = ${cause}_number
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
    expect(found).toEqual({ all: 7, by_pieces: 6, different: 1 });
  });

  test("its first months are closed, before its first contract, and what was paid in them stands", async () => {
    const closings = await rows<{ closed_until: string; reason: string }>("SELECT * FROM period_closings");
    expect(closings).toHaveLength(1);
    const until = closings[0]?.closed_until;
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
      SELECT * FROM (SELECT kind, payment_status, count(*), sum(total_amount) AS total_amount, sum(paid_amount) AS paid_amount
                     FROM invoices GROUP BY 1, 2) rows
      FULL JOIN invoices_totals kept USING (kind, payment_status, count, total_amount, paid_amount)
      WHERE rows.count IS NULL OR kept.count IS NULL`);
  });
});

describe("its papers", () => {
  test.each([
    ["contracts", "contract_number", "contract_date", "C"],
    ["receipt_vouchers", "receipt_number", "date", "RV"],
    ["payment_vouchers", "payment_number", "date", "PV"],
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
      WHERE invoice_date < latest OR invoice_number <> CASE kind WHEN 'agent' THEN 'AGT-' ELSE 'PUR-' END
        || extract(year FROM invoice_date) || '-' || lpad(place::text, 3, '0')`));

  test("their moments lie on their days, in order, and none is still to come", async () => {
    const day = "(created_at AT TIME ZONE 'Asia/Riyadh')::date";
    await nothing(`SELECT contract_number FROM contracts WHERE contract_date <> ${day}`);
    await nothing(`SELECT receipt_number FROM receipt_vouchers WHERE date <> ${day}`);
    await nothing(`SELECT payment_number FROM payment_vouchers WHERE date <> ${day}`);
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
      WHERE receipt_vouchers.created_at < contracts.created_at OR receipt_vouchers.customer_id <> contracts.customer_id`);
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

test.each(demoLogins)("$username logs in as $title", async ({ username, password, title }) => {
  const response = await fetch(`${office.url}/api/auth/login`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ username, password }),
  });
  expect(response.status).toBe(200);
  const { user } = (await response.json()) as { user: { user_type: string; permissions: string[] } };
  expect(user.user_type).toBe(username === "admin" ? "admin" : "staff");
  const role = await rows<{ permissions: string[] }>(`
    SELECT array_agg(permissions.name) AS permissions FROM role_permissions
    JOIN permissions ON permissions.id = permission_id JOIN roles ON roles.id = role_id WHERE roles.name = '${title}'`);
  expect(user.permissions.toSorted()).toEqual(role[0]?.permissions.toSorted());
});

describe("filling an office", () => {
  let other: TestDatabase;
  beforeAll(async () => {
    other = await createEmptyDatabase();
    vi.stubEnv("DEMO", "1");
    vi.stubEnv("UPLOADS_URL", inject("demoUploads"));
    vi.stubEnv("ADMIN_USERNAME", "Admin");
    vi.stubEnv("ADMIN_PASSWORD", "Quba-2026");
  });
  afterAll(async () => {
    vi.unstubAllEnvs();
    await other?.drop();
  });
  const seed = async () => {
    await seedRoles(other.knex);
    await seedAdministrator(other.knex);
    await seedDemo(other.knex);
  };

  test("only happens in a demonstration, and leaves an office with data alone", async () => {
    vi.stubEnv("DEMO", "0");
    await seed();
    expect(await other.knex("currencies")).toEqual([]);
    vi.stubEnv("DEMO", "1");
    await other.knex("company_info").update({ name: "وكالة قائمة" });
    await seed();
    expect(await other.knex("currencies")).toEqual([]);
    await other.knex("company_info").update({ name: "" });
  });

  test("gives the same office each time, under an administrator who was there before", async () => {
    const [before] = await other.knex("users");
    await seed();
    const after = await other.knex("users").orderBy("id");
    expect(after[0]).toEqual(before);
    expect(after).toHaveLength(demoLogins.length);

    const tables = await tablesOf(other.knex);
    expect(tables).toContain("receipt_vouchers");
    // The trail of each has its own people and days in it.
    const own = ["users", "sessions", "failed_logins", "trail"];
    for (const table of tables.filter((name) => !own.includes(name))) {
      expect(await contents(other.knex, table), table).toEqual(await contents(office.knex, table));
    }
  });

  test("twice changes nothing", async () => {
    const tables = await tablesOf(other.knex);
    const all = () =>
      Promise.all(
        tables.map(async (table) => [table, await rows(`SELECT * FROM ${table} ORDER BY 1, 2`, other.knex)]),
      );
    const before = await all();
    await seed();
    expect(await all()).toEqual(before);
  });
});

/** The office's tables, without Knex's own. */
async function tablesOf(knex: Knex) {
  const found = await rows<{ name: string }>(
    `SELECT table_name AS name FROM information_schema.tables
     WHERE table_schema = 'public' AND table_name NOT LIKE 'knex%' ORDER BY 1`,
    knex,
  );
  return found.map(({ name }) => name);
}

/** Columns with the random names of files. */
const storeNames = ["image", "document", "file_name"];

/** A table's rows without days and moments, which count from the day of the seeding, and without whose user did it. */
async function contents(knex: Knex, table: string) {
  const columns = await rows<{ name: string }>(
    `SELECT column_name AS name FROM information_schema.columns
     WHERE table_name = '${table}' AND data_type NOT IN ('date', 'timestamp with time zone')`,
    knex,
  );
  const names = columns.filter(({ name }) => !storeNames.includes(name)).map(({ name }) => `"${name}"`);
  return rows(`SELECT ${names.join(", ")} FROM "${table}" ORDER BY ${names.join(", ")}`, knex);
}
