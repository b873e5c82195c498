import { useLoaderData } from "@remix-run/react";
import { useState } from "react";
import { type Asked, askedByValues } from "~/db/choices.server";
import { db } from "~/db/knex.server";
import { countPhrase } from "~/domain/count-words";
import { valuesOf } from "~/domain/form-values";
import { officeToday } from "~/domain/office-day.server";
import { takesSeat } from "~/domain/travellers";
import { agentOffer } from "~/features/agents/agents.server";
import { campaign } from "~/features/campaigns/campaign";
import { campaignTerms, openCampaigns, openPackages } from "~/features/campaigns/campaigns.server";
import { CompanionsPicker } from "~/features/customers/companions-picker";
import { AddCustomerButton, CustomerDialog, useAddingCustomers } from "~/features/customers/customer-dialog";
import { CustomerPicker } from "~/features/customers/customer-picker";
import { addCustomer } from "~/features/customers/inline-create.server";
import { companionsOf, customerOf, pickedOf } from "~/features/customers/picks.server";
import { usualTerms } from "~/features/instalments/instalment";
import { noRoomText } from "~/features/journey/left-group";
import { formOf, saveAction } from "~/http/entity-screens.server";
import { screen } from "~/http/screen.server";
import { EntityDialog, useEntityForm } from "~/ui/form/entity-form";
import { NumberField, SelectField, TextAreaField, TextField } from "~/ui/form/field";
import { keepForm } from "~/ui/form/keep-form";
import { OfferField } from "~/ui/form/offer-field";
import { StepByHand } from "~/ui/form/step-by-hand";
import { matchMessage } from "~/ui/page/offer-words";
import { AgentFields } from "./agent-fields";
import { pricedSigners, type Signer } from "./cell";
import { agesIn } from "./cell.server";
import { CellFields } from "./cell-fields";
import { contract, contractCount, familyAddress } from "./contract";
import { discountLimit } from "./discount.server";
import { DiscountFields } from "./discount-fields";
import { FreePlaceField, takesFree } from "./free-place-field";
import { freeCount, placesOf } from "./free-places";
import { freePlacesIn } from "./free-places.server";
import { Total, totalOf } from "./new-total";
import { ReservedNotice } from "./reserved-notice";
import { reservedOf } from "./reserved-signing.server";
import { contractForms } from "./signing.server";
import { TermsFields } from "./terms-fields";
import { type Offer, offer, useOffers } from "./use-offer";
import { useSigning } from "./use-signing";

export const meta = () => [{ title: "عقد جديد" }];

export const loader = screen([contract.write], async ({ params, user, url: { searchParams } }) => {
  const reserved = await reservedOf(db, searchParams);
  const campaignParam = reserved ? String(reserved.campaign_id) : searchParams.get("campaign_id");
  const values = { campaign_id: campaignParam, schedule_terms: "usual" };
  const signers = searchParams.get("signers")?.split(",") ?? [searchParams.get("customer_id")];
  const [form, offers, packages, customer, limit, ages, free] = await Promise.all([
    formOf(contractForms, params),
    offersOf(askedByValues(values)),
    offeredIn(campaignParam),
    customerOf(db, searchParams.get("customer_id")),
    discountLimit(db, user),
    agesIn(campaignParam, signers),
    freePlacesIn(db, campaignParam),
  ]);
  const limits = { limit: Number(limit), today: officeToday() };
  return { ...form, ...limits, offers, packages, customer, values, ages, free, reserved };
});

async function offersOf(asked: Asked) {
  const [campaign_id, agent_id] = await Promise.all([openCampaigns(asked), agentOffer(asked)]);
  return { campaign_id, agent_id };
}

export const action = saveAction(contract, contractForms, {
  sideStep: (form, user) => addCustomer(form, user, besideOf),
  beside: besideOf,
  offers: offersOf,
  to: ({ id, family }, { url: { searchParams } }) => {
    for (const name of ["hold_id", "waiting_id"]) searchParams.delete(name);
    const search = searchParams.size ? `?${searchParams}` : "";
    return family.length > 1 ? familyAddress(family, search) : `${contract.path}/${id}${search}`;
  },
  message: ({ contract_number, family, left }) =>
    (family.length > 1
      ? `تم توقيع ${countPhrase(family.length, contractCount, "genitive")}، بدءًا من ${contract_number}`
      : `تم توقيع العقد ${contract_number}`) + left.map(noRoomText).join(""),
});

