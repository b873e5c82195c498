import { data, type MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { Fragment } from "react";
import { DomainError } from "~/domain/domain-error";
import { translated } from "~/domain/language";
import { screen } from "~/http/screen.server";
import { statusOf } from "~/http/status";
import { DetailText } from "~/ui/page/detail-text";
import { Enumeration } from "~/ui/page/enumeration";
import { ButtonLink } from "~/ui/page/links";
import { Pagination } from "~/ui/page/pagination";
import { Sentence } from "~/ui/page/sentence";
import { LanguageLink, PrintBar } from "~/ui/print-sheet";
import { printTitle } from "~/ui/print-title";
import { useSheets, VoucherSheet } from "./sheet";
import { backOf, sheetsOf } from "./sheets.server";

export const meta: MetaFunction<typeof loader> = ({ data }) => {
  const [first] = data && "vouchers" in data ? data.vouchers : [];
  const [guest] = first?.guests ?? [];
  return printTitle("قسيمة خدمات", guest?.contract_number, guest?.name);
};
export const handle = translated;

/** Who sells prints it, and who travels along; it names no price. */
export const loader = screen(["manage_contracts", "manage_trips"], async (visit) => {
  try {
    return { refusal: null, ...(await sheetsOf(visit)) };
  } catch (error) {
    if (!(error instanceof DomainError) || error.code !== "conflict") throw error;
    const { searchParams } = visit.url;
    const back = backOf(searchParams, Number(searchParams.get("contracts")) || undefined);
    return data({ refusal: error.message, back }, { status: statusOf(error) });
  }
});

export default function ServiceVouchers() {
  const answer = useLoaderData<typeof loader>();
  return answer.refusal === null ? <Sheets /> : <NoVoucher refusal={answer.refusal} back={answer.back} />;
}

const NoVoucher = ({ refusal, back }: { refusal: string; back: string }) => (
  <main lang="ar" dir="rtl">
    <nav className="print-bar" aria-label="الطباعة">
      <ButtonLink href={back}>رجوع</ButtonLink>
    </nav>
    <article className="print-sheet">
      <h1 className="mb-3 text-lg font-semibold text-green">قسيمة خدمات</h1>
      <p>
        <Sentence text={`${refusal}.`} />
      </p>
    </article>
  </main>
);

function Sheets() {
  const { vouchers, language, gaps, notes, back, ...page } = useSheets();
  return (
    <main>
      <PrintBar back={back} after={50}>
        <LanguageLink language={language} />
      </PrintBar>
      {(gaps.length > 0 || notes.length > 0) && (
        <div className="notice info print-note" lang="ar" dir="rtl">
          {gaps.length > 0 && (
            <p>
              لم يكتب هذا باللاتينية بعد، فمكانه فارغ:{" "}
              <Enumeration
                of={gaps.map(({ name, href }) => (
                  <Fragment key={href + name}>
                    «<a href={href}>{name}</a>»
                  </Fragment>
                ))}
              />
              .
            </p>
          )}
          {notes.map((note) => (
            <p key={note.text}>
              <DetailText {...note} />
            </p>
          ))}
        </div>
      )}
      {vouchers.map((voucher) => (
        <VoucherSheet key={voucher.guests[0]?.id} voucher={voucher} />
      ))}
      {vouchers.length > 1 && (
        // The foot of a page cannot tell whose of several vouchers it is.
        <style
          dangerouslySetInnerHTML={{ __html: '@page{@bottom-right{content:""}@bottom-left{content:""}}' }}
        />
      )}
      {page.total > page.perPage && <Pagination {...page} />}
    </main>
  );
}
