import { randomUUID } from "node:crypto";
import { useLoaderData, useLocation } from "@remix-run/react";
import { db } from "~/db/knex.server";
import { dayOrNone } from "~/domain/hijri";
import { quote } from "~/domain/nouns";
import { officeTime } from "~/domain/office-day.server";
import { constraintOf } from "~/http/constraint.server";
import { redirectWithFlash } from "~/http/flash.server";
import { formScreen, idParam, screen, submit } from "~/http/screen.server";
import type { Visit } from "~/http/visit";
import { writeOnce } from "~/http/writes.server";
import { keepForm } from "~/ui/form/keep-form";
import { FileLink } from "~/ui/page/file-link";
import { ButtonLink } from "~/ui/page/links";
import { Page } from "~/ui/page/page";
import { StateBadge } from "~/ui/page/status-badge";
import { addDocument, documentSchema, requirePaper } from "./documents.server";
import { othersOfNumber } from "./numbers.server";
import { VisaDetails } from "./show-details";
import { VisaDocuments } from "./show-documents";
import { VisaHistory } from "./show-history";
import { visa as entity, visaStates } from "./visa";
import { visas } from "./visas.server";

export const meta = () => [{ title: "تفاصيل التأشيرة" }];

export const loader = screen([entity.write], async ({ params }) => {
  const { documents, history, ...visa } = await visas.find(db, idParam(params.id));
  return {
    visa,
    days: {
      submission: dayOrNone(visa.submission_date),
      approval: dayOrNone(visa.approval_date),
      last: dayOrNone(visa.last_day),
    },
    documents: documents.map(({ uploaded_at, ...paper }) => ({ ...paper, at: officeTime(uploaded_at) })),
    history: history.map(({ changed_at, ...change }) => ({ ...change, at: officeTime(changed_at) })),
    othersOfNumber: await othersOfNumber(db, visa.id),
    constraint: constraintOf(documentSchema),
    idempotencyKey: randomUUID(),
  };
});

/** Adds a document. */
const addPaper = ({ request, params, user, url }: Visit) =>
  submit(
    request,
    documentSchema,
    async (input, { form, key }) => {
      const id = idParam(params.id);
      const paper = await requirePaper(form);
      await writeOnce({ user, key, file: paper }, { visa_document: id, ...input }, (trx) =>
        addDocument(trx, id, input, paper, { user }),
      );
      return redirectWithFlash(
        url.pathname + tabOf(url.search, "documents"),
        `تم رفع المستند «${paper.given_name}»`,
      );
    },
    { failure: "فشل رفع المستند" },
  );

export const action = formScreen([entity.write], addPaper, { files: true });

export const clientAction = keepForm("انقطع الاتصال قبل أن يصل الرد، أعد الرفع");

const tabs = { "": "البيانات الأساسية", documents: "المستندات", history: "سجل الحالة" };
type Tab = keyof typeof tabs;

/** The query of a tab, with that of the list from which the user came. */
function tabOf(search: string, tab: Tab) {
  const params = new URLSearchParams(search);
  if (tab) params.set("tab", tab);
  else params.delete("tab");
  return params.size ? `?${params}` : "";
}

export default function ShowVisa() {
  const { visa, days, documents, history, othersOfNumber, constraint, idempotencyKey } =
    useLoaderData<typeof loader>();
  const { search } = useLocation();
  const own = `${entity.path}/${visa.id}`;
  const tabName = new URLSearchParams(search).get("tab") ?? "";
  const activeTab = (Object.hasOwn(tabs, tabName) ? tabName : "") as Tab;
  const list = tabOf(search, "");
  return (
    <Page
      title={`تأشيرة ${visa.customer_name}`}
      lead={<StateBadge of={visaStates} state={visa.status} />}
      actions={
        <>
          {visa.status === "pending" && (
            <a className="button primary" href={`${own}/status${search}`} data-stay="">
              تغيير الحالة
            </a>
          )}
          {visa.document_path && (
            <FileLink path={visa.document_path} button>
              ملف التأشيرة
            </FileLink>
          )}
          <ButtonLink href={`${own}/edit${list}`}>تعديل</ButtonLink>
          <ButtonLink href={entity.path + list}>العودة إلى التأشيرات</ButtonLink>
        </>
      }
    >
      {othersOfNumber.length > 0 && (
        <p className="notice error">
          {`رقم هذه التأشيرة مسجل أيضًا لتأشيرة ${othersOfNumber.map(quote).join("، ")}: صحح الرقم الخاطئ.`}
        </p>
      )}
      <nav className="tabs" aria-label="أقسام التأشيرة">
        {(Object.entries(tabs) as [Tab, string][]).map(([tab, label]) => (
          <a
            key={tab}
            href={own + tabOf(search, tab)}
            data-stay=""
            aria-current={tab === activeTab ? "page" : undefined}
          >
            {label}
          </a>
        ))}
      </nav>
      {activeTab === "" && <VisaDetails visa={visa} days={days} />}
      {activeTab === "documents" && (
        <VisaDocuments {...{ own, search, documents, constraint, idempotencyKey }} />
      )}
      {activeTab === "history" && <VisaHistory history={history} />}
    </Page>
  );
}
