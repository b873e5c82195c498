import { later } from "~/domain/dates";
import type { TableName } from "~/domain/nouns";
import { officeToday } from "~/domain/office-day.server";
import { minorUnit } from "~/features/money/money.server";
import { type Case, type MadeRows, type Rules, without } from "./made-rows";
import { documentCases } from "./read-back-documents";

/* What the fields of an entity have to do with each other, for rows that have each of them (made-rows.ts). */

const today = officeToday();

export function readBackRules(rows: MadeRows): Rules {
  const { office, next, make, rowOf } = rows;
  const row = (table: TableName, id: unknown) => office.knex(table).where({ id }).first();
  const currencyCode = async () => (await row("currencies", await rowOf("currencies"))).code;

  /** An account that was used keeps its currency. */
  const accounts = [
    async (): Promise<Case> => ({
      post: { currency_code: await currencyCode() },
      put: without("currency_code"),
    }),
    async (): Promise<Case> => ({
      post: { currency_code: await currencyCode(), ...without("balance") },
      put: { currency_code: await currencyCode(), ...without("balance") },
    }),
  ];

  /** A cash box is held by a user or by somebody who is none. */
  const boxes = accounts.map((account, place) => async (): Promise<Case> => {
    const { post, put } = await account();
    const others = [without("holder_name"), without("holder_user_id")];
    return { post: { ...post, ...others[place] }, put: { ...put, ...others[1 - place] } };
  });

  /** A currency's code, with two decimals. */
  function code(): string {
    const place = next();
    const letters = String.fromCharCode(...[676, 26, 1].map((size) => 65 + (Math.floor(place / size) % 26)));
    return minorUnit(letters) === 2 && letters !== "USD" && letters !== "SAR" ? letters : code();
  }

  const datesOf = (years: number) => ({
    date_of_birth: later(today, -365 * (20 + years)),
    passport_issue_date: later(today, -365 * years),
  });

  const [byGroupField, byCallField] = [without("departure_date"), without("departureDate")];
  const groups = [
    async (): Promise<Case> => ({
      post: { ...byGroupField, status: "active" },
      put: { ...byGroupField, status: "departed" },
    }),
    async (): Promise<Case> => ({
      post: { ...byCallField, status: "departed", departure_date: later(today, 40) },
      put: { ...byCallField, status: "active", departure_date: later(today, 50) },
    }),
  ];

  const visas = [
    async (): Promise<Case> => ({ put: without("visa_number") }),
    async (): Promise<Case> => ({
      between: (id) =>
        office
          .knex("visas")
          .where({ id })
          .update({ status: "approved", visa_number: "V-1", approval_date: today }),
      put: without("customer_id"),
    }),
  ];

  const category = async () => ({
    category: (await row("expense_categories", await rowOf("expense_categories"))).name,
    ...without("category_id"),
  });

  const expenses = [
    async (): Promise<Case> => ({ post: without("category"), put: without("category") }),
    async (): Promise<Case> => ({ post: await category(), put: await category() }),
  ];

  const inHotels = async () => ({
    stays: [
      { hotel_id: await rowOf("hotels"), nights: 3 },
      { hotel_id: await rowOf("hotels"), nights: 1 + (next() % 5) },
    ],
    duration: 20 + (next() % 9),
    ...without("hotel_id"),
  });

  const packages = [
    async (): Promise<Case> => ({ post: without("stays", "prices"), put: without("stays", "prices") }),
    async (): Promise<Case> => ({
      post: { ...(await inHotels()), prices: [{ room: "double", traveller: "adult", amount: 10 + next() }] },
      put: { ...(await inHotels()), prices: [{ room: "quint", traveller: "infant", amount: 10 + next() }] },
    }),
  ];

  /** Holds of as many seats as a sample may have. */
  const seats = async () => ({ campaign_id: await make("campaigns", { total_seats: 90_000 }) });
  const holds = [async (): Promise<Case> => ({ post: await seats(), put: await seats() })];
  const feeLines = async () => [
    { days: 30, kind: "percent", amount: 1 + (next() % 90), currency_id: null },
    { days: 3, kind: "sum", amount: 100 + next(), currency_id: await rowOf("currencies") },
  ];

  return {
    cases: {
      campaigns: [
        async () => ({ post: { fee_lines: await feeLines() }, put: { fee_lines: await feeLines() } }),
      ],
      customers: [async () => ({ post: datesOf(1), put: datesOf(2) })],
      ...documentCases(rows),
      groups,
      visas,
      holds,
      banks: accounts,
      "cash-boxes": boxes,
      currencies: [async () => ({ post: { code: code() }, put: { code: code() } })],
      expenses,
      packages,
      stages: [async () => ({ post: { date: later(today, 3) }, put: { date: later(today, 5) } })],
      "company-info": [
        async () => ({
          post: {
            country: "EG",
            fee_lines: await feeLines(),
            website: "www.example.com",
            infant_under: 3,
            child_under: 11,
            reminder_template: "حضرة {الاسم}، عليك {المبلغ}",
          },
        }),
      ],
      users: [async () => ({ post: { password: "Safa-1448-Marwa" }, put: { password: "Marwa-1448-Safa" } })],
    },
    below: {
      stages: async () => {
        const dates = { start_date: today, end_date: later(today, 30) };
        return `/api/trips/${await make("trips", dates)}/stages`;
      },
      "plan-stages": async () => `/api/trip-plans/${await rowOf("trip_plans")}/stages`,
    },
    apart: {
      "POST company-info.remove_logo": "removes a file",
      "POST banks.is_cheques_in_hand": "one for a currency: cheques-in-hand.test.ts",
      "PUT banks.is_cheques_in_hand": "of an account that was never used",
      "POST banks.holder_user_id": "of a cash box alone",
      "POST banks.holder_name": "of a cash box alone",
      "PUT banks.holder_user_id": "of a cash box alone",
      "PUT banks.holder_name": "of a cash box alone",
      "POST contracts.cancellation_fee": "a new contract is not cancelled",
      "POST contracts.cancellation_reason": "a new contract is not cancelled",
      "POST contracts.fee_reason": "a new contract is not cancelled",
      "PUT contracts.event_date": "the day of an event",
      "PUT contracts.leave_group": "what becomes of a place in a group",
      "PUT receipt-vouchers.event_date": "the day of an event",
      "PUT receipt-vouchers.charge_amount": "of a returned cheque alone",
      "PUT payment-vouchers.event_date": "the day of an event",
      "POST allocations.event_date": "the day of an event",
      "PUT transfers.event_date": "the day of an event",
      "PUT agent-invoices.event_date": "the day of an event",
      "PUT purchase-invoices.event_date": "the day of an event",
      "PUT agent-invoices.document_type": "does not change",
      "PUT purchase-invoices.document_type": "does not change",
      "PUT contracts.room": "a signed contract keeps it",
      "PUT contracts.traveller": "a signed contract keeps it",
      "PUT contracts.customer_id": "a signed contract keeps it",
      "PUT contracts.campaign_id": "a signed contract keeps it",
      "PUT contracts.package_id": "a signed contract keeps it",
      "PUT offers.room": "an offer keeps it",
      "PUT offers.traveller": "an offer keeps it",
      "PUT offers.customer_id": "an offer keeps it",
      "PUT offers.campaign_id": "an offer keeps it",
      "PUT offers.package_id": "an offer keeps it",
      "POST offers.companion_ids": "shown as companions: offers.test.ts",
      "POST offers.companion_cells": "shown as companions: offers.test.ts",
      "POST offers.discount_kind": "says what the discount's amount is",
      "PUT offers.discount_kind": "says what the discount's amount is",
      "POST offers.schedule_terms": "proposes a schedule",
      "POST offers.down_percent": "proposes a schedule",
      "POST offers.instalment_count": "proposes a schedule",
      "POST offers.last_due_date": "proposes a schedule",
      "POST visas.visa_number": "an approval gives it",
      "PUT trips.plan_id": "the stages were made from it",
      "PUT trips.move_stages": "says how the dates change",
      "PUT trips.move": "says how the dates change",
      "PUT groups.move": "says how the dates change",
      "PUT campaigns.move": "says how the dates change",
      "POST users.password": "a secret",
      "PUT users.password": "a secret",
      "PUT users.present_password": "a secret",
    },
  };
}
