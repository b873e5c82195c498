import { type ComponentProps, type ReactNode, useState } from "react";
import { valuesOf } from "~/domain/form-values";
import { takesSeat } from "~/domain/travellers";
import { OpenCampaignField } from "~/features/campaigns/open-campaign-field";
import { CompanionsPicker } from "~/features/customers/companions-picker";
import { AddCustomerButton, CustomerDialog, useAddingCustomers } from "~/features/customers/customer-dialog";
import { CustomerPicker } from "~/features/customers/customer-picker";
import { EntityDialog, type useEntityForm } from "~/ui/form/entity-form";
import { NumberField, SelectField, TextAreaField, TextField } from "~/ui/form/field";
import { StepByHand } from "~/ui/form/step-by-hand";
import { AgentFields } from "./agent-fields";
import { type Ages, pricedSigners, type Signer } from "./cell";
import { CellFields } from "./cell-fields";
import { contract } from "./contract";
import { DiscountFields } from "./discount-fields";
import { FreePlaceField, takesFree } from "./free-place-field";
import { type FreePlaces, freeCount, freeOf, placesOf } from "./free-places";
import { Total, totalOf } from "./new-total";
import type { Beside, SigningOffers } from "./signing-form.server";
import { TermsFields } from "./terms-fields";
import { type Offer, useOffers } from "./use-offer";
import { useSigning } from "./use-signing";

type Name =
  | Parameters<ComponentProps<typeof CellFields>["field"]>[0]
  | Parameters<ComponentProps<typeof DiscountFields>["field"]>[0]
  | Parameters<ComponentProps<typeof TermsFields>["field"]>[0]
  | Parameters<ComponentProps<typeof AgentFields>["field"]>[0]
  | "customer_id"
  | "companion_ids"
  | "campaign_id"
  | "package_id"
  | "visa_issue_date"
  | "visa_duration_days"
  | "notes";
type Form = ReturnType<typeof useEntityForm<{ updated_at: string }, Name, SigningOffers>>;

/** What the form begins with, beside what every form has. */
export type SigningData = {
  packages: Offer;
  customer: Signer | null;
  companions?: Beside["companions"];
  /** How much of the price the user may give as a discount, in percent. */
  limit: number;
  today: string;
  ages: Ages;
};

/**
 * The form of who signs, of what is sold and at which price: of a new contract, and of what would become one.
 * @param form of an entity with the fields of a contract
 * @param free the campaign's rule for free places, where the form may give them, and its field
 * @param first what stands before the customer
 * @param children its own fields, after the package
 */
