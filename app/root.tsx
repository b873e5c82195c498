import { Links, Meta, Outlet, Scripts, ScrollRestoration, useRouteError } from "@remix-run/react";
import { type ReactNode, useContext } from "react";
import { productTitle } from "~/domain/product";
import css from "./tailwind.css?inline";
import { ErrorPage } from "./ui/page/error-page";
import { NonceContext } from "./ui/page/nonce";
import { StyleSheetNamed, styleSheet } from "./ui/page/style-sheet";

export const meta = () => [{ title: productTitle }];

/**
 * The browser's script does not contain the style sheet. It takes the server's from the page, also when it renders the page again
 * after an error.
 */
const style = import.meta.env.SSR ? css : document.querySelector("head > style")?.textContent;

export function Layout({ children }: { children: ReactNode }) {
  const nonce = useContext(NonceContext);
  const isNamed = useContext(StyleSheetNamed) || style === undefined;
  return (
    <html lang="ar" dir="rtl">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="theme-color" content="#0d3b2e" />
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        <Meta />
        <Links />
        {isNamed ? (
          <link rel="stylesheet" href={styleSheet} />
        ) : (
          <style suppressHydrationWarning dangerouslySetInnerHTML={{ __html: style ?? "" }} />
        )}
      </head>
      <body>
        {children}
        <ScrollRestoration nonce={nonce} />
        <Scripts nonce={nonce} />
      </body>
    </html>
  );
}

export default Outlet;

export function ErrorBoundary() {
  return (
    <main className="lone">
      <ErrorPage error={useRouteError()} />
    </main>
  );
}
