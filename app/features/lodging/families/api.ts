import { db } from "~/db/knex.server";
import { invalid } from "~/domain/domain-error";
import { parse, requiredMessage } from "~/domain/input.server";
import { groups } from "~/features/groups/groups.server";
import { readJson } from "~/http/body.server";
import { json } from "~/http/json.server";
import { allow, call, idParam } from "~/http/screen.server";
import { keyOf, writeOnce } from "~/http/writes.server";
import { familiesOf, family } from "../family";
import { familySchema, listFamilies, saveFamilies } from "./families.server";
import { readProposals } from "./proposal.server";

const { write } = family;

const calls = call({
  /** GET /groups/{id}/families: the families that clerks have confirmed, and the proposed ones. */
  GET: allow([write], async ({ request, params }) => {
    const { id } = await groups.find(db, idParam(params.group));
    const { proposals, common } = await readProposals(db, id);
    return json(request, { families: await listFamilies(db, id), proposals, common_surnames: common });
  }),
  /** POST /groups/{id}/families with {name, customer_ids, relations?}. api-member.ts removes members. */
  POST: allow([write], async ({ request, params, user }) => {
    const id = idParam(params.group);
    const {
      name,
      customer_ids = [],
      relations,
    } = parse(familySchema, await readJson(request), familiesOf(id).labels);
    if (!customer_ids.length) throw invalid("customer_ids", requiredMessage);
    const family = await writeOnce(
      { user, key: keyOf(request) },
      { group: id, name, customer_ids, relations },
      async (trx) => {
        await saveFamilies(trx, id, [{ name, ids: customer_ids, relations, field: "customer_ids" }]);
        return (await listFamilies(trx, id)).find((one) =>
          one.members.some((one) => one.id === customer_ids[0]),
        );
      },
    );
    return json(request, { family }, { status: 201 });
  }),
});

export const loader = calls.loader;
export const action = calls.action;
