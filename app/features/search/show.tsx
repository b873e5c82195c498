import { useLoaderData, useLocation } from "@remix-run/react";
import { searchOf } from "~/db/list.server";
import { screen } from "~/http/screen.server";
import { KeysHelp } from "~/shell/keys";
import { GetForm } from "~/ui/page/get-form";
import { Badge, Empty, Page } from "~/ui/page/page";
import { type Found, find, queryOf, searchedNames } from "./kinds.server";

const title = "البحث في السجلات";
const ofEachKind = 5;

export const meta = () => [{ title }];

export const loader = screen([], async ({ url: { searchParams }, user }) => {
  const query = queryOf(searchParams);
  const kinds = await find(user, query, ofEachKind);
  return {
    query,
    text: searchOf(searchParams, "q").toWellFormed(),
    kinds,
    names: searchedNames(user),
  };
});

export default function Search() {
  const { query, text, kinds, names } = useLoaderData<typeof loader>();
  return (
    <Page title={title}>
      <GetForm className="filters" role="search" action="/search" address={useLocation().key}>
        <label>
          الاسم أو الرقم
          <input type="search" name="q" defaultValue={text} maxLength={100} autoFocus={!query} />
        </label>
        <button className="button" type="submit">
          بحث
        </button>
      </GetForm>
      {kinds.map(({ kind, words, rows, more, all }) => (
        <section key={kind} className="found">
          <h2>
            {words.many}
            <a href={all}>{more ? "المزيد: عرض كل النتائج" : "عرض كل النتائج"}</a>
          </h2>
          <ul>
            {rows.map((row) => (
              <Line key={row.id} {...row} />
            ))}
          </ul>
        </section>
      ))}
      <KeysHelp />
      {kinds.length === 0 && <Nothing query={query} names={names} />}
    </Page>
  );
}

function Line({ title, facts, amount, state, tone, href }: Found) {
  return (
    <li>
      <a href={href} data-discover="true">
        <bdi>{title}</bdi>
      </a>
      {facts.map((fact, index) => (
        <bdi key={index}>{fact}</bdi>
      ))}
      {amount && <span className="money">{amount}</span>}
      <Badge tone={tone}>{state}</Badge>
    </li>
  );
}

/** A hint what to type, or that nothing was found, and the searchable kinds. */
function Nothing({ query, names }: { query: string; names: string[] }) {
  if (!names.length)
    return (
      <Empty title="لا شيء تبحث فيه">
        <p>لا تفتح صلاحياتك شيئًا من السجلات التي يشملها البحث.</p>
      </Empty>
    );
  return (
    <Empty title={query ? `لا نتائج تطابق «${query}»` : "اكتب حرفين على الأقل"}>
      <p>
        {query
          ? "جرب جزءًا من الاسم، أو الرقم كاملًا."
          : "جزء من الاسم، أو رقم العقد أو السند أو الفاتورة أو الشيك، أو مبلغ السند، أو رقم الهوية أو الجواز."}{" "}
        يشمل البحث: {names.join("، ")}.
      </p>
    </Empty>
  );
}
