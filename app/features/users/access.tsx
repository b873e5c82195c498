import { useLoaderData } from "@remix-run/react";
import { sessionsOf } from "~/auth/sessions.server";
import { twoFactorOf } from "~/auth/two-factor.server";
import { db } from "~/db/knex.server";
import { officeTime } from "~/domain/office-day.server";
import { ending } from "~/features/own-account/session-end.server";
import { EndButton, Sessions } from "~/features/own-account/sessions";
import { readForm } from "~/http/body.server";
import { idParam, screen } from "~/http/screen.server";
import { Dialog } from "~/ui/dialog/dialog";
import { Badge, useListSearch } from "~/ui/page/page";
import { Sentence } from "~/ui/page/sentence";
import { findUser, refusalToTouch, resetQuestion, touchUser } from "./access.server";
import { ownStep } from "./user";

export const meta = () => [{ title: "دخول المستخدم" }];

export const loader = screen(["manage_users"], async ({ params, user, request }) => {
  const { id, username } = await findUser(db, idParam(params.id));
  const step = await twoFactorOf(db, id);
  const isMe = id === user.id;
  return {
    id,
    username,
    isMe,
    refusal: await refusalToTouch(db, user, id),
    sessions: await sessionsOf(db, id, request),
    twoFactor: step && { ...step, since: officeTime(step.since), question: resetQuestion(username) },
  };
});

export const action = screen(["manage_users"], async (visit) => {
  const { params, request, url, user } = visit;
  const whose = await findUser(db, idParam(params.id));
  const form = await readForm(request);
  return ending(visit, whose, form.get("end"), url.pathname + url.search, (work) =>
    touchUser(user, whose.id, work),
  );
});

export default function Access() {
  const { id, username, isMe, refusal, sessions, twoFactor } = useLoaderData<typeof loader>();
  const search = useListSearch();
  return (
    <Dialog title={`دخول المستخدم «${username}»`} back={`/settings/users${search}`}>
      {refusal && (
        <p className="notice" role="note">
          <Sentence text={refusal} />
        </p>
      )}
      <h3 className="mb-2 font-semibold text-green">الجلسات المفتوحة</h3>
      {sessions.length ? (
        <>
          <Sessions sessions={sessions} isReadOnly={Boolean(refusal)} />
          {/* Users end their own session by logging out. */}
          {!refusal && sessions.some(({ is_own }) => !is_own) && (
            <div className="mt-3">
              <EndButton which={isMe ? "others" : "all"} look="button">
                {isMe ? "إنهاء كل الجلسات الأخرى" : "إنهاء كل الجلسات"}
              </EndButton>
            </div>
          )}
        </>
      ) : (
        <p className="text-muted">لا جلسة مفتوحة لهذا المستخدم.</p>
      )}
      <h3 className="mt-5 mb-2 font-semibold text-green">
        الخطوة الثانية {twoFactor ? <Badge tone="good">مفعّلة</Badge> : <Badge tone="plain">غير مفعّلة</Badge>}
      </h3>
      {!twoFactor && <p className="text-muted">يفعّلها المستخدم بنفسه من «حسابي».</p>}
      {twoFactor && (
        <>
          <p className="mb-3">
            مفعّلة منذ <bdi dir="ltr">{twoFactor.since}</bdi>، وبقي {twoFactor.codesLeft} من رموز الاسترداد
            العشرة.
          </p>
          {isMe ? (
            <p className="text-muted">{ownStep}</p>
          ) : refusal ? null : (
            <a
              className="button danger"
              href={`/settings/users/${id}/access/reset${search}`}
              data-confirm="browser"
              data-question={twoFactor.question}
            >
              إعادة ضبط الخطوة الثانية
            </a>
          )}
        </>
      )}
      <div className="form-actions">
        <a className="button" href={`/settings/users${search}`} data-stay="">
          إغلاق
        </a>
      </div>
    </Dialog>
  );
}
