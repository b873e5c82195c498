import type { ActionFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { db, transact } from "~/db/knex.server";
import { redirectWithFlash } from "~/http/flash.server";
import { idParam, refusable, screen } from "~/http/screen.server";
import type { Visit } from "~/http/visit";
import { ConfirmDialog } from "~/ui/dialog/dialog";
import { customer } from "../customer";
import { note } from "../note";
import { notes } from "../notes.server";

/** The address says `undo` where a note was done by mistake. */
const isDone = ({ url }: Pick<Visit, "url">) => !url.searchParams.has("undo");

/** Where the question came from: the dashboard's tasks of today, or the person's page. */
const backOf = ({ params, url }: Pick<Visit, "params" | "url">) =>
  url.searchParams.get("from") === "today" ? "/" : `${customer.path}/${idParam(params.customer)}`;

export const loader = screen([note.write], async (visit) => ({
  ...(await notes(idParam(visit.params.customer)).find(db, idParam(visit.params.id))),
  isDone: isDone(visit),
  back: backOf(visit),
}));

export const action = screen([note.write], (visit) =>
  refusable("فشل حفظ الملاحظة", async () => {
    const { params, user } = visit;
    const done = isDone(visit);
    await transact(user, (trx) =>
      notes(idParam(params.customer)).update(trx, idParam(params.id), { done }, { user }),
    );
    return redirectWithFlash(backOf(visit), done ? "تم الاتصال" : "عادت الملاحظة إلى المهام");
  }),
) as (args: ActionFunctionArgs) => Promise<unknown>;

export default function NoteDone() {
  const { text, isDone, back } = useLoaderData<typeof loader>();
  return (
    <ConfirmDialog
      title={isDone ? "تم الاتصال" : "لم يتم الاتصال"}
      question={isDone ? "هل تم الاتصال؟ تخرج الملاحظة من مهام اليوم." : "هل تعود الملاحظة إلى المهام؟"}
      detail={<p className="whitespace-pre-line text-muted">{text}</p>}
      button={isDone ? "تم" : "لم يتم"}
      tone="primary"
      back={back}
    />
  );
}
