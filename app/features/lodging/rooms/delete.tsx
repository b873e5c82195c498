import type { ActionFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { countPhrase } from "~/domain/count-words";
import { group } from "~/features/groups/group";
import { memberCount } from "~/features/groups/member";
import { deletionOf } from "~/http/entity-screens.server";
import { idParam, screen } from "~/http/screen.server";
import { DeleteDialog } from "~/ui/dialog/dialog";
import { roomsOf } from "../room";
import { rooms } from "../rooms.server";

const deletion = (groupId: number) => deletionOf(roomsOf(groupId), rooms(groupId));

export const loader = screen([group.write], (visit) => deletion(idParam(visit.params.group)).loader(visit));
export const action = screen([group.write], (visit) =>
  deletion(idParam(visit.params.group)).action(visit as unknown as ActionFunctionArgs),
);

export default function DeleteRoom() {
  const row = useLoaderData<typeof loader>();
  return (
    <DeleteDialog
      of={roomsOf(row.group_id)}
      row={row}
      detail={
        row.member_ids.length > 0 && (
          <p>{`يبقى ${countPhrase(row.member_ids.length, memberCount)} بلا غرفة.`}</p>
        )
      }
    />
  );
}
