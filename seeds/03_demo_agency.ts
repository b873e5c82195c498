import { hash } from "@node-rs/argon2";
import Big from "big.js";
import type { Knex } from "knex";
import { demoLogins } from "../scripts/demo-logins.js";
import { administrator } from "./01_permissions_and_roles";
import { accounts, baseCurrency, company, currencies, expenses } from "./demo/agency";
import { closings, counts, kept, type Move, piecesOf } from "./demo/books";
import { type Calendar, compareMoments, later, type Moment, openCalendar } from "./demo/calendar";
import { campaigns } from "./demo/campaigns";
import { type Contract, noon, number, type Prices, sales } from "./demo/contracts";
import { generator } from "./demo/generator";
import { type Invoice, invoices, justDue } from "./demo/invoices";
import { costAndPrice, packages } from "./demo/packages";
import { agents, suppliers } from "./demo/partners";
import { type Payment, payments, settledOf } from "./demo/payments";
import { type Pilgrim, pilgrims } from "./demo/pilgrims";
import { accountCurrency, type Receipt } from "./demo/receipts";
import * as services from "./demo/services";
import { type Spending, spendings } from "./demo/spending";

/** An agency that looks real, when DEMO=1 and the office is empty; an office with data is never touched. */
export async function seed(knex: Knex) {
  if (process.env.DEMO !== "1") return;
  await knex.transaction(async (trx) => {
    // Two copies of the office that start on one database at the same moment fill it once.
    await trx.raw("LOCK TABLE currencies IN EXCLUSIVE MODE");
    if (await hasData(trx)) return;
    const calendar = await openCalendar(trx);
    const office = openOffice(trx, calendar);
    await hireUsers(office);
    await setUpMoney(office);
    await findPartners(office);
    await offerServices(office);
    const prices = await offerPackages(office);
    await openCampaigns(office);

    const people = pilgrims(generator(1447));
    const { contracts, receipts } = sales(prices, people, generator(1448));
    const billed = [...invoices.agent, ...invoices.purchase].sort((a, b) => b.daysAgo - a.daysAgo);
    const paid = payments(billed, spendings, generator(1449));
    const year = ({ daysAgo }: { daysAgo: number }) => calendar.day(daysAgo).slice(0, 4);
    number("C", contracts, ({ signed }) => year(signed));
    number("RV", receipts, ({ issued }) => year(issued));
    number("PV", paid, ({ issued }) => year(issued));
    number("CC", counts, ({ at }) => year(at));
    number("AGT", invoices.agent, year, 3);
    number("PUR", invoices.purchase, year, 3);
    await register(office, people, contracts, receipts);
    await sign(office, contracts);
    await moveMoney(office, receipts, paid);
    await takeReceipts(office, receipts);
    await bill(office, billed, paid);
    await spend(office, paid, people);
    await keepBooks(office);
  });
}

const founded: Moment = { daysAgo: 260, minute: 9 * 60 };
const servicesEntered: Moment = { daysAgo: 240, minute: 11 * 60 };
const packagesPriced: Moment = { daysAgo: 205, minute: 13 * 60 };

type Office = ReturnType<typeof openOffice>;

/** The transaction, the calendar, and what was inserted so far, found again by name. */
function openOffice(trx: Knex.Transaction, calendar: Calendar) {
  const ids = new Map<string, number>();
  return {
    trx,
    calendar,
    async insert(table: string, key: string, rows: object[]) {
      const stored = await trx(table).insert(rows).returning(["id", key]);
      for (const row of stored) ids.set(`${table} ${row[key]}`, row.id);
    },
    id(table: string, key: string | number) {
      const id = ids.get(`${table} ${key}`);
      if (!id) throw new Error(`The demo data has no ${key} among its ${table}.`);
      return id;
    },
    remember: (table: string, key: string, id: number) => ids.set(`${table} ${key}`, id),
    /** The times of a row that was made at one moment and last changed at another. */
    times: (created: Moment, changed = created) => ({
      created_at: calendar.instant(created),
      updated_at: calendar.instant(changed),
    }),
  };
}

