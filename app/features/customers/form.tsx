import { randomUUID } from "node:crypto";
import { getZodConstraint } from "@conform-to/zod/v4";
import { useActionData, useLoaderData, useLocation } from "@remix-run/react";
import { db } from "~/db/knex.server";
import { once } from "~/db/once.server";
import { activityLabels } from "~/features/status";
import { transactWithFile } from "~/files/storage.server";
import { redirectWithFlash } from "~/http/flash.server";
import { idParam, screen, submit } from "~/http/screen.server";
import { Dialog } from "~/ui/dialog";
import { SelectField, TextAreaField, TextField } from "~/ui/field";
import { OfficeForm, useOfficeForm } from "~/ui/form";
import { keepForm } from "~/ui/keep-form";
import { customerRequired, genders, customerLabels as labels } from "./customer";
import {
  type CustomerInput,
  createCustomer,
  customerSchema,
  findCustomer,
  photoOf,
  updateCustomer,
} from "./customers.server";

const constraint = getZodConstraint(customerSchema);

export const loader = screen(["manage_customers"], async ({ params }) => ({
  customer: params.id ? await findCustomer(db, idParam(params.id)) : null,
  constraint,
  oneTimeKey: randomUUID(),
}));

export const action = screen(["manage_customers"], ({ request, params, url, user }) =>
  submit(
    request,
    customerSchema,
    async (input, { form, key, readAt }) => {
      const photo = await photoOf(form);
      const { name } = await transactWithFile(photo, (trx) =>
        params.id
          ? updateCustomer(trx, idParam(params.id), input, { photo, readAt })
          : once(trx, user.id, key, { customer: input, photo: photo?.hash }, () =>
              createCustomer(trx, input, photo),
            ),
      );
      return redirectWithFlash(
        `/customers${url.search}`,
        params.id ? `تم حفظ بيانات «${name}»` : `تمت إضافة العميل «${name}»`,
      );
    },
    { requiredSentence: customerRequired, files: true },
  ),
);

export const clientAction = keepForm();

export default function CustomerForm() {
  const { customer, constraint, oneTimeKey } = useLoaderData<typeof loader>();
  const reply = useActionData<typeof action>();
  const back = `/customers${useLocation().search}`;
  const [form, fields] = useOfficeForm<CustomerInput>("customer", {
    reply,
    constraint,
    values: customer ?? {},
  });
  const now = reply?.current as typeof customer | undefined;
  return (
    <Dialog title={customer ? "تعديل بيانات العميل" : "إضافة عميل"} back={back}>
      <OfficeForm
        form={form}
        reply={reply}
        labels={labels}
        back={back}
        multipart
        oneTimeKey={customer ? undefined : oneTimeKey}
        updatedAt={customer?.updated_at}
      >
        <div className="fields">
          <TextField
            field={fields.name}
            label={labels.name}
            now={now?.name}
            wide
            autoComplete="off"
            autoFocus
          />
          <TextField
            field={fields.phone}
            label={labels.phone}
            now={now?.phone}
            type="tel"
            dir="ltr"
            inputMode="tel"
          />
          <TextField field={fields.email} label={labels.email} now={now?.email} type="email" dir="ltr" />
          <TextField field={fields.national_id} label={labels.national_id} now={now?.national_id} dir="ltr" />
          <TextField
            field={fields.passport_number}
            label={labels.passport_number}
            now={now?.passport_number}
            dir="ltr"
          />
          <TextField
            field={fields.date_of_birth}
            label={labels.date_of_birth}
            now={now?.date_of_birth}
            type="date"
          />
          <SelectField
            field={fields.gender}
            label={labels.gender}
            now={now?.gender}
            empty="غير محدد"
            choices={Object.fromEntries(genders.map((gender) => [gender, gender]))}
          />
          {customer && (
            <SelectField
              field={fields.status}
              label={labels.status}
              now={now && activityLabels[now.status]}
              choices={activityLabels}
            />
          )}
          <TextAreaField field={fields.address} label={labels.address} now={now?.address} rows={2} />
          <div className="field wide">
            <label htmlFor="customer-image">{labels.image}</label>
            {customer?.image_url && (
              <img
                className="mb-1.5 size-20 rounded-lg object-cover"
                src={customer.image_url}
                alt={`صورة ${customer.name}`}
              />
            )}
            <input
              id="customer-image"
              type="file"
              name="image"
              accept="image/png,image/jpeg,image/webp"
              aria-describedby="customer-image-hint"
              aria-invalid={form.allErrors.image ? true : undefined}
            />
            {form.allErrors.image && <p className="error">{form.allErrors.image.join(" ")}</p>}
            <p className="hint" id="customer-image-hint">
              PNG أو JPEG أو WebP، حتى 10 ميغابايت.{" "}
              {customer?.image_url && "تبقى الصورة الحالية إن لم تختر غيرها."}
            </p>
          </div>
        </div>
      </OfficeForm>
    </Dialog>
  );
}
