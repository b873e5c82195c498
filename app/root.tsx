import { Links, Meta, ScrollRestoration, useMatches, useRouteError, useSearchParams } from "@remix-run/react";
import { type ReactNode, useContext, useEffect, useRef } from "react";
import { productTitle } from "~/domain/product";
import { directionOf, languageOf, translated } from "./domain/language";
import { Screens } from "./shell/page-without-scripts";
import { ErrorPage } from "./ui/page/error-page";
import { NonceContext } from "./ui/page/nonce";
import { titleWith } from "./ui/page/title";

export const meta = () => [{ title: productTitle }];

/**
 * The content of the element that React draws. `html`, `head` and `body` are the server's alone (shell/document.server.ts): browser
 * extensions change them, and React would draw a document that it does not know anew.
 */
export function Layout({ children }: { children: ReactNode }) {
  const nonce = useContext(NonceContext);
  const language = usePageLanguage();
  const head = useRef<HTMLDivElement>(null);
  // After each render: the router may have come to another page.
  useEffect(() => {
    const heading = [...document.querySelectorAll(".dialog-head h2")].pop()?.textContent;
    const isRefused = document.querySelector(".errors[role=alert]") !== null;
    document.title = titleWith(heading, head.current?.textContent ?? "", isRefused);
    Object.assign(document.documentElement, { lang: language, dir: directionOf(language) });
  });
  return (
    <>
      <div hidden lang={language} ref={head}>
        <Meta />
        <Links />
      </div>
      {children}
      <ScrollRestoration nonce={nonce} />
    </>
  );
}

/** What goes wrong is said in Arabic, also where the page would have been in English. */
function usePageLanguage() {
  const [params] = useSearchParams();
  const isTranslated = useMatches().some(({ handle }) => handle === translated);
  return isTranslated && !useRouteError() ? languageOf(params) : "ar";
}

export default Screens;

export function ErrorBoundary() {
  return (
    <main className="lone">
      <ErrorPage error={useRouteError()} />
    </main>
  );
}
