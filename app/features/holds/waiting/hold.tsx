import { useLoaderData } from "@remix-run/react";
import { db, transact } from "~/db/knex.server";
import { countPhrase, seatCount } from "~/domain/count-words";
import { quote } from "~/domain/nouns";
import { seatsOf } from "~/features/campaigns/seats.server";
import { constraintOf } from "~/http/constraint.server";
import { redirectWithFlash } from "~/http/flash.server";
import { askBy } from "~/http/questions.server";
import { formScreen, idParam, screen, submit } from "~/http/screen.server";
import { Dialog } from "~/ui/dialog/dialog";
import { NumberField, TextField } from "~/ui/form/field";
import { OfficeForm, usePlainForm } from "~/ui/form/form";
import { keepForm } from "~/ui/form/keep-form";
import { useListSearch } from "~/ui/page/page";
import { hold, untilText } from "../hold";
import { usualUntil } from "../holds.server";
import { lackOf, waiting } from "./waiting";
import { findWaiting, holdOf, holdTerms } from "./waiting.server";

export const meta = () => [{ title: "حجز مؤقت لمنتظر" }];

export const loader = screen([waiting.write], async ({ params }) => {
  const { name, seats, campaign } = await findWaiting(db, idParam(params.id));
  const { free } = await seatsOf(db, campaign.id);
  return {
    name,
    lack: lackOf(seats, free),
    campaign: campaign.name,
    constraint: constraintOf(holdTerms),
    values: { seats: free > 0 ? Math.min(seats, free) : seats, until: usualUntil() },
  };
});

export const action = formScreen([waiting.write], ({ request, params, user }) =>
  submit(
    request,
    holdTerms,
    async (terms, { form }) => {
      const row = await transact(user, (trx) => holdOf(trx, idParam(params.id), terms, askBy(form)));
      const sentence = `حُجز لـ${quote(row.name)} ${countPhrase(row.seats, seatCount)} حتى ${untilText(row.until_local)}، وخرج من قائمة الانتظار`;
      return redirectWithFlash(hold.path, sentence);
    },
    { failure: "لم يحجز شيء" },
  ),
);

export const clientAction = keepForm();

/** Holds the seats for which somebody waits, who then leaves the list. */
export default function HoldForWaiting() {
  const { name, lack, campaign, constraint, values } = useLoaderData<typeof loader>();
  const { form, field } = usePlainForm("waiting-hold", hold.labels, { constraint, values });
  const back = waiting.path + useListSearch();
  return (
    <Dialog title={`حجز مؤقت لـ${quote(name)}`} back={back} narrow>
      <p className="mb-3">{campaign}</p>
      <OfficeForm form={form} labels={hold.labels} back={back} next={hold.path} save="احجز">
        <div className="fields">
          <NumberField
            {...field("seats")}
            whole
            hint={lack && `${lack}. من حجز أقل مما طلب يخرج من القائمة أيضًا.`}
          />
          <TextField
            {...field("until")}
            type="datetime-local"
            dir="ltr"
            hint="بتوقيت المكتب، وينتهي الحجز عندها وحده."
          />
        </div>
      </OfficeForm>
    </Dialog>
  );
}
