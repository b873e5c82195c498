import { randomUUID } from "node:crypto";
import { useLoaderData, useLocation } from "@remix-run/react";
import { useState } from "react";
import { db } from "~/db/knex.server";
import { paperOf } from "~/files/paper.server";
import { constraintOf } from "~/http/constraint.server";
import { redirectWithFlash } from "~/http/flash.server";
import { formScreen, idParam, screen, submit } from "~/http/screen.server";
import type { Visit } from "~/http/visit";
import { writeOnce } from "~/http/writes.server";
import { Dialog } from "~/ui/dialog/dialog";
import { PaperField, SelectField, TextAreaField, TextField } from "~/ui/form/field";
import { OfficeForm, usePlainForm } from "~/ui/form/form";
import { keepForm } from "~/ui/form/keep-form";
import { decideVisa, decisionSchema, refuseDecided } from "./decisions.server";
import { decisionLabels, visa, visaFolder, visaStatusLabels } from "./visa";
import { visas } from "./visas.server";

const constraint = constraintOf(decisionSchema);

export const loader = screen([visa.write], async ({ params }) => {
  const { id, status, customer_name, updated_at } = await visas.find(db, idParam(params.id));
  refuseDecided({ status });
  return { id, customer_name, updated_at, constraint, idempotencyKey: randomUUID() };
});

const decide = ({ request, params, url, user }: Visit) => {
  const id = idParam(params.id);
  return submit(
    request,
    decisionSchema,
    async (decision, { form, readAt, key }) => {
      const file = decision.status === "approved" ? await paperOf(form, visaFolder) : undefined;
      const { status } = await writeOnce({ user, key, file }, { visa: id, ...decision }, (trx) =>
        decideVisa(trx, id, decision, { user, readAt, file }),
      );
      return redirectWithFlash(
        `${visa.path}/${id}${url.search}`,
        status === "approved" ? "تم اعتماد التأشيرة" : "تم رفض التأشيرة",
      );
    },
    { failure: "فشل تغيير حالة التأشيرة" },
  );
};

export const action = formScreen([visa.write], decide, { files: true });

export const clientAction = keepForm();

const { approved, rejected } = visaStatusLabels;

export default function VisaDecision() {
  const { id, customer_name, updated_at, constraint, idempotencyKey } = useLoaderData<typeof loader>();
  const back = `${visa.path}/${id}${useLocation().search}`;
  const { form, field } = usePlainForm("decision", decisionLabels, { constraint });
  const [decision, setDecision] = useState(field("status").field.initialValue);
  return (
    <Dialog title={`تغيير حالة تأشيرة ${customer_name}`} back={back} narrow>
      <OfficeForm
        form={form}
        labels={decisionLabels}
        back={back}
        updatedAt={updated_at}
        idempotencyKey={idempotencyKey}
        multipart
      >
        <div className="fields">
          <SelectField
            {...field("status")}
            wide
            autoFocus
            empty="اختر القرار"
            choices={{ approved, rejected }}
            hint={`يلزم لحالة «${approved}» رقم التأشيرة وملفها.`}
            onChange={(event) => setDecision(event.target.value)}
          />
          <TextAreaField
            {...field("change_reason")}
            label={`${decisionLabels.change_reason} (اختياري)`}
            rows={2}
          />
          {decision !== "rejected" && (
            <>
              <TextField
                {...field("visa_number")}
                wide
                dir="ltr"
                autoComplete="off"
                hint="لازم عند الاعتماد."
              />
              <PaperField
                {...field("file")}
                wide
                hint="لازم عند الاعتماد: PDF أو PNG أو JPEG، حتى 10 ميغابايت."
              />
            </>
          )}
        </div>
      </OfficeForm>
    </Dialog>
  );
}
