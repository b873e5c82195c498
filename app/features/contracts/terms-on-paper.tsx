import type { ReactNode } from "react";
import type { ShownCurrency } from "~/domain/money";
import { feeLinesLabel, type SignedLine, signedLineText } from "~/features/fees/fee-lines";

/** The terms that a contract or an offer says, a paragraph each, and the lines of its fee in words. */
export const termsSaid = (
  { terms, fee_lines }: { terms: string; fee_lines: SignedLine[] },
  currency: ShownCurrency,
) => ({
  terms: terms.split("\n").filter((line) => line.trim()),
  feeLines: fee_lines.map((line) => signedLineText(line, currency)),
});

/**
 * The terms on the paper of a contract or an offer, and below them the fee of a cancelling.
 * @param children what the paper says before the office's terms
 */
export const TermsOnPaper = ({
  terms,
  feeLines,
  children,
}: ReturnType<typeof termsSaid> & { children?: ReactNode }) => (
  <>
    <h2>الشروط</h2>
    <section className="terms">
      {children}
      {terms.map((line, place) => (
        <p key={place}>{line}</p>
      ))}
    </section>
    {feeLines.length > 0 && (
      <section className="terms">
        <h2>{feeLinesLabel}</h2>
        <p>
          إن ألغي العقد بطلب الطرف الثاني احتفظ الطرف الأول بما يأتي، ولا يزيد على ما دفعه الطرف الثاني، ولا
          رسم قبل أول موعد:
        </p>
        {feeLines.map((line) => (
          <p key={line}>{line}</p>
        ))}
      </section>
    )}
  </>
);
