import { endSessions } from "~/auth/sessions.server";
import { type Transaction, transact } from "~/db/knex.server";
import { redirectWithFlash } from "~/http/flash.server";
import { idParam } from "~/http/screen.server";
import type { Visit } from "~/http/visit";

/**
 * Ends the sessions that a button of `sessions.tsx` names, and returns to its page.
 * @param within runs the work in a transaction; for another user's sessions it also checks the right to do so
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
