import { chequesPath } from "~/features/links/cheques-address";
import { type OnAccount, onAccountText } from "~/features/money/on-account";
import { Sentence } from "~/ui/page/sentence";

/** What of a customer's payments is in cheques that were not collected yet. @param href of these cheques; on paper there is none */
export const ChequesNote = ({ all, href }: { all: OnAccount[]; href?: string }) =>
  all.length > 0 && (
    <p className="mt-3">
      <Sentence text={`من المدفوع شيكات لم تحصل بعد: ${onAccountText(all)}.`} />{" "}
      {href && (
        <a className="underline" href={href}>
          الشيكات
        </a>
      )}
    </p>
  );

/** The cheques in hand of who has this name. */
export const chequesOf = (name: string) => `${chequesPath}?search=${encodeURIComponent(name)}`;