async function hasData(trx: Knex.Transaction) {
  const tables = [
    "currencies",
    "customers",
    "cities",
    "ratings",
    "bus_types",
    "catering_types",
    "service_categories",
    "expense_categories",
    "expenses",
    "campaigns",
    "agents",
    "suppliers",
    "document_numbers",
  ];
  const { rows } = await trx.raw(
    `SELECT ${tables.map((table) => `EXISTS (SELECT FROM ${table})`).join(" OR ")}
       OR EXISTS (SELECT FROM company_info WHERE name <> '') AS found`,
  );
  return rows[0].found as boolean;
}

/** An administrator who is there already, made from the environment, stays as he is. */
async function hireUsers({ trx, insert, id, remember, times }: Office) {
  for (const { username, password, title } of demoLogins) {
    const known = await trx("users").whereRaw("lower(username) = ?", username).first("id");
    if (known) {
      remember("users", username, known.id);
      continue;
    }
    await insert("users", "username", [
      {
        username,
        email: `${username}@rakb-alhijaz.example`,
        password_hash: await hash(password, { memoryCost: 19 * 1024, timeCost: 2, parallelism: 1 }),
        user_type: title === administrator ? "admin" : "staff",
        ...times(founded),
      },
    ]);
    await trx.raw(
      "INSERT INTO user_roles (user_id, role_id) SELECT ?::integer, id FROM roles WHERE name = ?",
      [id("users", username), title],
    );
  }
}

async function setUpMoney({ trx, insert, id, times }: Office) {
  await trx("company_info").update(company);
  await insert(
    "currencies",
    "code",
    currencies.map((currency) => ({ ...currency, ...times(founded) })),
  );
  await insert(
    "expense_categories",
    "name",
    Object.entries(expenses).map(([name, { description }]) => ({ name, description, ...times(founded) })),
  );
  await insert(
    "expenses",
    "name",
    Object.entries(expenses).flatMap(([category, { expenses }]) =>
      expenses.map(([name, description]) => ({
        name,
        description,
        category_id: id("expense_categories", category),
        ...times(founded),
      })),
    ),
  );
}

async function findPartners({ insert, times }: Office) {
  for (const [table, partners] of Object.entries({ agents, suppliers })) {
    await insert(
      table,
      "name",
      partners.map((partner) => ({ ...partner, ...times(founded) })),
    );
  }
}

async function offerServices({ insert, id, times }: Office) {
  const entered = times(servicesEntered);
  await insert(
    "ratings",
    "value",
    services.ratings.map((value) => ({ value })),
  );
  for (const [table, names] of Object.entries({
    cities: Object.keys(services.hotels),
    bus_types: services.busTypes,
    catering_types: services.cateringTypes,
    service_categories: services.serviceCategories,
  })) {
    await insert(
      table,
      "name",
      names.map((name) => ({ name })),
    );
  }
  await insert(
    "hotels",
    "name",
    Object.entries(services.hotels).flatMap(([city, hotels]) =>
      hotels.map(({ stars, rooms: [single, double, triple, quad], currency = "SAR", ...hotel }) => ({
        description: null,
        status: "active",
        ...hotel,
        city_id: id("cities", city),
        rating_id: id("ratings", stars),
        single_room_price: single,
        double_room_price: double,
        triple_room_price: triple,
        quad_room_price: quad,
        currency_id: id("currencies", currency),
        ...entered,
      })),
    ),
  );
  await insert(
    "transportations",
    "company_name",
    services.transportations.map(({ busType, currency, ...transportation }) => ({
      ...transportation,
      bus_type_id: id("bus_types", busType),
      currency_id: id("currencies", currency),
      ...entered,
    })),
  );
  await insert(
    "catering_services",
    "name",
    services.caterings.map(({ cateringType, currency, ...catering }) => ({
      ...catering,
      catering_type_id: id("catering_types", cateringType),
      currency_id: id("currencies", currency),
      ...entered,
    })),
  );
  await insert(
    "other_services",
    "name",
    services.otherServices.map(({ category, currency, ...service }) => ({
      status: "active",
      ...service,
      category_id: id("service_categories", category),
      currency_id: id("currencies", currency),
      ...entered,
    })),
  );
}

