import type { ActionFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { db, transact } from "~/db/knex.server";
import { officeTime } from "~/domain/office-day.server";
import { redirectWithFlash } from "~/http/flash.server";
import { idParam, refusable, screen } from "~/http/screen.server";
import { ConfirmDialog } from "~/ui/dialog/dialog";
import { reminder, reminderPath, reminderWays } from "../debts/reminder";
import { reminders } from "./reminders.server";

const { write } = reminder;

export const loader = screen([write], async ({ params }) => {
  const row = await reminders(idParam(params.customer)).find(db, idParam(params.id));
  return { ...row, time: officeTime(row.sent_at) };
});

export const action = screen([write], ({ params, user }) =>
  refusable("فشل حذف التذكير", async () => {
    const customerId = idParam(params.customer);
    await transact(user, (trx) => reminders(customerId).remove(trx, idParam(params.id), { user }));
    return redirectWithFlash(reminderPath(customerId), "تم حذف التذكير");
  }),
) as (args: ActionFunctionArgs) => Promise<unknown>;

export default function DeleteReminder() {
  const { customer_id, how, time } = useLoaderData<typeof loader>();
  return (
    <ConfirmDialog
      title="حذف تذكير"
      question={`هل أنت متأكد من حذف تذكير ${time} (${reminderWays[how]})؟`}
      back={reminderPath(customer_id)}
    />
  );
}
