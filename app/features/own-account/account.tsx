import { useLoaderData } from "@remix-run/react";
import { sessionsOf } from "~/auth/sessions.server";
import { twoFactorOf } from "~/auth/two-factor.server";
import { db } from "~/db/knex.server";
import { byName } from "~/db/order.server";
import { readForm } from "~/http/body.server";
import { constraintOf } from "~/http/constraint.server";
import { redirectWithFlash } from "~/http/flash.server";
import { refuseForeign } from "~/http/form-author.server";
import { isHeld } from "~/http/form-hold.server";
import { formScreen, screen, submitForm } from "~/http/screen.server";
import type { Visit } from "~/http/visit";
import { TextField } from "~/ui/form/field";
import { OfficeForm, usePlainForm } from "~/ui/form/form";
import { keepForm } from "~/ui/form/keep-form";
import { ButtonLink } from "~/ui/page/links";
import { Badge, Fact, Page } from "~/ui/page/page";
import { changePassword, passwordLabels, passwordSchema } from "./password.server";
import { ending } from "./session-end.server";
import { EndButton, Sessions } from "./sessions";

const title = "حسابي";

export const meta = () => [{ title }];

const constraint = constraintOf(passwordSchema);

export const loader = screen([], async ({ request, user }) => ({
  username: user.username,
  email: user.email,
  roles: await db("user_roles")
    .join("roles", "roles.id", "role_id")
    .where({ user_id: user.id })
    .orderByRaw(byName("name"))
    .pluck("name"),
  sessions: await sessionsOf(db, user.id, request),
  twoFactor: await twoFactorOf(db, user.id),
  constraint,
  labels: passwordLabels,
}));

const change = async (visit: Visit) => {
  const { request, user } = visit;
  const form = await readForm(request);
  if (form.has("end")) refuseForeign(form);
  if (form.has("end") && !isHeld(request)) return ending(visit, user, form.get("end"), "/account");
  return submitForm(form, passwordSchema, async (input) => {
    const cookie = await changePassword(request, user, input);
    const answer = await redirectWithFlash("/account", "تم تغيير كلمة المرور، وأُنهيت الجلسات الأخرى");
    answer.headers.append("Set-Cookie", cookie);
    return answer;
  });
};

export const action = formScreen([], change, { login: true });

export const clientAction = keepForm();

export default function Account() {
  const { username, email, roles, sessions, twoFactor } = useLoaderData<typeof loader>();
  const own = sessions.find(({ is_own }) => is_own);
  return (
    <Page title={title}>
      <div className="grid items-start gap-x-4 lg:grid-cols-2">
        <div>
          <section className="sheet-card">
            <h2>بياناتي</h2>
            <dl className="facts">
              <Fact label="اسم المستخدم">
                <bdi>{username}</bdi>
              </Fact>
              <Fact label="البريد الإلكتروني">
                <bdi dir="ltr" className="wraps">
                  {email}
                </bdi>
              </Fact>
              <Fact label="الأدوار">{roles.join("، ") || "—"}</Fact>
            </dl>
          </section>
          <section className="sheet-card">
            <h2>
              الخطوة الثانية عند الدخول{" "}
              {twoFactor ? <Badge tone="good">مفعّلة</Badge> : <Badge tone="plain">غير مفعّلة</Badge>}
            </h2>
            <p className="mb-3 text-muted">
              {twoFactor
                ? "يُطلب منك بعد كلمة المرور رمز من تطبيق المصادقة في جوالك."
                : "رمز من تطبيق في جوالك يُطلب بعد كلمة المرور، فلا يكفي أحدًا أن يعرفها ليدخل باسمك."}
            </p>
            <ButtonLink href="/account/second-step">
              {twoFactor ? "رموز الاسترداد والإيقاف" : "تفعيل الخطوة الثانية"}
            </ButtonLink>
          </section>
        </div>
        <section className="sheet-card">
          <h2>تغيير كلمة المرور</h2>
          {/* The key empties the fields after the change, which starts another session. */}
          <Password key={own?.id} />
        </section>
      </div>
      <section className="mt-2">
        <div className="page-head">
          <h2 className="text-lg font-semibold text-green">الجلسات المفتوحة</h2>
          <div className="actions">
            {sessions.length > 1 && (
              <EndButton which="others" look="button">
                إنهاء كل الجلسات الأخرى
              </EndButton>
            )}
          </div>
        </div>
        <Sessions sessions={sessions} />
      </section>
    </Page>
  );
}

function Password() {
  const { constraint, labels } = useLoaderData<typeof loader>();
  const { form, field } = usePlainForm("password", labels, { constraint });
  const secret = (name: keyof typeof labels) => ({ ...field(name), type: "password", dir: "ltr" }) as const;
  return (
    <OfficeForm form={form} labels={labels} save="تغيير كلمة المرور">
      <div className="grid gap-3">
        <TextField {...secret("present_password")} autoComplete="current-password" autoFocus />
        <TextField
          {...secret("new_password")}
          autoComplete="new-password"
          hint="عشرة أحرف على الأقل، غير اسمك وغير كلمات المرور الشائعة. تنتهي بتغييرها جلساتك الأخرى."
        />
        <TextField {...secret("new_password_again")} autoComplete="new-password" />
      </div>
    </OfficeForm>
  );
}
