import type { ActionFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { switchOff } from "~/auth/two-factor.server";
import { db } from "~/db/knex.server";
import { DomainError } from "~/domain/domain-error";
import { redirectWithFlash } from "~/http/flash.server";
import { idParam, refusable, screen } from "~/http/screen.server";
import { ConfirmDialog } from "~/ui/dialog/dialog";
import { useListSearch } from "~/ui/page/page";
import { findUser, resetQuestion, touchUser } from "./access.server";
import { ownStep } from "./user";

export const loader = screen(["manage_users"], async ({ params }) => {
  const { id, username } = await findUser(db, idParam(params.id));
  return { id, question: resetQuestion(username) };
});

export const action = screen(["manage_users"], ({ params, url, user, request }) =>
  refusable("فشلت إعادة الضبط", async () => {
    const whose = await findUser(db, idParam(params.id));
    const back = `/settings/users/${whose.id}/access${url.search}`;
    if (whose.id === user.id) throw new DomainError("forbidden", ownStep);
    const hasReset = await touchUser(user, whose.id, (trx) =>
      switchOff(trx, whose, "two_factor_reset", request),
    );
    if (!hasReset) return redirectWithFlash(back, "الخطوة الثانية غير مفعّلة", "info");
    return redirectWithFlash(back, `تمت إعادة ضبط الخطوة الثانية للمستخدم «${whose.username}»`);
  }),
) as (args: ActionFunctionArgs) => Promise<unknown>;

export default function ResetTwoFactor() {
  const { id, question } = useLoaderData<typeof loader>();
  return (
    <ConfirmDialog
      title="إعادة ضبط الخطوة الثانية"
      question={question}
      button="إعادة الضبط"
      back={`/settings/users/${id}/access${useListSearch()}`}
    />
  );
}
