import { useLocation } from "@remix-run/react";
import { type ComponentProps, type ReactNode, useEffect, useRef } from "react";
import { codesInOrder } from "~/domain/digits";
import type { Day } from "~/domain/hijri";
import { inLanguage, type Language } from "~/domain/language";
import { productTitle } from "~/domain/product";
import { DrawnRows, lineOf } from "~/first-page/drawn-rows";
import { DayCell } from "./page/day";
import { ButtonLink } from "./page/links";
import { Head, Wide } from "./page/table";
import { showFlash } from "./page/toast";

/** The office's data on printed sheets; null for what was not filled in. */
export type CompanyHead = {
  name: string;
  name_latin: string | null;
  address: string | null;
  address_latin: string | null;
  phone: string | null;
  email: string | null;
  website: string | null;
  commercial_register: string | null;
  tax_number: string | null;
  logo_url: string | null;
};

/**
 * A printed sheet: the office's head, a title with its number, the content, and the signatures. The foot of each page names the
 * sheet.
 * @param about the group, trip, holder or period, beside title and number
 */
export function PrintSheet({
  company,
  title,
  number,
  about,
  children,
  signatures,
  language = "ar",
}: {
  company: CompanyHead;
  title: string;
  /** A number, or the day of printing. */
  number: string | Day;
  about?: string;
  children: ReactNode;
  signatures: string[];
  /** English leaves out what the office has only in Arabic. */
  language?: Language;
}) {
  const words = sheetWords[language];
  const [name, address] =
    language === "en"
      ? [company.name_latin, company.address_latin]
      : [company.name || productTitle, company.address];
  const codes = [
    [company.commercial_register, words.register],
    [company.tax_number, words.tax],
  ].filter(([value]) => value);
  const reach = [company.phone, company.email, company.website].filter(Boolean);
  const parts = [title, about, typeof number === "string" ? number : number.date].filter(Boolean);
  const foot = codesInOrder(parts.join(" · "));
  return (
    <article className="print-sheet">
      <style
        dangerouslySetInnerHTML={{
          __html: `@page{@bottom-right{content:${quotedInCss(foot)}}${words.pages}}`,
        }}
      />
      <header className="print-head">
        {company.logo_url && <img src={company.logo_url} alt="" width="72" height="72" />}
        <div>
          {name && <strong>{name}</strong>}
          {address && <p>{address}</p>}
          {reach.length > 0 && (
            <p>
              {reach.map((value) => (
                <bdi key={value} dir="ltr" className={value === company.phone ? undefined : "wraps"}>
                  {value}
                </bdi>
              ))}
            </p>
          )}
          {codes.length > 0 && (
            <p>
              {codes.map(([value, label]) => (
                <span key={label}>
                  {label}: <bdi dir="ltr">{value}</bdi>
                </span>
              ))}
            </p>
          )}
        </div>
        <div className="print-title">
          <h1>{title}</h1>
          {typeof number === "string" ? <bdi dir="ltr">{number}</bdi> : <DayCell {...number} />}
        </div>
      </header>
      {children}
      {signatures.length > 0 && (
        <footer className="signatures">
          {signatures.map((signature) => (
            <div key={signature}>{signature}</div>
          ))}
        </footer>
      )}
    </article>
  );
}

/** A dense table of a sheet. `children` draws a row. */
export const DenseTable = <Row,>({
  label,
  columns,
  ...rows
}: { label: string; columns: ComponentProps<typeof Head>["columns"] } & Omit<
  ComponentProps<typeof DrawnRows<Row>>,
  "instead"
>) => (
  <Wide label={label}>
    <table className="handed dense">
      <Head columns={columns} />
      <tbody>
        <DrawnRows instead={lineOf(columns.length)} {...rows} />
      </tbody>
    </table>
  </Wide>
);

/** A row of a sheet's table: what it is about, and what the sheet says of it. */
export const PrintLine = ({ label, children }: { label: string; children: ReactNode }) => (
  <tr>
    <th scope="row">{label}</th>
    <td>{children}</td>
  </tr>
);

/** What the sheet itself says. `pages` overrides the style sheet's words. */
const sheetWords = {
  ar: { register: "سجل تجاري", tax: "الرقم الضريبي", pages: "" },
  en: {
    register: "C.R.",
    tax: "Tax No.",
    pages: '@bottom-left{content:"Page " counter(page) " of " counter(pages)}',
  },
};

/** A text as a CSS string. Signs that would end the string or the element become character codes. */
const quotedInCss = (text: string) =>
  `"${text.replace(/["\\<>\p{Cc}]/gu, (sign) => `\\${sign.charCodeAt(0).toString(16)} `)}"`;

/**
 * The bar above a printed sheet, which is not printed: a link back and a print button. With JavaScript the print dialog opens by
 * itself.
 * @param after milliseconds until it opens (spec §9); it does not where the user has yet to choose something
 * @param children further export links
 */
export function PrintBar({ back, after, children }: { back: string; after?: number; children?: ReactNode }) {
  const bar = useRef<HTMLElement>(null);
  useEffect(() => {
    if (!bar.current?.dataset.printAfter) return; // first-page/boot.js has printed the page that came whole
    const timer = setTimeout(print, after);
    return () => clearTimeout(timer);
  }, [after]);
  return (
    <nav className="print-bar" aria-label="الطباعة" lang="ar" dir="rtl" ref={bar} data-print-after={after}>
      <button className="button primary scripted" type="button" data-print="" onClick={print}>
        طباعة
      </button>
      <span className="unscripted">للطباعة استخدم أمر الطباعة في المتصفح (Ctrl+P)</span>
      {children}
      <ButtonLink href={back}>رجوع</ButtonLink>
    </nav>
  );
}

function print() {
  try {
    window.print();
  } catch {
    showFlash({ kind: "error", text: "حدث خطأ أثناء محاولة الطباعة" });
  }
}

/** In the bar: the way to the same sheet in the other language. */
export function LanguageLink({ language }: { language: Language }) {
  const { pathname, search } = useLocation();
  const [other, name] = language === "en" ? (["ar", "العربية"] as const) : (["en", "English"] as const);
  return (
    <a className="button" href={pathname + inLanguage(other, search)} lang={other}>
      {name}
    </a>
  );
}
