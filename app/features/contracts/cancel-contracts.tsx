import { useLoaderData, useNavigation } from "@remix-run/react";
import { db } from "~/db/knex.server";
import { countPhrase } from "~/domain/count-words";
import { standingContracts } from "~/features/campaigns/standing.server";
import { StandingText } from "~/features/campaigns/standing-contracts";
import { eventDayHint } from "~/features/money/event-day";
import { EventDayField } from "~/features/money/event-day-field";
import { keepConnectionUntil } from "~/framework/answers.server";
import { constraintOf } from "~/http/constraint.server";
import { redirectWithFlash } from "~/http/flash.server";
import { askBy } from "~/http/questions.server";
import { formScreen, idParam, screen, submit } from "~/http/screen.server";
import { NumberField, SelectField, TextField } from "~/ui/form/field";
import { OfficeForm, usePlainForm } from "~/ui/form/form";
import { keepForm } from "~/ui/form/keep-form";
import { ButtonLink } from "~/ui/page/links";
import { Page } from "~/ui/page/page";
import { Progress } from "~/ui/page/progress";
import {
  cancelContracts,
  proposedFees,
  requireCancelled,
  resultOf,
  termsSchema,
} from "./cancel-contracts.server";
import { feeKinds, feeKindsByTerms, termsLabels } from "./cancellation";
import { contract, contractCount } from "./contract";

export const meta = () => [{ title: "إلغاء عقود الحملة" }];

export const loader = screen([contract.write], async ({ params }) => {
  const id = idParam(params.id);
  const { name } = await requireCancelled(db, id);
  const [standing, result, proposed] = await Promise.all([
    standingContracts(db, [id]),
    resultOf(db, id),
    proposedFees(db, id),
  ]);
  const constraint = constraintOf(termsSchema);
  return { id, name, standing: standing[id], done: result.cancelled, proposed, constraint };
});

export const action = formScreen([contract.write], ({ request, params, user }) => {
  const id = idParam(params.id);
  return submit(
    request,
    termsSchema,
    async (terms, { form }) => {
      const work = cancelContracts(user, id, terms, { ask: askBy(form) });
      const { cancelled } = await keepConnectionUntil(request, work);
      return redirectWithFlash(refundsOf(id), `ألغي مع الحملة ${countPhrase(cancelled, contractCount)}`);
    },
    { failure: "لم تلغ كل عقود الحملة" },
  );
});

/** Sending it again is safe: it goes on with the contracts that still stand. */
export const clientAction = keepForm("انقطع الاتصال قبل أن يصل الرد، أعد الإلغاء ليكمل ما بقي");

/** The contracts of a campaign of which something is to be given back. */
const refundsOf = (id: number) => `${contract.path}?campaign_id=${id}&refundable=true`;

/** Cancels all contracts of a cancelled campaign with one reason and fee (journey.md, rule 5). */
export default function CancelContracts() {
  const { id, name, standing, done, proposed, constraint } = useLoaderData<typeof loader>();
  const { form, field } = usePlainForm("cancel-contracts", termsLabels, {
    constraint,
    values: { fee_kind: proposed ? "terms" : "percent" },
  });
  const isBusy = useNavigation().formMethod === "POST";
  const refunds = <ButtonLink href={refundsOf(id)}>العقود المستحق ردها</ButtonLink>;
  return (
    <Page title="إلغاء عقود الحملة" lead={<bdi>{name}</bdi>} actions={refunds}>
      {done > 0 && (
        <p className="notice" role="status">
          ألغي مع الحملة {countPhrase(done, contractCount)}
          {standing ? "، ولم يكتمل الإلغاء: أعده ليشمل ما بقي." : "."}
        </p>
      )}
      {standing ? (
        <section className="sheet-card">
          <p className="mb-3">
            <StandingText {...standing} /> يبقى أصحابها في مجموعاتهم ولا يسافرون، ويرد إلى كل منهم ما دفعه بعد
            الرسم.
          </p>
          <OfficeForm
            form={form}
            labels={termsLabels}
            page
            back="/campaigns"
            leave="رجوع"
            next={refundsOf(id)}
            save="إلغاء العقود كلها"
            busyLabel="جاري الإلغاء..."
          >
            <div className="fields">
              <TextField {...field("reason")} wide required />
              <NumberField
                {...field("fee")}
                label={`${termsLabels.fee} (اختياري)`}
                hint="من كل عقد، ولا يزيد على ما دفعه صاحبه ولم يرد إليه. المبلغ لعقود بعملة واحدة."
              />
              <SelectField {...field("fee_kind")} choices={proposed ? feeKindsByTerms : feeKinds} />
              {proposed && (
                <TextField
                  {...field("fee_reason")}
                  wide
                  hint={`شروط ${countPhrase(proposed.count, contractCount, "genitive")} تعطي اليوم ${proposed.sums.join("، ")}. رسم غيرها يحتاج سببًا.`}
                />
              )}
              <EventDayField {...field("event_date")} hint={eventDayHint.alone} />
            </div>
            {isBusy && (
              <Progress
                address={`/api/campaigns/${id}/cancel-contracts`}
                total={done + standing.count}
                did="ألغي"
                label="تقدم الإلغاء"
              />
            )}
          </OfficeForm>
        </section>
      ) : (
        <p>لا عقود قائمة في هذه الحملة.</p>
      )}
    </Page>
  );
}
