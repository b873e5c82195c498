import { useLoaderData } from "@remix-run/react";
import type { ReactNode } from "react";
import { db } from "~/db/knex.server";
import { hijri } from "~/domain/hijri";
import { findAccount } from "~/features/accounts/accounts.server";
import { companyHead } from "~/features/company/company.server";
import { idParam, screen } from "~/http/screen.server";
import { DayText } from "~/ui/page/day";
import { Money } from "~/ui/page/money";
import { PrintBar, PrintSheet } from "~/ui/print-sheet";
import { countsOf, countLabels as labels } from "./count";
import { findCount } from "./counts.server";
import { Difference } from "./difference";
import { MovedMeanwhile } from "./movements";
import { PiecesTable } from "./pieces-table";

export const meta = () => [{ title: "محضر جرد" }];

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
        signatures={["أمين الصندوق", "المراجع"]}
      >
        <table className="mb-5">
          <tbody>
            <Line label="الصندوق">
              {box.name}
              {box.location && `، ${box.location}`}
            </Line>
            <Line label={labels.at}>
              <DayText date={count.at} hijri={hijri} />
            </Line>
            <Line label={labels.expected}>
              <Money amount={count.expected} currency={currency} />
            </Line>
            <Line label={labels.counted}>
              <strong>
                <Money amount={count.counted} currency={currency} />
              </strong>
            </Line>
            <Line label={labels.difference}>
              <Difference amount={count.difference} currency={currency} />
            </Line>
            {count.reason && (
              <Line label={labels.reason}>
                <span className="whitespace-pre-line">{count.reason}</span>
              </Line>
            )}
            <Line label={labels.counted_by}>
              <bdi>{count.counted_by}</bdi>
            </Line>
          </tbody>
        </table>
        <MovedMeanwhile moved={count.moved} currency={currency} />
        {count.pieces && count.pieces.length > 0 && <PiecesTable pieces={count.pieces} currency={currency} />}
      </PrintSheet>
    </main>
  );
}

function Line({ label, children }: { label: string; children: ReactNode }) {
  return (
    <tr>
      <th scope="row">{label}</th>
      <td>{children}</td>
    </tr>
  );
}
