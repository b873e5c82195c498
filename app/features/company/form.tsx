import { data } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import type { ReactNode } from "react";
import { type Asked, askedByValues, offerAmong } from "~/db/choices.server";
import { db } from "~/db/knex.server";
import { arabAmong, countries } from "~/domain/countries";
import { countryNoun } from "~/domain/countries.server";
import { DomainError } from "~/domain/domain-error";
import { valuesOf } from "~/domain/form-values";
import { hasNumberingPlan } from "~/domain/telephone.server";
import { blankFeeLine, feeLineRows, feeLineValues, presentLines } from "~/features/fees/fee-lines";
import { feeCurrencies } from "~/features/fees/fee-lines.server";
import { FeeLinesField, feeLineStep } from "~/features/fees/fee-lines-field";
import { transactWithFile } from "~/files/storage.server";
import { readForm } from "~/http/body.server";
import { constraintOf } from "~/http/constraint.server";
import { redirectWithFlash } from "~/http/flash.server";
import { step } from "~/http/form-steps.server";
import { rowStep } from "~/http/row-step.server";
import { formScreen, refusalOf, screen, submitForm } from "~/http/screen.server";
import type { Visit } from "~/http/visit";
import { useEntityForm } from "~/ui/form/entity-form";
import { CheckboxField, NumberField, TextAreaField, TextField } from "~/ui/form/field";
import { OfficeForm } from "~/ui/form/form";
import { keepForm } from "~/ui/form/keep-form";
import { OfferField } from "~/ui/form/offer-field";
import { AuditLogLink } from "~/ui/page/links";
import { Page } from "~/ui/page/page";
import { PictureField } from "~/ui/picture-field";
import { company } from "./company";
import { companySchema, findCompany, logoOf, saveCompany } from "./company.server";
import { usualTerms } from "./contract-terms";
import { placeholders, usualReminder } from "./reminder-template";

const title = "بيانات الشركة";

export const meta = () => [{ title }];

export const loader = screen([company.write], async () => {
  try {
    const row = await findCompany(db);
    return {
      row,
      constraint: constraintOf(companySchema),
      currencies: await feeCurrencies(db),
      offers: countryOffer(askedByValues(row)),
    };
  } catch (thrown) {
    const { code, message } = refusalOf(thrown);
    throw new DomainError(code, `فشل في جلب بيانات الشركة: ${message}`);
  }
});

const all = countries.filter(([code]) => hasNumberingPlan(code));
const usual = arabAmong(all);
const countryOffer = (asked: Asked) => ({
  country: offerAmong(asked, "country", { all, usual, noun: countryNoun, label: "دول أخرى" }),
});

const change = async (visit: Visit) => {
  const { request, user } = visit;
  const form = await readForm(request);
  const failure = ({ logo }: Record<string, string>) => (logo ? "فشل رفع الشعار" : "فشل حفظ البيانات");
  const save = async (
    input: Parameters<typeof saveCompany>[1],
    { readAt }: { readAt?: string },
  ): Promise<Response> => {
    const file = await logoOf(form, visit);
    await transactWithFile(user, file, (trx) => saveCompany(trx, input, { readAt, file }));
    const done = file ? "تم حفظ بيانات الشركة ورفع الشعار" : "تم حفظ بيانات الشركة";
    return redirectWithFlash(company.path, done);
  };
  const typed = valuesOf(form);
  const offers = countryOffer(askedByValues(typed));
  if (typed.intent === "offer") return step(typed, { offers });
  const withRows = rowStep(form, feeLineStep, "fee_lines", feeLineRows(typed.fee_lines), blankFeeLine);
  if (withRows) return data({ ...withRows.data, offers }, withRows.init ?? {});
  const answer = await submitForm(form, companySchema, save, { failure });
  return answer instanceof Response ? answer : data({ ...answer.data, offers }, answer.init ?? {});
};

export const action = formScreen([company.write], change, { files: true });

export const clientAction = keepForm();

export default function CompanyInfo() {
  const loaded = useLoaderData<typeof loader>();
  return (
    <Page title={title} lead="تظهر في المطبوعات والقائمة وشاشة الدخول، وما يترك فارغًا لا يطبع.">
      {/* The key renders the form again after saving, so that the next save compares with the new version. */}
      <CompanyForm key={loaded.row.updated_at} {...loaded} />
    </Page>
  );
}

type Loaded = ReturnType<typeof useLoaderData<typeof loader>>;
type Form = ReturnType<typeof useCompanyForm>;

const useCompanyForm = (loaded: Loaded) =>
  useEntityForm(company, loaded, {
    toValues: (row) => ({
      ...row,
      fee_lines: feeLineValues(row.fee_lines),
      contract_terms: row.contract_terms ?? usualTerms,
      reminder_template: row.reminder_template ?? usualReminder,
    }),
  });

