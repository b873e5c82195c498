import { useLoaderData } from "@remix-run/react";
import { deletionOf } from "~/http/entity-screens.server";
import { DeleteDialog } from "~/ui/dialog";
import { contract } from "./contract";
import { contracts } from "./contracts.server";

const deletion = deletionOf(contract, contracts);

export const loader = deletion.loader;
export const action = deletion.action;

export default function DeleteContract() {
  const row = useLoaderData<typeof loader>();
  return <DeleteDialog of={contract} row={row} detail={<p>{row.customer_name}</p>} />;
}
