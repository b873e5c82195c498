import { endSessions } from "~/auth/sessions.server";
import { transact } from "~/db/knex.server";
import { redirectWithFlash } from "~/http/flash.server";
import { idParam, type Visit } from "~/http/screen.server";

/** Does what the buttons of `sessions.tsx` ask for, and returns to the page they stand on. */
export async function ending(
  { user, request }: Visit,
  whose: { id: number; username: string },
  asked: FormDataEntryValue | null,
  back: string,
) {
  const which = asked === "all" || asked === "others" ? asked : idParam(String(asked));
  const ended = await transact(user, (trx) => endSessions(trx, whose, which, request));
  if (!ended) return redirectWithFlash(back, "لم تعد هناك جلسة لإنهائها", "info");
  return redirectWithFlash(back, typeof which === "number" ? "تم إنهاء الجلسة" : "تم إنهاء الجلسات");
}
