import { useLoaderData } from "@remix-run/react";
import { db, transact } from "~/db/knex.server";
import { countPhrase } from "~/domain/count-words";
import { redirectWithFlash } from "~/http/flash.server";
import { idParam, refusable, screen } from "~/http/screen.server";
import { ConfirmDialog } from "~/ui/dialog/dialog";
import { group } from "../group";
import { groups } from "../groups.server";
import { memberCount, membersOf } from "../member";
import { othersQuestion, othersText } from "../others-notice";
import { removeOthers } from "./members.server";

export const loader = screen([group.write], async ({ params }) => {
  const { id } = await groups.find(db, idParam(params.group));
  return { id };
});

export const action = screen([group.write], ({ params, user }) =>
  refusable("فشل إخراج الأعضاء", async () => {
    const id = idParam(params.group);
    const count = await transact(user, (trx) => removeOthers(trx, id));
    const message = count
      ? `أخرج من المجموعة ${countPhrase(count, memberCount)}`
      : "لا أحد فيها ممن لا يسافر";
    return redirectWithFlash(membersOf(id).path, message, count ? "success" : "info");
  }),
);

/** Takes all who do not travel out of a group at once. */
export default function TakeOthersOut() {
  const { id } = useLoaderData<typeof loader>();
  return (
    <ConfirmDialog
      title={othersText}
      question={othersQuestion}
      button={othersText}
      back={membersOf(id).path}
    />
  );
}
