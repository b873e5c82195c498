import { useLoaderData } from "@remix-run/react";
import { useRef } from "react";
import { askedByValues } from "~/db/choices.server";
import { db } from "~/db/knex.server";
import { officeToday } from "~/domain/office-day.server";
import { AddCustomerButton, CustomerDialog, useAddingCustomers } from "~/features/customers/customer-dialog";
import { CustomerPicker } from "~/features/customers/customer-picker";
import { addCustomer } from "~/features/customers/inline-create.server";
import { customerOf, pickedOf } from "~/features/customers/picks.server";
import { formOf, saveAction } from "~/http/entity-screens.server";
import { screen } from "~/http/screen.server";
import { EntityDialog, useEntityForm } from "~/ui/form/entity-form";
import { SelectField, TextAreaField, TextField } from "~/ui/form/field";
import { keepForm } from "~/ui/form/keep-form";
import { OfferField } from "~/ui/form/offer-field";
import { visa } from "./visa";
import { groupOffer, visas } from "./visas.server";

export const loader = screen([visa.write], async ({ params, url: { searchParams } }) => {
  const form = await formOf(visas, params);
  return {
    ...form,
    offers: await groupOffer(askedByValues(form.row, { group_id: searchParams.get("group_id") })),
    customer: await customerOf(db, searchParams.get("customer_id")),
    group_id: searchParams.get("group_id"),
    today: officeToday(),
  };
});

export const action = saveAction(visa, visas, {
  sideStep: (form, user) => addCustomer(form, user, pickedOf),
  beside: pickedOf,
  offers: groupOffer,
  message: ({ customer_name }, _, { params }) =>
    params.id ? `تم حفظ تأشيرة «${customer_name}»` : `تمت إضافة طلب تأشيرة «${customer_name}»`,
});

export const clientAction = keepForm();

export default function VisaForm() {
  const { customer, group_id, today, ...loaded } = useLoaderData<typeof loader>();
  const values = {
    customer_id: customer?.id,
    group_id,
    passport_number: customer?.passport_number,
    submission_date: today,
    visa_type: "umrah",
  };
  const form = useEntityForm(visa, loaded, { values });
  const { field, row } = form;
  const adding = useAddingCustomers(form);
  const reply = form.reply as Partial<Awaited<ReturnType<typeof pickedOf>>> | undefined;
  const selected = row ? { id: row.customer_id, name: row.customer_name } : customer;
  const fields = useRef<HTMLDivElement>(null);
  /** Fills in the chosen customer's passport, unless one was typed. */
  const takePassport = (passport: string | null | undefined) => {
    const input = fields.current?.closest("form")?.elements.namedItem("passport_number");
    if (passport && input instanceof HTMLInputElement && !input.value) input.value = passport;
  };
  const isDecided = row !== null && row.status !== "pending";
  return (
    <>
      <EntityDialog form={form} under={adding.kind && adding}>
        <div ref={fields} className="contents">
          {isDecided ? (
            <div className="field wide">
              <span>{visa.labels.customer_id}</span>
              <strong className="block">{row.customer_name}</strong>
              <input type="hidden" name="customer_id" value={row.customer_id} />
            </div>
          ) : (
            <CustomerPicker
              key={adding.addedTo("customers")}
              {...field("customer_id")}
              after={<AddCustomerButton adding={adding} />}
              selected={reply ? (reply.customer ?? null) : selected}
              query={reply?.query}
              matches={reply?.matches}
              autoFocus={!row}
              onChoose={(chosen) => takePassport(chosen?.passport_number)}
            />
          )}
        </div>
        <TextField {...field("passport_number")} />
        <SelectField {...field("visa_type")} />
        <TextField {...field("submission_date")} />
        {row?.visa_number && <TextField {...field("visa_number")} required />}
        <OfferField {...form.offer("group_id")} empty="بلا مجموعة" />
        <TextAreaField {...field("notes")} rows={2} />
      </EntityDialog>
      <CustomerDialog adding={adding} query={reply?.query} />
    </>
  );
}
