import { useLoaderData } from "@remix-run/react";
import { db } from "~/db/knex.server";
import { accountKinds } from "~/features/accounts/account";
import { findAccount } from "~/features/accounts/accounts.server";
import { idParam, screen } from "~/http/screen.server";
import { Dialog } from "~/ui/dialog/dialog";
import { CodeFact, MoneyFact } from "~/ui/page/facts";
import { AuditLogLink } from "~/ui/page/links";
import { Fact, useListSearch } from "~/ui/page/page";
import { Sentence } from "~/ui/page/sentence";
import { countsOf, countLabels as labels } from "../count";
import { findCount } from "./counts.server";
import { Difference } from "./difference";
import { MovedMeanwhile } from "./movements";
import { PiecesTable } from "./pieces-table";

export const loader = screen(["manage_financials"], async ({ params }) => {
  const box = await findAccount(db, "cash_box", idParam(params.id));
  return { box, count: await findCount(db, box.id, idParam(params.count)) };
});

export default function ShowCashCount() {
  const { box, count } = useLoaderData<typeof loader>();
  const { currency } = box;
  const counts = countsOf(box.id);
  const back = counts.path + useListSearch();
  return (
    <Dialog title={`الجرد ${count.count_number}`} back={back}>
      <dl className="facts grid-cols-2 sm:grid-cols-3">
        <Fact label="الصندوق">{box.name}</Fact>
        {box.holder && <Fact label={accountKinds.cash_box.labels.holder}>{box.holder}</Fact>}
        <CodeFact label={labels.at} code={count.at} />
        <Fact label={labels.counted_by}>
          <bdi>{count.counted_by}</bdi>
        </Fact>
        <MoneyFact label={labels.expected} amount={count.expected} currency={currency} />
        <MoneyFact label={labels.counted} amount={count.counted} currency={currency} />
        <Fact label={labels.difference}>
          <Difference amount={count.difference} currency={currency} />
        </Fact>
        {count.reason && (
          <div className="col-span-full">
            <dt>{labels.reason}</dt>
            <dd className="whitespace-pre-line">
              <Sentence text={count.reason} />
            </dd>
          </div>
        )}
      </dl>
      <MovedMeanwhile moved={count.moved} currency={currency} />
      {count.pieces && (
        <>
          <h3 className="mt-5 mb-2 font-semibold text-green">القطع</h3>
          <PiecesTable pieces={count.pieces} currency={currency} />
        </>
      )}
      <div className="form-actions">
        <a className="button primary" href={`${counts.path}/${count.id}/print`}>
          طباعة المحضر
        </a>
        <AuditLogLink of={counts} id={count.id} />
        <a className="button" href={back} data-stay="">
          إغلاق
        </a>
      </div>
    </Dialog>
  );
}
