import { json } from "~/http/json.server";
import { allow, call } from "~/http/screen.server";
import { find, queryOf } from "./kinds.server";

const ofEachKind = 3;

/** GET /search?q=: the type-ahead of every page calls it. */
const calls = call({
  GET: allow([], async ({ request, url, user }) => {
    const kinds = await find(user, queryOf(url.searchParams), ofEachKind);
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
  }),
});

export const loader = calls.loader;
export const action = calls.action;
