import { useLoaderData } from "@remix-run/react";
import { deletionOf } from "~/http/entity-screens.server";
import { DeleteDialog } from "~/ui/dialog";
import { visa } from "./visa";
import { visas } from "./visas.server";

const deletion = deletionOf(visa, visas);

export const loader = deletion.loader;
export const action = deletion.action;

export default function DeleteVisa() {
  const row = useLoaderData<typeof loader>();
  return (
    <DeleteDialog
      of={visa}
      row={row}
      detail={<p>للعميل «{row.customer_name}». تحذف معها مستنداتها وملفاتها.</p>}
    />
  );
}
