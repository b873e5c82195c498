import { z } from "zod";
import { transact } from "~/db/knex.server";
import { parse } from "~/domain/input.server";
import { eventFields } from "~/features/money/event-day.server";
import { readJsonIfAny } from "~/http/body.server";
import { json } from "~/http/json.server";
import { allow, call, idParam } from "~/http/screen.server";
import { allocation } from "./allocation";
import { cancelAllocation } from "./writes.server";

const schema = z.object(eventFields);

/** POST /allocations/{id}/cancel {event_date}: takes an allocation back as an event. Answers 200 with it. */
const calls = call({
  POST: allow([allocation.write], async ({ request, params, user }) => {
    const event = parse(schema, await readJsonIfAny(request), allocation.labels);
    const row = await transact(user, (trx) => cancelAllocation(trx, idParam(params.id), event, { user }));
    return json(request, { [allocation.item]: row });
  }),
});

export const loader = calls.loader;
export const action = calls.action;
