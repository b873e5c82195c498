import { hash } from "@node-rs/argon2";
import Big from "big.js";
import type { Knex } from "knex";
import { demoLogins } from "../scripts/demo-logins.js";
import { administrator } from "./01_permissions_and_roles";
import { accounts, baseCurrency, company, currencies, expenses } from "./demo/agency";
import { type Calendar, compareMoments, later, type Moment, openCalendar } from "./demo/calendar";
import { campaigns } from "./demo/campaigns";
import { type Contract, noon, number, type Prices, sales } from "./demo/contracts";
import { generator } from "./demo/generator";
import { invoices } from "./demo/invoices";
import { costAndPrice, packages } from "./demo/packages";
import { agents, suppliers } from "./demo/partners";
import { type Pilgrim, pilgrims } from "./demo/pilgrims";
import type { Receipt } from "./demo/receipts";
import * as services from "./demo/services";

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
    await takeInvoices(office);
    await offerServices(office);
    const prices = await offerPackages(office);
    await openCampaigns(office);

    const people = pilgrims(generator(1447));
    const { contracts, receipts } = sales(prices, people, generator(1448));
    number("C", contracts, ({ signed }) => calendar.day(signed.daysAgo).slice(0, 4));
    number("RV", receipts, ({ issued }) => calendar.day(issued.daysAgo).slice(0, 4));
    await register(office, people, contracts, receipts);
    await sign(office, contracts);
    await takeMoney(office, receipts);
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

async function takeInvoices({ trx, id, times, calendar }: Office) {
  for (const { kind, column, partners, prefix, all } of invoices) {
    await trx("invoices").insert(
      all.map(({ partner, daysAgo, dueIn, ...invoice }, index) => ({
        ...invoice,
        kind,
        [column]: id(partners, partner),
        invoice_number: `${prefix}-${calendar.day(daysAgo).slice(0, 4)}-${String(index + 1).padStart(3, "0")}`,
        invoice_date: calendar.day(daysAgo),
        due_date: dueIn === undefined ? null : calendar.day(daysAgo - dueIn),
        created_by: id("users", "admin"),
        ...times({ daysAgo, minute: noon }),
      })),
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

/** Accounts, vouchers and the movements between them: each balance is the sum of its movements (rulings §3). */
async function takeMoney({ trx, insert, id, times, calendar }: Office, receipts: Receipt[]) {
  const moves = [
    ...accounts.map(({ name, opening }) => ({
      moment: founded,
      account: name,
      amount: Big(opening),
      cause: "opening",
      document_number: null,
      user_id: id("users", "admin"),
    })),
    ...receipts.flatMap(({ number, account, account_amount, issued, cancelled, received_by }) => {
      const move = { account, document_number: number, user_id: id("users", received_by) };
      const taken = { ...move, moment: issued, amount: Big(account_amount), cause: "receipt" };
      if (!cancelled) return [taken];
      return [
        taken,
        { ...move, moment: cancelled, amount: Big(account_amount).neg(), cause: "receipt_reversal" },
      ];
    }),
  ].sort((a, b) => compareMoments(a.moment, b.moment));

  const kept = new Map<string, { balance: Big; moved: Moment }>();
  const movements = moves.map(({ moment, account, amount, ...move }) => {
    const balance = amount.plus(kept.get(account)?.balance ?? 0);
    kept.set(account, { balance, moved: moment });
    return {
      ...move,
      account,
      amount: amount.toFixed(),
      balance_after: balance.toFixed(),
      created_at: calendar.instant(moment),
    };
  });
  await insert(
    "accounts",
    "name",
    accounts.map(({ opening, currency, ...account }) => {
      const { balance, moved } = kept.get(account.name) ?? { balance: Big(opening), moved: founded };
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
    movements.map(({ account, ...movement }) => ({ account_id: id("accounts", account), ...movement })),
  );
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
  await trx.raw(`
    INSERT INTO document_numbers (prefix, year, last)
    SELECT split_part(number, '-', 1), split_part(number, '-', 2)::integer, max(split_part(number, '-', 3)::integer)
    FROM (SELECT contract_number AS number FROM contracts UNION ALL SELECT receipt_number FROM receipt_vouchers) given
    GROUP BY 1, 2`);
}