export function SigningForm({
  form,
  data: { packages: firstPackages, customer, companions: firstCompanions, limit, today, ages },
  free,
  first,
  title,
  save,
  children,
}: {
  form: Form;
  data: SigningData;
  free?: { places: FreePlaces; field: ComponentProps<typeof FreePlaceField>["field"] };
  first?: ReactNode;
  title: string;
  save: string;
  children?: ReactNode;
}) {
  const { field } = form;
  const adding = useAddingCustomers(form);
  const reply = form.reply as Partial<Beside & { free: FreePlaces }> | undefined;

  const selected = reply ? (reply.customer ?? null) : customer;
  /** Who was chosen since the last answer, which has its own customer. */
  const [choice, setChoice] = useState<{ after: typeof reply; signer: Signer | null }>();
  const signer = choice && choice.after === reply ? choice.signer : selected;

  // The first render, with or without JavaScript, shows the server's values; later ones follow the user's choices.
  const [campaignId, setCampaignId] = useState(String(field("campaign_id").field.initialValue ?? ""));
  /** The chosen package, or the campaign's only one until the user chooses. */
  const [packageId, setPackageId] = useState(field("package_id").field.initialValue || undefined);
  /** Discount, rooms and kinds as they are typed. */
  const [typed, setTyped] = useState<Record<string, unknown>>(() => ({
    ...Object.fromEntries(priceNames.map((name) => [name, field(name).field.initialValue])),
    free_place: free?.field.field.initialValue,
  }));
  const [companions, setCompanions] = useState<Signer[]>();
  const {
    offered: offers,
    terms,
    isAsking,
    hasFailed,
  } = useOffers(campaignId, reply?.packages ?? firstPackages);
  const onlyPackage = offers.length === 1 ? offers[0] : undefined;
  const chosenId = packageId ?? String(onlyPackage?.id);
  const selectedPackage = offers.find(({ id }) => String(id) === chosenId);
  const chosenCompanions = (reply ? reply.companions : firstCompanions) ?? [];
  const people = [signer ?? nobody, ...(companions ?? chosenCompanions)];
  const signing = useSigning(campaignId, people, [reply, { ages, free: free?.places }]);
  const priced = selectedPackage ? pricedSigners(people, typed, signing.ages, selectedPackage) : [];
  const seated = priced.filter(({ traveller }) => takesSeat(traveller));
  const places = free && signing.free;
  const due = places ? freeCount(places.per, placesOf(places, typed.agent_id), seated.length) : 0;
  const freeSigners = takesFree(typed.free_place) ? freeOf(seated, people[0]?.id ?? 0, due) : [];
  const signers = priced.map((one) => ({ ...one, isFree: freeSigners.includes(one) }));
  const left = signers[0] && selectedPackage && totalOf(signers[0], selectedPackage, typed);
  const noPackage = isAsking ? "جارٍ جلب الباقات..." : "لا باقات متاحة في هذه الحملة";

  const follow = ({ target }: { target: EventTarget }) => {
    const isField = target instanceof HTMLInputElement || target instanceof HTMLSelectElement;
    if (isField && target.form && [...priceNames, "free_place"].some((name) => name === target.name))
      setTyped(valuesOf(new FormData(target.form)));
  };
  return (
    <>
      <EntityDialog form={form} title={title} save={save} under={adding.kind && adding} onChange={follow}>
        {first}
        <CustomerPicker
          key={adding.addedTo("customers")}
          {...field("customer_id")}
          after={<AddCustomerButton adding={adding} />}
          selected={selected}
          query={reply?.query}
          matches={reply?.matches}
          onChoose={(signer) => setChoice({ after: reply, signer })}
          autoFocus={reply?.step !== "packages"}
        />
        <details className="field wide" open={Boolean(chosenCompanions.length || reply?.companionMatches)}>
          <summary>أفراد آخرون من العائلة، عقد لكل منهم</summary>
          <CompanionsPicker
            key={adding.addedTo("companions")}
            {...field("companion_ids")}
            after={<AddCustomerButton adding={adding} kind="companions" />}
            chosen={chosenCompanions}
            except={signer?.id}
            query={reply?.companionsQuery}
            matches={reply?.companionMatches}
            onChosen={setCompanions}
          />
        </details>
        <OpenCampaignField
          {...form.offer("campaign_id")}
          onChange={(event) => {
            setCampaignId(event.target.value);
            setPackageId(undefined);
          }}
        />
        <StepByHand step="packages">عرض باقات الحملة</StepByHand>
        <SelectField
          key={`${campaignId} ${offers.length}`}
          {...field("package_id")}
          wide
          {...(onlyPackage && packageId === undefined && { defaultValue: chosenId })}
          empty={campaignId ? (offers.length ? "اختر الباقة" : noPackage) : "اختر الحملة أولًا"}
          hint={hasFailed && "تعذر جلب باقات الحملة، تحقق من الاتصال واختر الحملة مرة أخرى"}
          choices={offers.map(({ id, name, price }): [number, string] => [id, `${name} · ${price}`])}
          autoFocus={reply?.step === "packages"}
          onChange={(event) => setPackageId(event.target.value)}
        />
        {selectedPackage?.prices ? (
          <CellFields field={field} cells={selectedPackage.prices} signers={signers} />
        ) : (
          offers.some(({ prices }) => prices) && (
            <StepByHand step="cells">عرض أسعار الغرف والأعمار</StepByHand>
          )
        )}
        {selectedPackage?.prices && <StepByHand step="cells">حساب السعر للغرف والأعمار</StepByHand>}
        {children}
        {limit > 0 && (
          <DiscountFields
            field={field}
            limit={limit}
            label="الخصم لكل عقد"
            hint="يترك فارغًا إن لم يكن خصم."
          />
        )}
        <Total offer={selectedPackage} signers={signers} discount={typed} />
        <TermsFields
          field={field}
          usual={terms}
          offer={selectedPackage && left && { ...selectedPackage, total_price: left.total.toNumber() }}
          today={today}
        />
        <AgentFields
          field={field}
          agent={form.offer("agent_id")}
          hint="إن تركت فارغة فهي نسبة الوكيل، وغيرها يلزمه سبب."
        />
        {free && <FreePlaceField field={free.field} places={places} agentId={typed.agent_id} due={due} />}
        <TextField {...field("visa_issue_date")} />
        <NumberField {...field("visa_duration_days")} placeholder="90" />
        <TextAreaField {...field("notes")} rows={2} />
      </EntityDialog>
      <CustomerDialog
        adding={adding}
        query={adding.kind === "companions" ? reply?.companionsQuery : reply?.query}
      />
    </>
  );
}

/** The fields that make the price. */
const priceNames = [
  "discount_amount",
  "discount_kind",
  "room",
  "traveller",
  "companion_cells",
  "agent_id",
] as const;

/** Stands for the customer until one is chosen. */
const nobody: Signer = { id: 0, name: contract.labels.customer_id };
