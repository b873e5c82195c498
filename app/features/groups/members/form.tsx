import { randomUUID } from "node:crypto";
import { type ActionFunctionArgs, data } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { db } from "~/db/knex.server";
import { AddCustomerButton, CustomerDialog, useAddingCustomers } from "~/features/customers/customer-dialog";
import { CustomerPicker } from "~/features/customers/customer-picker";
import { addCustomer } from "~/features/customers/inline-create.server";
import { customerOf } from "~/features/customers/picks.server";
import { constraintOf } from "~/http/constraint.server";
import { saveAction } from "~/http/entity-screens.server";
import { formScreen, idParam, screen } from "~/http/screen.server";
import type { Visit } from "~/http/visit";
import { EntityDialog, useEntityForm } from "~/ui/form/entity-form";
import { keepForm } from "~/ui/form/keep-form";
import { group } from "../group";
import { groupMeta } from "../group-page";
import { groups } from "../groups.server";
import { membersOf } from "../member";
import { ClosedGroup } from "./closed-group";
import { closedText, memberStore, searchCandidates } from "./members.server";

export const meta = groupMeta("إضافة عضو");

export const loader = screen([group.write], async ({ params, url }) => {
  const groupRow = await groups.find(db, idParam(params.group));
  const closed = closedText(groupRow);
  const { id, campaign } = groupRow;
  const constraint = constraintOf(memberStore(id).schema);
  const customer = await customerOf(db, url.searchParams.get("customer_id"));
  const loaded = { groupId: id, campaign, customer, row: null, constraint, idempotencyKey: randomUUID() };
  return data({ ...loaded, closed }, { status: closed ? 409 : 200 });
});

export const action = formScreen([group.write], (visit) => {
  const groupId = idParam(visit.params.group);
  const save = saveAction(membersOf(groupId), memberStore(groupId), {
    sideStep: (form, user, visit) => addCustomer(form, user, (fields) => pickedOf(fields, visit)),
    beside: pickedOf,
    to: (_, { url: { searchParams } }) => {
      const search = new URLSearchParams(searchParams);
      search.delete("customer_id");
      return membersOf(groupId).path + (search.size ? `?${search}` : "");
    },
    next: ({ id }) => [
      { href: `${group.path}/${groupId}/rooms`, label: "سريره" },
      { href: `${group.path}/${groupId}/buses`, label: "مقعده" },
      { href: `/trips/visas/new?customer_id=${id}&group_id=${groupId}`, label: "تأشيرته" },
    ],
  });
  return save(visit as unknown as ActionFunctionArgs);
});

/** The data of a form that is shown again: its customer, and the results of a search for another one. */
async function pickedOf(form: FormData, { params }: Visit) {
  const query = String(form.get("customer_query") ?? "");
  const isSearch = form.get("intent") === "lookup";
  return {
    customer: await customerOf(db, form.get("customer_id")),
    query,
    matches: isSearch ? await searchCandidates(db, idParam(params.group), query) : undefined,
  };
}

export const clientAction = keepForm();

export default function AddMember() {
  const { groupId, campaign, customer, closed, ...loaded } = useLoaderData<typeof loader>();
  const form = useEntityForm(membersOf(groupId), loaded, { values: { customer_id: customer?.id } });
  const reply = form.reply as Partial<Awaited<ReturnType<typeof pickedOf>>> | undefined;
  const adding = useAddingCustomers(form);
  if (closed && !reply) return <ClosedGroup title="إضافة عضو" text={closed} back={form.back} />;
  return (
    <>
      <EntityDialog form={form} save="إضافة" under={adding.kind && adding}>
        <CustomerPicker
          key={adding.addedTo("customers")}
          after={<AddCustomerButton adding={adding} />}
          {...form.field("customer_id")}
          selected={reply ? (reply.customer ?? null) : customer}
          query={reply?.query}
          matches={reply?.matches}
          searchedAt={`/api/groups/${groupId}/candidates`}
          autoFocus
        />
        <div className="field wide min-h-40">
          {/* high enough for the list that the type-ahead opens over it */}
          <p className="hint">لا يظهر هنا من هم في المجموعة، والعميل في مجموعة واحدة من حملة «{campaign}».</p>
        </div>
      </EntityDialog>
      <CustomerDialog adding={adding} query={reply?.query} />
    </>
  );
}
