import { endSessions } from "~/auth/sessions.server";
import { type Transaction, transact } from "~/db/knex.server";
import { redirectWithFlash } from "~/http/flash.server";
import { idParam, type Visit } from "~/http/screen.server";

/**
 * Does what the buttons of `sessions.tsx` ask for, and returns to the page they stand on.
 * @param within runs it in a transaction; of another user's sessions, one that asks who may
 */
export async function ending(
  { user, request }: Visit,
  whose: { id: number; username: string },
  choice: FormDataEntryValue | null,
  back: string,
  within = <T>(work: (trx: Transaction) => Promise<T>) => transact(user, work),
) {
  const which = choice === "all" || choice === "others" ? choice : idParam(String(choice));
  const hasEnded = await within((trx) => endSessions(trx, whose, which, request));
  if (!hasEnded) return redirectWithFlash(back, "لم تعد هناك جلسة لإنهائها", "info");
  return redirectWithFlash(back, typeof which === "number" ? "تم إنهاء الجلسة" : "تم إنهاء الجلسات");
}
