import { type OnAccount, onAccountText } from "~/features/money/on-account";
import type { useEntityForm } from "~/ui/form/entity-form";
import { SelectField } from "~/ui/form/field";
import { OfferField } from "~/ui/form/offer-field";
import { useAnswer } from "~/ui/form/use-answer";
import { useReady } from "~/ui/page/hydration";
import { Sentence } from "~/ui/page/sentence";
import { receivedFromPartners } from "../vouchers/purpose";
import type { receiptOffers } from "./choices.server";
import type { Partner, Receipt, receipt } from "./receipt";

/**
 * What an agent or supplier pays for without a contract, and the invoice that money back is about. Without JavaScript the choice of the
 * invoice is always there.
 */
export function PartnerFields({
  form: { field, offer, current },
  purpose,
  onChoose,
}: {
  form: Pick<
    ReturnType<
      typeof useEntityForm<Receipt, keyof typeof receipt.labels, Awaited<ReturnType<typeof receiptOffers>>>
    >,
    "field" | "offer" | "current"
  >;
  purpose: string;
  onChoose: (purpose: string) => void;
}) {
  const isReady = useReady();
  const credited = offer("credited_invoice_id");
  return (
    <>
      <SelectField
        {...field("purpose")}
        choices={receivedFromPartners}
        defaultValue={undefined}
        value={purpose}
        onChange={(event) => onChoose(event.target.value)}
      />
      {(!isReady || purpose === "returned") && (
        <OfferField
          {...credited}
          wide
          label={`${credited.label} (للمرتجع، اختياري)`}
          storedValue={current && (current.credited_invoice_number ?? "")}
          empty="لا يخص فاتورة"
          hint="ما يزيد على ما عليه تحت الحساب يقيد به إشعار دائن مع السند."
        />
      )}
    </>
  );
}

/**
 * Says what stands against a partner on account, and offers to receive it.
 * @param first what `firstPayer` has, whom the server knows
 */
export function StandsAgainst({
  payer,
  firstPayer,
  first,
}: {
  payer: Partner | null;
  firstPayer: Partner | null;
  first: OnAccount[];
}) {
  const isFirst = payer?.field === firstPayer?.field && payer?.id === firstPayer?.id;
  const read = useAnswer<{ on_account: OnAccount[] }>(
    payer && !isFirst ? `/api/allocations/on-account?${payer.field}=${payer.id}` : null,
  );
  const all = isFirst ? first : (read?.on_account ?? []);
  if (!payer) return null;
  return (
    <p className="notice info mt-4" role="note">
      {all.length ? (
        <>
          <Sentence text={`عليه تحت الحساب ${onAccountText(all)}:`} />{" "}
          <a className="underline" href={partnerReceipt(payer)}>
            اقبضه
          </a>
        </>
      ) : (
        "لا شيء عليه تحت الحساب: ما يرده مرتجع."
      )}
    </p>
  );
}

const partnerReceipt = ({ field, id }: Partner) =>
  `/financial/receipts/new?${field.replace("_id", "")}=${id}`;
