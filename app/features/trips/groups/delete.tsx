import { useLoaderData } from "@remix-run/react";
import { removing } from "~/http/entity-screens.server";
import { counted } from "~/ui/count-words";
import { DeleteDialog } from "~/ui/dialog";
import { memberCount } from "../members/member";
import { group } from "./group";
import { groups } from "./groups.server";

const deletion = removing(group, groups);

export const loader = deletion.loader;
export const action = deletion.action;

export default function DeleteGroup() {
  const row = useLoaderData<typeof loader>();
  const { currentMembers } = row;
  return (
    <DeleteDialog
      of={group}
      row={row}
      detail={
        currentMembers > 0 && (
          <p>
            فيها {counted(currentMembers, memberCount)}. تلغى العضوية وحدها، ويبقى العملاء وعقودهم كما هم.
          </p>
        )
      }
    />
  );
}
