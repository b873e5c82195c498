import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { redirect, redirectDocument } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { useEffect } from "react";
import { authenticate } from "~/auth/authenticator.server";
import { credentialLabels, credentialSchema, enterWithPassword } from "~/auth/login.server";
import { refusesCookies } from "~/auth/refused-cookies.server";
import { safePath, withReturn } from "~/auth/safe-path";
import { sessionUser, tokenHashOf } from "~/auth/session.server";
import { productTitle } from "~/domain/product";
import { fetchedBeside, pageFiles } from "~/first-page/page-files";
import { constraintOf } from "~/http/constraint.server";
import { asPage } from "~/http/error-page.server";
import { isHeldAt } from "~/http/form-hold-cookie.server";
import { submit } from "~/http/screen.server";
import { readBrand } from "~/shell/brand.server";
import { withStorage } from "~/shell/storage";
import { PasswordField, TextField } from "~/ui/form/field";
import { usePlainForm } from "~/ui/form/form";
import { keepForm } from "~/ui/form/keep-form";
import { LoginPage } from "./login-page";

const constraint = constraintOf(credentialSchema);

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `تسجيل الدخول · ${data?.brand.name || productTitle}` },
];

export const links = () =>
  fetchedBeside
    ? [
        { rel: "prefetch", as: "style", href: pageFiles.styleSheet },
        { rel: "prefetch", as: "script", href: pageFiles.boot },
      ]
    : [];

export const headers = () => new Headers(fetchedBeside);

const target = (request: Request) => safePath(new URL(request.url).searchParams.get("to"));

export async function loader({ request }: LoaderFunctionArgs) {
  try {
    if (await sessionUser(request)) throw redirect(target(request));
    const [brand, logins] = await Promise.all([readBrand(), demoLogins()]);
    const refused = refusesCookies(request);
    const held = isHeldAt(request, target(request));
    const ended = new URL(request.url).searchParams.has("to") && (await tokenHashOf(request)) !== null;
    return { constraint, labels: credentialLabels, demoLogins: logins, brand, refused, held, ended };
  } catch (error) {
    throw await asPage(request, error);
  }
}

export async function action({ request }: ActionFunctionArgs) {
  try {
    const logIn = async (credentials: { username: string; password: string }) => {
      const user = await authenticate(request, credentials);
      const cookie = await enterWithPassword(request, user);
      const to = user.has_two_factor ? withReturn("/login/code", target(request)) : target(request);
      // Loads a whole page, so that the first Tab begins at its top and the server renders a held form.
      return redirectDocument(to, { headers: { "Set-Cookie": cookie } });
    };
    return await submit(request, credentialSchema, logIn, { login: true });
  } catch (error) {
    throw await asPage(request, error);
  }
}

export const clientAction = keepForm("حدث خطأ أثناء تسجيل الدخول");

/** The test accounts, which are shown only in a demonstration (rulings §5). */
async function demoLogins() {
  if (process.env.DEMO !== "1") return [];
  return (await import("../../../scripts/demo-logins.js")).demoLogins;
}

const cookiesRefused =
  "لم يكتمل الدخول لأن متصفحك يرفض ملف تعريف الارتباط (cookie) الذي يحفظ جلستك. اسمح بملفات تعريف الارتباط لهذا الموقع من إعدادات المتصفح، ثم سجّل الدخول من جديد.";

const formHeld = "انتهت جلستك، وما كتبته باقٍ: سجّل الدخول باسمك لتعود إليه.";

const sessionEnded = "انتهت جلستك: سجّل الدخول لتعود إلى صفحتك.";

export default function Login() {
  const { constraint, labels, demoLogins, brand, refused, held, ended } = useLoaderData<typeof loader>();
  const { form, field } = usePlainForm("login", labels, { constraint });
  useEffect(() => withStorage((storage) => storage.clear()), []); // without a session, the values of an earlier one are removed (spec §4)

  return (
    <LoginPage
      brand={brand}
      title={
        <>
          <span>{productTitle}</span>
          <small lang="en" dir="ltr">
            Hajj and Umrah Management System
          </small>
        </>
      }
      note={refused ? cookiesRefused : held ? formHeld : ended && sessionEnded}
      form={form}
      enter="تسجيل الدخول"
      entering="جاري تسجيل الدخول..."
      below={
        demoLogins.length > 0 && (
          <div className="hint-box">
            <p className="font-medium">حسابات تجريبية</p>
            <ul>
              {demoLogins.map(({ username, password, title }) => (
                <li key={username}>
                  {title}: <bdi dir="ltr">{username}</bdi> / <bdi dir="ltr">{password}</bdi>
                </li>
              ))}
            </ul>
          </div>
        )
      }
    >
      <TextField
        {...field("username")}
        autoComplete="username"
        autoCapitalize="none"
        dir="auto"
        autoFocus={!form.errors}
        {...((held || ended) && { "aria-describedby": "note" })}
      />
      <PasswordField
        {...field("password")}
        autoFocus={Boolean(form.errors)}
        {...(form.errors && { "aria-describedby": "refusal", "aria-invalid": true })}
      />
    </LoginPage>
  );
}
