import { invalid } from "~/domain/domain-error";
import { transactWithFile } from "~/files/storage.server";
import { readForm } from "~/http/body.server";
import { json } from "~/http/json.server";
import { allow, call } from "~/http/screen.server";
import { company } from "./company";
import { logoOf, saveCompany } from "./company.server";

/** Replaces the logo by the file `logo` (spec §7). */
const calls = call({
  POST: allow([company.write], async (visit) => {
    const { request, user } = visit;
    const file = await logoOf(await readForm(request, { files: true }), visit);
    if (!file) throw invalid("logo", "اختر صورة الشعار");
    const { logo_url } = await transactWithFile(user, file, (trx) => saveCompany(trx, {}, { file }));
    return json(request, { logo_url });
  }),
});

export const loader = calls.loader;
export const action = calls.action;
