import { useLoaderData } from "@remix-run/react";
import { type FormEvent, useState } from "react";
import { db } from "~/db/knex.server";
import { isDay } from "~/domain/dates";
import { holdsAny } from "~/domain/permissions";
import { feeProposal, proposalText } from "~/features/fees/fee-lines";
import { leftText } from "~/features/journey/left-group";
import { departedWith, placeOfContract } from "~/features/journey/place-in-group.server";
import { refundAddress } from "~/features/links/refund-address";
import { eventDayHint } from "~/features/money/event-day";
import { usualDay } from "~/features/money/event-day.server";
import { EventDayField } from "~/features/money/event-day-field";
import { plainAmount } from "~/features/money/share";
import { formOf, saveAction } from "~/http/entity-screens.server";
import { screen } from "~/http/screen.server";
import { Dialog } from "~/ui/dialog/dialog";
import { useEntityForm } from "~/ui/form/entity-form";
import { CheckboxField, NumberField, SelectField, TextField } from "~/ui/form/field";
import { OfficeForm } from "~/ui/form/form";
import { keepForm } from "~/ui/form/keep-form";
import { StepByHand } from "~/ui/form/step-by-hand";
import { MoneyFact } from "~/ui/page/facts";
import { AuditLogLink } from "~/ui/page/links";
import { Money } from "~/ui/page/money";
import { Fact, useListSearch } from "~/ui/page/page";
import { Sentence } from "~/ui/page/sentence";
import { feeKinds, refundOf } from "./cancellation";
import { type Contract, contract, stands } from "./contract";
import { feeTermsOf } from "./fee-terms.server";
import { DepartedNote, PlaceText } from "./place-text";
import { cancellationForms } from "./writes.server";

const { labels, path } = contract;

export const meta = () => [{ title: "إلغاء عقد" }];

export const loader = screen([contract.write], async ({ params }) => {
  const form = await formOf(cancellationForms, params);
  const row = form.row as Contract;
  const terms = (await feeTermsOf(db, [row.id])).get(row.id);
  const day = row.cancelled_on ?? usualDay(row.contract_date);
  if (!stands(row)) return { ...form, terms, day, place: undefined, departed: undefined };
  const place = await placeOfContract(db, row, { isCancelling: true });
  return { ...form, terms, day, place, departed: await departedWith(db, row) };
});

export const action = saveAction(contract, cancellationForms, {
  to: ({ id }, { url }) => `${path}/${id}${url.search}`,
  message: ({ contract_number, left_group }) => `العقد ${contract_number} ملغي${leftText(left_group)}`,
  next: ({ id, refundable_amount }, { user }) =>
    refundable_amount > 0 && holdsAny(user, ["manage_financials"])
      ? [{ href: refundAddress(id), label: "سند صرف للاسترداد" }]
      : [],
});

export const clientAction = keepForm();

const none = {
  cancellation_fee: "",
  fee_kind: "amount",
  cancellation_reason: "",
  fee_reason: "",
  leave_group: true,
};

