import { Outlet } from "@remix-run/react";
import { Component, type ReactNode, useLayoutEffect, useState } from "react";
import { copyEntry, moveFocus } from "~/first-page/early-input";
import { type Control, presentOf } from "~/first-page/same-element";
import { untilReleased } from "~/ui/page/presses";
import { reportFault } from "./faults";
import { pageId } from "./page-id";

/* After a fault of its scripts a page goes on without them, as it does where JavaScript is off. */

const sentence =
  "توقفت البرامج المساعدة في هذه الصفحة بسبب خطأ. الصفحة تعمل من دونها، وما كتبته باقٍ فيها كما هو.";

const root = () => document.getElementById(pageId) as HTMLElement;

/** The page's HTML as it stands, with a function that puts the typed values and the focus back into what takes its place. */
function capture() {
  const controls = [...root().querySelectorAll<Control>("input:not([type=hidden]), select, textarea")];
  const focus = document.activeElement;
  return {
    html: root().innerHTML,
    restore() {
      for (const control of controls) copyEntry(control, presentOf(control));
      if (focus && !focus.isConnected) moveFocus(focus, presentOf(focus));
    },
  };
}

/** Draws the office's screens. If drawing one fails in the browser, the page goes on without scripts. */
export class WithoutScriptsAfterFault extends Component<{ children: ReactNode }, { error?: unknown }> {
  override state: { error?: unknown } = {};

  static getDerivedStateFromError(error: unknown) {
    return { error };
  }

  override render() {
    const { error } = this.state;
    return error === undefined ? this.props.children : <PageBefore error={error} />;
  }
}

/** The screens of a route that catches errors of the server: those of scripts are no message, and would come again in it. */
export const Screens = () => (
  <WithoutScriptsAfterFault>
    <Outlet />
  </WithoutScriptsAfterFault>
);

/** The page as it was before the fault, which React would take away. Then the server's HTML takes its place. */
function PageBefore({ error }: { error: unknown }) {
  const [before] = useState(capture);
  useLayoutEffect(() => {
    before.restore();
    setTimeout(() => stopScripts(error));
  }, [before, error]);
  return <div dangerouslySetInnerHTML={{ __html: before.html }} />;
}

let unmount = () => {};

/** Says how React leaves the page. */
export const leaveBy = (leave: () => void) => {
  unmount = leave;
};

let isStopped = false;

/** Stops the page's scripts: its HTML is fetched again, as it is without JavaScript, and keeps what was typed. */
export async function stopScripts(error: unknown) {
  if (isStopped) return;
  isStopped = true;
  window.dispatchEvent(new Event("stopped"));
  reportFault(error);
  const fresh = await fetchPage();
  await untilReleased();
  const { html, restore } = capture();
  unmount();
  root().innerHTML = fresh ?? html;
  document.documentElement.classList.add("stopped");
  restore();
  const notice = Object.assign(document.createElement("p"), { className: "errors", textContent: sentence });
  notice.setAttribute("role", "alert");
  [...root().querySelectorAll("main, .dialog-body")].pop()?.prepend(notice); // a dialog would cover it
}

/** The HTML of the present address; undefined if the server does not answer. */
async function fetchPage() {
  try {
    const answer = await fetch(location.href, { headers: { Accept: "text/html" } });
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    return page.getElementById(pageId)?.innerHTML;
  } catch {
    return undefined;
  }
}
