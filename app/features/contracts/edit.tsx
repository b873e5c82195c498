import { useLoaderData } from "@remix-run/react";
import { type Asked, askedByValues } from "~/db/choices.server";
import { db } from "~/db/knex.server";
import { cellText } from "~/domain/travellers";
import { agentOffer } from "~/features/agents/agents.server";
import { againText, noRoomText } from "~/features/journey/left-group";
import { EventDayField } from "~/features/money/event-day-field";
import { formOf, saveAction } from "~/http/entity-screens.server";
import { screen } from "~/http/screen.server";
import { EntityDialog, useEntityForm } from "~/ui/form/entity-form";
import { NumberField, SelectField, TextAreaField, TextField } from "~/ui/form/field";
import { keepForm } from "~/ui/form/keep-form";
import { Money } from "~/ui/page/money";
import { useListSearch } from "~/ui/page/page";
import { AgentFields } from "./agent-fields";
import { type Contract, contract, contractStates, priceLabel, stands } from "./contract";
import { discountLimit, mostDiscount } from "./discount.server";
import { DiscountFields } from "./discount-fields";
import { contractEditForms } from "./writes.server";

const { labels } = contract;

export const meta = () => [{ title: "تعديل عقد" }];

export const loader = screen([contract.write], async ({ params, user }) => {
  const form = await formOf(contractEditForms, params);
  const limit = await discountLimit(db, user);
  const { price_amount, discount_amount, currency } = form.row as Contract;
  const isWithin = discount_amount <= Number(mostDiscount(`${price_amount}`, currency.code, limit));
  return { ...form, offers: await offersOf(askedByValues(form.row)), limit: isWithin ? Number(limit) : 0 };
});

const offersOf = async (asked: Asked) => ({ agent_id: await agentOffer(asked) });

export const action = saveAction(contract, contractEditForms, {
  offers: offersOf,
  to: ({ id, isToCancel }, { url }) =>
    (isToCancel ? `${contract.path}/${id}/cancel` : contract.path) + url.search,
  message: ({ isToCancel, left_group, again_in }, usual) =>
    isToCancel
      ? "اكتب سبب الإلغاء ورسمه، ثم ألغ العقد"
      : usual + noRoomText(left_group) + againText(again_in),
});
export const clientAction = keepForm();

/** The signed values (customer, campaign, package and price) are shown and cannot be changed (spec §5). */
export default function EditContract() {
  const loaded = useLoaderData<typeof loader>();
  const row = loaded.row as Contract;
  const query = useListSearch();
  const form = useEntityForm(contract, loaded, {
    toValues: (row) => ({ ...row, discount_amount: row.discount_amount || "", discount_kind: "amount" }),
  });
  const { field } = form;
  return (
    <EntityDialog form={form} title={`تعديل العقد ${row.contract_number}`}>
      <dl className="facts col-span-full mb-2 rounded-md bg-sand p-3">
        <div>
          <dt>{labels.customer_id}</dt>
          <dd>{row.customer_name}</dd>
        </div>
        <div>
          <dt>{labels.campaign_id}</dt>
          <dd>{row.campaign.name}</dd>
        </div>
        <div>
          <dt>{labels.package_id}</dt>
          <dd>
            {row.package.name}
            {row.room && row.traveller && ` (${cellText(row.room, row.traveller)})`}
          </dd>
        </div>
        {row.discount_amount > 0 && (
          <div>
            <dt>{priceLabel}</dt>
            <dd>
              <Money amount={row.price_amount} currency={row.currency} />
            </dd>
          </div>
        )}
        <div>
          <dt>{labels.total_amount}</dt>
          <dd>
            <Money amount={row.total_amount} currency={row.currency} />
          </dd>
        </div>
      </dl>
      <SelectField
        {...field("status")}
        choices={contractStates.labels}
        wide
        autoFocus
        hint={
          stands(row) && (
            <>
              للإلغاء بسبب ورسم: <a href={`${contract.path}/${row.id}/cancel${query}`}>إلغاء العقد</a>
            </>
          )
        }
      />
      <TextField {...field("visa_issue_date")} />
      <NumberField {...field("visa_duration_days")} placeholder="90" />
      {loaded.limit > 0 && (
        <DiscountFields
          field={field}
          limit={loaded.limit}
          hint={
            row.schedule.length > 0 &&
            "ما زاد من الخصم ينقص آخر أقساط جدول السداد، وما نقص منه يضاف إلى آخرها."
          }
        />
      )}
      <EventDayField {...field("event_date")} />
      <AgentFields
        field={field}
        agent={form.offer("agent_id")}
        storedAgent={form.current ? (form.current.agent?.name ?? "") : undefined}
        hint="تغييرها يلزمه سبب. وإن تغير الوكيل وحده فهي نسبة الوكيل الجديد."
      />
      <TextAreaField {...field("notes")} rows={2} />
    </EntityDialog>
  );
}
