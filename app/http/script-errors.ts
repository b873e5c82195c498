import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { requestId } from "~/framework/answers.server";
import { log } from "~/log.server";
import { readJson } from "./body.server";
import { answer, notAllowed } from "./json.server";

/** Lines in the log within a minute. Anyone may send errors, and nobody may fill the log. */
const mostPerMinute = 20;
let [minute, count] = [0, 0];

function isRoom() {
  const now = Math.floor(Date.now() / 60_000);
  if (now !== minute) [minute, count] = [now, 0];
  return count++ < mostPerMinute;
}

const cut = (text: unknown, length: number) => String(text ?? "").slice(0, length);

/**
 * Notes an error of a page's scripts in the log (shell/faults.ts): `message` and `stack`. Addresses in a stack keep no query, which may
 * name people.
 */
const serve = ({ request }: ActionFunctionArgs | LoaderFunctionArgs) =>
  answer(request, async () => {
    if (request.method !== "POST") return notAllowed(request, ["POST"]);
    const { message, stack } = await readJson(request, { login: true });
    const script = { message: cut(message, 200), stack: cut(stack, 1000).replace(/\?[^\s:)]*/g, "") };
    const agent = cut(request.headers.get("User-Agent"), 200);
    if (isRoom()) log.warn({ request: requestId(request), script, agent });
    return new Response(null, { status: 204 });
  });

export { serve as action, serve as loader };
