import { useLoaderData } from "@remix-run/react";
import { db } from "~/db/knex.server";
import { leftText } from "~/features/journey/left-group";
import { departedWith, placeOfContract } from "~/features/journey/place-in-group.server";
import { deletionOf } from "~/http/entity-screens.server";
import { screen } from "~/http/screen.server";
import { DeleteDialog } from "~/ui/dialog/dialog";
import { contract } from "./contract";
import { DepartedNote, PlaceText } from "./place-text";
import { contracts } from "./writes.server";

const deletion = deletionOf(contract, contracts, {
  message: ({ left_group }) => `تم حذف العقد${leftText(left_group)}`,
});

export const loader = screen([contract.write], async (visit) => {
  const row = await deletion.loader(visit);
  const place = await placeOfContract(db, row, { isCancelling: false });
  return { row, place, departed: await departedWith(db, row) };
});
export const action = deletion.action;

/** The question before a contract is deleted, with the place in a group that its customer leaves. */
export default function DeleteContract() {
  const { row, place, departed } = useLoaderData<typeof loader>();
  const detail = (
    <>
      <p>{row.customer_name}</p>
      {place && (
        <p className="mt-2">
          ليس له عقد آخر في الحملة، فيخرج معه من <PlaceText place={place} />
        </p>
      )}
      {departed && <DepartedNote group={departed} />}
    </>
  );
  return <DeleteDialog of={contract} row={row} detail={detail} />;
}