async function offerPackages({ trx, insert, id, times }: Office): Promise<Prices> {
  const hotels = Object.values(services.hotels).flat();
  const priced = packages.map(({ hotel, transportation, catering, services: chosen, ...plan }) => {
    const room = find(hotels, hotel, ({ name }) => name);
    const transport = find(services.transportations, transportation, ({ company_name }) => company_name);
    const meals = find(services.caterings, catering, ({ name }) => name);
    const extras = chosen.map((name) => find(services.otherServices, name, (service) => service.name));
    const figures = costAndPrice(plan, {
      room: room && {
        price: room.rooms[plan.room_occupancy_basis - 1] ?? 0,
        currency: room.currency ?? "SAR",
      },
      transport: transport && { price: transport.price_per_person, currency: transport.currency },
      catering: meals && { price: meals.price_per_day, currency: meals.currency },
      services: extras.filter((extra) => extra !== undefined),
    });
    return { plan, figures, hotel, transportation, catering, chosen };
  });
  await insert(
    "packages",
    "name",
    priced.map(({ plan: { currency, ...plan }, figures, hotel, transportation, catering }) => ({
      status: "active",
      ...plan,
      currency_id: id("currencies", currency),
      hotel_id: hotel ? id("hotels", hotel) : null,
      transportation_id: transportation ? id("transportations", transportation) : null,
      catering_id: catering ? id("catering_services", catering) : null,
      ...figures,
      ...times(packagesPriced),
    })),
  );
  await trx("package_other_services").insert(
    priced.flatMap(({ plan, chosen }) =>
      chosen.map((name) => ({
        package_id: id("packages", plan.name),
        other_service_id: id("other_services", name),
      })),
    ),
  );
  return Object.fromEntries(
    priced.map(({ plan: { name, currency }, figures: { total_price } }) => [name, { currency, total_price }]),
  );
}

/** What is called so; nothing for no name. */
function find<Item>(items: Item[], name: string | undefined, nameOf: (item: Item) => string) {
  const found = items.find((item) => nameOf(item) === name);
  if (name && !found) throw new Error(`A package is made of ${name}, which nobody offers.`);
  return found;
}

async function openCampaigns({ trx, insert, id, times, calendar }: Office) {
  await insert(
    "campaigns",
    "name",
    campaigns.map(
      ({ name, type, departsIn, days, total_seats, description, openedDaysAgo, closedDaysAgo }) => {
        const daysAhead = departsIn === "hajj" ? calendar.daysToHajj() : departsIn;
        return {
          name,
          type,
          total_seats,
          description,
          status: closedDaysAgo ? "completed" : "active",
          start_date: calendar.day(-daysAhead),
          end_date: calendar.day(-daysAhead - days + 1),
          ...times(
            { daysAgo: openedDaysAgo, minute: noon },
            { daysAgo: closedDaysAgo ?? openedDaysAgo, minute: noon },
          ),
        };
      },
    ),
  );
  await trx("campaign_packages").insert(
    campaigns.flatMap(({ name, packages }) =>
      packages.map((packageName) => ({
        campaign_id: id("campaigns", name),
        package_id: id("packages", packageName),
      })),
    ),
  );
}

/** Pilgrims are registered shortly before the first paper that names them. */
async function register(
  { insert, times }: Office,
  people: Pilgrim[],
  contracts: Contract[],
  receipts: Receipt[],
) {
  const firstSeen = new Map<Pilgrim, Moment>();
  for (const [pilgrim, moment] of [
    ...contracts.map(({ pilgrim, signed }) => [pilgrim, signed] as const),
    ...receipts.map(({ pilgrim, issued }) => [pilgrim, issued] as const),
  ]) {
    const known = firstSeen.get(pilgrim);
    if (!known || compareMoments(moment, known) < 0) firstSeen.set(pilgrim, moment);
  }
  const registered = people
    .map((pilgrim) => ({
      pilgrim,
      moment: later(firstSeen.get(pilgrim) ?? { daysAgo: 2, minute: 17 * 60 }, -7),
    }))
    .sort((a, b) => compareMoments(a.moment, b.moment));
  await insert(
    "customers",
    "passport_number",
    registered.map(({ pilgrim, moment }) => ({ ...pilgrim, ...times(moment) })),
  );
}

