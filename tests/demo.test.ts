import { describe, expect, test } from "vitest";
import { demoLogins } from "../scripts/demo-logins.js";
import { fixture } from "./support/app";
import { signIn } from "./support/client";
import { queriesOf } from "./support/queries";

const office = fixture({ demo: true });
const { rows, value, nothing } = queriesOf(office);

describe("the agency", () => {
  test("has the size of a working one", async () => {
    const least = { hotels: 25, transportations: 8, catering_services: 6, other_services: 15, expenses: 20 };
    for (const [table, count] of Object.entries(least)) {
      expect(Number(await value(`SELECT count(*) FROM ${table}`)), table).toBeGreaterThanOrEqual(count);
    }
    const exact = {
      packages: 12,
      campaigns: 5,
      customers: 105,
      contracts: 131,
      receipt_vouchers: 180,
      allocations: 3,
      agents: 8,
      suppliers: 12,
      invoices: 43,
      payment_vouchers: 91,
      transfers: 5,
      expense_categories: 8,
      trip_plans: 2,
      trips: 4,
    };
    for (const [table, count] of Object.entries(exact)) {
      expect(Number(await value(`SELECT count(*) FROM ${table}`)), table).toBe(count);
    }
    expect(await rows("SELECT kind, count(*)::integer AS count FROM accounts GROUP BY 1 ORDER BY 1")).toEqual(
      [
        { kind: "bank", count: 4 },
        { kind: "cash_box", count: 4 },
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

  test("has one campaign over, one nearly full, one of a full bus, one cancelled and one open", async () => {
    const campaigns = await rows<{ status: string; over: boolean; free: number }>(
      `SELECT status, end_date < CURRENT_DATE AS over, total_seats -
         (SELECT count(*) FROM contracts WHERE campaign_id = campaigns.id AND status <> 'cancelled')::integer AS free
       FROM campaigns ORDER BY start_date`,
    );
    expect(campaigns).toEqual([
      { status: "completed", over: true, free: 2 },
      { status: "active", over: false, free: 1 },
      { status: "active", over: false, free: 3 },
      { status: "cancelled", over: false, free: 25 },
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
      "active",
    ]);
    await nothing(
      `SELECT * FROM group_members JOIN customers ON customers.id = customer_id WHERE travels AND NOT EXISTS (
         SELECT FROM contracts WHERE contracts.campaign_id = group_members.campaign_id AND contracts.status <> 'cancelled'
           AND contracts.customer_id = group_members.customer_id AND added_at >= contracts.created_at)`,
    );
    expect(await value("SELECT count(*) FROM group_members WHERE NOT travels")).toBe("1");
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
      loose: 18,
    });
    expect(receipts[0]?.today).toBeGreaterThanOrEqual(3);
    expect(
      await rows(`SELECT charge_amount::float AS charge, cause FROM receipt_vouchers
        JOIN entries ON document = 'receipt' AND document_id = receipt_vouchers.id AND entries.date = voucher_cancelled_on(receipt_number, status)
        WHERE cheque_state = 'returned' ORDER BY entries.id`),
    ).toEqual([
      { charge: 50, cause: "cheque_returned" },
      { charge: 50, cause: "charge" },
    ]);
    expect(
      await rows(`SELECT cheque_state AS state, count(*)::integer AS count, count(*) FILTER (WHERE cheque_due_date < current_date)::integer AS due
        FROM receipt_vouchers WHERE cheque_due_date IS NOT NULL GROUP BY 1 ORDER BY 1`),
    ).toEqual([
      { state: "collected", count: 1, due: 1 },
      { state: "in_hand", count: 4, due: 1 },
    ]);
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
    expect(all).toEqual([{ none: "6", undated: "1", expired: "3", soon: "4" }]);
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

test("two groups have their rooms in each hotel and their seats, families together", async () => {
  const placed = await rows(`
    SELECT kind, sum(occupants)::integer AS people, sum(beds)::integer AS beds FROM rooms GROUP BY 1 ORDER BY 1`);
  expect(placed.map(({ kind }) => kind)).toEqual(["family", "men", "women"]);
  await nothing(`
    SELECT customer_id FROM room_members JOIN customers ON customers.id = customer_id JOIN rooms ON rooms.id = room_id
    WHERE (kind, gender) IN (('men', 'أنثى'), ('women', 'ذكر'))`);
  await nothing(`
    SELECT group_id, family FROM group_members JOIN room_members USING (group_id, customer_id) WHERE family IS NOT NULL
    GROUP BY 1, 2, lodging HAVING count(DISTINCT room_id) > 1`);
  expect(await rows("SELECT count(*)::integer AS seats FROM bus_seats")).toEqual([{ seats: 30 }]);
  // Who sleeps in two hotels has a bed in each, except one.
  const twice = await rows(`
    SELECT count(lodging)::integer AS beds FROM group_members JOIN contracts USING (campaign_id, customer_id)
    JOIN (SELECT package_id FROM package_stays GROUP BY 1 HAVING count(*) > 1) AS several USING (package_id)
    LEFT JOIN room_members USING (group_id, customer_id)
    WHERE group_id IN (SELECT group_id FROM rooms) AND travels GROUP BY group_id, customer_id ORDER BY 1`);
  expect(twice.map(({ beds }) => beds)).toEqual([1, ...Array(11).fill(2)]);
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
