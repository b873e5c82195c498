import { randomUUID } from "node:crypto";
import { useActionData, useLoaderData } from "@remix-run/react";
import Big from "big.js";
import { useState } from "react";
import { db } from "~/db/knex.server";
import { valuesOf } from "~/domain/form-values";
import { formatMoney } from "~/domain/money";
import { type Account, custodyOf } from "~/features/accounts/account";
import { findAccount } from "~/features/accounts/accounts.server";
import { constraintOf } from "~/http/constraint.server";
import { redirectWithFlash } from "~/http/flash.server";
import { formScreen, idParam, screen, submit } from "~/http/screen.server";
import { writeOnce } from "~/http/writes.server";
import { NumberField, TextAreaField } from "~/ui/form/field";
import { OfficeForm, useOfficeForm } from "~/ui/form/form";
import { keepForm } from "~/ui/form/keep-form";
import { Money } from "~/ui/page/money";
import { Fact, Page, useListSearch } from "~/ui/page/page";
import { type CountValues, countedIn, countsOf, countLabels as labels, type MovementsSince } from "../count";
import { denominationsOf, pieceField } from "../denominations";
import { countCash, countSchema } from "./counts.server";
import { Difference } from "./difference";
import { MovedMeanwhile, signedMoney } from "./movements";

export const meta = () => [{ title: "جرد الصندوق" }];

export const loader = screen(["manage_financials"], async ({ params }) => {
  const box = await findAccount(db, "cash_box", idParam(params.id));
  const constraint = constraintOf(countSchema(box.currency_code));
  return { box, constraint, idempotencyKey: randomUUID() };
});

export const action = formScreen(["manage_financials"], async ({ request, params, user }) => {
  const box = await findAccount(db, "cash_box", idParam(params.id));
  return submit(
    request,
    countSchema(box.currency_code),
    async (input, { key, readAt }) => {
      const { id, count_number, expected, moved } = await writeOnce(
        { user, key },
        { cash_box: box.id, input },
        (trx) => countCash(trx, box.id, input, { user, readAt }),
      );
      const meanwhile = moved.count
        ? `، وتحرك في الصندوق ${signedMoney(moved.amount, box.currency)} منذ فتحت الصفحة: المتوقع ${formatMoney(expected, box.currency)}`
        : "";
      return redirectWithFlash(
        `${countsOf(box.id).path}/${id}`,
        `تم تسجيل الجرد ${count_number}${meanwhile}`,
      );
    },
    { failure: "فشل تسجيل الجرد" },
  );
});

export const clientAction = keepForm();

export default function CashCountForm() {
  const loaded = useLoaderData<typeof loader>();
  const reply = useActionData<{ current?: Account & { moved: MovementsSince } }>();
  const [form, fields] = useOfficeForm<Record<string, string>>("count", { constraint: loaded.constraint });
  const box = reply?.current ?? loaded.box; // the present box, if its money moved meanwhile
  const { currency, balance } = box;
  const denominations = denominationsOf(currency.code);
  const [values, setValues] = useState<CountValues>((form.initialValue ?? {}) as CountValues);
  const counted = countedIn(values, currency.code)?.round(currency.decimals).toNumber();
  const pieces = denominations.map((denomination) => ({
    label: `فئة ${denomination}`,
    field: fields[pieceField(denomination)] as (typeof fields)[string],
  }));
  return (
    <Page title={`جرد «${box.name}»`} lead={box.holder && custodyOf(box.holder)}>
      <OfficeForm
        form={form}
        labels={{ ...labels, ...Object.fromEntries(pieces.map(({ field, label }) => [field.name, label])) }}
        back={countsOf(box.id).path + useListSearch()}
        next={`${countsOf(box.id).path}/0`}
        page
        save="تسجيل الجرد"
        idempotencyKey={loaded.idempotencyKey}
        updatedAt={loaded.box.updated_at}
      >
        <input type="hidden" name="shown_expected" value={balance} />
        <div
          onChange={({ currentTarget }) =>
            setValues(valuesOf(new FormData(currentTarget.closest("form") ?? undefined)))
          }
        >
          {pieces.length > 0 && (
            <section className="sheet-card">
              <h2>عدد القطع من كل فئة</h2>
              <div className="grid grid-cols-3 gap-3 sm:grid-cols-5 lg:grid-cols-7">
                {pieces.map(({ field, label }, index) => (
                  <NumberField key={field.name} field={field} label={label} whole autoFocus={index === 0} />
                ))}
              </div>
            </section>
          )}
          <section className="sheet-card">
            <h2>{pieces.length > 0 ? "أو المبلغ جملة" : "المبلغ"}</h2>
            <div className="fields">
              <NumberField
                field={fields.counted as (typeof fields)[string]}
                label={labels.counted}
                autoFocus={pieces.length === 0}
                hint={
                  pieces.length > 0
                    ? `يكفي عدد القطع؛ وإن كتبت المبلغ فليطابق مجموعها (${currency.code}).`
                    : `بعملة الصندوق (${currency.code}).`
                }
              />
            </div>
          </section>
          <section className="sheet-card">
            <h2>المطابقة</h2>
            <dl className="facts mb-3 grid-cols-2 sm:grid-cols-3" aria-live="polite">
              <Fact label={labels.expected}>
                <Money amount={balance} currency={currency} />
              </Fact>
              <Fact label={labels.counted}>
                {counted === undefined ? "—" : <Money amount={counted} currency={currency} />}
              </Fact>
              <Fact label={labels.difference}>
                {counted === undefined ? (
                  "—"
                ) : (
                  <Difference amount={Big(counted).minus(balance).toNumber()} currency={currency} />
                )}
              </Fact>
            </dl>
            <p className="hint mb-3">يحسب المتوقع من جديد عند الحفظ، ويذكر مع الجرد ما تحرك بعد فتحه.</p>
            <MovedMeanwhile moved={reply?.current?.moved} currency={currency} />
            <TextAreaField
              field={fields.reason as (typeof fields)[string]}
              label={labels.reason}
              rows={2}
              hint="مطلوب إن وجد فرق؛ ويسجل الفرق تسوية برقم الجرد."
            />
          </section>
        </div>
      </OfficeForm>
    </Page>
  );
}
