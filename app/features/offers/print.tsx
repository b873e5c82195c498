import type { MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { db } from "~/db/knex.server";
import { receiptWords } from "~/domain/amount-in-words";
import { dayOf, dayOrNone, hijri } from "~/domain/hijri";
import { cellText } from "~/domain/travellers";
import { companyHead } from "~/features/company/company.server";
import { contentsOfOffer } from "~/features/contracts/contents.server";
import { packagePriceLabel, priceLabel } from "~/features/contracts/contract";
import { packagePriceOf } from "~/features/contracts/package-price";
import { Services } from "~/features/contracts/services-table";
import { TermsOnPaper, termsSaid } from "~/features/contracts/terms-on-paper";
import { idParam, screen } from "~/http/screen.server";
import { DayText } from "~/ui/page/day";
import { Money } from "~/ui/page/money";
import { PrintBar, PrintLine, PrintSheet } from "~/ui/print-sheet";
import { printTitle } from "~/ui/print-title";
import { type Offer, offer } from "./offer";
import { findOffer } from "./offers.server";
import { PeopleTable, peopleOf, SchedulesOf } from "./people";

const { labels, path } = offer;

export const meta: MetaFunction<typeof loader> = ({ data }) =>
  printTitle("عرض سعر", data?.row.offer_number, data?.row.customer_name);

export const loader = screen([offer.write], async ({ params }) => {
  const id = idParam(params.id);
  const row = await findOffer(db, id);
  const { terms, fee_lines, ...contents } = await contentsOfOffer(db, row);
  const { currency_name, start_date, end_date } = await db("offers")
    .join("campaigns", "campaigns.id", "campaign_id")
    .join("currencies", "currencies.id", "offers.currency_id")
    .where("offers.id", id)
    .first("start_date", "end_date", "currencies.name AS currency_name");
  const { code, decimals } = row.currency;
  return {
    row,
    company: await companyHead(db),
    contents,
    stays: contents.stays.map((stay) => ({ ...stay, days: null })), // a group's departure sets them
    ...termsSaid({ terms, fee_lines }, row.currency),
    hijriDate: hijri(row.offer_date),
    days: {
      start: dayOf(start_date),
      end: dayOf(end_date),
      until: dayOf(row.valid_until),
      visa: dayOrNone(row.visa_issue_date),
    },
    words: receiptWords(row.sum_amount.toFixed(decimals), { code, name: currency_name }, decimals),
  };
});

export default function PrintOffer() {
  const { row, company, hijriDate, terms, contents, stays, days, feeLines } = useLoaderData<typeof loader>();
  const people = peopleOf(row);
  const office = company.name || "المكتب";
  return (
    <>
      <PrintBar back={`${path}/${row.id}`} after={250} />
      <main>
        <PrintSheet
          company={company}
          title={row.status === "expired" ? "عرض سعر انتهت مدته" : "عرض سعر"}
          number={row.offer_number}
          signatures={[office]}
        >
          <p className="mb-4">
            في يوم <bdi dir="ltr">{row.offer_date}</bdi>
            {hijriDate && (
              <>
                {" "}
                <span className="whitespace-nowrap">{`الموافق ${hijriDate}`}</span>
              </>
            )}{" "}
            عرض من {office} إلى {row.customer_name}، صالح حتى <DayText {...days.until} />:
          </p>
          <div className="contract">
            <table>
              <tbody>
                <PrintLine label={labels.customer_id}>{row.customer_name}</PrintLine>
                <PrintLine label="رقم الهاتف">
                  <bdi dir="ltr">{row.customer.phone}</bdi>
                </PrintLine>
              </tbody>
            </table>
            <h2>الخدمات المعروضة</h2>
            <Services
              contract={people.length > 1 ? { ...row, traveller: null } : row}
              {...{ contents, stays, days }}
              isInGroup={false}
              rooms={[...new Set(people.map(({ room }) => room))]}
            />
            <h2>الثمن</h2>
            {people.length > 1 && <PeopleTable of={row} onPaper />}
            <Price />
            <SchedulesOf of={row} onPaper />
          </div>
          <TermsOnPaper {...{ terms, feeLines }}>
            <p>
              يبقى هذا السعر إلى آخر يوم <bdi dir="ltr">{row.valid_until}</bdi>. لا يحجز العرض مقعدًا، ويلزم
              الطرفين بتوقيع العقد.
            </p>
          </TermsOnPaper>
        </PrintSheet>
      </main>
    </>
  );
}

function Price() {
  const { row, words, days } = useLoaderData<typeof loader>();
  const { currency, contracts } = row;
  return (
    <table>
      <tbody>
        {row.companions.length === 0 && <OwnPrice of={row} />}
        <PrintLine label={row.companions.length ? labels.sum_amount : labels.total_amount}>
          <strong>
            <Money amount={row.sum_amount} currency={currency} />
          </strong>
          <br />
          {words}
        </PrintLine>
        <PrintLine label={labels.valid_until}>
          <DayText {...days.until} />
        </PrintLine>
        {contracts.length > 0 && (
          <PrintLine label="وُقّع بالعقد">
            {contracts.map(({ id, contract_number }) => (
              <bdi key={id} dir="ltr" className="block">
                {contract_number}
              </bdi>
            ))}
          </PrintLine>
        )}
      </tbody>
    </table>
  );
}

/** How the price of who travels alone comes about. */
const OwnPrice = ({ of }: { of: Offer }) => (
  <>
    {of.supplement_amount !== null && of.room && of.traveller && (
      <>
        <PrintLine label={packagePriceLabel}>
          <Money amount={packagePriceOf(of)} currency={of.currency} />
        </PrintLine>
        <PrintLine label={`${labels.supplement_amount} (${cellText(of.room, of.traveller)})`}>
          <Money amount={of.supplement_amount} currency={of.currency} />
        </PrintLine>
      </>
    )}
    {of.discount_amount > 0 && (
      <>
        <PrintLine label={priceLabel}>
          <Money amount={of.price_amount} currency={of.currency} />
        </PrintLine>
        <PrintLine label={labels.discount_amount}>
          <Money amount={of.discount_amount} currency={of.currency} />
        </PrintLine>
      </>
    )}
  </>
);