async function sign({ insert, id, times, calendar }: Office, contracts: Contract[]) {
  await insert(
    "contracts",
    "contract_number",
    contracts.map((contract) => ({
      contract_number: contract.number,
      customer_id: id("customers", contract.pilgrim.passport_number),
      campaign_id: id("campaigns", contract.campaign),
      package_id: id("packages", contract.package),
      contract_date: calendar.day(contract.signed.daysAgo),
      currency_id: id("currencies", contract.currency),
      total_amount: contract.total_amount,
      paid_amount: contract.paid_amount,
      visa_issue_date: contract.visa && calendar.day(contract.visa.daysAgo),
      visa_duration_days: contract.visa?.durationDays ?? null,
      status: contract.status,
      created_by: id("users", "sales"),
      ...times(contract.signed, contract.changed),
    })),
  );
}

/**
 * Accounts, vouchers, cash counts and the movements between them: each balance is the sum of its movements (rulings §3).
 */
async function moveMoney(
  { trx, insert, id, times, calendar }: Office,
  receipts: Receipt[],
  payments: Payment[],
) {
  const { booked, balances } = kept([
    ...accounts.map(({ name, opening }) => ({
      moment: founded,
      account: name,
      amount: Big(opening),
      cause: "opening",
      document_number: null,
      user_id: id("users", "admin"),
    })),
    ...receipts.flatMap((receipt) =>
      movesOf("receipt", receipt, Big(receipt.account_amount), id("users", receipt.received_by)),
    ),
    ...payments.flatMap((payment) =>
      movesOf("payment", payment, Big(payment.account_amount).neg(), id("users", payment.paid_by)),
    ),
    ...counts.map((count) => ({
      moment: count.at,
      account: count.account,
      amount: Big(count.difference),
      cause: "adjustment",
      document_number: count.number,
      user_id: id("users", "cashier"),
      count,
    })),
  ]);
  await insert(
    "accounts",
    "name",
    accounts.map(({ opening, currency, ...account }) => {
      const { balance, moved } = balances.get(account.name) ?? { balance: Big(opening), moved: founded };
      return {
        location: null,
        account_name: null,
        account_number: null,
        ...account,
        currency_id: id("currencies", currency),
        balance: balance.toFixed(),
        ...times(founded, moved),
      };
    }),
  );
  await trx("movements").insert(
    booked
      .filter(({ amount }) => !amount.eq(0))
      .map(({ moment, account, amount, before: _, after, count: __, ...move }) => ({
        ...move,
        account_id: id("accounts", account),
        amount: amount.toFixed(),
        balance_after: after.toFixed(),
        created_at: calendar.instant(moment),
      })),
  );
  await trx("cash_counts").insert(
    booked.flatMap(({ count, account, before, after, user_id }) =>
      count
        ? {
            count_number: count.number,
            account_id: id("accounts", account),
            expected: before.toFixed(),
            counted: after.toFixed(),
            pieces: count.byPieces ? JSON.stringify(piecesOf(after, accountCurrency(account))) : null,
            reason: count.reason,
            counted_by: user_id,
            created_at: calendar.instant(count.at),
          }
        : [],
    ),
  );
}

/** A voucher's movement, and its reversal where it was cancelled. */
function movesOf(
  cause: "receipt" | "payment",
  { number, account, issued, cancelled }: Receipt | Payment,
  amount: Big,
  user_id: number,
): Move[] {
  const move = { account, document_number: number, user_id };
  const moved = { ...move, moment: issued, amount, cause };
  return cancelled
    ? [moved, { ...move, moment: cancelled, amount: amount.neg(), cause: `${cause}_reversal` }]
    : [moved];
}

async function takeReceipts({ insert, id, times, calendar }: Office, receipts: Receipt[]) {
  await insert(
    "receipt_vouchers",
    "receipt_number",
    receipts.map((receipt) => ({
      receipt_number: receipt.number,
      date: calendar.day(receipt.issued.daysAgo),
      customer_id: id("customers", receipt.pilgrim.passport_number),
      contract_id: receipt.contract && id("contracts", receipt.contract.number),
      amount: receipt.amount,
      currency_id: id("currencies", receipt.currency),
      payment_method: receipt.payment_method,
      payment_reference: receipt.payment_reference,
      account_id: id("accounts", receipt.account),
      account_amount: receipt.account_amount,
      description: receipt.description.replace("{contract}", receipt.contract?.number ?? ""),
      exchange_rate_at_payment: receipt.exchange_rate_at_payment,
      equivalent_amount: receipt.equivalent_amount,
      equivalent_currency_id: id("currencies", receipt.contract?.currency ?? baseCurrency.code),
      received_by: id("users", receipt.received_by),
      status: receipt.cancelled ? "cancelled" : "confirmed",
      ...times(receipt.issued, receipt.cancelled ?? receipt.issued),
    })),
  );
}

