import { countPhrase } from "~/domain/count-words";
import { memberCount } from "~/features/groups/member";
import type { passportNotes } from "./passport-list.server";

type Notes = Awaited<ReturnType<typeof passportNotes>>;
type Named = {
  count: number;
  first: { name: string | null; number: number | null; href: string; lacks?: string }[];
};

/** For the office's eyes, never on paper: who is not in the passport list and why, and which infants have no adult in it. */
export const PassportNotes = ({ lacking, alone }: Notes) =>
  lacking.count + alone.count > 0 && (
    <section className="notice info mx-auto mt-3 max-w-[277mm] print:hidden" lang="ar" dir="rtl">
      {lacking.count > 0 && (
        <>
          <p>
            {countPhrase(lacking.count, memberCount)} خارج قائمة الجوازات (<bdi dir="ltr">SSR DOCS</bdi>)،
            لنقص ما يلي أو لأنه لا يكتب كما في الجواز:
          </p>
          <Names {...lacking} />
        </>
      )}
      {alone.count > 0 && (
        <>
          <p>رضع في آخر قائمة الجوازات، إذ ليس فيها بالغ من عائلتهم:</p>
          <Names {...alone} />
        </>
      )}
    </section>
  );

const Names = ({ count, first }: Named) => (
  <ul>
    {first.map(({ name, number, href, lacks }) => (
      <li key={href}>
        <a className="underline" href={href}>
          {name}
        </a>{" "}
        (<bdi>{number}</bdi>){lacks && `: ${lacks}`}
      </li>
    ))}
    {count > first.length && <li>وغيرهم</li>}
  </ul>
);
