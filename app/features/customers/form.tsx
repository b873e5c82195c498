import { useLoaderData, useSearchParams } from "@remix-run/react";
import { askedByValues } from "~/db/choices.server";
import { valuesOf } from "~/domain/form-values";
import { officeToday } from "~/domain/office-day.server";
import { formOf, saveAction } from "~/http/entity-screens.server";
import { step } from "~/http/form-steps.server";
import { screen } from "~/http/screen.server";
import { EntityDialog, useEntityForm } from "~/ui/form/entity-form";
import { SelectField, TextAreaField, TextField } from "~/ui/form/field";
import { keepForm } from "~/ui/form/keep-form";
import { PictureField } from "~/ui/picture-field";
import { customer } from "./customer";
import { customers, photoOf } from "./customers.server";
import { joinPath } from "./join";
import { countryOffers } from "./nationality-offer.server";
import { readPassport } from "./passport.server";
import { PassportFields, type PassportRead } from "./passport-fields";

export const loader = screen([customer.write], async ({ params }) => {
  const form = await formOf(customers, params);
  return { ...form, offers: await countryOffers(askedByValues(form.row)) };
});

/** Where the form leads back: to the person's page or a group's readiness if it was opened there, else to the list. */
function backOf({ id }: { id: number }, params: URLSearchParams) {
  const from = params.get("from") ?? "";
  if (/^\/trips\/groups\/\d{1,9}\/readiness$/.test(from)) return from;
  return from === "page" ? `${customer.path}/${id}` : undefined;
}

export const action = saveAction(customer, customers, {
  file: photoOf,
  offers: countryOffers,
  sideStep: fillFromPassport,
  to: (row, { url }) => backOf(row, url.searchParams) ?? customer.path + url.search,
});
export const clientAction = keepForm();

/**
 * The step «قراءة الجواز» fills the form from the passport's two lines. A typed name stays. The Latin names become the
 * passport's, and the whole Latin name follows from them when the form is saved. The country of issue stays only if the lines say
 * it. If the passport's number changes, its day of issue is removed. Saving also reads unread lines if the passport's number
 * changes, and then saves nothing yet.
 */
async function fillFromPassport(form: FormData) {
  const formValues = valuesOf(form);
  const isAsked = form.get("intent") === "passport";
  const text = (field: string) => String(formValues[field] ?? "").trim();
  if (!isAsked && (form.get("intent") || !text("mrz"))) return undefined;
  const { passport, fault, notes, unknownState } = readPassport(formValues.mrz);
  const { name, passport_number, passport_expiry: expiry } = passport;
  const isNew = passport_number !== null && passport_number !== text("passport_number").toUpperCase();
  if (!isAsked && !fault && !isNew) return undefined;
  const values = Object.fromEntries(
    Object.entries(passport).filter(([field, read]) => read && !(field === "name" && text("name"))),
  ) as Record<string, string>;
  const { surname_latin, given_names_latin } = passport;
  if (surname_latin || given_names_latin)
    Object.assign(values, {
      surname_latin: surname_latin ?? "",
      given_names_latin: given_names_latin ?? "",
      name_latin: "",
    });
  if (isNew && text("passport_number")) values.passport_issue_date = "";
  if (passport.nationality || passport.passport_country) values.passport_country ??= "";
  const expired = expiry && expiry < officeToday() ? expiry : null;
  const passportRead: PassportRead = { filled: values, name, notes, unknownState, expired };
  if (!fault) return step({ ...formValues, ...values }, { ...passportRead, isUnsaved: !isAsked });
  const sentence = isAsked ? fault : `${fault}. صحح السطرين أو امسحهما ثم احفظ`;
  return step({ ...formValues, ...values }, passportRead, 422, { mrz: [sentence] });
}

export default function CustomerForm() {
  const form = useEntityForm(customer, useLoaderData<typeof loader>());
  const [params] = useSearchParams();
  const back = (form.row && backOf(form.row, params)) ?? form.back;
  const { field, row, reply } = form;
  return (
    <EntityDialog form={{ ...form, back }} multipart>
      {(reply as PassportRead | undefined)?.isUnsaved && (
        <p className="notice info field wide" role="status">
          قُرئ الجواز: راجع الحقول ثم احفظ.
        </p>
      )}
      <TextField {...field("name")} wide autoComplete="off" autoFocus />
      <TextField {...field("phone")} />
      <TextField {...field("email")} />
      <PassportFields
        nationality={form.offer("nationality")}
        country={form.offer("passport_country")}
        field={field}
        reply={reply as PassportRead | undefined}
      />
      <TextField {...field("date_of_birth")} />
      <TextField {...field("birth_place")} autoComplete="off" />
      <SelectField {...field("gender")} empty="غير محدد" />
      <TextField {...field("national_id")} />
      {row && <SelectField {...field("status")} />}
      <TextAreaField {...field("address")} rows={2} />
      {row && (
        <p className="field wide">
          <a href={joinPath(row.id)}>دمج مع سجل آخر للعميل نفسه</a>
        </p>
      )}
      {/* The file comes last: of a too large body the fields before the file are still read (docs/decisions/bounds.md). */}
      <PictureField
        {...field("image")}
        url={row?.image_url}
        alt={`صورة ${row?.name ?? "العميل"}`}
        className="mb-1.5 size-20 rounded-lg object-cover"
      />
    </EntityDialog>
  );
}
