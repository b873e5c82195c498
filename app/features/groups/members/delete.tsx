import type { ActionFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { deletionOf } from "~/http/entity-screens.server";
import { idParam, screen } from "~/http/screen.server";
import type { Visit } from "~/http/visit";
import { DeleteDialog } from "~/ui/dialog/dialog";
import { group } from "../group";
import { membersOf } from "../member";
import { memberStore } from "./members.server";

const deletion = ({ params }: Visit) => {
  const id = idParam(params.group);
  return { id, ...deletionOf(membersOf(id), memberStore(id)) };
};

export const loader = screen([group.write], async (visit) => {
  const { id, loader } = deletion(visit);
  return { groupId: id, member: await loader(visit) };
});
export const action = screen([group.write], (visit) =>
  deletion(visit).action(visit as unknown as ActionFunctionArgs),
);

export default function DeleteMember() {
  const { groupId, member } = useLoaderData<typeof loader>();
  return (
    <DeleteDialog
      of={membersOf(groupId)}
      row={member}
      detail={<p>يخرج من المجموعة وحدها، ويبقى العميل وعقوده كما هم.</p>}
    />
  );
}
