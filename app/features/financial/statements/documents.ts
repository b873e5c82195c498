import { holdsAny, type SessionUser } from "~/domain/permissions";
import { accountKinds } from "~/features/accounts/account";
import { contract } from "~/features/contracts/contract";
import { invoiceKinds } from "~/features/invoices/invoice";
import { allocation } from "../allocations/allocation";
import { payment } from "../payments/payment";
import { receipt } from "../receipts/receipt";
import { transfer } from "../transfers/transfer";

type Document = { id: number; number: string; account_id?: number };

/** The address of a document without a page of its own: its list, searched by its number. */
const foundIn =
  (path: string) =>
  ({ number }: Document) =>
    `${path}?search=${encodeURIComponent(number)}`;

/** The kinds of document behind the lines of statements: the word, the permission to open it, and its address. */
export const documentKinds = {
  contract: { name: "عقد", reader: contract.write, at: ({ id }: Document) => `${contract.path}/${id}` },
  receipt: { name: "سند قبض", reader: receipt.write, at: foundIn(receipt.path) },
  payment: { name: "سند صرف", reader: payment.write, at: ({ id }: Document) => `${payment.path}/${id}` },
  allocation: { name: "تخصيص", reader: allocation.write, at: foundIn(allocation.path) },
  transfer: { name: "سند تحويل", reader: transfer.write, at: foundIn(transfer.path) },
  agent: { name: "فاتورة", reader: invoiceKinds.agent.write, at: foundIn(invoiceKinds.agent.path) },
  purchase: { name: "فاتورة", reader: invoiceKinds.purchase.write, at: foundIn(invoiceKinds.purchase.path) },
  count: {
    name: "جرد صندوق",
    reader: accountKinds.cash_box.write,
    at: ({ id, account_id }: Document) => `${accountKinds.cash_box.path}/${account_id}/counts/${id}`,
  },
} as const;

export type DocumentKind = keyof typeof documentKinds;

/** The document's address, if the user may open it. */
export function addressOf(user: Pick<SessionUser, "permissions">, kind: DocumentKind, document: Document) {
  const { reader, at } = documentKinds[kind];
  return holdsAny(user, [reader]) ? at(document) : null;
}
