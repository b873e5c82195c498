import { data } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { renderSVG } from "uqr";
import { z } from "zod";
import { withOwnPassword } from "~/auth/own-password.server";
import { presentPassword } from "~/auth/passwords.server";
import {
  renewRecoveryCodes,
  secretToSetUp,
  setUpAddress,
  switchOff,
  switchOn,
  twoFactorOf,
} from "~/auth/two-factor.server";
import { db, type Transaction } from "~/db/knex.server";
import { invalid } from "~/domain/domain-error";
import { code } from "~/domain/input.server";
import { officeTime } from "~/domain/office-day.server";
import type { SessionUser } from "~/domain/permissions";
import { productTitle } from "~/domain/product";
import { companyHead } from "~/features/company/company.server";
import { readForm } from "~/http/body.server";
import { constraintOf } from "~/http/constraint.server";
import { redirectWithFlash } from "~/http/flash.server";
import { heldStep } from "~/http/form-steps.server";
import { formScreen, screen, submitForm } from "~/http/screen.server";
import type { Visit } from "~/http/visit";
import { PasswordField, TextField } from "~/ui/form/field";
import { OfficeForm, usePlainForm } from "~/ui/form/form";
import { keepForm } from "~/ui/form/keep-form";
import { ButtonLink } from "~/ui/page/links";
import { Fact, Page } from "~/ui/page/page";

const title = "الخطوة الثانية عند الدخول";
const path = "/account/second-step";

export const meta = () => [{ title }];

const ownerSchema = z.object({ present_password: presentPassword() });
const setUpSchema = ownerSchema.extend({ one_time_code: code(100) });
const constraint = constraintOf(setUpSchema);

export const loader = screen([], async ({ user, request }) => {
  const on = await stateOf(user);
  return { on, setUp: on ? null : await picture(await secretToSetUp(user, request), user), constraint };
});

async function picture(secret: string, { username }: SessionUser) {
  const { name } = await companyHead(db);
  const address = setUpAddress(secret, username, name || productTitle);
  return {
    address,
    svg: renderSVG(address, { border: 4, pixelSize: 1 }),
    secret: secret.match(/.{1,4}/g) ?? [],
  };
}

async function stateOf({ id }: SessionUser) {
  const step = await twoFactorOf(db, id);
  return step && { ...step, since: officeTime(step.since) };
}

/** Recovery codes are only in the answer to the post that makes them. */
const codesOnce = (codes: string[]) => data({ result: undefined, codes });

const change = async ({ request, user }: Visit) => {
  const form = await readForm(request);
  if (form.get("intent") === "held") return heldStep(form);
  const isOn = await twoFactorOf(db, user.id);
  const deed = form.has("off") ? "off" : form.get("deed");
  switch (deed) {
    case "on":
      if (isOn) return redirectWithFlash(path, "الخطوة الثانية مفعّلة من قبل", "info");
      return submitForm(form, setUpSchema, async ({ present_password, one_time_code }) => {
        const codes = await withOwnPassword(request, user, present_password, (trx) =>
          switchOn(trx, user, one_time_code, request),
        );
        if (!codes)
          throw invalid(
            "one_time_code",
            "هذا الرمز غير صحيح، اكتب ما يعرضه التطبيق الآن وتحقق من ساعة جوالك",
          );
        return codesOnce(codes);
      });
    case "codes":
    case "off":
      if (!isOn) return redirectWithFlash(path, "الخطوة الثانية غير مفعّلة", "info");
      return submitForm(form, ownerSchema, async ({ present_password }) => {
        const asOwner = <T,>(work: (trx: Transaction) => Promise<T>) =>
          withOwnPassword(request, user, present_password, work);
        if (deed === "codes")
          return codesOnce(await asOwner((trx) => renewRecoveryCodes(trx, user, request)));
        await asOwner((trx) => switchOff(trx, user, "two_factor_off", request));
        return redirectWithFlash("/account", "تم إيقاف الخطوة الثانية");
      });
  }
  return redirectWithFlash(path, "اختر ما تريد من أزرار الصفحة", "info");
};

export const action = formScreen([], change, { login: true });

export const clientAction = keepForm();

