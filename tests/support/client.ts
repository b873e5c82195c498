import { createHash, randomBytes } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { createCookie } from "@remix-run/node";
import type { Knex } from "knex";
import { sessionSecret } from "./app";
import { administrator } from "./database";

export interface Answer {
  status: number;
  headers: Headers;
  /** The JSON of a call, the HTML of a page. */
  // biome-ignore lint/suspicious/noExplicitAny: tests look into whatever came back
  body: any;
}

/** What a session is made in. */
export type Office = { readonly url: string; readonly knex: Knex };

export type Client = Awaited<ReturnType<typeof signIn>>;

/** A part that tests do not read and that takes longer than the rest of a page. */
export const uncompressed = { "Accept-Encoding": "identity" };

const cookieOf = ({ headers }: Response) => headers.getSetCookie()[0]?.split(";")[0] ?? "";

/** Headers of a browser that has seen the login page: pages then leave out their style sheet, which is their largest part. */
let styleSheet: string | undefined;

/** The cookie of a new session. */
async function logIn(url: string, credentials: { username: string; password: string }) {
  const login = await fetch(`${url}/api/auth/login`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(credentials),
  });
  if (!login.ok)
    throw new Error(`No login for ${credentials.username}: ${login.status} ${await login.text()}`);
  return cookieOf(login);
}

/** Logs in and sends requests as that user, as a browser without JavaScript or a program would. */
export const signIn = async (url: string, credentials = administrator) =>
  clientOf(url, await logIn(url, credentials));

const signed = createCookie("office_session", { secrets: [sessionSecret] });

/** Sends requests as a user who has a session already: most tests are not about the login, which hashes a password. */
export const enter = async (
  { url, knex }: Office,
  { username }: { username: string } = administrator,
  takesBusy?: boolean,
) => clientOf(url, await sessionFor(knex, username), takesBusy);

/** The cookie of a new session of the user who has this name. */
export async function sessionFor(knex: Knex, username: string) {
  const { id } = await knex("users").where({ username }).first("id");
  return sessionOf(knex, id);
}

/** The cookie of a new session. */
export async function sessionOf(knex: Knex, userId: number) {
  const token = randomBytes(32).toString("base64url");
  await knex("sessions").insert({
    token_hash: createHash("sha256").update(token).digest("hex"),
    user_id: userId,
    expires_at: knex.raw("now() + interval '1 day'"),
  });
  return (await signed.serialize(token)).split(";")[0] ?? "";
}

/**
 * Sends requests with the cookie of a session.
 * @param takesBusy whether 503 is an answer; otherwise the request is sent again, as people do: many at once on a slow machine wait
 * longer than the office lets anybody wait
 */
async function clientOf(url: string, session: string, takesBusy = true) {
  styleSheet ??= cookieOf(await fetch(`${url}/login`));
  const cookie = `${session}; ${styleSheet}`;

  async function send(method: string, path: string, init: RequestInit = {}): Promise<Answer> {
    const headers = new Headers(uncompressed);
    for (const [name, value] of new Headers(init.headers)) headers.set(name, value);
    headers.set("Cookie", cookie);
    const ask = () => fetch(url + path, { redirect: "manual", ...init, method, headers });
    let response = await ask();
    while (response.status === 503 && !takesBusy) {
      await pause(200); // without a pause a crowd would keep the office busy by itself
      response = await ask();
    }
    const text = await response.text();
    const isJson = response.headers.get("Content-Type")?.startsWith("application/json");
    return {
      status: response.status,
      headers: response.headers,
      body: isJson && text ? JSON.parse(text) : text,
    };
  }
  const withJson =
    (method: string) =>
    (path: string, body: unknown, headers: HeadersInit = {}) =>
      send(method, path, {
        headers: { "Content-Type": "application/json", ...headers },
        body: JSON.stringify(body),
      });
  return {
    cookie,
    send,
    get: (path: string) => send("GET", path),
    post: withJson("POST"),
    put: withJson("PUT"),
    delete: (path: string) => send("DELETE", path),
    /** Posts a form as a browser does: text fields urlencoded, one of several values repeated, with a file as multipart. */
    submit(path: string, fields: Record<string, string | string[] | Blob>) {
      const all = Object.entries(fields).flatMap(([name, value]) =>
        [value].flat().map((one): [string, string | Blob] => [name, one]),
      );
      const hasFile = all.some(([, value]) => typeof value !== "string");
      const body = hasFile ? new FormData() : new URLSearchParams();
      for (const [name, value] of all) body.append(name, value as string);
      return send("POST", path, { body });
    },
  };
}

/** The hidden field of a form in a page, such as its idempotency_key or updated_at. */
export function hiddenField(html: string, name: string) {
  const input = html.match(new RegExp(`<input[^>]*name="${name}"[^>]*>`))?.[0] ?? "";
  return input.match(/value="([^"]*)"/)?.[1] ?? "";
}

/** The form data of these values. */
export const text = (fields: object) =>
  Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, String(value)]));
