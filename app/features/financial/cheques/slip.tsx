import type { MetaFunction } from "@remix-run/node";
import { useLoaderData, useLocation } from "@remix-run/react";
import { drawRows } from "~/db/drawing.server";
import { db } from "~/db/knex.server";
import { idOf } from "~/db/list.server";
import { receiptWords } from "~/domain/amount-in-words";
import { invalid } from "~/domain/domain-error";
import { dayOf } from "~/domain/hijri";
import { officeToday } from "~/domain/office-day.server";
import type { Account } from "~/features/accounts/account";
import { accounts } from "~/features/accounts/accounts.server";
import { companyHead } from "~/features/company/company.server";
import { chequesPath } from "~/features/links/cheques-address";
import { screen } from "~/http/screen.server";
import { noteList } from "~/http/whole-lists.server";
import { GetForm } from "~/ui/page/get-form";
import { Money } from "~/ui/page/money";
import { RefusedFilter } from "~/ui/page/page";
import { PrintBar, PrintLine, PrintSheet } from "~/ui/print-sheet";
import { printTitle } from "~/ui/print-title";
import { receipt } from "../receipts/receipt";
import { cheque, chosen } from "./cheque";
import { chequesFor, noneChosen, sumsBelow } from "./cheques.server";
import { toCheque } from "./columns";

const title = "حافظة إيداع شيكات";
const { labels } = receipt;

export const meta: MetaFunction<typeof loader> = ({ data }) =>
  printTitle(title, data?.bank?.name, data?.day.date);

/** The cheques of one currency that an address names, and the bank to which they are taken. */
export const loader = screen([cheque.write], async (visit) => {
  const { searchParams } = visit.url;
  const { rows, refusal } = await chequesFor("slip", searchParams);
  if (!rows.length && !refusal) throw await noneChosen(visit.request);
  const [sum, other] = sumsBelow(rows);
  if (other) throw invalid(chosen, "الشيكات بأكثر من عملة: لكل عملة حافظة");
  const banks = (
    await (accounts.bank.list(new URLSearchParams({ status: "active" })) as Promise<Account[]>)
  ).filter((one) => !one.is_cheques_in_hand && one.currency.code === sum?.currency.code);
  const collectedIn = new Set(rows.map(({ collected_account_id }) => collected_account_id));
  const wanted =
    idOf(searchParams, "account_id") ?? (collectedIn.size === 1 ? [...collectedIn][0] : undefined);
  const bank = banks.find(({ id }) => id === wanted) ?? (banks.length === 1 ? banks[0] : undefined);
  const today = officeToday();
  if (rows.length > 1) await noteList(visit, "printed", { of: cheque.table, title, count: rows.length });
  return {
    refusal,
    rows: drawRows(rows, (row) => toCheque(row, today)),
    sum,
    words: sum && (await inWords(sum)),
    banks: banks.map(({ id, name }) => ({ id, name })),
    bank,
    day: dayOf(today),
    company: await companyHead(db),
  };
});

async function inWords({ amount, currency }: ReturnType<typeof sumsBelow>[number]) {
  const { name } = await db("currencies").where({ id: currency.id }).first("name");
  return receiptWords(amount.toFixed(currency.decimals), { code: currency.code, name }, currency.decimals);
}

export default function DepositSlip() {
  const { refusal, rows, sum, words, banks, bank, day, company } = useLoaderData<typeof loader>();
  const ids = new URLSearchParams(useLocation().search).getAll(chosen);
  return (
    <main>
      <PrintBar back={chequesPath} after={bank || banks.length < 2 ? 50 : undefined}>
        {banks.length > 1 && (
          <GetForm className="flex items-center gap-2" action={`${chequesPath}/slip`}>
            {ids.map((id) => (
              <input key={id} type="hidden" name={chosen} value={id} />
            ))}
            <label htmlFor="slip-bank">البنك</label>
            <select id="slip-bank" name="account_id" defaultValue={bank?.id ?? ""}>
              <option value="">يكتب بخط اليد</option>
              {banks.map(({ id, name }) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
            </select>
            <button className="button" type="submit">
              عرض
            </button>
          </GetForm>
        )}
      </PrintBar>
      <PrintSheet
        company={company}
        title={title}
        number={day}
        about={bank?.name}
        signatures={["المودِع", "موظف البنك"]}
      >
        {refusal && <RefusedFilter refusal={refusal} />}
        {sum && (
          <>
            <table>
              <tbody>
                <PrintLine label="البنك">{bank?.name ?? "……………………"}</PrintLine>
                <PrintLine label="رقم الحساب">
                  {bank ? (
                    <>
                      <bdi dir="ltr">{bank.account_number}</bdi> باسم {bank.account_name}
                    </>
                  ) : (
                    "……………………"
                  )}
                </PrintLine>
                <PrintLine label="عدد الشيكات">{rows.length}</PrintLine>
                <PrintLine label="المجموع">
                  <span className="text-lg font-semibold">
                    <Money amount={sum.amount} currency={sum.currency} />
                  </span>
                </PrintLine>
                <PrintLine label="المجموع كتابة">{words}</PrintLine>
              </tbody>
            </table>
            <table className="print-lines">
              <thead>
                <tr>
                  {[
                    "رقم الشيك",
                    labels.cheque_bank,
                    "الاستحقاق",
                    "الساحب",
                    labels.receipt_number,
                    "المبلغ",
                  ].map((label) => (
                    <th key={label} scope="col">
                      {label}
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {rows.map((row) => (
                  <tr key={row.id}>
                    <td>
                      <bdi dir="ltr" className="wraps">
                        {row.payment_reference ?? "—"}
                      </bdi>
                    </td>
                    <td>{row.cheque_bank ?? "—"}</td>
                    <td>
                      <bdi dir="ltr">{row.cheque_due_date ?? "—"}</bdi>
                    </td>
                    <td>{row.customer}</td>
                    <td>
                      <bdi dir="ltr">{row.receipt_number}</bdi>
                    </td>
                    <td className="money">{row.amount}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </>
        )}
      </PrintSheet>
    </main>
  );
}
