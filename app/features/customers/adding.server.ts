import { transact } from "~/db/knex.server";
import { once } from "~/db/once.server";
import { DomainError } from "~/domain/domain-error";
import { parse } from "~/domain/input.server";
import { holdsAny, type SessionUser } from "~/domain/permissions";
import { carriedBy } from "~/features/services/lookups/adding.server";
import { askBy, Unanswered } from "~/http/questions.server";
import { refusalOf, step } from "~/http/screen.server";
import { statusOf } from "~/http/status";
import { customer } from "./customer";
import { customers } from "./customers.server";

/**
 * The steps of a form that adds the customer it is to choose (docs/decisions/adding-in-passing.md): the picker's button,
 * which opens the small dialog, and the dialog's buttons.
 * @param beside what the form shows beside its fields, for the fields that it comes back with
 * @returns undefined where the form itself was posted
 */
export async function addCustomer(
  form: FormData,
  user: SessionUser,
  beside: (form: FormData) => Promise<object>,
) {
  const asked = form.getAll("lookup").at(-1); // the button's, behind the dialog's own
  if (asked === undefined) return undefined;
  const typed = carriedBy(form);
  const again = async (fields: typeof typed, more: object = {}, status = 200) =>
    step(fields, { ...(await beside(formFrom(fields))), ...more }, status);
  const isAsked = asked === "customers";
  if (!isAsked || !form.has("customer_name"))
    return again(isAsked ? { ...typed, lookup: "customers" } : typed);

  const draft = Object.fromEntries(
    ["name", "phone", "national_id"].map((name) => [name, String(form.get(`customer_${name}`) ?? "")]),
  );
  try {
    if (!holdsAny(user, [customer.write]))
      throw new DomainError("forbidden", "ليس لديك صلاحية لإضافة العملاء", { fields: {} });
    const input = parse(customers.schema, draft, customer.labels, customer.required);
    const key = form.get("lookup_key");
    const by = { user, ask: askBy(form) };
    const { id } = await transact(user, (trx) =>
      once(trx, user.id, typeof key === "string" ? key : null, { customer: input }, () =>
        customers.create(trx, input, by),
      ),
    );
    const chosen = { ...typed, customer_id: String(id), customer_query: "" };
    return again(chosen, { added: { kind: "customers", id } });
  } catch (thrown) {
    const dialog = { ...typed, lookup: "customers" };
    if (thrown instanceof Unanswered) {
      const confirmed = form.getAll("confirmed").map(String);
      return again({ ...dialog, confirmed }, { draft, asked: thrown.questions }, statusOf(thrown));
    }
    const refusal = refusalOf(thrown);
    return again(dialog, { draft, refusal: `فشل إضافة العميل: ${refusal.message}` }, statusOf(refusal));
  }
}

/** The fields as a form would send them. */
function formFrom(fields: Record<string, string | string[]>) {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields))
    for (const one of [value].flat()) form.append(name, one);
  return form;
}
