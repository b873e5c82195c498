import { randomUUID } from "node:crypto";
import type { z } from "zod";
import { db, type Transaction } from "~/db/knex.server";
import type { By } from "~/db/store.server";
import { officeToday } from "~/domain/office-day.server";
import { postJournal } from "~/features/money/journal.server";
import { constraintOf } from "~/http/constraint.server";
import { redirectWithFlash } from "~/http/flash.server";
import { askBy } from "~/http/questions.server";
import { formScreen, screen, submit } from "~/http/screen.server";
import { writeOnce } from "~/http/writes.server";
import { type Closing, closing } from "./closing";
import { lastClosing, requireMayClose } from "./closings.server";

/** The loader and action of a form that changes the date up to which the books are closed. */
export function deciding<Schema extends z.ZodObject>(
  schema: Schema,
  decide: (trx: Transaction, input: z.output<Schema>, by: By) => Promise<Closing>,
  failure: string,
) {
  return {
    loader: screen(["manage_financials"], async ({ user }) => {
      requireMayClose(user);
      return {
        last: await lastClosing(db),
        today: officeToday(),
        constraint: constraintOf(schema),
        idempotencyKey: randomUUID(),
      };
    }),
    action: formScreen(["manage_financials"], async ({ request, user }) => {
      requireMayClose(user);
      return submit(
        request,
        schema,
        async (input, { form, key, readAt }) => {
          await postJournal();
          const { closed_until } = await writeOnce({ user, key }, { period_closing: input }, (trx) =>
            decide(trx, input, { user, readAt, ask: askBy(form) }),
          );
          const message = closed_until ? `الفترة الآن مقفلة حتى ${closed_until}` : "فتح كل ما أقفل";
          return redirectWithFlash(closing.path, message);
        },
        { failure },
      );
    }),
  };
}
