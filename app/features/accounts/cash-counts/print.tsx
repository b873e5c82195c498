import type { MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { db } from "~/db/knex.server";
import { hijri } from "~/domain/hijri";
import { accountKinds, holderSignature } from "~/features/accounts/account";
import { findAccount } from "~/features/accounts/accounts.server";
import { companyHead } from "~/features/company/company.server";
import { idParam, screen } from "~/http/screen.server";
import { DayText } from "~/ui/page/day";
import { Money } from "~/ui/page/money";
import { Sentence } from "~/ui/page/sentence";
import { PrintBar, PrintLine, PrintSheet } from "~/ui/print-sheet";
import { printTitle } from "~/ui/print-title";
import { countsOf, countLabels as labels } from "../count";
import { findCount } from "./counts.server";
import { Difference } from "./difference";
import { MovedMeanwhile } from "./movements";
import { PiecesTable } from "./pieces-table";

export const meta: MetaFunction<typeof loader> = ({ data }) =>
  printTitle("محضر جرد", data?.count.count_number, data?.box.name);

export const loader = screen(["manage_financials"], async ({ params }) => {
  const box = await findAccount(db, "cash_box", idParam(params.id));
  const count = await findCount(db, box.id, idParam(params.count));
  return { box, count, hijri: hijri(count.at.slice(0, 10)), company: await companyHead(db) };
});

export default function PrintedCashCount() {
  const { box, count, hijri, company } = useLoaderData<typeof loader>();
  const { currency } = box;
  return (
    <main>
      <PrintBar back={countsOf(box.id).path} after={50} />
      <PrintSheet
        company={company}
        title="محضر جرد صندوق"
        number={count.count_number}
        signatures={[box.holder ? holderSignature(box.holder) : "أمين الصندوق", "المراجع"]}
      >
        <table className="mb-5">
          <tbody>
            <PrintLine label="الصندوق">
              {box.name}
              {box.location && `، ${box.location}`}
            </PrintLine>
            {box.holder && <PrintLine label={accountKinds.cash_box.labels.holder}>{box.holder}</PrintLine>}
            <PrintLine label={labels.at}>
              <DayText date={count.at} hijri={hijri} />
            </PrintLine>
            <PrintLine label={labels.expected}>
              <Money amount={count.expected} currency={currency} />
            </PrintLine>
            <PrintLine label={labels.counted}>
              <strong>
                <Money amount={count.counted} currency={currency} />
              </strong>
            </PrintLine>
            <PrintLine label={labels.difference}>
              <Difference amount={count.difference} currency={currency} />
            </PrintLine>
            {count.reason && (
              <PrintLine label={labels.reason}>
                <span className="whitespace-pre-line">
                  <Sentence text={count.reason} />
                </span>
              </PrintLine>
            )}
            <PrintLine label={labels.counted_by}>
              <bdi>{count.counted_by}</bdi>
            </PrintLine>
          </tbody>
        </table>
        <MovedMeanwhile moved={count.moved} currency={currency} />
        {count.pieces && count.pieces.length > 0 && <PiecesTable pieces={count.pieces} currency={currency} />}
      </PrintSheet>
    </main>
  );
}