/** Cancels a contract with a reason and the fee that the office keeps, or changes both of a cancelled one (rulings §6). */
export default function CancelContract() {
  const loaded = useLoaderData<typeof loader>();
  const row = loaded.row as Contract;
  const { terms } = loaded;
  const proposedOn = (day: unknown) =>
    terms &&
    feeProposal(
      terms,
      row,
      row.currency.decimals,
      !row.cancelled_on && isDay(String(day)) ? String(day) : loaded.day,
    );
  const first = proposedOn(loaded.day);
  const toValues = (one: Contract) => ({
    ...none,
    cancellation_fee: (stands(one) ? Number(first?.fee ?? 0) : one.cancellation_fee) || "",
    cancellation_reason: one.cancellation_reason ?? "",
    fee_reason: one.fee_reason ?? "",
  });
  const form = useEntityForm(contract, loaded, { toValues });
  const { field } = form;
  const [typed, setTyped] = useState<Record<string, unknown>>(() => ({
    cancellation_fee: field("cancellation_fee").field.initialValue,
    fee_kind: field("fee_kind").field.initialValue,
    event_date: field("event_date").field.initialValue,
  }));
  const isCancelled = !stands(row);
  const back = `${path}/${row.id}${useListSearch()}`;
  const { refund, fault } = refundOf(row, typed);
  const proposal = proposedOn(typed.event_date);
  /** What is typed; a fee that the terms gave for another day becomes that of the new one. */
  const follow = ({ target }: FormEvent) => {
    if (!(target instanceof HTMLInputElement || target instanceof HTMLSelectElement)) return;
    const { name, value, form: own } = target;
    const fee = own?.elements.namedItem("cancellation_fee");
    const next = name === "event_date" ? proposedOn(value) : undefined;
    const isProposed =
      fee instanceof HTMLInputElement && typed.fee_kind === "amount" && isSame(fee.value, proposal?.fee);
    if (next && isProposed) fee.value = next.fee;
    setTyped((all) => ({
      ...all,
      [name]: value,
      ...(next && isProposed && { cancellation_fee: next.fee }),
    }));
  };
  return (
    <Dialog
      title={`${isCancelled ? "بيانات إلغاء العقد" : "إلغاء العقد"} ${row.contract_number}`}
      back={back}
    >
      <OfficeForm
        form={form.form}
        labels={labels}
        back={back}
        leave="رجوع"
        updatedAt={row.updated_at}
        present={form.present}
        save={isCancelled ? "حفظ" : "إلغاء العقد"}
        buttons={<AuditLogLink of={contract} id={row.id} />}
      >
        <dl className="facts mb-3 grid-cols-2 rounded-md bg-sand p-3 sm:grid-cols-3">
          <Fact label={labels.customer_id}>{row.customer_name}</Fact>
          <Fact label={labels.campaign_id}>{row.campaign.name}</Fact>
          <MoneyFact label={labels.total_amount} amount={row.total_amount} currency={row.currency} />
          <MoneyFact label={labels.paid_amount} amount={row.paid_amount} currency={row.currency} />
          {row.refunded_amount > 0 && (
            <MoneyFact label={labels.refunded_amount} amount={row.refunded_amount} currency={row.currency} />
          )}
        </dl>
        <p className="mb-3">
          {isCancelled
            ? "لا يبقى على العميل شيء من العقد الملغي، ويرد إليه ما دفعه بعد الرسم."
            : "يخلو مقعد العميل في الحملة، ولا يبقى عليه شيء من العقد، ويرد إليه ما دفعه بعد الرسم."}
        </p>
        {loaded.place && (
          <p className="notice info mb-3" role="note">
            لا يسافر بعد الإلغاء مع <PlaceText place={loaded.place} />
          </p>
        )}
        {loaded.departed && <DepartedNote group={loaded.departed} unless="، إلا أن يكون يوم الإلغاء قبله" />}
        <div className="fields" onChange={follow}>
          <TextField {...field("cancellation_reason")} wide required autoFocus />
          <NumberField
            {...field("cancellation_fee")}
            label={`${labels.cancellation_fee} (اختياري)`}
            hint={
              proposal ? (
                <>
                  شروط العقد تعطي <Money amount={Number(proposal.fee)} currency={row.currency} />.{" "}
                  <Sentence text={proposalText(proposal, row.currency)} />
                </>
              ) : (
                "ما يحتفظ به المكتب مما دفعه العميل."
              )
            }
          />
          <SelectField {...field("fee_kind")} storedValue={undefined} choices={feeKinds} />
          {(proposal || row.fee_reason) && (
            <TextField {...field("fee_reason")} wide hint="يلزم إن كان الرسم غير ما تعطيه شروط العقد." />
          )}
          <EventDayField {...field("event_date")} hint={eventDayHint.alone} />
          {loaded.place && (
            <CheckboxField
              {...field("leave_group")}
              text="إخراجه من المجموعة"
              hint="بغير ذلك يبقى فيها ولا يسافر. يخلو سريره ومقعده في الحالين."
            />
          )}
          <StepByHand step="refund">حساب المستحق رده</StepByHand>
          <div className="field wide">
            <label htmlFor="contract-refund">{labels.refundable_amount}</label>
            <output id="contract-refund" className="block min-h-9.5 rounded-md bg-sand px-2.5 py-1.5">
              {refund ? <Money amount={refund.toNumber()} currency={row.currency} /> : "—"}
            </output>
            {fault && <p className="error">{fault}</p>}
          </div>
        </div>
      </OfficeForm>
    </Dialog>
  );
}

/** Whether a typed fee is this one. */
function isSame(typed: string, fee: string | undefined) {
  const plain = plainAmount(typed);
  return fee !== undefined && plain !== undefined && Number(plain) === Number(fee);
}