/** The data of a form that is shown again: the customers, and the packages of the chosen campaign. */
async function besideOf(form: FormData) {
  const signers = [form.get("customer_id"), ...form.getAll("companion_ids")];
  const [reply, companions, packages, ages, free] = await Promise.all([
    pickedOf(form),
    companionsOf(form),
    offeredIn(form.get("campaign_id")),
    agesIn(form.get("campaign_id"), signers),
    freePlacesIn(db, form.get("campaign_id")),
  ]);
  return { ...reply, ...companions, packages, ages, free };
}

async function offeredIn(campaignId: unknown): Promise<Offer> {
  const of = String(campaignId ?? "");
  const [packages, campaign] = await Promise.all([openPackages(db, of), campaignTerms(db, of)]);
  return { of, packages: packages.map(offer), terms: campaign && usualTerms(campaign) };
}

export const clientAction = keepForm();

export default function NewContract() {
  const {
    packages: firstPackages,
    customer,
    limit,
    today,
    values,
    ages,
    free,
    reserved,
    ...loaded
  } = useLoaderData<typeof loader>();
  const form = useEntityForm(contract, loaded, { values });
  const { field } = form;
  const adding = useAddingCustomers(form);
  const reply = form.reply as Partial<Awaited<ReturnType<typeof besideOf>>> | undefined;
  const { choices: campaigns, search } = form.offers.campaign_id;

  const selected = reply ? (reply.customer ?? null) : customer;
  /** Who was chosen since the last answer, which has its own customer. */
  const [choice, setChoice] = useState<{ after: typeof reply; signer: Signer | null }>();
  const signer = choice && choice.after === reply ? choice.signer : selected;

  // The first render, with or without JavaScript, shows the server's values; later ones follow the user's choices.
  const [campaignId, setCampaignId] = useState(String(field("campaign_id").field.initialValue ?? ""));
  /** The chosen package, or the campaign's only one until the user chooses. */
  const [packageId, setPackageId] = useState(field("package_id").field.initialValue || undefined);
  /** Discount, rooms and kinds as they are typed. */
  const [typed, setTyped] = useState<Record<string, unknown>>(() =>
    Object.fromEntries(typedNames.map((name) => [name, field(name).field.initialValue])),
  );
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
  const people = [signer ?? nobody, ...(companions ?? reply?.companions ?? [])];
  const signing = useSigning(campaignId, people, [reply, { ages, free }]);
  const priced = selectedPackage ? pricedSigners(people, typed, signing.ages, selectedPackage) : [];
  const seated = priced.filter(({ traveller }) => takesSeat(traveller));
  const due = signing.free
    ? freeCount(signing.free.per, placesOf(signing.free, typed.agent_id), seated.length)
    : 0;
  const freeSigners = due && takesFree(typed.free_place) ? seated.slice(-due) : [];
  const signers = priced.map((one) => ({ ...one, isFree: freeSigners.includes(one) }));
  const left = signers[0] && selectedPackage && totalOf(signers[0], selectedPackage, typed);
  const noPackage = isAsking ? "جارٍ جلب الباقات..." : "لا باقات متاحة في هذه الحملة";

  const follow = ({ target }: { target: EventTarget }) => {
    const isField = target instanceof HTMLInputElement || target instanceof HTMLSelectElement;
    if (isField && target.form && typedNames.some((name) => name === target.name))
      setTyped(valuesOf(new FormData(target.form)));
  };
  return (
    <>
      <EntityDialog
        form={reserved ? { ...form, back: reserved.path } : form}
        title="عقد جديد"
        save="توقيع العقد"
        under={adding.kind && adding}
        onChange={follow}
      >
        {reserved && <ReservedNotice of={reserved} endRest={field("end_rest")} />}
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
        <details className="field wide" open={Boolean(reply?.companions?.length || reply?.companionMatches)}>
          <summary>أفراد آخرون من العائلة، عقد لكل منهم</summary>
          <CompanionsPicker
            key={adding.addedTo("companions")}
            {...field("companion_ids")}
            after={<AddCustomerButton adding={adding} kind="companions" />}
            chosen={reply?.companions ?? []}
            except={signer?.id}
            query={reply?.companionsQuery}
            matches={reply?.companionMatches}
            onChosen={setCompanions}
          />
        </details>
        <OfferField
          {...form.offer("campaign_id")}
          wide
          empty={
            campaigns.length ? "اختر الحملة" : ((search && matchMessage(search)) ?? "لا توجد حملات نشطة")
          }
          lacks={search ? undefined : campaign}
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
        <FreePlaceField
          field={field("free_place")}
          places={signing.free}
          agentId={typed.agent_id}
          due={due}
        />
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
const typedNames = [
  "discount_amount",
  "discount_kind",
  "room",
  "traveller",
  "companion_cells",
  "agent_id",
  "free_place",
] as const;

/** Stands for the customer until one is chosen. */
const nobody: Signer = { id: 0, name: contract.labels.customer_id };
