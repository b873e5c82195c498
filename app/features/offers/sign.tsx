import type { ActionFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { db } from "~/db/knex.server";
import { countPhrase } from "~/domain/count-words";
import type { Entity } from "~/domain/entity";
import { formatMoney } from "~/domain/money";
import { contract, contractCount, familyAddress } from "~/features/contracts/contract";
import { noRoomText } from "~/features/journey/left-group";
import { formOf, saveAction } from "~/http/entity-screens.server";
import { screen } from "~/http/screen.server";
import { Dialog } from "~/ui/dialog/dialog";
import { useEntityForm } from "~/ui/form/entity-form";
import { OfficeForm } from "~/ui/form/form";
import { keepForm } from "~/ui/form/keep-form";
import { ButtonLink } from "~/ui/page/links";
import { Fact, useListSearch } from "~/ui/page/page";
import { type Offer, offer } from "./offer";
import { ContractLinks, OfferFacts } from "./offer-facts";
import { findOffer } from "./offers.server";
import { PeopleTable } from "./people";
import { signForms } from "./sign.server";
import { priceToday, seatsNow } from "./today.server";

const { labels, path } = offer;

/** An offer as the form of its signing names it: there is nothing to type. */
const { fields: _, ...named } = offer;
const signing = { ...named, failures: { create: "لم يوقع العقد" } } satisfies Entity;

export const meta = () => [{ title: "توقيع عرض سعر" }];

export const loader = screen([offer.write], async ({ params }) => {
  const { schema } = signForms("");
  const { row, ...form } = await formOf({ schema, find: findOffer }, params);
  const shown = row as Offer;
  return { ...form, row: shown, seats: await seatsNow(db, shown), today: await priceToday(db, shown) };
});

export const action = (args: ActionFunctionArgs) =>
  saveAction<
    Awaited<ReturnType<ReturnType<typeof signForms>["create"]>>,
    ReturnType<typeof signForms>["schema"]
  >(signing, signForms(args.params.id), {
    to: ({ contracts: [first, ...others] }) =>
      others.length
        ? familyAddress([first, ...others].flatMap((one) => one?.id ?? []))
        : `${contract.path}/${first?.id}`,
    message: ({ contracts, left }) =>
      (contracts.length > 1
        ? `تم توقيع ${countPhrase(contracts.length, contractCount, "genitive")}، بدءًا من ${contracts[0]?.contract_number}`
        : `تم توقيع العقد ${contracts[0]?.contract_number}`) + left.map(noRoomText).join(""),
  })(args);

export const clientAction = keepForm();

/** Asks before an offer becomes contracts; says why it does not. */
export default function SignOffer() {
  const { row, seats, today, ...loaded } = useLoaderData<typeof loader>();
  const form = useEntityForm(signing, { ...loaded, row: null });
  const query = useListSearch();
  const back = `${path}/${row.id}${query}`;
  const facts = (
    <>
      <dl className="facts grid-cols-2 sm:grid-cols-3">
        <Fact label={labels.customer_id}>{row.customer_name}</Fact>
        <OfferFacts of={row} />
        <Fact label={labels.valid_until}>
          <bdi dir="ltr">{row.valid_until}</bdi>
        </Fact>
        <Fact label="المقاعد المتاحة">
          <bdi>{seats.free}</bdi>
          {row.status === "open" && seats.needed > seats.free && (
            <small className="block text-red">المطلوب {seats.needed}</small>
          )}
        </Fact>
      </dl>
      {row.companions.length > 0 && <PeopleTable of={row} />}
      {today && (
        <p className="notice info mt-4" role="note">
          سعره اليوم قبل الخصم{" "}
          <span className="money">{formatMoney(today.amount, today.currency, "code")}</span>
          {row.status === "open" && "، ويوقع بسعر العرض وليس الفرق خصمًا."}
        </p>
      )}
    </>
  );
  return (
    <Dialog title={`توقيع عرض السعر ${row.offer_number}`} back={back}>
      {row.status === "open" ? (
        <OfficeForm
          form={form.form}
          labels={labels}
          idempotencyKey={form.idempotencyKey}
          updatedAt={row.updated_at}
          save={row.companions.length ? "توقيع العقود" : "توقيع العقد"}
          busyLabel="جارٍ التوقيع..."
          back={back}
          next={contract.path}
        >
          {facts}
        </OfficeForm>
      ) : (
        <>
          {facts}
          {row.status === "signed" ? (
            <p className="notice info mt-4" role="note">
              وُقّع هذا العرض: <ContractLinks contracts={row.contracts} />
            </p>
          ) : (
            <p className="notice info mt-4" role="note">
              انتهى العرض في <bdi dir="ltr">{row.valid_until}</bdi>، فلا يوقع بسعره: قدّم عرضًا جديدًا بسعر
              اليوم.
            </p>
          )}
          <div className="form-actions">
            {row.status === "expired" && (
              <a className="button primary" href={`${path}/new?from=${row.id}`} data-discover="true">
                عرض جديد بسعر اليوم
              </a>
            )}
            <ButtonLink href={back}>رجوع</ButtonLink>
          </div>
        </>
      )}
    </Dialog>
  );
}