function CompanyForm(loaded: Loaded) {
  const form = useCompanyForm(loaded);
  return (
    <OfficeForm
      form={form.form}
      labels={company.labels}
      updatedAt={loaded.row.updated_at}
      present={form.present}
      back="/"
      page
      multipart
      buttons={<AuditLogLink of={company} id={null} />}
    >
      <div className="company-cards">
        <Basics form={form} />
        <Contact form={form} />
        <Waiting form={form} />
        <Contracts form={form} currencies={loaded.currencies} />
        <Reminder form={form} />
        <Logo form={form} url={(form.current ?? loaded.row).logo_url} />
      </div>
    </OfficeForm>
  );
}

const Card = ({ title, children }: { title: string; children: ReactNode }) => (
  <section className="sheet-card">
    <h2>{title}</h2>
    <div className="fields">{children}</div>
  </section>
);

const Basics = ({ form: { field } }: { form: Form }) => (
  <Card title="البيانات الأساسية">
    <TextField {...field("name")} wide autoComplete="organization" autoFocus />
    <TextField {...field("name_latin")} wide hint="في ما يطبع بالإنجليزية." />
    <TextField {...field("commercial_register")} />
    <TextField {...field("tax_number")} />
    <TextAreaField {...field("description")} />
  </Card>
);

const Contact = ({ form: { field, offer } }: { form: Form }) => (
  <Card title="بيانات التواصل">
    <TextAreaField {...field("address")} rows={2} />
    <TextField {...field("address_latin")} wide />
    <TextField {...field("phone")} />
    <OfferField {...offer("country")} hint="أرقام الهاتف التي كتبت بلا رمز دولة هي من أرقامها." />
    <TextField {...field("email")} />
    <TextField {...field("website")} wide inputMode="url" />
    <TextField
      {...field("emergency_phone")}
      wide
      hint="يطبع في قسائم الخدمات؛ وإن ترك فارغًا طبع رقم الهاتف."
    />
  </Card>
);

const Waiting = ({ form: { field } }: { form: Form }) => (
  <Card title="لوحة التحكم">
    <NumberField
      {...field("visa_wait_days")}
      hint="تنبه لوحة التحكم إلى كل تأشيرة انتظرت أكثر منها بلا قرار."
    />
  </Card>
);

const Contracts = ({
  form: { field, current },
  currencies,
}: {
  form: Form;
  currencies: Loaded["currencies"];
}) => (
  <Card title="العقود">
    <NumberField
      {...field("discount_limit_percent")}
      wide
      hint="من السعر. من يملك صلاحية «العمليات المالية» يمنح أي خصم، وغيره لا يمنح أكثر من هذا الحد."
    />
    <NumberField {...field("infant_under")} hint="يوم المغادرة. الرضيع لا يأخذ مقعدًا ولا سريرًا." />
    <NumberField {...field("child_under")} hint="يوم المغادرة، وهي أكبر من سن الرضيع." />
    <NumberField
      {...field("child_share")}
      hint="تقترحه الباقات للطفل بحسب الغرفة. إن ترك فارغًا لم يقترح له سعر."
    />
    <NumberField {...field("infant_share")} hint="تقترحه للرضيع." />
    <FeeLinesField
      {...field("fee_lines")}
      storedValue={presentLines(current?.fee_lines, field("fee_lines").field.initialValue, currencies)}
      currencies={currencies}
      hint="لحملات بلا مواعيد خاصة بها. يطبع في العقد ما كان يوم توقيعه، وقبل أول موعد لا رسم."
    />
    <TextAreaField
      {...field("contract_terms")}
      rows={14}
      hint="تطبع في كل عقد، كل سطر فقرة. هذه شروط عامة: راجعها مع محاميك. من يمسحها كلها تعود إليه."
    />
  </Card>
);

const Reminder = ({ form: { field } }: { form: Form }) => (
  <Card title="التذكير بالسداد">
    <TextAreaField
      {...field("reminder_template")}
      rows={9}
      hint={
        <>
          نص ما يرسله الموظف إلى العميل أو يطبعه له. يحل محل{" "}
          {Object.entries(placeholders).map(([name, meaning], place) => (
            <span key={name}>
              {place > 0 && "، ومحل "}
              <b>{`{${name}}`}</b> {meaning}
            </span>
          ))}
          . من يمسحه كله يعود إليه النص المعتاد.
        </>
      }
    />
  </Card>
);

/**
 * The file comes last: of a too large body the fields before the file are still read (docs/decisions/bounds.md). The tick after it may
 * get lost.
 */
const Logo = ({ form: { field }, url }: { form: Form; url: string | null }) => (
  <Card title={company.labels.logo}>
    <PictureField
      {...field("logo")}
      label={url ? "تغيير الشعار" : "صورة الشعار"}
      url={url}
      alt="شعار الشركة"
      className="logo-preview"
    />
    {url && (
      <CheckboxField
        {...field("remove_logo")}
        label="الشعار الحالي"
        text={company.labels.remove_logo}
        storedValue={undefined}
      />
    )}
  </Card>
);
