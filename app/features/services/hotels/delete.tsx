import { useLoaderData } from "@remix-run/react";
import { removing } from "~/http/entity-screens.server";
import { DeleteDialog } from "~/ui/dialog";
import { hotel } from "./hotel";
import { hotels } from "./hotels.server";

const deletion = removing(hotel, hotels);

export const loader = deletion.loader;
export const action = deletion.action;

export default function DeleteHotel() {
  return <DeleteDialog of={hotel} row={useLoaderData<typeof loader>()} />;
}
