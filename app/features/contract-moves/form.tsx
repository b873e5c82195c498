import type { MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { type FocusEvent, type FormEvent, useRef } from "react";
import { type Asked, askedByValues } from "~/db/choices.server";
import { db } from "~/db/knex.server";
import { countPhrase } from "~/domain/count-words";
import { notFound } from "~/domain/domain-error";
import { valuesOf } from "~/domain/form-values";
import { formatMoney } from "~/domain/money";
import { quote } from "~/domain/nouns";
import { openCampaigns } from "~/features/campaigns/campaigns.server";
import { OpenCampaignField } from "~/features/campaigns/open-campaign-field";
import { feeKinds, feeKindsByTerms } from "~/features/contracts/cancellation";
import { contract, contractCount, familyAddress } from "~/features/contracts/contract";
import { contractsNamed } from "~/features/contracts/contracts.server";
import { feeTermsOf } from "~/features/contracts/fee-terms.server";
import { mostMoved } from "~/features/links/move-address";
import { eventDayHint } from "~/features/money/event-day";
import { EventDayField } from "~/features/money/event-day-field";
import { formOf, saveAction } from "~/http/entity-screens.server";
import { step } from "~/http/form-steps.server";
import { idParam, screen } from "~/http/screen.server";
import type { Visit } from "~/http/visit";
import { useEntityForm } from "~/ui/form/entity-form";
import { CheckboxField, NumberField, SelectField, TextField } from "~/ui/form/field";
import { OfficeForm } from "~/ui/form/form";
import { keepForm } from "~/ui/form/keep-form";
import { ButtonLink, useHolds } from "~/ui/page/links";
import { Page } from "~/ui/page/page";
import { contractsOfGroup } from "./groups.server";
import { moveLabels, moving, whyFixed } from "./move";
import { type Moved, moveForm } from "./moves.server";
import { OldContracts, PreviewOf } from "./preview";
import { previewOf } from "./preview.server";

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: (data?.contracts.length ?? 1) > 1 ? "نقل العقود" : "نقل العقد" },
];

export const loader = screen([contract.write], async (visit) => {
  const contracts = await contractsOf(visit);
  const chosen = contracts.filter((one) => !whyFixed(one)).slice(0, mostMoved);
  const { size } = await feeTermsOf(
    db,
    chosen.map(({ id }) => id),
  );
  const fee_kind = size ? "terms" : "amount";
  const typed = (name: string) => visit.url.searchParams.get(name) ?? (name === "fee_kind" ? fee_kind : "");
  const values = { campaign_id: typed("campaign_id"), package_id: typed("package_id"), fee_kind };
  const [form, offers, shown] = await Promise.all([
    formOf(moveForm, {}),
    offersOf(askedByValues(values)),
    previewOf(db, visit.user, chosen, typed),
  ]);
  return {
    ...form,
    offers,
    contracts,
    values,
    hasTerms: size > 0,
    ...shown,
    chosen: chosen.map(({ id }) => id),
  };
});

/** The contracts that the address names: one by its place, or several by `contracts` or by the `group` of who signed them. */
async function contractsOf({ params, url: { searchParams } }: Visit) {
  const group = searchParams.get("group");
  const named =
    params.id ??
    (group === null
      ? (searchParams.get("contracts") ?? "")
      : (await contractsOfGroup(db, idParam(group))).join());
  const contracts = await contractsNamed(db, new URLSearchParams({ contracts: named }));
  if (!contracts.length) throw notFound(group === null ? undefined : "لا عقود قائمة لأعضاء هذه المجموعة");
  return contracts;
}

const offersOf = async (asked: Asked) => ({ campaign_id: await openCampaigns(asked) });

export const action = saveAction<Moved, typeof moveForm.schema>(
  moving,
  { schema: moveForm.schema, create: moveForm.create },
  {
    offers: offersOf,
    beside: besideOf,
    sideStep: async (form, _, visit) =>
      form.get("intent") === "preview" ? step(valuesOf(form), await besideOf(form, visit)) : undefined,
    to: ({ contracts: [first, ...others] }) =>
      others.length
        ? familyAddress([first, ...others].flatMap((one) => one?.id ?? []))
        : `${contract.path}/${first?.id}`,
    message: ({ contracts, left }) =>
      (contracts.length > 1
        ? `نُقلت العقود: ${countPhrase(contracts.length, contractCount)}، بدءًا من ${contracts[0]?.contract_number}`
        : `نُقل العقد إلى ${contracts[0]?.contract_number}`) +
      (left.length
        ? `، وخرج ${contracts.length > 1 ? "أصحابها" : "صاحبه"} من ${[...new Set(left.map(({ name }) => quote(name)))].join("، ")}`
        : ""),
  },
);

/** The data of a form that is shown again. */
async function besideOf(form: FormData, visit: Visit) {
  const ids = new Set(form.getAll("contract_ids").map(Number));
  const chosen = (await contractsOf(visit)).filter(({ id }) => ids.has(id)).slice(0, mostMoved);
  const shown = await previewOf(db, visit.user, chosen, (name) => String(form.getAll(name).at(-1) ?? ""));
  return { ...shown, chosen: chosen.map(({ id }) => id) };
}

export const clientAction = keepForm();

/** Moves a contract, or several at once, to another campaign or package: what that gives is shown before it is done. */
export default function MoveContracts() {
  const { contracts, chosen } = useLoaderData<typeof loader>();
  const isSeveral = contracts.length > 1;
  return (
    <Page
      title={isSeveral ? "نقل العقود" : `نقل العقد ${contracts[0]?.contract_number}`}
      lead={isSeveral ? countPhrase(contracts.length, contractCount) : contracts[0]?.customer_name}
    >
      {chosen.length ? <MoveForm /> : <NoneMoves />}
    </Page>
  );
}

