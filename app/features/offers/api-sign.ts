import { readJsonIfAny } from "~/http/body.server";
import { json } from "~/http/json.server";
import { allow, call, idParam } from "~/http/screen.server";
import { keyOf, readAtOf, writeOnce } from "~/http/writes.server";
import { offer } from "./offer";
import { signOffer } from "./sign.server";

/** POST /offers/{id}/sign: turns an offer into contracts, at its price. Answers 201 with them. */
const calls = call({
  POST: allow([offer.write], async ({ request, params, user }) => {
    const id = idParam(params.id);
    const readAt = readAtOf((await readJsonIfAny(request)) as { updated_at?: unknown });
    const { contracts, left } = await writeOnce({ user, key: keyOf(request) }, { sign: id }, (trx) =>
      signOffer(trx, id, { user, readAt }),
    );
    return json(request, { contracts, ...(left.length && { left_groups: left }) }, { status: 201 });
  }),
});

export const loader = calls.loader;
export const action = calls.action;
