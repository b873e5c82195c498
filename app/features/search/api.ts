import type { ActionFunctionArgs } from "@remix-run/node";
import { json, notAllowed } from "~/http/json.server";
import { call } from "~/http/screen.server";
import { askedOf, find } from "./kinds.server";

const ofEachKind = 3;

/** GET /search?q=: what the type-ahead of every page asks. */
export const loader = call([], async ({ request, url, user }) => {
  const kinds = await find(user, askedOf(url.searchParams), ofEachKind);
  const results = kinds.flatMap(({ kind, words, rows }) =>
    rows.map(({ id, title, facts, amount = [], state, href }) => ({
      kind,
      id,
      title,
      detail: [words.a, facts, amount, state].flat().join(" · "),
      href,
    })),
  );
  return json(request, { results });
});

export const action = async ({ request }: ActionFunctionArgs) => notAllowed(request, ["GET"]);
