import { useLoaderData } from "@remix-run/react";
import { type Asked, askedByValues } from "~/db/choices.server";
import { db } from "~/db/knex.server";
import { cellText } from "~/domain/travellers";
import { agentOffer } from "~/features/agents/agents.server";
import { AgentFields } from "~/features/contracts/agent-fields";
import { discountLimit, mostDiscount } from "~/features/contracts/discount.server";
import { DiscountFields } from "~/features/contracts/discount-fields";
import { formOf, saveAction } from "~/http/entity-screens.server";
import { screen } from "~/http/screen.server";
import { EntityDialog, useEntityForm } from "~/ui/form/entity-form";
import { NumberField, TextAreaField, TextField } from "~/ui/form/field";
import { keepForm } from "~/ui/form/keep-form";
import { Money } from "~/ui/page/money";
import { Fact } from "~/ui/page/page";
import { type Offer, offer } from "./offer";
import { offerEditForms, requireOpen } from "./writes.server";

const { labels } = offer;

export const meta = () => [{ title: "تعديل عرض سعر" }];

export const loader = screen([offer.write], async ({ params, user }) => {
  const form = await formOf(offerEditForms, params);
  const row = form.row as Offer;
  requireOpen(row);
  const limit = await discountLimit(db, user);
  const isWithin = [row, ...row.companions].every(
    ({ price_amount, discount_amount }) =>
      discount_amount <= Number(mostDiscount(`${price_amount}`, row.currency.code, limit)),
  );
  return { ...form, offers: await offersOf(askedByValues(row)), limit: isWithin ? Number(limit) : 0 };
});

const offersOf = async (asked: Asked) => ({ agent_id: await agentOffer(asked) });

export const action = saveAction(offer, offerEditForms, {
  offers: offersOf,
  to: ({ id }, { url }) => `${offer.path}/${id}${url.search}`,
});
export const clientAction = keepForm();

/** What is offered is shown and does not change: another package, room or customer is another offer. */
export default function EditOffer() {
  const loaded = useLoaderData<typeof loader>();
  const row = loaded.row as Offer;
  const form = useEntityForm(offer, loaded, {
    toValues: (row) => ({ ...row, discount_amount: row.discount_amount || "", discount_kind: "amount" }),
  });
  const { field } = form;
  return (
    <EntityDialog form={form} title={`تعديل عرض السعر ${row.offer_number}`}>
      <dl className="facts col-span-full mb-2 rounded-md bg-sand p-3">
        <Fact label={labels.customer_id}>{row.customer_name}</Fact>
        <Fact label={labels.campaign_id}>{row.campaign.name}</Fact>
        <Fact label={labels.package_id}>
          {row.package.name}
          {row.room && row.traveller && ` (${cellText(row.room, row.traveller)})`}
        </Fact>
        <Fact label={labels.sum_amount}>
          <Money amount={row.sum_amount} currency={row.currency} />
        </Fact>
      </dl>
      <TextField {...field("valid_until")} wide />
      {loaded.limit > 0 && (
        <DiscountFields
          field={field}
          limit={loaded.limit}
          label={row.companions.length ? "الخصم لكل مسافر" : undefined}
        />
      )}
      <AgentFields
        field={field}
        agent={form.offer("agent_id")}
        storedAgent={form.current ? (form.current.agent?.name ?? "") : undefined}
        hint="تغييرها يلزمه سبب. وإن تغير الوكيل وحده فهي نسبة الوكيل الجديد."
      />
      <TextField {...field("visa_issue_date")} />
      <NumberField {...field("visa_duration_days")} placeholder="90" />
      <TextAreaField {...field("notes")} rows={2} />
    </EntityDialog>
  );
}
