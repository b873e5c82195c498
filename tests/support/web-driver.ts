import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { connect, type Socket } from "node:net";
import { join } from "node:path";
import { freePort } from "../../scripts/ports.js";
import type { Tab } from "./browsers";
import { until } from "./until";

/* Debian's Firefox and WebKit, which Playwright cannot drive, by the commands of the standard WebDriver. */

/** The commands that the tests need, as Firefox names them, with method and address of each in the standard. */
const commands = {
  Navigate: ["POST", "url"],
  ExecuteScript: ["POST", "execute/sync"],
  ElementClick: ["POST", "element/:id/click"],
  ElementSendKeys: ["POST", "element/:id/value"],
  GetAlertText: ["GET", "alert/text"],
  AcceptAlert: ["POST", "alert/accept"],
  TakeScreenshot: ["GET", "screenshot"],
} as const;

type Parameters = Record<string, unknown>;
// biome-ignore lint/suspicious/noExplicitAny: each command has an answer of its own
type Send = (command: keyof typeof commands, parameters?: Parameters) => Promise<any>;

/** WebKit's MiniBrowser, in the display of an X server without a screen. */
export async function openWebKit(): Promise<Tab> {
  const screen = start("Xvfb", ["-displayfd", "3", "-screen", "0", "1600x1200x24", "-nolisten", "tcp"]);
  const [display] = await once(screen.stdio[3] as Socket, "data");
  const port = await freePort();
  const driver = start("WebKitWebDriver", [`--port=${port}`], `:${String(display).trim()}`);
  async function call(method: string, path: string, body?: Parameters) {
    const answer = await fetch(`http://127.0.0.1:${port}/${path}`, {
      method,
      body: body && JSON.stringify(body),
    });
    const { value } = await answer.json();
    if (!answer.ok) throw new Error(`${value.error}: ${value.message}`);
    return value;
  }
  await present(() => call("GET", "status"));
  const { sessionId } = await call("POST", "session", { capabilities: {} });
  const send: Send = (command, parameters = {}) => {
    const [method, address] = commands[command];
    const path = `session/${sessionId}/${address.replace(":id", String(parameters.id))}`;
    return call(method, path, method === "POST" ? parameters : undefined);
  };
  return {
    ...tabOf(send),
    async close() {
      await call("DELETE", `session/${sessionId}`);
      driver.kill();
      screen.kill();
    },
  };
}

/** Firefox, by its own protocol for these commands: Debian has no program that translates the standard's. */
export async function openFirefox(place: string): Promise<Tab> {
  const profile = mkdtempSync(join(place, "firefox-"));
  const preferences = {
    "marionette.port": 0,
    "browser.dom.window.dump.enabled": true, // it tells of errors
    // It prints into a file, and does not ask.
    "print.always_print_silent": true,
    print_printer: "Mozilla Save to PDF",
    "print.printer_Mozilla_Save_to_PDF.print_to_file": true,
    "print.printer_Mozilla_Save_to_PDF.print_to_filename": join(profile, "printed.pdf"),
  };
  writeFileSync(
    join(profile, "user.js"),
    Object.entries(preferences)
      .map((preference) => `user_pref(${JSON.stringify(preference).slice(1, -1)});\n`)
      .join(""),
  );
  const browser = start("firefox-esr", ["--marionette", "--headless", "--profile", profile]);
  const errors: string[] = [];
  browser.stdout?.setEncoding("utf8").on("data", (text: string) => {
    errors.push(...text.split("\n").filter((line) => line.startsWith("JavaScript error: http")));
  });
  const portFile = join(profile, "MarionetteActivePort");
  const port = await present(() => existsSync(portFile) && Number(readFileSync(portFile, "utf8")));
  const socket = connect(port, "127.0.0.1");
  const messages = messagesOf(socket);
  await messages.next(); // its greeting
  let id = 0;
  async function ask(command: string, parameters: Parameters = {}) {
    const text = JSON.stringify([0, ++id, `WebDriver:${command}`, parameters]);
    socket.write(`${Buffer.byteLength(text)}:${text}`);
    const [, , error, result] = (await messages.next()).value;
    if (error) throw new Error(`${error.error}: ${error.message}`);
    return result?.value;
  }
  await ask("NewSession");
  const tab = tabOf(ask);
  return {
    ...tab,
    /** Firefox goes nowhere while it prints, and says nothing of it, so it is asked again. */
    visit: (url) =>
      until(async () => {
        await ask("SetTimeouts", { pageLoad: 30_000 });
        try {
          return await tab.visit(url);
        } finally {
          await ask("SetTimeouts", { pageLoad: 300_000 });
        }
      }),
    errors,
    async close() {
      browser.kill();
      await once(browser, "exit"); // until then it writes into its profile
    },
  };
}

