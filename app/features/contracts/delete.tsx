import { useActionData, useLoaderData, useLocation } from "@remix-run/react";
import { db, transact } from "~/db/knex.server";
import { redirectWithFlash } from "~/http/flash.server";
import { idParam, refusable, screen } from "~/http/screen.server";
import { ConfirmDialog } from "~/ui/dialog";
import { deleteContract, findContract } from "./contracts.server";

export const loader = screen(["manage_contracts"], async ({ params }) => {
  const { contract_number, customer_name } = await findContract(db, idParam(params.id));
  return { contract_number, customer_name };
});

export const action = screen(["manage_contracts"], ({ params, url }) =>
  refusable("فشل حذف العقد", async () => {
    await transact((trx) => deleteContract(trx, idParam(params.id)));
    return redirectWithFlash(`/contracts${url.search}`, "تم حذف العقد");
  }),
);

export default function DeleteContract() {
  const { contract_number, customer_name } = useLoaderData<typeof loader>();
  return (
    <ConfirmDialog
      title="حذف عقد"
      question={`هل أنت متأكد من حذف العقد ${contract_number}؟`}
      detail={<p>{customer_name}</p>}
      back={`/contracts${useLocation().search}`}
      refusal={useActionData<typeof action>()?.refusal}
    />
  );
}
