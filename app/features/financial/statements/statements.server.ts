import { db } from "~/db/knex.server";
import { pageOf, periodOf } from "~/db/list.server";
import { visibleRows } from "~/db/rows.server";
import { notFound } from "~/domain/domain-error";
import { missingSentence } from "~/domain/nouns";
import { kindOf as accountKindOf } from "~/features/accounts/account";
import { findAccount } from "~/features/accounts/accounts.server";
import { closingOf } from "~/features/closing/closings.server";
import { commissionOf } from "~/features/commissions/commissions.server";
import { refundableContractsOf } from "~/features/contracts/contracts.server";
import type { AllocatingKind } from "~/features/links/allocation-address";
import type { StatementKind } from "~/features/links/statement-link";
import { chequesInHandOf } from "~/features/money/cheques-in-hand.server";
import { entryHolders } from "~/features/money/entry";
import { onAccountOf } from "~/features/money/on-account.server";
import { idParam } from "~/http/screen.server";
import type { Visit } from "~/http/visit";
import { unpaidParts } from "../debts/nets.server";
import { accountStatement } from "./movements.server";
import { isPartner, partnerStatement } from "./partners.server";
import {
  type Holder,
  type Statement,
  type StatementParams,
  statementKindOf,
  statementKinds,
} from "./statement";

/** The statement of the account or partner that an address names. @throws DomainError not_found */
export async function statementOf({ user, params }: Pick<Visit, "user" | "params">) {
  const kind = statementKindOf(params);
  const id = idParam(params.id);
  const statement =
    (own: (params: StatementParams) => Promise<Statement>) => async (params: StatementParams) => ({
      ...(await own(params)),
      closing: await closingOf(db, params.to),
    });
  if (isPartner(kind)) {
    const { table } = statementKinds[kind].of;
    const row = await visibleRows(db, table).where({ id }).first();
    if (!row) throw notFound(missingSentence(table));
    const holder: Holder = { id, name: row.name, code: row.phone ?? null };
    return { kind, holder, read: statement((params) => partnerStatement(db, user, kind, id, params)) };
  }
  const account = await findAccount(db, accountKindOf(params), id);
  const { name, account_number: code = null, holder: custody } = account;
  const holder: Holder = { id, name, code, custody };
  return { kind, holder, read: statement((params) => accountStatement(db, user, account, params)) };
}

/** What is left of a customer's contracts by due date. Other holders have no instalments. */
export const openInstalmentsOf = async (kind: string, id: number) =>
  kind === "customers" ? unpaidParts(db, [id]) : [];

/** What of a customer's payments is in cheques in hand. Other holders have none. */
export const chequesInHand = async (kind: string, id: number) =>
  kind === "customers" ? chequesInHandOf(db, id) : [];

/** What an agent has earned by contracts, as it stands now; nothing of holders and agents without any. */
export async function sharesOf(kind: string, id: number) {
  const sums = kind === "agents" ? await commissionOf(db, id) : null;
  return sums && (sums.earned || sums.invoiced) ? sums : null;
}

/** Whether a party has something on account, or a customer something to be given back. */
export async function hasToAllocate(kind: StatementKind, id: number) {
  if (!holdsMoney(kind)) return false;
  if ((await onAccountOf(db, kind, id)).length) return true;
  return kind === "customers" && (await refundableContractsOf(db, id)).length > 0;
}

const holdsMoney = (kind: StatementKind): kind is AllocatingKind => Object.hasOwn(entryHolders, kind);

/** The period and page of an address, newest first. @throws DomainError invalid */
export const askedOf = (params: URLSearchParams): StatementParams => ({
  ...periodOf(params),
  ...pageOf(params),
  oldestFirst: false,
});