/** Starts a program that ends when this process does. Its further output is `stdio[3]`. */
const start = (program: string, args: string[], display?: string) =>
  spawn("setpriv", ["--pdeathsig", "KILL", program, ...args], {
    stdio: ["ignore", "pipe", "ignore", "pipe"],
    env: { ...process.env, DISPLAY: display },
  });

/** Waits for what a starting program gives. */
const present = <T>(work: () => T | Promise<T>) =>
  until(async () => {
    const value = await work();
    if (!value) throw new Error("It has not started yet.");
    return value as Exclude<T, false>;
  });

/** Firefox's messages: each is JSON behind its length in bytes. */
// biome-ignore lint/suspicious/noExplicitAny: a greeting, then answers
async function* messagesOf(socket: Socket): AsyncGenerator<any> {
  let rest = Buffer.alloc(0);
  for await (const chunk of socket) {
    rest = Buffer.concat([rest, chunk]);
    for (;;) {
      const start = rest.indexOf(":") + 1;
      const end = start + Number(rest.subarray(0, start - 1));
      if (!start || rest.length < end) break;
      yield JSON.parse(rest.subarray(start, end).toString());
      rest = rest.subarray(end);
    }
  }
}

/**
 * Whether an element, or what it is in, is on its way to another place. Runs in the page. WebKit calls an animation finished a frame
 * before the element arrives; after that frame it is no longer in the list.
 */
const isMoving = (element: Element) =>
  document
    .getAnimations()
    .some(
      ({ effect, playState }) =>
        playState !== "paused" && (effect as KeyframeEffect).target?.contains(element),
    );

/** The tab of a session. */
function tabOf(send: Send): Tab {
  const read = <A, R>(work: (by: A) => R, by: A): Promise<R> =>
    send("ExecuteScript", { script: `return (${work})(...arguments)`, args: [by] });
  /** The id of the element that a function finds. */
  async function idOf<A>(find: (by: A) => Element | undefined, by: A) {
    const element = await read(find, by);
    if (!element) throw new Error(`${JSON.stringify(by)} is not there.`);
    return Object.values(element)[0];
  }
  const type: Tab["type"] = async (find, by, text) =>
    send("ElementSendKeys", { id: await idOf(find, by), text });
  return {
    visit: (url) => send("Navigate", { url }),
    read,
    async press(find, by) {
      const id = await idOf(find, by);
      // The driver looks where it is, and clicks there: a toast that still slides in would be elsewhere by then.
      if (
        await send("ExecuteScript", { script: `return (${isMoving})((${find})(...arguments))`, args: [by] })
      )
        throw new Error(`${JSON.stringify(by)} still moves.`);
      return send("ElementClick", { id });
    },
    type,
    attach: type,
    async agree() {
      const question = await until(() => send("GetAlertText"));
      await send("AcceptAlert");
      return question;
    },
    picture: async () => Buffer.from(await send("TakeScreenshot", { full: false }), "base64"),
    errors: [],
    close: async () => {},
  };
}
