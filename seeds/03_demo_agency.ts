import { hash } from "@node-rs/argon2";
import type { Knex } from "knex";
import { demoLogins } from "../scripts/demo-logins.js";
import { administrator } from "./01_permissions_and_roles";
import { company, currencies, employees, expenses } from "./demo/agency";
import { allocate } from "./demo/allocations";
import { bill, keepBooks, moveMoney, openAccounts, spend, takeReceipts } from "./demo/booking";
import { counts } from "./demo/books";
import { compareMoments, later, type Moment, openCalendar } from "./demo/calendar";
import { keepCheques } from "./demo/cheques";
import { keepParts, shareOut } from "./demo/commissions";
import { type Contract, number, sales } from "./demo/contracts";
import { creditPartners, giveBack } from "./demo/credit-notes";
import { setFees } from "./demo/fees";
import { takePhoto } from "./demo/files";
import { generator } from "./demo/generator";
import { formGroups } from "./demo/groups";
import { holdSeats } from "./demo/holds";
import { schedule } from "./demo/instalments";
import { invoices } from "./demo/invoices";
import { linkMove, moveLast, nameMove } from "./demo/moves";
import { noteCustomers } from "./demo/notes";
import { offerPackages, offerServices, openCampaigns } from "./demo/offering";
import { offer } from "./demo/offers";
import { founded, type Office, openOffice } from "./demo/office";
import { collectPapers } from "./demo/papers";
import { agents, suppliers } from "./demo/partners";
import { payments } from "./demo/payments";
import { type Pilgrim, pilgrims } from "./demo/pilgrims";
import type { Receipt } from "./demo/receipts";
import { remindDebtors } from "./demo/reminders";
import { placeMembers } from "./demo/rooms";
import { spendings } from "./demo/spending";
import { transfer, transfers } from "./demo/transfers";
import { planTrips } from "./demo/trips";
import { applyForVisas } from "./demo/visas";

/** A realistic agency, if DEMO=1 and the office is empty. An office with data is never changed. */
export async function seed(knex: Knex) {
  if (process.env.DEMO !== "1") return;
  await knex.transaction(async (trx) => {
    // If two copies of the office start on one database at the same moment, only one fills it.
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
    await setFees(office);

    const people = pilgrims(generator(1447), calendar);
    const { contracts, receipts } = sales(prices, people, generator(1448));
    const move = moveLast(contracts, prices);
    giveBack(receipts, generator(1450));
    shareOut(invoices.agent, contracts, receipts);
    keepCheques(receipts);
    const billed = [...invoices.agent, ...invoices.purchase].sort((a, b) => b.daysAgo - a.daysAgo);
    const refundable = (pilgrim: number) => {
      const contract = contracts.find((one) => one.pilgrim === people[pilgrim] && one.status === "cancelled");
      if (!contract) throw new Error(`The pilgrim ${pilgrim} has no cancelled contract.`);
      return contract;
    };
    const paid = payments(billed, spendings, refundable, generator(1449));
    const year = ({ daysAgo }: { daysAgo: number }) => calendar.day(daysAgo).slice(0, 4);
    number("C", contracts, ({ signed }) => year(signed));
    nameMove(move);
    number("RV", receipts, ({ issued }) => year(issued));
    number("PV", paid, ({ issued }) => year(issued));
    number("CC", counts, ({ at }) => year(at));
    number("TV", transfers, ({ at }) => year(at));
    number("AGT", invoices.agent, year, 3);
    number("PUR", invoices.purchase, year, 3);
    await register(office, people, contracts, receipts);
    await sign(office, contracts);
    await linkMove(office, move);
    await offer(office, people, contracts, prices);
    await formGroups(office, contracts);
    await placeMembers(office);
    await applyForVisas(office, contracts);
    await collectPapers(office, contracts);
    const booked = await openAccounts(office, receipts, paid);
    await takeReceipts(office, receipts);
    await bill(office, billed, paid);
    await keepParts(office, invoices.agent);
    await spend(office, paid, people);
    await transfer(office);
    await moveMoney(office, booked);
    await allocate(office, people, contracts, invoices.agent);
    await creditPartners(office, invoices, receipts);
    await remindDebtors(office);
    await noteCustomers(office, people);
    await keepBooks(office);
    await planTrips(office);
    await holdSeats(office);
    await keepViews(office);
  });
}

