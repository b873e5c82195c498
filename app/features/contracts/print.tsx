import { useLoaderData } from "@remix-run/react";
import { db } from "~/db/knex.server";
import { dayOf, dayOrNone, hijri } from "~/domain/hijri";
import { companyHead } from "~/features/company/company.server";
import { type Decimal, roundTo } from "~/features/money/money.server";
import { idParam, screen } from "~/http/screen.server";
import { DayText } from "~/ui/page/day";
import { Money } from "~/ui/page/money";
import { PrintBar, PrintSheet } from "~/ui/print-sheet";
import { receiptWords } from "~/ui/words";
import { contract as entity } from "./contract";
import { findContract } from "./contracts.server";

const { labels } = entity;

export const meta = () => [{ title: "طباعة عقد" }];

/** The data of the printed sheet beside the contract. */
type Details = {
  national_id: string | null;
  passport_number: string | null;
  start_date: string;
  end_date: string;
  type: string;
  duration: number;
  total_amount: Decimal;
  currency_name: string;
};

export const loader = screen(["manage_contracts"], async ({ params }) => {
  const id = idParam(params.id);
  const contract = await findContract(db, id);
  const details: Details = await db("contracts")
    .join("customers", "customers.id", "customer_id")
    .join("campaigns", "campaigns.id", "campaign_id")
    .join("packages", "packages.id", "package_id")
    .join("currencies", "currencies.id", "contracts.currency_id")
    .where("contracts.id", id)
    .first(
      "national_id",
      "passport_number",
      "start_date",
      "end_date",
      "packages.type",
      "duration",
      "total_amount",
      "currencies.name AS currency_name",
    );
  const { code, decimals } = contract.currency;
  const currency = { code, name: details.currency_name };
  return {
    contract,
    details,
    company: await companyHead(db),
    hijriDate: hijri(contract.contract_date),
    days: {
      start: dayOf(details.start_date),
      end: dayOf(details.end_date),
      visa: dayOrNone(contract.visa_issue_date),
    },
    words: receiptWords(roundTo(details.total_amount, code), currency, decimals),
  };
});

export default function PrintContract() {
  const { contract, details, company, hijriDate, days, words } = useLoaderData<typeof loader>();
  const { id, contract_number, contract_date, customer, currency } = contract;
  const { visa_duration_days } = contract;
  const office = company.name || "المكتب";
  return (
    <>
      <PrintBar back={`/contracts/${id}`} after={250} />
      <main>
        <PrintSheet
          company={company}
          title={contract.status === "cancelled" ? "عقد ملغي" : "عقد خدمات"}
          number={contract_number}
          signatures={[`الطرف الأول: ${office}`, `الطرف الثاني: ${customer.name}`]}
        >
          <p className="mb-4">
            في يوم <bdi>{contract_date}</bdi>
            {hijriDate && <> الموافق {hijriDate}</>} اتفق الطرف الأول {office} والطرف الثاني {customer.name}{" "}
            على ما يأتي:
          </p>
          <table>
            <tbody>
              <Line label="الطرف الثاني">{customer.name}</Line>
              <Line label="رقم الهوية">
                <bdi dir="ltr">{details.national_id ?? "—"}</bdi>
              </Line>
              <Line label="رقم الجواز">
                <bdi dir="ltr">{details.passport_number ?? "—"}</bdi>
              </Line>
              <Line label="رقم الهاتف">
                <bdi dir="ltr">{customer.phone}</bdi>
              </Line>
              <Line label={labels.campaign_id}>
                {contract.campaign.name}، من <DayText {...days.start} /> إلى <DayText {...days.end} />
              </Line>
              <Line label={labels.package_id}>
                {contract.package.name} ({details.type})، المدة بالأيام: {details.duration}
              </Line>
              <Line label={labels.total_amount}>
                <strong>
                  <Money amount={contract.total_amount} currency={currency} />
                </strong>
                <br />
                {words}
              </Line>
              <Line label={labels.paid_amount}>
                <Money amount={contract.paid_amount} currency={currency} />
              </Line>
              {contract.status !== "cancelled" && (
                <Line label={labels.remaining_amount}>
                  <Money amount={contract.remaining_amount} currency={currency} />
                </Line>
              )}
              {days.visa && (
                <Line label={labels.visa_issue_date}>
                  <DayText {...days.visa} />
                </Line>
              )}
              {visa_duration_days && <Line label={labels.visa_duration_days}>{visa_duration_days}</Line>}
            </tbody>
          </table>
        </PrintSheet>
      </main>
    </>
  );
}

function Line({ label, children }: { label: string; children: React.ReactNode }) {
  return (
    <tr>
      <th scope="row">{label}</th>
      <td>{children}</td>
    </tr>
  );
}
