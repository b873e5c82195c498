/**
 * Loads the page's scripts when they are wanted: on a slow connection at the first touch, key or focus, otherwise when the page is
 * idle. Every page does its work without them. Until they run, this keeps what the user does: a pressed button, a shortcut and a sent
 * form with typed values wait for the scripts, and typed values are asked about before they are lost. It shows what the page tells
 * and asks, and opens the print dialog of a printed page. It stands within pages, unless the browser has it as a file, so it is small
 * (docs/decisions/scripts.md).
 *
 * @param {object} page
 * @param {string} page.entry the module that starts the page
 * @param {Record<string, string>} page.routes the module of each route of the page, by the route's id
 * @param {string[]} page.imports further modules that these need
 * @param {string} [page.styleSheet] the whole style sheet, if the page has only the rules that it uses
 * @param {string} [page.runtime] the module that the development server needs first
 * @param {boolean} [page.isTyped] whether the page is a form that came back with what was typed
 * @param {string} page.connectionLost the sentence for a failed connection
 */
// biome-ignore lint/correctness/noUnusedVariables: entry.server.tsx writes it into each page
function boot(page) {
  const { connectionLost } = page;
  let { isTyped } = page;
  showPage();

  // The newest thing that the scripts use. Without it the page is complete, as without JavaScript.
  if (!CSS.supports("selector(:popover-open)")) return;

  /** In milliseconds: how long a form waits for the scripts, and how long a failed load is not tried again. */
  const [patience, pause] = [5_000, 3_000];
  const { saveData, effectiveType = "4g" } = Reflect.get(navigator, "connection") ?? {};
  const isSlow = saveData || effectiveType !== "4g";
  let isReady = false;
  /** @type {HTMLFormElement | undefined} */
  let waiting;
  /** The buttons that were pressed to send the waiting form. @type {HTMLButtonElement[]} */
  let submitters = [];
  let isSending = false;
  /** @type {Set<HTMLElement>} */
  const pressed = new Set();
  /** @type {KeyboardEvent | undefined} */
  let shortcut;
  const ready = new Promise((resolve, fail) => {
    addEventListener("hydrated", resolve, { once: true });
    addEventListener("stopped", fail, { once: true });
  });
  ready.then(
    () => {
      isReady = true;
      if (shortcut) document.dispatchEvent(new KeyboardEvent("keydown", shortcut));
      for (const element of pressed) presentOf(element, document.querySelectorAll(waits))?.click();
    },
    () => {},
  );

  const load = loaderOf(page, ready, pause);

  /**
   * Does what needs the server, if it answers. A page of an earlier version asks for scripts that it no longer has.
   * @template T
   * @param {() => T} act
   * @returns {Promise<T | void>}
   */
  const withServer = (act) =>
    fetch("/healthz", { signal: AbortSignal.timeout(patience) }).then(act, () => tell(connectionLost));

  const tell = listenToTell();
  countPresses(patience, () => isSending);

  /**
   * @param {string} type
   * @param {(event: any) => void} act
   */
  const on = (type, act) => addEventListener(type, (event) => isReady || act(event), { capture: true });

  // A link leads away without scripts. The browser focuses a form's first field by itself.
  const leads = "a[href], summary, [popovertarget]";
  on("pointerdown", ({ target }) => target.closest?.(leads) || load());
  on("focusin", ({ target }) => target.autofocus || target.closest?.(leads) || load());
  on("keydown", (event) => {
    const { code, altKey, ctrlKey, metaKey, shiftKey, isComposing, keyCode } = event;
    load();
    if (isComposing || keyCode === 229) return; // the writing system's key
    if (shiftKey || !((code === "KeyK" && (ctrlKey || metaKey) && !altKey) || (code === "KeyN" && altKey)))
      return;
    event.preventDefault();
    shortcut = event;
    // The dialog of the search takes over what is typed here until it is there.
    if (code === "KeyK") document.querySelector(".search-head input")?.focus();
  });
  on("input", ({ target }) => {
    load();
    isTyped ||= target.form?.getAttribute("method") === "post";
  });
  // On a slow line a link that asks first leads to a page with the question.
  const waits = `button[type=button]:not([popovertarget])${isSlow ? "" : ", a[data-confirm]"}`;
  on("click", (event) => {
    const { target } = event;
    const opensTab = event.ctrlKey || event.metaKey || event.shiftKey;
    const element = opensTab ? null : target.closest?.(waits);
    if (element) event.stopPropagation(); // React may have drawn it
    if (element?.hasAttribute("data-print")) print();
    else if (element) {
      event.preventDefault();
      pressed.add(element);
      load().catch(() => {
        pressed.delete(element);
        withServer(() => (element.href ? location.assign(element.href) : location.reload()));
      });
    } else if (isTyped && !opensTab) {
      const link = target.closest?.("a[href]:not([href^='#'], [target], [download])");
      if (!link) return;
      event.preventDefault();
      withServer(() => location.assign(link.href));
    }
  });
  on("submit", async (event) => {
    const { target: form, submitter } = event;
    const isPost = form.getAttribute("method") === "post";
    if (isSending) {
      if (isPost) waiting = form; // not sent again
      return;
    }
    if (form.hasAttribute("target") || !(isPost || isTyped)) return;
    const isTwice = form === waiting;
    if (isTwice || isTyped) event.preventDefault();
    if (isTwice) {
      // Each press on a step counts, and one on the button that saves.
      if (submitter?.formNoValidate || !submitters.includes(submitter)) submitters.push(submitter);
      return;
    }
    waiting = form;
    submitters = [submitter];
    // The browser sends it: nothing can be lost. Where React has just drawn the form, a step of it is not yet for the scripts.
    if (!isTyped) return event.stopPropagation();
    const place = [...document.forms].indexOf(form);
    await Promise.race([load(), new Promise((resolve) => setTimeout(resolve, patience))]).catch(() => {});
    const canSend = isReady || (await withServer(() => true));
    waiting = undefined;
    if (!canSend) return;
    if (isPost) isTyped = false;
    isSending = true;
    // The scripts do some steps themselves, at the click. The button of another that they do has gone.
    for (const pressed of submitters) {
      const present = form.isConnected ? form : document.forms[place];
      const button = pressed && presentOf(pressed, present?.elements ?? []);
      if (button) button.click();
      else if (!pressed?.formNoValidate) present?.requestSubmit();
      if (!isReady || !button?.formNoValidate) break;
      await null; // React draws the page anew before the next one
    }
    isSending = false;
  });
  on("pageshow", ({ persisted }) => {
    if (persisted) waiting = undefined; // Back shows the page as it was left
  });
  on("beforeunload", (event) => isTyped && event.preventDefault());

  const whenIdle = () => {
    if (window.requestIdleCallback) requestIdleCallback(load, { timeout: 300 });
    else setTimeout(load, 200);
  };
  if (!isSlow) addEventListener("load", whenIdle, { once: true });
}

