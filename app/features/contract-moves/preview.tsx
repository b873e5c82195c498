import { Fragment } from "react";
import { formatAmount, formatMoney, type ShownCurrency } from "~/domain/money";
import { soldText } from "~/features/contracts/cell";
import { type Contract, contract } from "~/features/contracts/contract";
import { PlaceText } from "~/features/contracts/place-text";
import { Enumeration } from "~/ui/page/enumeration";
import { MoneyFact } from "~/ui/page/facts";
import { Fact } from "~/ui/page/page";
import { Sentence } from "~/ui/page/sentence";
import { Table } from "~/ui/page/table";
import { differenceText, whyFixed } from "./move";
import type { MoveFigures, Preview } from "./preview.server";
import { Totals } from "./totals";

const { labels, path } = contract;

/**
 * The contracts that move, with what is paid of them.
 * @param chosen the ticked ones; undefined for a single contract
 */
export const OldContracts = ({ contracts, chosen }: { contracts: Contract[]; chosen?: number[] }) => (
  <Table
    caption="العقود"
    rows={contracts}
    columns={[
      {
        label: labels.contract_number,
        kind: "code",
        cell: ({ id, contract_number, ...row }) => (
          <>
            {chosen && !whyFixed(row) && (
              <input
                type="checkbox"
                className="me-2"
                name="contract_ids"
                value={id}
                defaultChecked={chosen.includes(id)}
                aria-label={`نقل العقد ${contract_number}`}
              />
            )}
            <a href={`${path}/${id}`}>{contract_number}</a>
          </>
        ),
      },
      {
        label: labels.customer_id,
        cell: ({ customer_name, ...row }) => (
          <span>
            {customer_name}
            {contracts.length > 1 && <FixedText of={row} />}
            <MovedText of={row} />
          </span>
        ),
      },
      {
        label: "الحملة والباقة",
        cell: (row) => (
          <span>
            {row.campaign.name}
            <small>{row.package.name}</small>
            <small>{soldText(row)}</small>
          </span>
        ),
      },
      { label: labels.total_amount, kind: "n", cell: (row) => formatMoney(row.total_amount, row.currency) },
      { label: labels.paid_amount, kind: "n", cell: (row) => formatMoney(row.paid_amount, row.currency) },
      {
        label: labels.remaining_amount,
        kind: "n",
        cell: (row) => formatMoney(row.remaining_amount, row.currency),
      },
    ]}
  />
);

/** Why a contract does not move. */
const FixedText = ({ of }: { of: Pick<Contract, "status"> }) =>
  whyFixed(of) && <small className="text-red">{whyFixed(of)}</small>;

/** The contract that has taken the place of one that does not stand any more. */
const MovedText = ({ of: { moved_to } }: { of: Pick<Contract, "moved_to"> }) =>
  moved_to && (
    <small>
      {labels.moved_to_id}{" "}
      <a href={`${path}/${moved_to.id}`}>
        <bdi dir="ltr">{moved_to.contract_number}</bdi>
      </a>
    </small>
  );

/** What the move gives: seats, groups, and of each contract the difference of price, what goes along and what stays. */
export function PreviewOf({ preview, contracts }: { preview: Preview; contracts: Contract[] }) {
  const { campaign, currency, free, newcomers, isElsewhere, groups, isGrouped, lines } = preview;
  const contractOf = (id: number) => contracts.find((one) => one.id === id) as Contract;
  return (
    <section className="sheet-card" aria-label="ما يتغير">
      <h2>ما يتغير</h2>
      <dl className="facts mb-3 grid-cols-2 rounded-md bg-sand p-3 sm:grid-cols-3">
        <Fact label="الحملة والباقة">
          {campaign} · {preview.package}
        </Fact>
        <Fact label="المقاعد المتاحة">
          <bdi>{free}</bdi>
          {newcomers > free && <small className="block text-red">المطلوب {newcomers}</small>}
        </Fact>
        <Fact label="المجموعات الشاغرة">
          {groups.length ? (
            <Enumeration
              of={groups.map((one) => (
                <Fragment key={one.id}>
                  {one.name} (<bdi>{one.free}</bdi>)
                </Fragment>
              ))}
            />
          ) : isElsewhere ? (
            "لا مجموعة شاغرة في الحملة الجديدة"
          ) : (
            "يبقى في مجموعته"
          )}
          {isGrouped.length > 0 && (
            <small className="block text-muted">له مكان في {isGrouped.join("، ")}</small>
          )}
        </Fact>
      </dl>
      {lines.map((line) => {
        const old = contractOf(line.id);
        return (
          <section key={line.id} aria-label={`العقد ${old.contract_number}`}>
            {lines.length > 1 && (
              <h3 className="mt-4 font-semibold text-green">
                <bdi dir="ltr">{old.contract_number}</bdi> {old.customer_name}
              </h3>
            )}
            {line.fault !== undefined ? (
              <p className="text-red" role="note">
                {line.fault}
              </p>
            ) : (
              <Figures line={line} old={old} to={currency} />
            )}
          </section>
        );
      })}
      <Totals preview={preview} contracts={contracts} />
    </section>
  );
}

function Figures({ line, old, to }: { line: MoveFigures; old: Contract; to: ShownCurrency }) {
  const from = old.currency;
  const isOther = from.code !== to.code;
  return (
    <>
      <dl className="facts grid-cols-2 sm:grid-cols-3">
        {(old.room || line.room) && (
          <Fact label={`${labels.room} و${labels.traveller}`}>
            {soldText(line)}
            {soldText(line) !== soldText(old) && (
              <small className="block text-muted">في العقد القديم: {soldText(old)}</small>
            )}
          </Fact>
        )}
        <MoneyFact label="إجمالي العقد الجديد" amount={line.total} currency={to} />
        {line.discount > 0 && (
          <MoneyFact label={labels.discount_amount} amount={line.discount} currency={to} />
        )}
        <Fact label="فرق السعر">
          {differenceText(line.difference, to)}
          {isOther && <small className="block text-muted">بسعر الصرف المخزن</small>}
        </Fact>
        <MoneyFact label="المدفوع وغير المردود" amount={line.kept} currency={from} />
        <Fact label={labels.cancellation_fee}>
          {formatMoney(line.fee, from)}
          {line.proposed !== null && (
            <small className="block text-muted">
              شروط العقد تعطي {formatMoney(line.proposed, from)}. <Sentence text={line.terms ?? ""} />
            </small>
          )}
        </Fact>
        <Fact label="ينتقل إلى العقد الجديد">
          {formatMoney(line.goes, from)}
          {isOther && line.goes > 0 && (
            <small className="block text-muted">يعادل {formatMoney(line.pays, to)}</small>
          )}
        </Fact>
        <MoneyFact label="يبقى مستحقًا رده من العقد القديم" amount={line.stays} currency={from} />
        <MoneyFact label="يبقى عليه في العقد الجديد" amount={line.owes} currency={to} />
        {line.parts.length > 0 && (
          <Fact label={labels.schedule}>
            {line.parts.map(({ due_date, amount }) => (
              <span key={due_date} className="block">
                <span className="money">{formatAmount(Number(amount), to.decimals)}</span> في{" "}
                <bdi dir="ltr">{due_date}</bdi>
              </span>
            ))}
          </Fact>
        )}
      </dl>
      {line.place && (
        <p className="notice info mt-3" role="note">
          يخرج من <PlaceText place={line.place} />
        </p>
      )}
    </>
  );
}