async function bill({ insert, id, times, calendar }: Office, billed: Invoice[], payments: Payment[]) {
  await insert(
    "invoices",
    "invoice_number",
    billed.map((invoice) => {
      const { kind, number, partner, daysAgo, dueIn, description, amount, tax_amount } = invoice;
      const { paid_amount, isPaid, last } = settledOf(invoice, payments);
      const daysLate = dueIn === null ? 0 : daysAgo - dueIn;
      const unpaid = daysLate > justDue ? "overdue" : "pending";
      const billedAt = { daysAgo, minute: noon };
      return {
        kind,
        agent_id: kind === "agent" ? id("agents", partner) : null,
        supplier_id: kind === "purchase" ? id("suppliers", partner) : null,
        invoice_number: number,
        invoice_date: calendar.day(daysAgo),
        due_date: dueIn === null ? null : calendar.day(daysAgo - dueIn),
        description,
        amount,
        tax_amount,
        paid_amount,
        payment_status: invoice.cancelled ? "cancelled" : isPaid ? "paid" : unpaid,
        created_by: id("users", "admin"),
        ...times(billedAt, last ?? billedAt),
      };
    }),
  );
}

async function spend({ insert, id, times, calendar }: Office, payments: Payment[], people: Pilgrim[]) {
  await insert(
    "payment_vouchers",
    "payment_number",
    payments.map(({ number, to, settled, currency, account, issued, cancelled, paid_by, ...payment }) => ({
      ...payment,
      payment_number: number,
      date: calendar.day(issued.daysAgo),
      ...beneficiaryOf(to, id, people),
      invoice_id: settled && id("invoices", settled.invoice.number),
      settled_amount: settled?.settled_amount ?? null,
      exchange_rate_at_payment: settled?.exchange_rate_at_payment ?? null,
      currency_id: id("currencies", currency),
      account_id: id("accounts", account),
      paid_by: id("users", paid_by),
      status: cancelled ? "cancelled" : "confirmed",
      ...times(issued, cancelled ?? issued),
    })),
  );
}

function beneficiaryOf(to: Spending["to"], id: Office["id"], people: Pilgrim[]) {
  const nobody = {
    customer_id: null,
    agent_id: null,
    supplier_id: null,
    expense_id: null,
    beneficiary: null,
  };
  if ("expense" in to)
    return { ...nobody, beneficiary_type: "expense", expense_id: id("expenses", to.expense) };
  if ("agent" in to) return { ...nobody, beneficiary_type: "agent", agent_id: id("agents", to.agent) };
  if ("supplier" in to)
    return { ...nobody, beneficiary_type: "supplier", supplier_id: id("suppliers", to.supplier) };
  if ("other" in to) return { ...nobody, beneficiary_type: "other", beneficiary: to.other };
  const { passport_number = "" } = people[to.pilgrim] ?? {};
  return { ...nobody, beneficiary_type: "customer", customer_id: id("customers", passport_number) };
}

/** The next numbers continue after these; what was closed early in the office's life stays so. */
async function keepBooks({ trx, id, calendar }: Office) {
  await trx.raw(`
    INSERT INTO document_numbers (prefix, year, last)
    SELECT split_part(number, '-', 1), split_part(number, '-', 2)::integer, max(split_part(number, '-', 3)::integer)
    FROM (SELECT contract_number AS number FROM contracts UNION ALL SELECT receipt_number FROM receipt_vouchers
          UNION ALL SELECT payment_number FROM payment_vouchers UNION ALL SELECT count_number FROM cash_counts) given
    GROUP BY 1, 2`);
  await trx("period_closings").insert(
    closings.map(({ at, closedUntil, reason }) => ({
      closed_until: calendar.day(closedUntil),
      reason,
      closed_by: id("users", "admin"),
      created_at: calendar.instant(at),
    })),
  );
}