/**
 * The button or link in the place of one that was pressed: if others have changed the page, React has drawn it anew.
 * @param {any} pressed
 * @param {Iterable<any>} all
 */
const presentOf = (pressed, all) =>
  pressed.isConnected
    ? pressed
    : [...all].find((one) =>
        ["name", "value", "href", "textContent"].every((name) => one[name] === pressed[name]),
      );

/** Shows the present item of a long menu, and the print dialog of a printed page. */
function showPage() {
  const item = document.querySelector(".menu-groups [aria-current]");
  const menu = item?.closest("nav");
  if (menu) menu.scrollTop = item.offsetTop - menu.clientHeight / 2;

  const bar = document.querySelector("[data-print-after]");
  const printAfter = Number(bar?.getAttribute("data-print-after"));
  bar?.removeAttribute("data-print-after"); // so that the page's scripts do not print it again
  if (bar) addEventListener("load", () => setTimeout(print, printAfter), { once: true });
}

/**
 * @param {object} page
 * @param {Promise<unknown>} ready settles when the scripts run, or cannot
 * @param {number} pause milliseconds
 * @returns a function that loads the page's scripts, once
 */
function loaderOf({ entry, routes, imports, styleSheet, runtime }, ready, pause) {
  /** @type {Promise<void> | undefined} */
  let loading;
  return load;

  function load() {
    if (loading) return loading;
    loading = run();
    const forget = () => {
      loading = undefined;
    };
    loading.catch(() => setTimeout(forget, pause)); // not at every key
    return loading;
  }

  async function run() {
    const urls = Object.values(routes);
    /** @param {object} link */
    const fetchFile = (link) =>
      new Promise((onload, fail) => {
        const element = document.createElement("link");
        const onerror = () => fail(element.remove());
        document.head.append(Object.assign(element, { ...link, onload, onerror }));
      });
    for (const href of new Set([...imports, ...urls, entry]))
      fetchFile({ rel: "modulepreload", href }).catch(() => {});
    if (styleSheet) await fetchFile({ rel: "stylesheet", href: styleSheet });
    if (runtime) await import(runtime);
    const modules = await Promise.all(urls.map((url) => import(url)));
    Reflect.set(
      window,
      "__remixRouteModules",
      Object.fromEntries(Object.keys(routes).map((id, index) => [id, modules[index]])),
    );
    await import(entry);
    await ready;
  }
}

/** Shows what the page tells. @returns the function that does it */
function listenToTell() {
  /** @type {HTMLElement | undefined} */
  let notice;
  /**
   * Shows a sentence over the page and its dialogs, which make room for it (styles/toasts.css). The browser's own dialogs may be
   * switched off.
   * @param {string | Node} sentence
   */
  function tell(sentence) {
    notice?.remove();
    notice = document.createElement("div");
    notice.append(sentence);
    notice.popover = "auto";
    notice.role = "alert";
    notice.ontoggle = ({ newState }) => {
      if (newState === "closed") document.documentElement.style.removeProperty("--toasts");
    };
    ([...document.querySelectorAll("dialog:modal")].pop() ?? document.body).append(notice);
    notice.showPopover();
    document.documentElement.style.setProperty("--toasts", `${notice.offsetHeight + 40}px`);
  }
  addEventListener("tell", (event) => tell(Reflect.get(event, "detail")));
  return tell;
}

/**
 * Counts what the user presses, and notes what is held (ui/page/presses.ts).
 * @param {number} patience milliseconds
 * @param {() => boolean} isSending whether a form is sent that waited for the scripts
 */
function countPresses(patience, isSending) {
  const presses = Object.assign(window, { presses: { count: 0 } }).presses;
  let release = () => {};
  /** @param {any} event */
  const count = ({ type, target, repeat, button }) => {
    if (repeat) return;
    presses.count++;
    if (type === "keydown" || button) return;
    release();
    presses.held = new Promise((resolve) => {
      release = () => resolve();
    });
    setTimeout(release, target.closest?.("select") ? 1_000 : patience); // a select keeps the release to itself
  };
  for (const type of ["keydown", "pointerdown"]) addEventListener(type, count, { capture: true });
  // The click follows the release, a finger's a moment later.
  for (const [type, delay] of Object.entries({ click: 0, pointerup: 100, pointercancel: 0, dragend: 0 }))
    addEventListener(type, () => setTimeout(release, delay), { capture: true });
  addEventListener(
    "submit",
    () => {
      if (!isSending()) presses.sent = presses.count;
    },
    { capture: true },
  );
}
