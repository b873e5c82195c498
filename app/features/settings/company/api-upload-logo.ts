import type { LoaderFunctionArgs } from "@remix-run/node";
import { invalid } from "~/domain/domain-error";
import { transactWithFile } from "~/files/storage.server";
import { readForm } from "~/http/body.server";
import { json, notAllowed } from "~/http/json.server";
import { call } from "~/http/screen.server";
import { company } from "./company";
import { logoOf, saveCompany } from "./company.server";

export const loader = async ({ request }: LoaderFunctionArgs) => notAllowed(request, ["POST"]);

/** Takes a file under `logo`, in place of the present one (spec §7). */
export const action = call([company.write], async ({ request, user }) => {
  if (request.method !== "POST") return notAllowed(request, ["POST"]);
  const file = await logoOf(await readForm(request, { files: true }));
  if (!file) throw invalid("logo", "اختر صورة الشعار");
  const { logo_url } = await transactWithFile(user, file, (trx) => saveCompany(trx, {}, { file }));
  return json(request, { logo_url });
});
