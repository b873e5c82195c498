import { formatMoney } from "~/domain/money";
import { ContractSums } from "~/features/contracts/contract-sums";
import { AtRate } from "~/features/money/rate-text";
import { SearchStep } from "~/ui/form/search-step";
import { Sentence } from "~/ui/page/sentence";
import type { SplitRow } from "./split.server";

/** The contracts of a payment with their shares, and a search for more. It works the same without JavaScript. */
export function SplitRows({
  rows,
  rateOf,
  errors,
  query = "",
  hasFound,
}: {
  rows: SplitRow[];
  /** The said rate between the payment's currency and a contract's, if they differ. */
  rateOf: (contractCurrency: { code: string }) => string | undefined;
  /** The errors by the names of the form's controls. */
  errors: Record<string, string[]>;
  /** The searched text, and whether the search added contracts. */
  query?: string;
  hasFound?: boolean;
}) {
  const sentences = (name: string) => errors[name]?.join(" ");
  return (
    <section className="sheet-card">
      <h2>العقود وأنصبتها</h2>
      {rows.length > 0 && (
        <ul className="shares" id="receipt_voucher-contract_ids">
          {rows.map(
            (
              { id, contract_number, customer_name, remaining_amount, due_amount, currency, isTicked, share },
              place,
            ) => {
              const rate = rateOf(currency);
              const wrong = sentences(`shares[${place}]`) ?? sentences(`contract_ids[${place}]`);
              return (
                <li key={id}>
                  <input type="hidden" name={`rows[${place}]`} value={id} />
                  <label className="tick">
                    <input
                      type="checkbox"
                      id={`receipt_voucher-contract_ids[${place}]`}
                      name={`contract_ids[${place}]`}
                      value={id}
                      defaultChecked={isTicked}
                    />
                    <span>
                      {customer_name}
                      <small>
                        <bdi dir="ltr">{contract_number}</bdi> · المتبقي{" "}
                        <span className="money">{formatMoney(remaining_amount, currency)}</span>
                        {due_amount > 0 && due_amount < remaining_amount && (
                          <>
                            {" "}
                            · المستحق اليوم <span className="money">{formatMoney(due_amount, currency)}</span>
                          </>
                        )}
                        {rate && (
                          <>
                            {" "}
                            · <AtRate rate={rate} />
                          </>
                        )}
                      </small>
                    </span>
                  </label>
                  <input
                    type="text"
                    id={`receipt_voucher-shares[${place}]`}
                    name={`shares[${place}]`}
                    defaultValue={share}
                    dir="ltr"
                    inputMode="decimal"
                    autoComplete="off"
                    aria-label={`نصيب ${customer_name}`}
                    aria-invalid={wrong ? true : undefined}
                    aria-describedby={wrong && `share-error-${place}`}
                  />
                  {wrong && (
                    <p className="error" id={`share-error-${place}`}>
                      <Sentence text={wrong} />
                    </p>
                  )}
                </li>
              );
            },
          )}
        </ul>
      )}
      <ContractSums contracts={rows} />
      {sentences("contract_ids") && <p className="error">{sentences("contract_ids")}</p>}
      <p className="my-2 text-sm text-muted">
        ما يترك نصيبه فارغًا يأخذ من بقية المبلغ بنسبة المتبقي من عقده.
      </p>
      {rows.length > 0 && (
        <button className="button" type="submit" name="intent" value="divide" formNoValidate>
          توزيع المبلغ
        </button>
      )}
      <div className="field mt-4">
        <SearchStep
          id="contract-query"
          name="contract_query"
          label="إضافة عقود برقم العقد أو اسم العميل"
          query={query}
          intent="find"
          note={hasFound === false && "لا عقود أخرى عليها مبلغ متبقٍ تطابق البحث"}
        />
      </div>
    </section>
  );
}