/** The way back: to the contract, of several to the list. */
const backOf = ([first, ...others]: { id: number }[]) =>
  others.length ? contract.path : `${contract.path}/${first?.id}`;

/** What stands in place of the form where no contract may move. */
function NoneMoves() {
  const { contracts } = useLoaderData<typeof loader>();
  const [only] = contracts.length === 1 ? contracts : [];
  return (
    <section className="sheet-card">
      {only && (
        <p className="notice error mb-3" role="note">
          {whyFixed(only)}
        </p>
      )}
      <OldContracts contracts={contracts} />
      <p className="mt-4">
        <ButtonLink href={backOf(contracts)}>رجوع</ButtonLink>
      </p>
    </section>
  );
}

function MoveForm() {
  const {
    contracts,
    values,
    hasTerms,
    packages: firstPackages,
    preview: firstPreview,
    chosen: firstChosen,
    ...loaded
  } = useLoaderData<typeof loader>();
  const form = useEntityForm(moving, { ...loaded, row: null }, { values });
  const { field } = form;
  const reply = form.reply as Partial<Awaited<ReturnType<typeof besideOf>>> | undefined;
  const packages = reply?.packages ?? firstPackages;
  const preview = reply ? reply.preview : firstPreview;
  const mayJoin = useHolds("manage_trips");
  const button = useRef<HTMLButtonElement>(null);
  const isSeveral = contracts.length > 1;
  const discounted = contracts.filter((one) => one.discount_amount > 0 && !whyFixed(one));
  const [only] = packages.length === 1 ? packages : [];
  const showAnew = ({ target }: FormEvent) => {
    const { name, form: own } = target as HTMLSelectElement;
    if (
      ["campaign_id", "package_id", "fee_kind", "keep_discount", "contract_ids"].includes(name) &&
      button.current
    )
      own?.requestSubmit(button.current);
  };
  const typedBefore = useRef("");
  const showTyped = ({ target, relatedTarget }: FocusEvent) => {
    const { name, value, form: own } = target as HTMLInputElement;
    const isPress = relatedTarget instanceof HTMLButtonElement;
    if (isPress || typedBefore.current === `${name} ${value}`) return;
    typedBefore.current = `${name} ${value}`;
    if (button.current) own?.requestSubmit(button.current);
  };
  return (
    <OfficeForm
      form={form.form}
      labels={moveLabels}
      back={backOf(contracts)}
      leave="رجوع"
      next={contract.path}
      page
      save={isSeveral ? "نقل العقود" : "نقل العقد"}
      busyLabel="جارٍ النقل..."
      idempotencyKey={form.idempotencyKey}
    >
      {contracts.length === 1 && <input type="hidden" name="contract_ids" value={contracts[0]?.id} />}
      <input
        type="hidden"
        name="seen"
        value={contracts.map((one) => `${one.id}@${one.updated_at}`).join(" ")}
      />
      <input type="hidden" name="shown" value={preview?.shown ?? ""} />
      <section className="sheet-card">
        <h2>{isSeveral ? "العقود التي تنقل" : "العقد الذي ينقل"}</h2>
        <div onChange={showAnew}>
          <OldContracts
            contracts={contracts}
            chosen={isSeveral ? (reply?.chosen ?? firstChosen) : undefined}
          />
        </div>
      </section>
      <section className="sheet-card">
        <h2>إلى أين</h2>
        <div className="fields" onChange={showAnew}>
          <OpenCampaignField {...form.offer("campaign_id")} />
          <SelectField
            key={packages.map(({ id }) => id).join()}
            {...field("package_id")}
            {...(only && { defaultValue: String(only.id) })}
            wide
            empty={packages.length ? "اختر الباقة" : "اعرض باقات الحملة أولًا"}
            choices={packages.map((one): [number, string] => [
              one.id,
              `${one.name} · ${formatMoney(one.total_price, one.currency)}`,
            ])}
          />
          <NumberField
            {...field("fee")}
            onBlur={showTyped}
            label={hasTerms ? moveLabels.fee : `${moveLabels.fee} (اختياري)`}
            hint={`${isSeveral ? "من كل عقد. " : ""}ما دفع بعده ينتقل إلى العقد الجديد.${hasTerms ? " إن ترك فارغًا فهو ما تعطيه الشروط." : ""}`}
          />
          <SelectField {...field("fee_kind")} choices={hasTerms ? feeKindsByTerms : feeKinds} />
          {hasTerms && (
            <TextField
              {...field("fee_reason")}
              wide
              hint="يلزم إن كان الرسم غير ما تعطيه شروط العقد، وهو ظاهر في ما يتغير."
            />
          )}
          {discounted.length > 0 && (
            <CheckboxField
              {...field("keep_discount")}
              text="يبقى الخصم في العقد الجديد"
              hint={discounted
                .map((one) => `${one.contract_number}: ${formatMoney(one.discount_amount, one.currency)}`)
                .join("، ")}
            />
          )}
          <EventDayField {...field("event_date")} hint={eventDayHint.alone} onBlur={showTyped} />
          {mayJoin && preview && preview.groups.length > 0 && (
            <SelectField
              {...field("group_id")}
              wide
              empty="لا يضاف إلى مجموعة"
              choices={preview.groups.map((one): [number, string] => [
                one.id,
                `${one.name} · شاغر ${one.free}`,
              ])}
            />
          )}
        </div>
        <p className="mt-3">
          <button ref={button} className="button" type="submit" name="intent" value="preview" formNoValidate>
            عرض الباقات وما يتغير
          </button>
        </p>
      </section>
      {preview && <PreviewOf preview={preview} contracts={contracts} />}
    </OfficeForm>
  );
}
