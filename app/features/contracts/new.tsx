import { useLoaderData } from "@remix-run/react";
import { db } from "~/db/knex.server";
import { countPhrase } from "~/domain/count-words";
import { addCustomer } from "~/features/customers/inline-create.server";
import { noRoomText } from "~/features/journey/left-group";
import { formOf, saveAction } from "~/http/entity-screens.server";
import { screen } from "~/http/screen.server";
import { useEntityForm } from "~/ui/form/entity-form";
import { keepForm } from "~/ui/form/keep-form";
import { contract, contractCount, familyAddress } from "./contract";
import { freePlacesIn } from "./free-places.server";
import { ReservedNotice } from "./reserved-notice";
import { reservedOf } from "./reserved-signing.server";
import { contractForms } from "./signing.server";
import { SigningForm } from "./signing-form";
import { besideOf, signingData, signingSteps } from "./signing-form.server";

export const meta = () => [{ title: "عقد جديد" }];

export const loader = screen([contract.write], async ({ params, user, url: { searchParams } }) => {
  const reserved = await reservedOf(db, searchParams);
  const campaign_id = reserved ? String(reserved.campaign_id) : searchParams.get("campaign_id");
  const values = { campaign_id, schedule_terms: "usual" };
  const signers = searchParams.get("signers")?.split(",") ?? [searchParams.get("customer_id")];
  const [form, data, free] = await Promise.all([
    formOf(contractForms, params),
    signingData(user, values, signers),
    freePlacesIn(db, campaign_id),
  ]);
  return { ...form, ...data, values, free, reserved };
});

export const action = saveAction(contract, contractForms, {
  ...signingSteps,
  beside,
  sideStep: (form, user) => addCustomer(form, user, beside),
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

/** The data of a form that is shown again. */
async function beside(form: FormData) {
  const [signing, free] = await Promise.all([besideOf(form), freePlacesIn(db, form.get("campaign_id"))]);
  return { ...signing, free };
}

export const clientAction = keepForm();

export default function NewContract() {
  const { values, reserved, free, ...loaded } = useLoaderData<typeof loader>();
  const form = useEntityForm(contract, loaded, { values });
  return (
    <SigningForm
      form={reserved ? { ...form, back: reserved.path } : form}
      data={loaded}
      free={{ places: free, field: form.field("free_place") }}
      first={reserved && <ReservedNotice of={reserved} endRest={form.field("end_rest")} />}
      title="عقد جديد"
      save="توقيع العقد"
    />
  );
}