export default function TwoFactor() {
  const { setUp, on } = useLoaderData<typeof loader>();
  const codes = useActionData<{ codes?: string[] }>()?.codes;
  return (
    <Page title={title} actions={<ButtonLink href="/account">حسابي</ButtonLink>}>
      {codes ? <RecoveryCodes codes={codes} /> : setUp ? <SetUp {...setUp} /> : on && <State {...on} />}
    </Page>
  );
}

const labels = { one_time_code: "الرمز الذي يعرضه التطبيق", present_password: "كلمة المرور الحالية" };

function SetUp({ address, svg, secret }: { address: string; svg: string; secret: string[] }) {
  const { constraint } = useLoaderData<typeof loader>();
  const { form, field } = usePlainForm("two-factor", labels, { constraint });
  return (
    <section className="sheet-card max-w-3xl">
      <div className="set-up">
        <div role="img" aria-label="صورة رمز الإعداد" dangerouslySetInnerHTML={{ __html: svg }} />
        <ol>
          <li>ثبّت في جوالك تطبيقًا للمصادقة، مثل Google Authenticator أو Microsoft Authenticator.</li>
          <li>
            أضف فيه حسابًا بتصوير هذا المربع، أو <a href={address}>افتحه في تطبيق هذا الجهاز</a>، أو اكتب فيه
            هذا المفتاح:
            <code dir="ltr">{secret.join(" ")}</code>
          </li>
          <li>اكتب هنا الرمز ذا الأرقام الستة الذي يعرضه التطبيق. لا تُفعّل الخطوة الثانية إلا برمز صحيح.</li>
        </ol>
      </div>
      <OfficeForm form={form} labels={labels} save="تفعيل" busyLabel="جاري التفعيل..." back="/account">
        <input type="hidden" name="deed" value="on" />
        <div className="fields">
          <TextField
            {...field("one_time_code")}
            inputMode="numeric"
            autoFocus
            autoComplete="one-time-code"
            dir="ltr"
          />
          <PasswordField
            {...field("present_password")}
            hint="حتى لا يفعّلها غيرك. وتنتهي بتفعيلها جلساتك الأخرى."
          />
        </div>
      </OfficeForm>
    </section>
  );
}

function RecoveryCodes({ codes }: { codes: string[] }) {
  return (
    <section className="sheet-card max-w-3xl" role="status">
      <h2>رموز الاسترداد</h2>
      <p>
        الخطوة الثانية مفعّلة. هذه عشرة رموز تدخل بها إن فقدت جوالك، كل رمز مرة واحدة. اطبعها أو اكتبها واحفظها
        في مكان آمن: <strong>لن تُعرض مرة أخرى.</strong>
      </p>
      <ol className="recovery-codes" dir="ltr">
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ol>
      <div className="form-actions print:hidden">
        <button
          className="button primary scripted"
          type="button"
          data-print=""
          onClick={() => window.print()}
        >
          طباعة
        </button>
        <ButtonLink href="/account">حفظتها، العودة إلى حسابي</ButtonLink>
      </div>
    </section>
  );
}

function State({ since, codesLeft }: { since: string; codesLeft: number }) {
  const { constraint } = useLoaderData<typeof loader>();
  const { form, field } = usePlainForm("two-factor", labels, { constraint });
  return (
    <section className="sheet-card max-w-3xl">
      <dl className="facts mb-4">
        <Fact label="مفعّلة منذ">
          <bdi dir="ltr">{since}</bdi>
        </Fact>
        <Fact label="رموز الاسترداد الباقية">{codesLeft} من 10</Fact>
      </dl>
      <OfficeForm
        form={form}
        labels={labels}
        save="رموز استرداد جديدة"
        busyLabel="جاري التنفيذ..."
        back="/account"
        buttons={
          <button className="button danger" type="submit" name="off" value="true">
            إيقاف الخطوة الثانية
          </button>
        }
      >
        <input type="hidden" name="deed" value="codes" />
        <div className="fields">
          <PasswordField
            {...field("present_password")}
            hint="رموز جديدة تُبطل القديمة كلها، والإيقاف يمحو المفتاح والرموز."
          />
        </div>
      </OfficeForm>
    </section>
  );
}
