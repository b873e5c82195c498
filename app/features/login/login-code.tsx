import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { redirect, redirectDocument } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { z } from "zod";
import { enterWithCode } from "~/auth/login.server";
import { toLogin } from "~/auth/refused-cookies.server";
import { safePath, withReturn } from "~/auth/safe-path";
import { pendingUser, sessionUser, takePending } from "~/auth/session.server";
import { code } from "~/domain/input.server";
import { productTitle } from "~/domain/product";
import { constraintOf } from "~/http/constraint.server";
import { asPage } from "~/http/error-page.server";
import { submit } from "~/http/screen.server";
import { readBrand } from "~/shell/brand.server";
import { TextField } from "~/ui/form/field";
import { useOfficeForm } from "~/ui/form/form";
import { keepForm } from "~/ui/form/keep-form";
import { LoginPage } from "./login-page";

const schema = z.object({ one_time_code: code(100) });
const constraint = constraintOf(schema);

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `رمز التحقق · ${data?.brand.name || productTitle}` },
];

const target = (request: Request) => safePath(new URL(request.url).searchParams.get("to"));
const login = (request: Request) => withReturn("/login", target(request));

export async function loader({ request }: LoaderFunctionArgs) {
  try {
    if (await sessionUser(request)) throw redirect(target(request));
    if (!(await pendingUser(request))) {
      const [address, headers] = toLogin(request, login(request));
      throw redirect(address, { headers });
    }
    return { constraint, login: login(request), brand: await readBrand() };
  } catch (error) {
    throw await asPage(request, error);
  }
}

export async function action({ request }: ActionFunctionArgs) {
  try {
    const user = await pendingUser(request);
    if (!user) return redirect(login(request));
    const enter = async ({ one_time_code }: z.output<typeof schema>) => {
      const cookie = await enterWithCode(request, user, one_time_code, async (trx) => {
        if (!(await takePending(trx, request, user))) throw redirect(login(request));
      });
      return redirectDocument(target(request), { headers: { "Set-Cookie": cookie } });
    };
    return await submit(request, schema, enter, { login: true });
  } catch (error) {
    throw await asPage(request, error);
  }
}

export const clientAction = keepForm("حدث خطأ أثناء تسجيل الدخول");

export default function LoginCode() {
  const { constraint, login, brand } = useLoaderData<typeof loader>();
  const [form, fields] = useOfficeForm<{ one_time_code: string }>("login-code", { constraint });
  return (
    <LoginPage
      brand={brand}
      title={<span>الخطوة الثانية</span>}
      form={form}
      enter="دخول"
      entering="جاري التحقق..."
      below={
        <p className="mt-4 text-center text-sm">
          <a href={login}>العودة إلى تسجيل الدخول</a>
        </p>
      }
    >
      <TextField
        field={fields.one_time_code}
        label="رمز التحقق"
        inputMode="numeric"
        autoComplete="one-time-code"
        dir="ltr"
        autoFocus
        hint="الأرقام الستة التي يعرضها تطبيق المصادقة في جوالك الآن. إن لم يكن معك فاكتب أحد رموز الاسترداد."
      />
    </LoginPage>
  );
}
