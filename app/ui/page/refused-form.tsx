import type { Typed } from "~/http/error-page.server";

/** Fields that a form adds by itself. */
const own =
  /^(author|intent|lookup|confirmed|idempotency_key|updated_at|search_step|rate_shown|customer_shown|lookup_key|adding|deed|only|period|report|seen|shown_expected|(seen|listed)_\d+)$/;

/** Fields that are chosen, whose values are numbers and codes. What is typed may look the same, so the names tell. */
const chosen =
  /^(?!national_id$)(.*_)?(ids?|status|type|kind|method|gender|mode|role|currency|country|nationality)$/;

/**
 * What was typed in a form that was sent without scripts and refused: to be read, and to be sent again, for example once a right has
 * been given back. A record that is gone takes nothing more.
 */
export function RefusedForm({ typed, canBeSent }: { typed: Typed; canBeSent: boolean }) {
  if (!typed.length) return null;
  const texts = typed.filter(([name, value]) => !own.test(name) && !chosen.test(name) && value.trim());
  return (
    <form method="post" className="mb-3">
      {typed.map(([name, value], index) => (
        <input key={index} type="hidden" name={name} value={value} />
      ))}
      {texts.length > 0 && (
        <details>
          <summary>ما كتبته في النموذج</summary>
          <ul className="mt-2 grid gap-1 rounded-md bg-sand px-4 py-2.5 text-start text-ink">
            {texts.map(([, value], index) => (
              <li key={index} className="whitespace-pre-wrap">
                <bdi>{value}</bdi>
              </li>
            ))}
          </ul>
        </details>
      )}
      {canBeSent && (
        <button className="button primary mt-2" type="submit">
          أعد إرسال ما كتبته
        </button>
      )}
    </form>
  );
}