/** The views that everyone opens each morning, in the menus of those who may open them. */
async function keepViews({ insert, times }: Office) {
  const views = {
    "عقود عليها متبقٍّ": "/contracts?is_owing=true&status=active",
    "عقود متأخرة السداد": "/contracts?overdue=true",
    "فواتير وكلاء متأخرة السداد": "/invoices/agents?overdue=true",
    "تأشيرات قيد الانتظار": "/trips/visas?status=pending",
  };
  await insert(
    "saved_views",
    "name",
    Object.entries(views).map(([name, address]) => ({ name, address, ...times(founded) })),
  );
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

/** An existing administrator, made from the environment, is left unchanged. */
async function hireUsers({ trx, insert, id, remember, times }: Office) {
  for (const { username, password, title } of demoLogins) {
    const user = await trx("users").whereRaw("lower(username) = ?", username).first("id");
    if (user) {
      remember("users", username, user.id);
      continue;
    }
    await insert("users", "username", [
      {
        username,
        email: `${username}@rakb-alhijaz.example`,
        password_hash: await hash(password, { memoryCost: 19 * 1024, timeCost: 2, parallelism: 1 }),
        ...employees[username],
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

/** Registers pilgrims shortly before the first paper that names them. */
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
    const earliest = firstSeen.get(pilgrim);
    if (!earliest || compareMoments(moment, earliest) < 0) firstSeen.set(pilgrim, moment);
  }
  const registered = people
    .map((pilgrim) => ({
      pilgrim,
      moment: later(firstSeen.get(pilgrim) ?? { daysAgo: 2, minute: 17 * 60 }, -7),
    }))
    .sort((a, b) => compareMoments(a.moment, b.moment));
  await insert(
    "customers",
    "national_id",
    await Promise.all(
      registered.map(async ({ pilgrim, moment }, place) => ({
        ...pilgrim,
        image: place % 5 === 3 ? null : await takePhoto(pilgrim.gender, place),
        ...times(moment),
      })),
    ),
  );
}

async function sign({ insert, id, times, calendar }: Office, contracts: Contract[]) {
  await insert(
    "contracts",
    "contract_number",
    contracts.map((contract, place) => ({
      contract_number: contract.number,
      customer_id: id("customers", contract.pilgrim.national_id),
      campaign_id: id("campaigns", contract.campaign),
      package_id: id("packages", contract.package),
      contract_date: calendar.day(contract.signed.daysAgo),
      currency_id: id("currencies", contract.currency),
      total_amount: contract.total_amount,
      ...(contract.discount && {
        discount_amount: contract.discount.amount,
        discount_reason: contract.discount.reason,
        discounted_on: calendar.day(contract.discount.daysAgo),
        discounted_by: id("users", "sales"),
      }),
      room: contract.supplement && "double",
      traveller: contract.supplement && "adult",
      supplement_amount: contract.supplement,
      package_cost: contract.package_cost,
      agent_id: contract.agent && id("agents", contract.agent.name),
      commission_rate: contract.agent?.rate ?? null,
      commission_reason: contract.agent?.reason ?? null,
      schedule: place % 5 === 4 ? null : schedule(contract, calendar),
      paid_amount: contract.paid_amount,
      visa_issue_date: contract.visa && calendar.day(contract.visa.daysAgo),
      visa_duration_days: contract.visa?.durationDays ?? null,
      status: contract.status,
      cancelled_on: contract.cancellation && calendar.day(contract.cancellation.on.daysAgo),
      cancellation_reason: contract.cancellation?.reason ?? null,
      cancellation_fee: contract.cancellation?.fee ?? "0",
      refunded_amount: contract.refunded_amount,
      created_by: id("users", "sales"),
      ...times(contract.signed, contract.changed),
    })),
  );
}
