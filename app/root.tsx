import {
  Links,
  Meta,
  Outlet,
  ScrollRestoration,
  useMatches,
  useRouteError,
  useSearchParams,
} from "@remix-run/react";
import { type ReactNode, useContext } from "react";
import { productTitle } from "~/domain/product";
import { languageOf, translated } from "./domain/language";
import { PageFilesLinked, pageFiles, styleMark } from "./shell/page-files";
import { ErrorPage } from "./ui/page/error-page";
import { NonceContext } from "./ui/page/nonce";

export const meta = () => [{ title: productTitle }];

/**
 * The server writes the rules in its place (entry.server.tsx). The browser takes them from the page, also when it renders the page
 * again after an error.
 */
const style = import.meta.env.SSR ? styleMark : document.querySelector("head > style")?.textContent;

export function Layout({ children }: { children: ReactNode }) {
  const nonce = useContext(NonceContext);
  const language = usePageLanguage();
  const isLinked = useContext(PageFilesLinked) || style === undefined;
  return (
    <html lang={language} dir={language === "en" ? "ltr" : "rtl"}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="theme-color" content="#0d3b2e" />
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        <Meta />
        <Links />
        {isLinked ? (
          <link rel="stylesheet" href={pageFiles.styleSheet} />
        ) : (
          <style suppressHydrationWarning dangerouslySetInnerHTML={{ __html: style ?? "" }} />
        )}
      </head>
      <body>
        {children}
        <ScrollRestoration nonce={nonce} />
      </body>
    </html>
  );
}

/** What goes wrong is said in Arabic, also where the page would have been in English. */
function usePageLanguage() {
  const [params] = useSearchParams();
  const isTranslated = useMatches().some(({ handle }) => handle === translated);
  return isTranslated && !useRouteError() ? languageOf(params) : "ar";
}

export default Outlet;

export function ErrorBoundary() {
  return (
    <main className="lone">
      <ErrorPage error={useRouteError()} />
    </main>
  );
}
