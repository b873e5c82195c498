import { useLoaderData } from "@remix-run/react";
import { db } from "~/db/knex.server";
import { movedText } from "~/features/moving/moved";
import { deletionOf } from "~/http/entity-screens.server";
import { screen } from "~/http/screen.server";
import { DeleteDialog } from "~/ui/dialog/dialog";
import { DetailText } from "~/ui/page/detail-text";
import { deletionOfTrip } from "./deletion.server";
import { trip } from "./trip";
import { trips } from "./trips.server";

const deletion = deletionOf(trip, trips, {
  message: (removal) => `تم حذف الرحلة${movedText(removal ?? {})}`,
});

export const loader = screen([trip.write], async (visit) => {
  const row = await deletion.loader(visit);
  return { row, ...(await deletionOfTrip(db, row)) };
});
export const action = deletion.action;

/** The question before a trip is deleted, with its groups and what hangs on its days. */
export default function DeleteTrip() {
  const { row, refusal, details } = useLoaderData<typeof loader>();
  const detail = (
    <>
      <p className="text-muted">تحذف مراحلها معها، وتعود مجموعاتها متاحة لرحلة أخرى.</p>
      {details.length > 0 && (
        <ul className="mt-2 list-disc ps-5">
          {details.map((detail) => (
            <li key={detail.text}>
              <DetailText {...detail} />
            </li>
          ))}
        </ul>
      )}
    </>
  );
  return <DeleteDialog of={trip} row={row} refusal={refusal} detail={detail} />;
}
