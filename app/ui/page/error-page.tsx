import { isRouteErrorResponse } from "@remix-run/react";
import type { NamedLink } from "~/domain/question";
import type { Typed } from "~/http/error-page.server";
import type { ForeignPost } from "~/http/form-author.server";
import { headings } from "~/http/status";
import { ForeignForm } from "./foreign-form";
import { connectionLost, hasServer } from "./post";
import { RefusedForm } from "./refused-form";
import { showFlash } from "./toast";

type ErrorInfo = {
  message?: string;
  links?: NamedLink[];
  request?: string;
  foreign?: ForeignPost;
  typed?: Typed;
};

/** The message of an error page: 'غير مصرح' (spec §2), not found, database away, or a fault of ours. */
export function errorMessage(error: unknown) {
  if (isConnectionLost(error))
    return { heading: "انقطع الاتصال بالخادم", sentence: "تحقق من الاتصال ثم أعد المحاولة." };
  const status = isRouteErrorResponse(error) ? error.status : 500;
  const { message, links, request, foreign, typed } =
    (isRouteErrorResponse(error) && (error.data as ErrorInfo | null)) || {};
  const sentence =
    message ||
    (status === 404
      ? "لا توجد صفحة بهذا العنوان"
      : status === 405
        ? "هذه العملية غير متاحة هنا"
        : "حدث خطأ غير متوقع، حاول مرة أخرى");
  const heading = foreign ? "دخل مستخدم آخر" : (headings[status] ?? "حدث خطأ");
  return { status, heading, sentence, links, request, foreign, typed };
}

export function ErrorPage({ error }: { error: unknown }) {
  const { status, heading, sentence, links = [], request, foreign, typed } = errorMessage(error);
  return (
    <section className="empty error-page">
      {status && (
        <p className="error-code" aria-hidden="true">
          <bdi>{status}</bdi>
        </p>
      )}
      <h1>{heading}</h1>
      <p role="alert">{sentence}</p>
      {typed && <RefusedForm typed={typed} canBeSent={status !== 404} />}
      <RequestNumber request={request} />
      {foreign && <ForeignForm of={foreign} />}
      {status ? (
        <p className="flex flex-wrap justify-center gap-2">
          {links.map(({ href, label }) => (
            <a key={href} className="button" href={href}>
              {label}
            </a>
          ))}
          <a className="button" href="/">
            العودة إلى الرئيسية
          </a>
        </p>
      ) : (
        <button className="button" type="button" onClick={loadAgain}>
          إعادة المحاولة
        </button>
      )}
    </section>
  );
}

/** Loads the page again, but not on a dead line, where the browser would show its own error page. */
async function loadAgain() {
  if (await hasServer()) window.location.reload();
  else showFlash({ kind: "error", text: connectionLost });
}

/** The number of a refused or failed request in the log. */
export const RequestNumber = ({ request }: Pick<ErrorInfo, "request">) =>
  request ? (
    <p>
      <small>
        رقم الطلب <bdi dir="ltr">{request}</bdi>، اذكره لمن يدير النظام إن احتجت إلى مساعدة.
      </small>
    </p>
  ) : null;

/** Whether fetch failed to reach the server, or an answer broke off, by the errors that browsers throw then. */
export function isConnectionLost(error: unknown) {
  return error instanceof TypeError && /fetch|network|load failed|input stream/i.test(error.message);
}
