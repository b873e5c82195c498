import { useLoaderData } from "@remix-run/react";
import { db, transact } from "~/db/knex.server";
import { countPhrase } from "~/domain/count-words";
import { group } from "~/features/groups/group";
import { groups } from "~/features/groups/groups.server";
import { memberCount } from "~/features/groups/member";
import { redirectWithFlash } from "~/http/flash.server";
import { idParam, refusable, screen } from "~/http/screen.server";
import { ConfirmDialog } from "~/ui/dialog/dialog";
import { busesPath } from "./bus";
import { clearSeats } from "./seats.server";

export const loader = screen([group.write], async ({ params }) => groups.find(db, idParam(params.group)));

export const action = screen([group.write], ({ params, user }) =>
  refusable("فشل إخلاء المقاعد", async () => {
    const id = idParam(params.group);
    const count = await transact(user, (trx) => clearSeats(trx, id));
    const message = count ? `أخليت مقاعد ${countPhrase(count, memberCount, "genitive")}` : "لا مقاعد لأحد";
    return redirectWithFlash(busesPath(id), message, count ? "success" : "info");
  }),
);

export default function ClearSeats() {
  const { id } = useLoaderData<typeof loader>();
  return (
    <ConfirmDialog
      title="إخلاء المقاعد"
      question="هل تريد إخلاء مقاعد المجموعة كلها؟"
      button="إخلاء المقاعد"
      back={busesPath(id)}
    />
  );
}
