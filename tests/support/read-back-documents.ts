import Big from "big.js";
import { later } from "~/domain/dates";
import type { TableName } from "~/domain/nouns";
import { officeToday } from "~/domain/office-day.server";
import { type Body, type Case, type MadeRows, type Rules, without } from "./made-rows";

/* What the fields of contracts, vouchers and invoices have to do with each other (read-back-rules.ts). */

const today = officeToday();

/** Calls that send nothing but the status of a voucher. */
const cancelling: Case = { put: { status: "cancelled" }, isOnly: true };

export function documentCases({ office, next, make, rowOf, change }: MadeRows): Rules["cases"] {
  const row = (table: TableName, id: unknown) => office.knex(table).where({ id }).first();

  /* Contracts */

  /** A campaign with one of its packages, whose price is known. */
  async function offer() {
    const campaign_id = await rowOf("campaigns");
    const { package_id } = await office.knex("campaign_packages").where({ campaign_id }).first();
    return {
      terms: { campaign_id, package_id },
      price: Big((await row("packages", package_id)).total_price),
    };
  }

  const inTwo = (total: Big, days: number) => [
    { due_date: later(today, days), amount: 1.5 },
    { due_date: later(today, days + 30), amount: total.minus(1.5).toNumber() },
  ];

  const withDiscount = (price: Big, amount: number, days: number) => ({
    discount_amount: amount,
    discount_reason: `سبب ${amount}`,
    schedule: inTwo(price.minus(amount), days),
  });

  const plain = without("discount_amount", "discount_reason", "schedule");

  /** An offer with a price by room and age. */
  async function cell() {
    const { terms, price } = await offer();
    const sold = { room: "double", traveller: "child_with_bed" };
    await office
      .knex("package_prices")
      .insert({ package_id: terms.package_id, ...sold, amount: price.plus(100).toFixed() })
      .onConflict()
      .ignore();
    return { ...terms, ...sold };
  }
  const contracts = [
    async (): Promise<Case> => {
      const { terms, price } = await offer();
      return {
        post: { ...terms, ...withDiscount(price, 1.25, 10), ...without("room", "traveller") },
        put: {
          ...withDiscount(price, 2.5, 20),
          ...without("cancellation_fee", "cancellation_reason", "fee_reason"),
          status: "completed",
        },
      };
    },
    async (): Promise<Case> => ({
      post: { ...(await cell()), ...plain },
      between: payOf,
      put: { ...plain, status: "cancelled", cancellation_fee: 2.5, cancellation_reason: "تعذر السفر" },
    }),
  ];

  /** How the form of an offer names a discount, a schedule and who would sign too. */
  const notOfForm = without(
    "companion_ids",
    "companion_cells",
    "discount_kind",
    "schedule_terms",
    "down_percent",
    "instalment_count",
    "last_due_date",
  );
  const offers = [
    async (): Promise<Case> => {
      const { terms, price } = await offer();
      const dated = { ...without("room", "traveller"), valid_until: later(today, 5) };
      return {
        post: { ...terms, ...withDiscount(price, 1.25, 10), ...dated, ...notOfForm },
        put: { ...withDiscount(price, 2.5, 20), ...without("discount_kind"), valid_until: later(today, 9) },
      };
    },
    async (): Promise<Case> => ({
      post: { ...(await cell()), ...plain, ...notOfForm, valid_until: later(today, 5) },
      put: { ...plain, ...without("discount_kind"), valid_until: later(today, 9) },
    }),
  ];

  /** The customer and the currency of a contract. */
  async function ofContract(contract_id: number) {
    const { customer_id, currency_id } = await row("contracts", contract_id);
    return { contract_id, customer_id, currency_id };
  }

  const newContract = async () =>
    ofContract(await make("contracts", { customer_id: await rowOf("customers") }));

  /** Receives something of a contract's price. */
  const payOf = async (contract_id: number) =>
    make("receipt-vouchers", {
      ...(await ofContract(contract_id)),
      amount: 5,
      exchange_rate_at_payment: undefined,
    });

  /** A cancelled contract that owes its customer something. */
  async function refund() {
    const contract = await newContract();
    await payOf(contract.contract_id);
    await change("contracts", contract.contract_id, { status: "cancelled" });
    return contract;
  }

  /* Vouchers */

  const full = { balance: 1_000_000, currency_code: "USD" };
  const cash = async () => ({
    payment_method: "cash",
    cash_box_id: await make("cash-boxes", full),
    ...without("bank_account_id", "cheque_bank", "cheque_due_date"),
  });
  const transfer = async () => ({
    payment_method: "bank_transfer",
    bank_account_id: await make("banks", full),
    ...without("cash_box_id", "cheque_bank", "cheque_due_date"),
  });
  const cheque = async (days: number) => ({
    ...(await transfer()),
    payment_method: "cheque",
    cheque_bank: `بنك ${days}`,
    cheque_due_date: later(today, days),
  });
  const anAmount = () => ({ amount: 1 + (next() % 4) });

  /** Without another currency than the contract's there is no rate. */
  const otherCurrency = async () => ({ currency_id: await rowOf("currencies") });
  const figures = () => ({ ...anAmount(), exchange_rate_at_payment: 1 + (next() % 7) / 8 });
  /** On account, of a customer: without what belongs to others. */
  const plainPayer = {
    payer_type: "customer",
    ...without("agent_id", "supplier_id", "payer", "service_name", "other_service_id", "credited_invoice_id"),
  };
  const free = { ...plainPayer, purpose: "on_account", ...without("contract_id") };
  const byContract = async (payer: Body = plainPayer) => ({
    ...(await newContract()),
    ...without("purpose"),
    ...plainPayer,
    ...payer,
  });
  const by = (payer: Body) => byContract({ customer_id: undefined, ...payer });
  const byAgent = async () => by({ payer_type: "agent", agent_id: await rowOf("agents") });
  const bySupplier = async () => by({ payer_type: "supplier", supplier_id: await rowOf("suppliers") });
  const byOther = async () => by({ payer_type: "other", payer: `دافع ${next()}` });
  const byAnother = async () => byContract({ ...plainPayer, customer_id: await rowOf("customers") });
  const named = (): Body => ({ ...free, purpose: "service", service_name: `خدمة ${next()}` });
  const ofOffice = async (): Promise<Body> => ({
    ...free,
    purpose: "service",
    other_service_id: await rowOf("other_services"),
  });
  const kept = without("status");

  const receipts = [
    async (): Promise<Case> => ({
      post: { ...(await cash()), ...figures(), ...free },
      put: { ...(await transfer()), ...figures(), ...free, ...kept },
    }),
    async (): Promise<Case> => ({
      post: { ...(await cheque(30)), ...figures(), ...free },
      put: { ...(await cheque(40)), ...figures(), ...free, ...kept },
    }),
    async (): Promise<Case> => ({
      post: { ...(await transfer()), ...(await byContract()), ...figures(), ...(await otherCurrency()) },
      put: { ...(await cash()), ...(await byContract()), ...figures(), ...(await otherCurrency()), ...kept },
    }),
    ...(
      [
        [byAgent, bySupplier],
        [bySupplier, byOther],
        [byOther, byAgent],
        [byAnother, byOther],
      ] as const
    ).map(
      ([first, later]) =>
        async (): Promise<Case> => ({
          post: { ...(await cash()), ...(await first()), ...figures(), ...(await otherCurrency()) },
          put: { ...(await cash()), ...(await later()), ...figures(), ...(await otherCurrency()), ...kept },
        }),
    ),
    ...(
      [
        [named, ofOffice],
        [ofOffice, named],
        [named, async () => free],
      ] as const
    ).map(
      ([first, later]) =>
        async (): Promise<Case> => ({
          post: { ...(await cash()), ...figures(), ...(await first()) },
          put: { ...(await cash()), ...figures(), ...(await later()), ...kept },
        }),
    ),
    async (): Promise<Case> => ({ post: { ...(await cash()), ...figures(), ...free }, ...cancelling }),
    async (): Promise<Case> => ({
      post: { ...(await cash()), ...(await riyals()), ...(await backFrom("agent")) },
      put: { ...(await cash()), ...(await riyals()), ...(await backFrom("supplier")), ...kept },
    }),
  ];

  /** Money back from a partner about an invoice. */
  async function backFrom(payer_type: "agent" | "supplier"): Promise<Body> {
    const partner = await rowOf(`${payer_type}s`);
    const call = payer_type === "agent" ? "agent-invoices" : "purchase-invoices";
    const named = { [`${payer_type}_id`]: partner };
    return {
      ...plainPayer,
      ...without("contract_id", "customer_id"),
      payer_type,
      ...named,
      purpose: "returned",
      ...anAmount(),
      exchange_rate_at_payment: undefined,
      credited_invoice_id: await make(call, { ...named, amount: 100, ...plainInvoice }),
    };
  }

  /** Names one beneficiary, and what the voucher settles. */
  const to = (beneficiary_type: string, fields: Body): Body => ({
    ...without("customer_id", "agent_id", "supplier_id", "expense_id", "beneficiary"),
    ...without("campaign_id", "agent_invoice_id", "purchase_invoice_id", "contract_id"),
    ...without("purpose", "service_name", "other_service_id"),
    beneficiary_type,
    not_refund: beneficiary_type === "other",
    ...anAmount(),
    ...fields,
  });

  /** In riyals, as the invoices are. */
  const riyals = async () => ({
    currency_id: (await office.knex("currencies").where({ code: "SAR" }).first("id")).id,
  });

  async function toAgent() {
    const agent_id = await rowOf("agents");
    const agent_invoice_id = await make("agent-invoices", { agent_id, amount: 100 });
    return to("agent", { agent_id, agent_invoice_id, ...(await riyals()) });
  }

  async function toSupplier() {
    const supplier_id = await rowOf("suppliers");
    const purchase_invoice_id = await make("purchase-invoices", { supplier_id, amount: 100 });
    return to("supplier", { supplier_id, purchase_invoice_id, ...(await riyals()) });
  }

  /** Not before the cancelling. */
  const toCustomer = async () => to("customer", { ...(await refund()), date: today });

  const returned = async (service: Body) =>
    to("customer", { customer_id: await rowOf("customers"), purpose: "service", ...service });
  const returnedNamed = () => returned({ service_name: `خدمة ${next()}` });
  const returnedOfOffice = async () => returned({ other_service_id: await rowOf("other_services") });

  const toExpense = async () =>
    to("expense", { expense_id: await rowOf("expenses"), campaign_id: await rowOf("campaigns") });

  const toOther = async () =>
    to("other", { beneficiary: `مستفيد ${next()}`, campaign_id: await rowOf("campaigns") });

  const payments = [
    ...[toOther, toExpense, toAgent, toSupplier, toCustomer, returnedNamed, returnedOfOffice].map(
      (beneficiary) => async (): Promise<Case> => ({
        post: { ...(await cash()), ...(await beneficiary()) },
        put: { ...(await transfer()), ...(await beneficiary()), ...kept },
      }),
    ),
    async (): Promise<Case> => ({
      post: { ...(await cash()), ...(await returnedNamed()) },
      put: {
        ...(await cash()),
        ...to("customer", { customer_id: await rowOf("customers"), purpose: "on_account" }),
        ...kept,
      },
    }),
    async (): Promise<Case> => ({
      post: { ...(await transfer()), ...(await toOther()) },
      put: { ...(await cash()), ...(await toExpense()), ...kept },
    }),
    async (): Promise<Case> => ({ post: { ...(await cash()), ...(await toOther()) }, ...cancelling }),
  ];

  /** A reason belongs to an invoice that is paid without a voucher, and another invoice to a credit note, which is never due. */
  const plainInvoice = { document_type: "invoice", ...without("credited_invoice_id") };
  const noteOf = (credited_invoice_id: number): Body => ({
    document_type: "credit_note",
    payment_status: "paid",
    invoice_date: today,
    credited_invoice_id,
    ...without("payment_reason", "due_date"),
  });
  const invoicesOf = (call: "agent-invoices" | "purchase-invoices", column: "agent_id" | "supplier_id") => [
    async (): Promise<Case> => ({
      post: { payment_status: "pending", ...plainInvoice, ...without("payment_reason") },
      put: { payment_status: "paid", ...plainInvoice, payment_reason: "دفعها الشريك" },
    }),
    async (): Promise<Case> => ({
      post: { payment_status: "paid", ...plainInvoice, payment_reason: "دفعها الشريك" },
      put: { payment_status: "paid", ...plainInvoice, payment_reason: "خصمت من الحساب" },
    }),
    async (): Promise<Case> => {
      const partner = await rowOf(column === "agent_id" ? "agents" : "suppliers");
      const invoice = async () =>
        make(call, {
          [column]: partner,
          amount: 100,
          invoice_date: later(today, -9),
          due_date: undefined,
          ...plainInvoice,
        });
      return {
        post: { [column]: partner, ...noteOf(await invoice()) },
        put: { [column]: partner, ...noteOf(await invoice()) },
      };
    },
  ];

  /* Allocations: of a customer on account, from one contract to another, of an agent and of a supplier. */

  const onAccount = without(
    "customer_id",
    "agent_id",
    "supplier_id",
    "from_contract_id",
    "contract_id",
    "agent_invoice_id",
    "purchase_invoice_id",
  );
  const allocation = (values: Body): Case => ({
    post: { ...onAccount, ...anAmount(), exchange_rate: undefined, ...values },
    put: {},
  });

  async function ofPartner(partner: "agent" | "supplier") {
    const named = await (partner === "agent" ? toAgent() : toSupplier());
    const { agent_invoice_id, purchase_invoice_id, ...rest } = named;
    await make("payment-vouchers", { ...(await cash()), ...rest, amount: 50 });
    const { agent_id, supplier_id, currency_id } = named;
    return allocation({ agent_id, supplier_id, currency_id, agent_invoice_id, purchase_invoice_id });
  }

  const allocations = [
    async () => {
      const contract = await newContract();
      const { customer_id } = contract;
      const currency_id = (await office.knex("currencies").whereNot({ id: contract.currency_id }).first("id"))
        .id;
      await make("receipt-vouchers", {
        ...(await cash()),
        ...free,
        customer_id,
        currency_id,
        amount: 50,
        exchange_rate_at_payment: undefined,
      });
      return allocation({ ...contract, currency_id, exchange_rate: 1 + (next() % 7) / 8 });
    },
    async () => {
      const { contract_id: from_contract_id, customer_id, currency_id } = await refund();
      return allocation({ from_contract_id, customer_id, currency_id });
    },
    () => ofPartner("agent"),
    () => ofPartner("supplier"),
  ];

  /* Transfers: within one currency, between two, from a bank with a fee. */

  const ofKinds = without(
    "from_cash_box_id",
    "from_bank_account_id",
    "to_cash_box_id",
    "to_bank_account_id",
    "from_account_id",
    "to_account_id",
  );
  const feeless = { fee_amount: undefined, fee_expense_id: undefined };
  const transferOf = async (values: Body, more: Body = {}): Promise<Case> => ({
    post: { ...ofKinds, ...feeless, from_amount: 5, to_amount: 5, ...values },
    put: { ...ofKinds, ...feeless, from_amount: 6, to_amount: 6, ...kept, ...more },
  });
  const [boxOf, bankOf] = [() => make("cash-boxes", full), () => make("banks", full)];
  const withFee = async () => ({ fee_amount: 1, fee_expense_id: await rowOf("expenses") });
  const transfers = [
    async () =>
      transferOf(
        { from_cash_box_id: await boxOf(), to_bank_account_id: await bankOf(), ...(await withFee()) },
        { from_bank_account_id: await bankOf(), to_cash_box_id: await boxOf() },
      ),
    async () =>
      transferOf(
        { from_bank_account_id: await bankOf(), to_cash_box_id: await boxOf() },
        { from_cash_box_id: await boxOf(), to_bank_account_id: await bankOf() },
      ),
    async () =>
      transferOf(
        { from_account_id: await boxOf(), to_account_id: await boxOf() },
        { from_account_id: await bankOf(), to_account_id: await bankOf(), ...(await withFee()) },
      ),
    async (): Promise<Case> => ({
      ...(await transferOf({ from_account_id: await boxOf(), to_account_id: await bankOf() })),
      ...cancelling,
    }),
  ];

  return {
    transfers,
    allocations,
    contracts,
    offers,
    "receipt-vouchers": receipts,
    "payment-vouchers": payments,
    "agent-invoices": invoicesOf("agent-invoices", "agent_id"),
    "purchase-invoices": invoicesOf("purchase-invoices", "supplier_id"),
  };
}
