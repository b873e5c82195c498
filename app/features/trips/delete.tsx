import { useLoaderData } from "@remix-run/react";
import { deletionOf } from "~/http/entity-screens.server";
import { DeleteDialog } from "~/ui/dialog/dialog";
import { trip } from "./trip";
import { trips } from "./trips.server";

const deletion = deletionOf(trip, trips);

export const loader = deletion.loader;
export const action = deletion.action;

export default function DeleteTrip() {
  return (
    <DeleteDialog
      of={trip}
      row={useLoaderData<typeof loader>()}
      detail={<p className="text-muted">تحذف مراحلها معها، وتعود مجموعاتها متاحة لرحلة أخرى.</p>}
    />
  );
}
