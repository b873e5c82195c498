import { DomainError } from "~/domain/domain-error";
import { parse } from "~/domain/input.server";
import { holdsAny, type SessionUser } from "~/domain/permissions";
import { step } from "~/http/form-steps.server";
import { carriedBy, keyOfAdding, kindToAdd } from "~/http/inline-create.server";
import { askBy, Unanswered } from "~/http/questions.server";
import { refusalOf } from "~/http/screen.server";
import { statusOf } from "~/http/status";
import { writeOnce } from "~/http/writes.server";
import { customer } from "./customer";
import { customers } from "./customers.server";

/**
 * The steps of a form that adds the customer for its choice (docs/decisions/adding-in-passing.md): the picker's button,
 * which opens the small dialog, and the dialog's buttons. `companions` are added to the choice of several.
 * @param beside gives more data for the form that is shown again
 * @returns undefined if the form itself was posted
 */
export async function addCustomer(
  form: FormData,
  user: SessionUser,
  beside: (form: FormData) => Promise<object>,
) {
  const addition = kindToAdd(form);
  if (addition === undefined) return undefined;
  const values = carriedBy(form);
  const again = async (fields: typeof values, more: object = {}, status = 200) =>
    step(fields, { ...(await beside(formFrom(fields))), ...more }, status);
  const kind = addition === "customers" || addition === "companions" ? addition : undefined;
  if (!kind || !form.has("customer_name")) return again(kind ? { ...values, lookup: kind } : values);

  const draft = Object.fromEntries(
    ["name", "phone", "national_id"].map((name) => [name, String(form.get(`customer_${name}`) ?? "")]),
  );
  try {
    if (!holdsAny(user, [customer.write]))
      throw new DomainError("forbidden", "ليس لديك صلاحية لإضافة العملاء", { fields: {} });
    const input = parse(customers.schema, draft, customer.labels, customer.required);
    const by = { user, ask: askBy(form) };
    const { id } = await writeOnce({ user, key: keyOfAdding(form) }, { customer: input }, (trx) =>
      customers.create(trx, input, by),
    );
    const choices: typeof values =
      kind === "customers"
        ? { customer_id: String(id), customer_query: "" }
        : { companion_ids: [values.companion_ids ?? [], String(id)].flat(), companions_query: "" };
    return again({ ...values, ...choices }, { added: { kind, id } });
  } catch (thrown) {
    const dialog = { ...values, lookup: kind };
    if (thrown instanceof Unanswered) {
      const confirmed = form.getAll("confirmed").map(String);
      return again({ ...dialog, confirmed }, { draft, asked: thrown.questions }, statusOf(thrown));
    }
    const refusal = refusalOf(thrown);
    return again(dialog, { draft, refusal: `فشل إضافة العميل: ${refusal.message}` }, statusOf(refusal));
  }
}

/** The fields as a form's data. */
function formFrom(fields: Record<string, string | string[]>) {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields))
    for (const one of [value].flat()) form.append(name, one);
  return form;
}
