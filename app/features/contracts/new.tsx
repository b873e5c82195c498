import { useLoaderData } from "@remix-run/react";
import { countPhrase } from "~/domain/count-words";
import { noRoomText } from "~/features/journey/left-group";
import { formOf, saveAction } from "~/http/entity-screens.server";
import { screen } from "~/http/screen.server";
import { useEntityForm } from "~/ui/form/entity-form";
import { keepForm } from "~/ui/form/keep-form";
import { contract, contractCount, familyAddress } from "./contract";
import { contractForms } from "./signing.server";
import { SigningForm } from "./signing-form";
import { signingData, signingSteps } from "./signing-form.server";

export const meta = () => [{ title: "عقد جديد" }];

export const loader = screen([contract.write], async ({ params, user, url: { searchParams } }) => {
  const values = { campaign_id: searchParams.get("campaign_id"), schedule_terms: "usual" };
  const signers = searchParams.get("signers")?.split(",") ?? [searchParams.get("customer_id")];
  const [form, data] = await Promise.all([formOf(contractForms, params), signingData(user, values, signers)]);
  return { ...form, ...data, values };
});

export const action = saveAction(contract, contractForms, {
  ...signingSteps,
  to: ({ id, family }, { url }) =>
    family.length > 1 ? familyAddress(family, url.search) : `${contract.path}/${id}${url.search}`,
  message: ({ contract_number, family, left }) =>
    (family.length > 1
      ? `تم توقيع ${countPhrase(family.length, contractCount, "genitive")}، بدءًا من ${contract_number}`
      : `تم توقيع العقد ${contract_number}`) + left.map(noRoomText).join(""),
});

export const clientAction = keepForm();

export default function NewContract() {
  const { values, ...loaded } = useLoaderData<typeof loader>();
  const form = useEntityForm(contract, loaded, { values });
  return <SigningForm form={form} data={loaded} title="عقد جديد" save="توقيع العقد" />;
}
