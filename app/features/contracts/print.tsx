import type { MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { db } from "~/db/knex.server";
import { receiptWords } from "~/domain/amount-in-words";
import { dayOf, dayOrNone, hijri } from "~/domain/hijri";
import { cellText } from "~/domain/travellers";
import { companyHead } from "~/features/company/company.server";
import { ScheduleTable } from "~/features/instalments/schedule-table";
import { daysInGroup } from "~/features/journey/days.server";
import { datesOfContract } from "~/features/journey/stay-dates.server";
import { type Decimal, roundTo } from "~/features/money/money.server";
import { idParam, screen } from "~/http/screen.server";
import { DayText } from "~/ui/page/day";
import { Money } from "~/ui/page/money";
import { Sentence } from "~/ui/page/sentence";
import { PrintBar, PrintLine, PrintSheet } from "~/ui/print-sheet";
import { printTitle } from "~/ui/print-title";
import { contentsOfContract } from "./contents.server";
import {
  contract as entity,
  ownReason,
  packagePriceLabel,
  priceLabel,
  refundedLabel,
  stands,
} from "./contract";
import { FamilyLine } from "./contract-sums";
import { familyOf, findContract } from "./contracts.server";
import { isFreePlace } from "./free-places";
import { packagePriceOf } from "./package-price";
import { Services } from "./services-table";
import { TermsOnPaper, termsSaid } from "./terms-on-paper";

const { labels } = entity;

export const meta: MetaFunction<typeof loader> = ({ data }) =>
  printTitle("عقد", data?.contract.contract_number, data?.contract.customer.name);

/** The data of the printed sheet beside the contract. */
type Details = {
  name_latin: string | null;
  address: string | null;
  national_id: string | null;
  passport_number: string | null;
  start_date: string;
  end_date: string;
  total_amount: Decimal;
  currency_name: string;
};

export const loader = screen(["manage_contracts"], async ({ params }) => {
  const id = idParam(params.id);
  const contract = await findContract(db, id);
  const details: Details = await db("contracts")
    .join("customers", "customers.id", "customer_id")
    .join("campaigns", "campaigns.id", "campaign_id")
    .join("currencies", "currencies.id", "contracts.currency_id")
    .where("contracts.id", id)
    .first(
      "name_latin",
      "address",
      "national_id",
      "passport_number",
      "start_date",
      "end_date",
      "total_amount",
      "currencies.name AS currency_name",
    );
  const { terms, fee_lines, ...contents } = await contentsOfContract(db, contract);
  const stays = await datesOfContract(db, contract, contents.stays);
  const journey = await daysInGroup(db, contract);
  const { code, decimals } = contract.currency;
  const currency = { code, name: details.currency_name };
  return {
    contract,
    details,
    family: await familyOf(db, id),
    company: await companyHead(db),
    contents,
    stays: stays.map((stay) => ({
      ...stay,
      days: stay.check_in && stay.check_out ? { in: dayOf(stay.check_in), out: dayOf(stay.check_out) } : null,
    })),
    ...termsSaid({ terms, fee_lines }, contract.currency),
    isInGroup: journey !== undefined,
    hijriDate: hijri(contract.contract_date),
    days: {
      start: dayOf(journey?.departure ?? details.start_date),
      end: dayOf(journey?.return ?? details.end_date),
      visa: dayOrNone(contract.visa_issue_date),
      cancelled: dayOrNone(contract.cancelled_on),
    },
    words: receiptWords(roundTo(details.total_amount, code), currency, decimals),
  };
});

export default function PrintContract() {
  const { contract, details, company, hijriDate, terms, contents, stays, days, isInGroup, feeLines } =
    useLoaderData<typeof loader>();
  const { id, contract_number, contract_date, customer } = contract;
  const office = company.name || "المكتب";
  return (
    <>
      <PrintBar back={`/contracts/${id}`} after={250} />
      <main>
        <PrintSheet
          company={company}
          title={stands(contract) ? "عقد خدمات" : "عقد ملغي"}
          number={contract_number}
          signatures={[`الطرف الأول: ${office}`, `الطرف الثاني: ${customer.name}`]}
        >
          <p className="mb-4">
            في يوم <bdi dir="ltr">{contract_date}</bdi>
            {hijriDate && (
              <>
                {" "}
                <span className="whitespace-nowrap">{`الموافق ${hijriDate}`}</span>
              </>
            )}{" "}
            اتفق الطرف الأول {office} والطرف الثاني {customer.name} على ما يأتي:
          </p>
          <div className="contract">
            <table>
              <tbody>
                <PrintLine label="الطرف الثاني">
                  {customer.name}
                  {details.name_latin && (
                    <>
                      {" "}
                      (
                      <bdi dir="ltr" lang="en">
                        {details.name_latin}
                      </bdi>
                      )
                    </>
                  )}
                </PrintLine>
                <PrintLine label="رقم الهوية">
                  <bdi dir="ltr">{details.national_id ?? "—"}</bdi>
                </PrintLine>
                <PrintLine label="رقم الجواز">
                  <bdi dir="ltr">{details.passport_number ?? "—"}</bdi>
                </PrintLine>
                <PrintLine label="رقم الهاتف">
                  <bdi dir="ltr">{customer.phone}</bdi>
                </PrintLine>
                <PrintLine label="العنوان">
                  <span className="whitespace-pre-line">
                    <Sentence text={details.address ?? "—"} />
                  </span>
                </PrintLine>
              </tbody>
            </table>
            <h2>الخدمات المتفق عليها</h2>
            <Services {...{ contract, contents, stays, days, isInGroup }} rooms={[contract.room]} />
            <h2>الثمن</h2>
            <Price />
            <Schedule />
          </div>
          <TermsOnPaper {...{ terms, feeLines }} />
        </PrintSheet>
      </main>
    </>
  );
}

/** When the price is paid. */
function Schedule() {
  const { schedule, currency, status } = useLoaderData<typeof loader>().contract;
  if (!schedule.length || !stands({ status })) return null;
  return (
    <>
      <h2>{labels.schedule}</h2>
      <ScheduleTable parts={schedule} currency={currency} onPaper />
    </>
  );
}

function Price() {
  const { contract, family, words } = useLoaderData<typeof loader>();
  const { currency } = contract;
  const sums = (
    ["remaining_amount", "cancellation_fee", "refunded_amount", "refundable_amount"] as const
  ).filter((name) => contract[name] > 0 || (name === "remaining_amount" && stands(contract)));
  return (
    <table>
      <tbody>
        {contract.supplement_amount !== null && contract.room && contract.traveller && (
          <>
            <PrintLine label={packagePriceLabel}>
              <Money amount={packagePriceOf(contract)} currency={currency} />
            </PrintLine>
            <PrintLine label={`${labels.supplement_amount} (${cellText(contract.room, contract.traveller)})`}>
              <Money amount={contract.supplement_amount} currency={currency} />
            </PrintLine>
          </>
        )}
        {contract.discount_amount > 0 && (
          <>
            <PrintLine label={priceLabel}>
              <Money amount={contract.price_amount} currency={currency} />
            </PrintLine>
            <PrintLine label={labels.discount_amount}>
              <Money amount={contract.discount_amount} currency={currency} />
              {isFreePlace(contract) && `، ${contract.discount_reason}`}
            </PrintLine>
          </>
        )}
        <PrintLine label={labels.total_amount}>
          <strong>
            <Money amount={contract.total_amount} currency={currency} />
          </strong>
          <br />
          {words}
        </PrintLine>
        <PrintLine label={labels.paid_amount}>
          <Money amount={contract.paid_amount} currency={currency} />
        </PrintLine>
        {!stands(contract) && <Cancellation />}
        {[contract.moved_from, contract.moved_to].map(
          (other, place) =>
            other && (
              <PrintLine key={other.id} label={place ? labels.moved_to_id : labels.moved_from_id}>
                <bdi dir="ltr">{other.contract_number}</bdi>
              </PrintLine>
            ),
        )}
        {sums.map((name) => (
          <PrintLine key={name} label={name === "refunded_amount" ? refundedLabel(contract) : labels[name]}>
            <Money amount={contract[name]} currency={currency} />
          </PrintLine>
        ))}
        {contract.offer && (
          <PrintLine label={labels.offer_id}>
            <bdi dir="ltr">{contract.offer.offer_number}</bdi>
          </PrintLine>
        )}
        <FamilyLine contracts={family} />
      </tbody>
    </table>
  );
}

/** When and why a contract was cancelled. */
function Cancellation() {
  const { contract, days } = useLoaderData<typeof loader>();
  const cancellation_reason = ownReason(contract);
  if (!days.cancelled) return null;
  return (
    <PrintLine label={labels.cancelled_on}>
      <DayText {...days.cancelled} />
      {cancellation_reason && `، ${cancellation_reason}`}
    </PrintLine>
  );
}
