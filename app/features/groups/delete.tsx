import { useLoaderData } from "@remix-run/react";
import { countPhrase } from "~/domain/count-words";
import { deletionOf } from "~/http/entity-screens.server";
import { DeleteDialog } from "~/ui/dialog/dialog";
import { group } from "./group";
import { groups } from "./groups.server";
import { memberCount } from "./member";

const deletion = deletionOf(group, groups);

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
            فيها {countPhrase(currentMembers, memberCount)}. تلغى العضوية وحدها، ويبقى العملاء وعقودهم كما هم.
          </p>
        )
      }
    />
  );
}
