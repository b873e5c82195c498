import { useLoaderData } from "@remix-run/react";
import { db } from "~/db/knex.server";
import { deletionOf } from "~/http/entity-screens.server";
import { idParam, screen } from "~/http/screen.server";
import { DeleteDialog } from "~/ui/dialog/dialog";
import { byKind } from "./by-kind.server";
import { invoiceKinds, kindOf } from "./invoice";
import { invoices } from "./invoices.server";

export const loader = screen(["manage_invoices"], async ({ params }) => {
  const kind = kindOf(params);
  return { kind, invoice: await invoices[kind].find(db, idParam(params.id)) };
});

export const action = byKind((kind) => deletionOf(invoiceKinds[kind], invoices[kind]).action);

export default function DeleteInvoice() {
  const { kind, invoice } = useLoaderData<typeof loader>();
  return <DeleteDialog of={invoiceKinds[kind]} row={invoice} />;
}
